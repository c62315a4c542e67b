# A pen and a touchscreen on one surface.
. "$(dirname "$0")/lib.sh"
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
check "cancelled fingers are not heard of again" \
    test "$(told pointer | grep -o '"phase":"[a-zA-Z]*","tool":"finger","pointer":4[01]' | tail -2 | grep -c cancel)" = 2
plug "Guest Finger" -n 20 touch
play
check "fingers work again without the pen" eventually was_told pointer '"phase":"up","tool":"finger"'
unwatch
