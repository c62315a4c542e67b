#!/bin/bash
# How punctuation is read that is written behind a word and a lift, $NUMBER signs of each kind (20): punctuation.sh RELEASE_DIR MODEL
#
# Needs no desktop. The words are those of $INKD_DATA.
set -u
INKD=$(realpath "$1")/inkd MODEL=$(realpath "$2") WORK=$(mktemp -d)
. "$(dirname "$0")/daemon.sh"
trap 'kill "$daemon"; wait "$daemon"; rm -rf "$WORK"' EXIT
start_daemon
python3 "$here/punctuation.py" "$WORK/pen" "$INKD_DATA/dev/unipen_word.jsonl.gz" "${NUMBER:-20}" "${SEED:-1}"
