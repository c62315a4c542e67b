# A pen and a touchscreen on one surface.
. "$(dirname "$0")/lib.sh"
after_cancel() { # after_cancel FINGER: the phase that follows its cancelling
    told pointer | grep -o "\"phase\":\"[a-zA-Z]*\",\"tool\":\"finger\",\"pointer\":$1" | cut -d'"' -f4 | grep -x -m1 -A1 cancel | tail -n +2
}
both_are_silent() { [ "$(after_cancel 40) $(after_cancel 41)" = "down down" ]; }
watch pointer Pointer.Watch
watch devices Devices.Watch
plug "Guest Finger" -n 1000 touch
finger=$go fingers=$player
plug "Guest Pen" -n 100 pen
check "the pen and the touchscreen are a pair" replies '"pairedWith":[0-9]+.*"pairedWith":[0-9]+' Devices.List
touch "$finger"
check "fingers are published" eventually was_told pointer '"phase":"move","tool":"finger","pointer":41'
touch "$go"
check "the pen cancels one finger" eventually was_told pointer '"phase":"cancel","tool":"finger","pointer":40'
check "the pen cancels the other" eventually was_told pointer '"phase":"cancel","tool":"finger","pointer":41'
wait "$player" "$fingers"
plug "Guest Finger" -n 20 touch
play
check "fingers work again without the pen" eventually was_told pointer '"phase":"up","tool":"finger"'
# The fingers of the second device have the numbers of the first one's.
check "cancelled fingers were not heard of before that" both_are_silent
unwatch
