#!/usr/bin/env bash
# Installs what was built below a folder of its own, moves that folder, and reads a pen session. usage: prefix.sh FOLDER-WITH-THE-PROGRAMS
set -euo pipefail
cd "$(dirname "$0")/../.."
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
make --no-print-directory install RELEASE="$1" PREFIX="$room/a" SYSCONFDIR="$room/a/etc" IBUSDIR="$room/a/ibus" POLKITDIR="$room/a/polkit" \
    FCITX5DIR="$room/a/share/fcitx5" FCITX5LIBDIR="$room/a/lib/fcitx5" > "$room/log"
mv "$room/a" "$room/b"
"$room/b/bin/inkd" --check-config
echo "nonsense: true" >> "$room/b/etc/inkd/inkd.yaml"
! "$room/b/bin/inkd" --check-config 2> "$room/refusal"
grep -F "$room/b/etc/inkd/inkd.yaml" "$room/refusal"
sed -i '$d' "$room/b/etc/inkd/inkd.yaml"
# not from the sources' folder, which has models as well
session=$PWD/Tests/Fixtures/sample-session
cd "$room"
env -u INKD_MODEL -u INKD_MODELS b/bin/inkctl replay "$session.events" --speed 20 --plain > text
grep -F "$(cat "$session.txt")" text
INKD_SOCKET=/nowhere b/libexec/ibus-engine-inkd --xml | grep -F '<name>inkd:de</name>'
echo "ok: PREFIX=$room/a, moved to $room/b: $(cat "$session.txt")"
