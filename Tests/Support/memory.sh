#!/usr/bin/env bash
# Resident memory of a daemon that has read the sample pen session, and still holds it.
# usage: memory.sh DIRECTORY-WITH-THE-PROGRAMS
set -euo pipefail
cd "$(dirname "$0")/../.."
programs=$1
room=$(mktemp -d)
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true; rm -rf "$room"' EXIT

INKD_MODELS="$PWD/models" "$programs/inkd" --log-level warning --socket "$room/org.inkd" --model models/latin.safetensors \
  --replay Tests/Fixtures/sample-session.events --replay-wait &
daemon=$!
for _ in $(seq 100); do [ -S "$room/org.inkd" ] && break; kill -0 "$daemon" 2>/dev/null || exit 1; sleep 0.05; done
# watching begins the replay; it never ends by itself here
timeout 20 "$programs/inkctl" watch --socket "$room/org.inkd" --plain >"$room/watched" || true
grep -q . "$room/watched"
awk '/^VmRSS|^VmHWM/ { printf "%s %.1f MB\n", $1, $2 * 1024 / 1e6 }' "/proc/$daemon/status"
