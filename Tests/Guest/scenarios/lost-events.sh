# The kernel drops events that the daemon is too slow to read.
. "$(dirname "$0")/lib.sh"
longest_pause() { # the longest time between samples of one stroke, in whole milliseconds
    call Ink.Strokes "{\"editor\":\"$1\"}" | grep -o '"time":\[[^]]*\]' | tr -d '"time:[]' \
        | awk -F, '{ for (i = 2; i <= NF; i++) if ($i - $(i - 1) > m) m = $i - $(i - 1) } END { printf "%d\n", m }'
}
watch pointer Pointer.Watch
pid=$(main_pid)
plug "Guest Pen" -e -n 4000 -r 400 -h 40 pen
pen=pen$(id_of "Guest Pen")
touch "$go"
eventually was_told pointer '"phase":"move"'
kill -STOP "$pid"
sleep 1
kill -CONT "$pid"
check "lost events are told of" eventually was_told pointer '"gap":true'
check "writing goes on after them" eventually replies '"strokes":[2-9]' Editor.GetState "{\"editor\":\"$pen\"}"
check "nothing is drawn across the hole" test "$(longest_pause "$pen")" -lt 500
pull
check "the daemon lives" test "$(main_pid)" = "$pid"
unwatch
