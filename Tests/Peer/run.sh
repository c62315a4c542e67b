#!/bin/sh
# Talks to inkd with an independent Varlink implementation: Python's "varlink" package.
# usage: Tests/Peer/run.sh FOLDER_OF_PROGRAMS MODEL
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 FOLDER_OF_PROGRAMS MODEL" >&2
    exit 2
fi
root=$(cd "$(dirname "$0")/../.." && pwd)
inkd=$1/inkd
model=$2
venv=$root/.build/peer-venv

[ -x "$inkd" ] || { echo "There is no $inkd: build it first (make build)." >&2; exit 1; }
[ -r "$model" ] || { echo "There is no model $model: give another." >&2; exit 1; }

if [ ! -x "$venv/bin/python" ]; then
    python3 -m venv "$venv" || { echo "Python's venv is missing: apt-get install python3-venv" >&2; exit 1; }
fi
"$venv/bin/python" -c 'import importlib.metadata as m, sys; sys.exit(m.version("varlink") != "31.0.0")' 2>/dev/null ||
    "$venv/bin/pip" install --quiet --disable-pip-version-check varlink==31.0.0

folder=$(mktemp -d)
daemon=
finish() {
    [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM

INKD_STATE="$folder/state" INKD_MODELS="$root/models" "$inkd" --socket "$folder/inkd" --model "$model" --log-level warning \
    --replay "$root/Tests/Fixtures/sample-session.events" --replay-speed 3 --replay-wait &
daemon=$!
tries=0
until [ -S "$folder/inkd" ]; do
    tries=$((tries + 1))
    [ $tries -lt 100 ] && kill -0 "$daemon" 2>/dev/null || { echo "inkd did not start." >&2; exit 1; }
    sleep 0.1
done

"$venv/bin/python" "$root/Tests/Peer/peer.py" "unix:$folder/inkd" "$root/Tests/Fixtures/sample-session.txt" \
    "$root/Tests/Fixtures/recognition/tiny.safetensors"

case $inkd in /*) ;; *) inkd=$PWD/$inkd ;; esac
case $model in /*) ;; *) model=$PWD/$model ;; esac
recording=$root/Tests/Fixtures/sample-session.events
words=${INKD_DATA:-$root/../shared/data}/dev/unipen_word.jsonl.gz
if [ -r "$words" ]; then
    "$venv/bin/python" "$root/Tests/Peer/life.py" "$inkd" "$model" "$root/models" "$recording" "$words" "$root/.build/exports"
else
    echo "Skipped: the life of a package needs written words; there is no $words (set INKD_DATA)."
fi
"$venv/bin/python" "$root/Tests/Peer/kill.py" "$inkd" "$model" "$root/models" "$recording" "${INKD_KILLS:-40}"
"$root/Tests/Peer/report.sh" "$(dirname "$inkd")/inkctl" "$model"
"$venv/bin/python" "$root/Tests/Peer/record.py" "$inkd" "$root/models" "$recording" "${INKD_KILLS:-20}"
if unshare --mount --map-root-user true; then
    unshare --mount --map-root-user "$venv/bin/python" "$root/Tests/Peer/full.py" "$inkd" "$root/models" "$recording"
else
    echo "Skipped: a full disk is mounted, and nothing may be mounted here."
fi
"$venv/bin/python" "$root/Tests/Peer/prompts.py" "$(dirname "$inkd")" "$model" "$root/models" "$recording"
