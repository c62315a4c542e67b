# HID devices that the kernel's own driver binds.
. "$(dirname "$0")/lib.sh"
watch pointer Pointer.Watch
watch editor Editor.Watch
watch devices Devices.Watch
plug "Wacom HID 51FF Pen" -n 100 hid
check "a pen of the kernel's wacom driver is listed" eventually was_told devices '"name":"Wacom HID 51FF Pen"' '"virtual":false'
play
check "its strokes are published" eventually was_told pointer '"phase":"move","tool":"pen"'
check "its eraser is published" eventually was_told pointer '"phase":"move","tool":"eraser"'
check "its ink is kept" eventually was_told editor '"change":"contentChanged"' '"strokes":1'
check "no device is left" eventually no_devices
unwatch
for name in intuospro-m3 x1yoga7; do
    recording=$GUEST_WORK/rig/hid/$name.hid
    [ -e "$recording" ] || { skip "$name" "its descriptor is not here; see INKD_RIG"; continue; }
    watch pointer Pointer.Watch
    watch devices Devices.Watch
    go=/run/go.$name
    "$GUEST_WORK/virtual-device" -g "$go" -p 0 -h 0.3 hid "$recording" 2> /dev/null &
    player=$!
    check "$name: the pen is listed" eventually was_told devices '"change":"added"' '"kind":"pen"'
    play
    check "$name: strokes are published" eventually was_told pointer '"phase":"move","tool":"pen"'
    check "$name: no device is left" eventually no_devices
    unwatch
done
