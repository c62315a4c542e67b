#!/bin/bash
# The engine and the daemon are killed in the middle of a word: ibus-kill.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
openbox > /dev/null 2>&1 &
start_daemon
start_ibus
watch_readings
log=$WORK/gtk3.0.log
entry 3.0 "$log"
use_engine
sleep 0.5
its() { its_text "$log"; }
write 0
first=$(its)
check "a word to begin with: $first" test -n "$first"

# the pen is down when the engine dies
write --half 3
sleep 0.5
engine=$(pgrep -f "^$bin/ibus-engine-inkd --trace")
kill -9 "$engine"
sleep 0.5
check "the killed engine leaves the field as it was" test "$(its)" = "$first"
grep -q PREEDIT "$log" && shot engine-killed
pen_up() { python3 "$here/words.py" --up "$WORK/pen" "$ink" 0; }
pen_up
use_engine xkb:us::eng
use_engine inkd
sleep 0.5
write 1
wait_until "a word after the engine came back" eval '[ "$(its)" != "$first" ]'
second=$(reading)
check "chosen again, it goes on, and nothing is doubled: $first,$second" test "$(its)" = "$first${second}" -o "$(its)" = "$first ${second# }"

# the daemon dies
before=$(its)
write --half 3
sleep 0.5
pending=$(grep ' PREEDIT ' "$log" | tail -1 | sed "s/^[^ ]* PREEDIT //; s/^'//; s/'$//")
kill -9 "$daemon"
wait "$daemon" 2> /dev/null
wait_until "what was pending in the field" eval '[ "$(its)" != "$before" ]'
shot daemon-killed
check "the killed daemon's last reading is in the field: $pending" test "$(its)" = "$before$pending"
check "the engine lives" pgrep -f "^$bin/ibus-engine-inkd --trace"
rm -f "$INKD_SOCKET"
start_daemon
wait "$watch" 2> /dev/null
: > "$WORK/readings.log"
watch_readings
wait_until "the engine attached" eval 'tail -5 "$engine_log" | grep -q present || grep -q present <(tail -20 "$engine_log")'
sleep 0.7
before=$(its)
write 1
wait_until "a word after the daemon came back" eval '[ "$(its)" != "$before" ]'
word=$(reading)
check "the engine goes on with the new daemon, and nothing is doubled:$word" test "$(its)" = "$before$word"
shot daemon-back
exit $((failures > 0))
