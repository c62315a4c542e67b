#!/bin/bash
# Runs a command. If it takes too long, or prints nothing for too long, shows where each of its processes stands and ends them all: a test that
# hangs tells where. SILENCE is the time without output, for which the output has to be a file; 0: any.
# Usage: patiently.sh SECONDS SILENCE COMMAND...
set -u
limit=$1 silence=$2
shift 2
setsid "$@" &
session=$!
trap 'pkill -KILL -s "$session"; exit 130' INT TERM HUP
is_silent() { [ "$silence" != 0 ] && [ $(($(date +%s) - $(stat -L -c %Y /proc/$$/fd/1))) -ge "$silence" ]; }
end=$((SECONDS + limit))
while [ "$SECONDS" -lt "$end" ] && ! is_silent; do
    if ! kill -0 "$session" 2> /dev/null; then
        wait "$session"
        exit
    fi
    sleep 1
done
is_silent && echo "for $silence s this has printed nothing: $*"
echo "after $SECONDS s this has not ended: $*"
for process in $(pgrep -s "$session"); do
    tr '\0' ' ' < "/proc/$process/cmdline"
    echo
    timeout 120 gdb --batch -nx -p "$process" -ex "thread apply all backtrace 20" 2> /dev/null | cut -c1-200
done
pkill -KILL -s "$session"
exit 124
