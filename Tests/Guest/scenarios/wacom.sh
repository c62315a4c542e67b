# HID devices that the kernel's own driver binds.
. "$(dirname "$0")/lib.sh"

# How many in a hundred of the intervals between a pen's events are within a tenth of those between the kernel's reports of the same places.
even_intervals() {
    told pointer | grep -o '"events":.*' | tr '{' '\n' | grep '"tool":"pen"' | grep -E '"phase":"(hover|move|down)"' \
        | sed -E 's/.*"time":([0-9.]+).*"rawX":(-?[0-9]+),"rawY":(-?[0-9]+).*/\2 \3 \1/' > /run/client.times
    awk '
        FNR == NR {
            if ($1 != "E:") next
            if ($3 == "0003" && $4 == "0000") x = $5 + 0
            if ($3 == "0003" && $4 == "0001") y = $5 + 0
            if ($3 == "0000") { seen[x " " y]++; at[x " " y] = $2 * 1000; number[x " " y] = ++frames }
            next
        }
        {
            place = $1 " " $2
            if (seen[place] == 1 && seen[last] == 1 && number[place] == number[last] + 1) {
                kernel = at[place] - at[last]
                difference = $3 - time - kernel
                all++
                if (difference < 0) difference = -difference
                if (difference <= kernel / 10) even++
            }
            last = place
            time = $3
        }
        END { if (all > 50) print int(100 * even / all) }' /run/kernel.events /run/client.times
}
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
    pen=$(told devices | tr '{' '\n' | grep -F '"kind":"pen"' | grep -o '"name":"[^"]*"' | tail -1 | cut -d'"' -f4)
    evemu-record "/dev/input/$(node_of "$pen")" > /run/kernel.events 2> /dev/null &
    kernel=$!
    play
    check "$name: strokes are published" eventually was_told pointer '"phase":"move","tool":"pen"'
    check "$name: no device is left" eventually no_devices
    wait "$kernel" || true
    share=$(even_intervals)
    echo "# $name: ${share:-0} % of the intervals are the kernel's"
    check "$name: intervals are the kernel's" [ "${share:-0}" -ge 99 ]
    unwatch
done
