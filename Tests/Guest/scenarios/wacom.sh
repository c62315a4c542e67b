# HID devices that the kernel's own driver binds.
. "$(dirname "$0")/lib.sh"

# begin_kernel_events NODE: keeps what the kernel reports of a node, until that is gone
begin_kernel_events() {
    evemu-record "/dev/input/$1" > /run/kernel.events 2> /dev/null &
    kernel=$!
    eventually grep -q '^A:' /run/kernel.events
}
# even_intervals kernel|either: the percentage of intervals between a pen's events that are within a tenth of those between the same
# reports by the kernel's clock, or else by the device's as well: its scan time, MSC_TIMESTAMP in 100 µs
even_intervals() {
    told pointer | members tool rawX rawY time phase | sed -nE 's/^(pen|eraser) (.*) (hover|move|down)$/\1 \2/p' > /run/client.times
    awk -v clock="$1" '
        function is_even(expected) { return actual - expected <= expected / 10 && expected - actual <= expected / 10 }
        FNR == NR {
            if ($1 != "E:") next
            if ($3 == "0001" && $4 == "0141") tool = $5 == 1 ? "eraser" : "pen"
            if ($3 == "0003" && $4 == "0000") x = $5 + 0
            if ($3 == "0003" && $4 == "0001") y = $5 + 0
            if ($3 == "0004" && $4 == "0005") stamp = $5 / 10
            if ($3 == "0000") {
                place = (tool ? tool : "pen") " " x " " y
                seen[place]++
                kernel[place] = $2 * 1000
                device[place] = stamp
                number[place] = ++frames
            }
            next
        }
        {
            place = $1 " " $2 " " $3
            if (seen[place] == 1 && seen[last] == 1 && number[place] == number[last] + 1) {
                actual = $4 - time
                # scan times have 16 bits
                stamped = device[place] - device[last] + (device[place] < device[last] ? 6553.6 : 0)
                all++
                if (is_even(kernel[place] - kernel[last]) || clock == "either" && is_even(stamped)) even++
            }
            last = place
            time = $4
        }
        END { if (all > 50) print int(100 * even / all) }' /run/kernel.events /run/client.times
}
watch pointer Pointer.Watch
watch editor Editor.Watch
watch devices Devices.Watch
plug "Wacom HID 51FF Pen" -n 100 hid
check "a pen of the kernel's wacom driver is listed" eventually was_told devices '"name":"Wacom HID 51FF Pen"' '"virtual":false'
begin_kernel_events "$(node_of "Wacom HID 51FF Pen")"
play
check "its strokes are published" eventually was_told pointer '"phase":"move","tool":"pen"'
check "its eraser is published" eventually was_told pointer '"phase":"move","tool":"eraser"'
check "its ink is kept" eventually was_told editor '"change":"contentChanged"' '"strokes":1'
check "no device is left" eventually no_devices
wait "$kernel" || true
share=$(even_intervals kernel)
echo "# ${share:-0} % of the intervals are the kernel's"
check "its scan time of 100 µs gives the kernel's intervals" [ "${share:-0}" -ge 99 ]
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
    begin_kernel_events "$(node_of "$pen")"
    play
    check "$name: strokes are published" eventually was_told pointer '"phase":"move","tool":"pen"'
    check "$name: no device is left" eventually no_devices
    wait "$kernel" || true
    # recorded reports came unevenly, and a busy host delays some: an interval is the device's, or the kernel's where a report is too late
    share=$(even_intervals either)
    echo "# $name: ${share:-0} % of the intervals are the device's or the kernel's, $(even_intervals kernel) % the kernel's"
    check "$name: intervals are the device's or the kernel's" [ "${share:-0}" -ge 99 ]
    unwatch
done
