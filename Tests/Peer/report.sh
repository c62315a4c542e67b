#!/bin/sh
# Opens a report of 500 written words in Chromium without a screen: every stroke is drawn, nothing is complained about, nothing is asked of
# a network. A picture of it is left in .build/screenshots.
# It ends with 77 where it is skipped.
# usage: Tests/Peer/report.sh INKCTL MODEL
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 INKCTL MODEL" >&2
    exit 2
fi
inkctl=$1
model=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
words=${INKD_DATA:-$root/../shared/data}/dev/unipen_word.jsonl.gz
count=500

if [ ! -r "$words" ]; then
    echo "Skipped: a report needs written words; there is no $words (set INKD_DATA)."
    exit 77
fi
if ! command -v chromium > /dev/null; then
    echo "Skipped: a report is opened in chromium; apt-get install chromium (make deps-test)."
    exit 77
fi

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
trap 'exit 130' INT TERM
page=$folder/report.html

fail() {
    echo "FAILED: $1" >&2
    exit 1
}

"$inkctl" report "$words" --limit $count --model "$model" -o "$page"
[ "$(stat -c %a "$page")" = 600 ] || fail "the report can be read by others"
if "$inkctl" report "$words" --limit 1 --no-recognize -o "$page" 2> "$folder/refusal"; then fail "a report was written over another file"; fi
grep -q -e --force "$folder/refusal" || fail "the refusal does not say what to do"

mkdir -p "$root/.build/screenshots"
timeout 1200 python3 "$root/Tests/Peer/report.py" "$page" "$words" $count "$root/.build/screenshots/report.png" || fail "the page in Chromium"
