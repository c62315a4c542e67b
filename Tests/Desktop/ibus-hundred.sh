#!/bin/bash
# A hundred words in a row, and how quickly they come: ibus-hundred.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
openbox > /dev/null 2>&1 &
start_daemon
start_ibus

for version in ${GTK_VERSIONS:-3.0 4.0}; do
    name=gtk${version%.0} log=$WORK/gtk$version.log
    entry $version "$log"
    use_engine
    sleep 0.5
    # what is written before the application has told of its text is held
    watch_readings
    write 0
    : > "$engine_log"
    write --speed 6 $(seq 100 199)
    check_soon "$name: a hundred words, none lost, doubled or before another" eval '[ "$(its_text "$log")" = "$(cat "$WORK/expected")" ]'
    check "$name: they are a hundred and one" test "$(grep -c ' FINAL .' "$WORK/readings.log")" -ge 101
    echo "$name: $(python3 "$here/latency.py" "$engine_log" "$log")"
    check "$name: less than 10 ms in 95 of 100 cases" python3 "$here/latency.py" "$engine_log" "$log" 10 95
    shot "$name-hundred"
    : > "$WORK/readings.log"
    kill "$entry" "$watch"
    wait "$entry" "$watch" 2> /dev/null
done
exit $((failures > 0))
