# Sourced. Starts the daemon with a pen that `pen` moves. Needs INKD (the program), MODEL, and WORK, a folder that is empty.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fixture=$here/../Fixtures/sample-session.events
export INKD_SOCKET=$WORK/socket

start_daemon() {
    mkdir -p "$WORK/state" "$WORK/runtime"
    [ -p "$WORK/pen" ] || mkfifo "$WORK/pen"
    exec 9<> "$WORK/pen"
    INKD_STATE=$WORK/state INKD_RUNTIME=$WORK/runtime INKD_MODELS=$(dirname "$MODEL") \
        "$INKD" --socket "$INKD_SOCKET" --model "$MODEL" --replay "$fixture" --replay-feed "$WORK/pen" "$@" >> "$WORK/inkd.log" 2>&1 9>&- &
    daemon=$!
    wait_until "the daemon answers" test -S "$INKD_SOCKET"
}

# pen [FROM [TO]]: writes that piece of the recording
pen() { /usr/bin/python3 "$here/pen.py" "$WORK/pen" "$fixture" "$@"; }

# wait_until WHAT COMMAND...: for at most ten seconds
wait_until() {
    local what=$1
    shift
    for _ in $(seq 200); do
        if "$@" 2> /dev/null; then return 0; fi
        sleep 0.05
    done
    echo "not in ten seconds: $what" >&2
    return 1
}

# logged PATTERN FILE: waits for a line
logged() { wait_until "$1 in $(basename "$2")" grep -q "$1" "$2"; }

failures=0
# check WHAT COMMAND...: says whether it succeeds
check() {
    local what=$1
    shift
    if "$@" > /dev/null 2>&1; then echo "ok: $what"; else echo "FAILED: $what"; failures=$((failures + 1)); fi
}

# check_soon WHAT COMMAND...: says whether it succeeds within ten seconds
check_soon() { check "$1" wait_until "$@"; }
