#!/bin/bash
# Runs a command. If it takes too long, shows where each of its processes stands and ends them all: a test that hangs tells where.
# Usage: patiently.sh SECONDS COMMAND...
set -u
limit=$1
shift
setsid "$@" &
session=$!
trap 'pkill -KILL -s "$session"; exit 130' INT TERM HUP
end=$((SECONDS + limit))
while [ "$SECONDS" -lt "$end" ]; do
    if ! kill -0 "$session" 2> /dev/null; then
        wait "$session"
        exit
    fi
    sleep 1
done
echo "after $limit s this has not ended: $*"
for process in $(pgrep -s "$session"); do
    tr '\0' ' ' < "/proc/$process/cmdline"
    echo
    timeout 120 gdb --batch -nx -p "$process" -ex "thread apply all backtrace 20" 2> /dev/null | cut -c1-200
done
pkill -KILL -s "$session"
exit 124
