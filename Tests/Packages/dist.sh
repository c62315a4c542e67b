#!/usr/bin/env bash
# Builds the tarball of `make dist` where there is no network, and reads a pen session with what comes of it. usage: dist.sh [PRODUCT]
# With a product only that one is built. Environment: SWIFT (swift).
set -euo pipefail
cd "$(dirname "$0")/../.."
tarball=$PWD/.build/dist/inkd-$(packaging/version.sh).tar.xz
[ -e "$tarball" ] || { echo "dist.sh: there is no $tarball: make dist" >&2; exit 1; }
room=$(mktemp -d)
trap 'rm -rf "$room"' EXIT
tar -C "$room" -xf "$tarball"
cd "$room"/inkd-*
# an empty cache: what an earlier build has fetched would be no proof
export HOME=$room XDG_CACHE_HOME=$room/cache
network=(unshare --net)
[ "$(id -u)" = 0 ] || network=(unshare --map-root-user --net)
! "${network[@]}" getent hosts github.com || { echo "dist.sh: there is a network" >&2; exit 1; }
"${network[@]}" "${SWIFT:-swift}" build -c release --static-swift-stdlib --disable-local-rpath ${1:+--product "$1"}
[ $# = 0 ] || exit 0
.build/release/inkctl replay Tests/Fixtures/sample-session.events --speed 20 --plain --model models/latin.safetensors > "$room/text"
grep -F "$(cat Tests/Fixtures/sample-session.txt)" "$room/text"
echo "✓ the tarball builds without a network, and what it makes reads"
