#!/usr/bin/env bash
# Replays the sample pen session through the daemon and shows what a client sees. No hardware, no root.
# usage: demo.sh DIRECTORY-WITH-THE-PROGRAMS
set -euo pipefail
cd "$(dirname "$0")/../.."
programs=$1
room=$(mktemp -d)
daemon=
trap '[ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true; rm -rf "$room"' EXIT

session=Tests/Fixtures/sample-session
echo "The sample session says: $(cat $session.txt)"
echo "inkd reads it, stroke by stroke, as if it came from a tablet:"
echo
INKD_MODELS="$PWD/models" INKD_STATE="$room/state" INKD_RUNTIME="$room/run" "$programs/inkd" --log-level warning --socket "$room/org.inkd" --model models/latin.safetensors \
  --replay $session.events --replay-wait --replay-exit &
daemon=$!
for _ in $(seq 100); do [ -S "$room/org.inkd" ] && break; kill -0 "$daemon" 2>/dev/null || exit 1; sleep 0.05; done
view=
[ -t 1 ] || view=--plain
"$programs/inkctl" watch --socket "$room/org.inkd" $view
wait "$daemon"
daemon=
echo
echo "With a tablet plugged in, run $programs/inkd as a user who may read it, and $programs/inkctl watch beside it."
