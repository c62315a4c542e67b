# A pen that is unplugged in the middle of a stroke, and plugged in again.
. "$(dirname "$0")/lib.sh"
is_out() { [ "$(told pointer | grep -o '"phase":"[a-zA-Z]*"' | tail -1)" = '"phase":"proximityOut"' ]; }
pid=$(main_pid)
watch pointer Pointer.Watch
watch editor Editor.Watch
watch devices Devices.Watch
plug "Guest Pen" -u pen
first=$(id_of "Guest Pen")
play
check "the device is removed" eventually was_told devices '"change":"removed"' "\"id\":$first,"
check "its editor closes" eventually was_told editor '"change":"closed"' "\"editor\":\"pen$first\""
check "the stroke ended" eventually was_told pointer '"phase":"(up|cancel)","tool":"pen"'
check "the pen went" eventually is_out
plug "Guest Pen" -e -n 100 -r 100 -h 1 pen
check "plugged in again it is another device" test "$(id_of "Guest Pen")" -gt "$first"
play
check "it writes again" eventually was_told editor '"change":"contentChanged"' "\"editor\":\"pen$((first + 1))\"" '"strokes":1'
check "the daemon is the same" test "$(main_pid)" = "$pid"
unwatch
