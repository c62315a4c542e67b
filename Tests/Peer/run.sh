#!/bin/sh
# Talks to inkd with an independent Varlink implementation: Python's "varlink" package. Says "ok" of each script that passes; one that fails does
# not keep the others from running.
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

if [ ! -x "$venv/bin/pip" ]; then
    python3 -m venv --clear "$venv" || { echo "Python's venv is missing: apt-get install python3-venv" >&2; exit 1; }
fi
"$venv/bin/python" -c 'import importlib.metadata as m, sys; sys.exit(m.version("varlink") != "31.0.0")' 2>/dev/null ||
    "$venv/bin/pip" install --quiet --disable-pip-version-check varlink==31.0.0

folder=$(mktemp -d)
daemon=
status=0
finish() {
    [ -z "$daemon" ] || kill "$daemon" 2>/dev/null || true
    rm -rf "$folder"
}
trap finish EXIT
trap 'exit 130' INT TERM

# try WHAT COMMAND...: runs a test; one that ends with 77 has said why it was skipped
try() {
    what=$1
    shift
    result=0
    "$@" || result=$?
    case $result in
    0) echo "ok: $what" ;;
    77) ;;
    *)
        echo "error: $what ended with $result" >&2
        status=1
        ;;
    esac
}
python=$venv/bin/python
tests=$root/Tests/Peer
case $inkd in /*) ;; *) inkd=$PWD/$inkd ;; esac
case $model in /*) ;; *) model=$PWD/$model ;; esac
recording=$root/Tests/Fixtures/sample-session.events
words=${INKD_DATA:-$root/../shared/data}/dev/unipen_word.jsonl.gz

INKD_STATE="$folder/state" INKD_MODELS="$root/models" "$inkd" --socket "$folder/inkd" --model "$model" --log-level warning \
    --replay "$recording" --replay-speed 3 --replay-wait &
daemon=$!
tries=0
until [ -S "$folder/inkd" ]; do
    tries=$((tries + 1))
    [ $tries -lt 1200 ] && kill -0 "$daemon" 2>/dev/null || { echo "FAILED: inkd did not start." >&2; exit 1; }
    sleep 0.1
done
try "a stranger's client" "$python" "$tests/peer.py" "unix:$folder/inkd" "$root/Tests/Fixtures/sample-session.txt" \
    "$root/Tests/Fixtures/recognition/tiny.safetensors"
try "the reference of inkctl's commands" "$python" "$root/docs/commands.py" --check --program "$(dirname "$inkd")/inkctl"
try "the Python of the documents" "$python" "$tests/document.py" "unix:$folder/inkd" "$root/docs/client.md"

if [ -r "$words" ]; then
    try "the life of a package" "$python" "$tests/life.py" "$inkd" "$model" "$root/models" "$recording" "$words" "$root/.build/exports"
else
    echo "Skipped: the life of a package needs written words; there is no $words (set INKD_DATA)."
fi
try "killed while writing" "$python" "$tests/kill.py" "$inkd" "$model" "$root/models" "$recording" "${INKD_KILLS:-40}"
try "a report in a browser" "$tests/report.sh" "$(dirname "$inkd")/inkctl" "$model"
try "killed while recording" "$python" "$tests/record.py" "$inkd" "$root/models" "$recording" "${INKD_KILLS:-20}"
if unshare --mount --map-root-user true; then
    try "a full disk" unshare --mount --map-root-user "$python" "$tests/full.py" "$inkd" "$root/models" "$recording"
else
    echo "Skipped: a full disk is mounted, and nothing may be mounted here."
fi
try "nothing to do" "$python" "$tests/idle.py" "$inkd" "$model" "$root/models" "$recording" 20
try "hours of writing" "$python" "$tests/hours.py" "$inkd" "$model" "$root/models" "$recording" "${INKD_HOURS:-0.5}"
if [ "$(id -u)" = 0 ]; then
    # INKD_LOADS=all: every method, a quarter of an hour
    if [ "${INKD_LOADS:-}" = all ]; then
        try "a crowd" "$python" "$tests/crowd.py" "$inkd" "$model" "$root/models"
    else
        try "a crowd" "$python" "$tests/crowd.py" "$inkd" "$model" "$root/models" Recognize "Recognize, empty objects" PointerEvents "file of JIIX" \
            "file of Xournal++" "Strokes that nobody fetches"
    fi
else
    echo "Skipped: the calls of two users at once need root, to be two users."
fi
try "formulas" "$python" "$tests/formulas.py" "$inkd" "$model" "$root/models" "$recording"
try "sentences that are asked for" "$python" "$tests/prompts.py" "$(dirname "$inkd")" "$model" "$root/models" "$recording"
try "models from a repository" "$python" "$tests/afar.py" "$(dirname "$inkd")" "$model" "$root/models" "$recording"
exit $status
