# The rig itself: the devices it makes are what a program under test would meet.
set -u
failures=0
expect() { # expect WHAT COMMAND...
    if "${@:2}" > /dev/null 2>&1; then echo "ok: $1"; else echo "FAILED: $1"; failures=$((failures + 1)); fi
}
node_of() { # the event node of the input device with this name
    grep -lx "$1" /sys/class/input/event*/device/name 2> /dev/null | head -1 | cut -d/ -f5
}
wait_for() { # wait_for NAME: up to 20 seconds, until the node is there and udev has seen it
    for _ in $(seq 200); do
        node=$(node_of "$1")
        [ -n "$node" ] && udevadm info -q property "/dev/input/$node" 2> /dev/null | grep -q '^ID_INPUT=1' && return
        sleep 0.1
    done
    node=none
}
has_property() { udevadm info -q property "/dev/input/$node" | grep -qx "$1"; }
is_of_group() { [ "$(stat -c '%G %a' "/dev/input/$node")" = "input 660" ]; }
is_read() { find /proc/[0-9]*/fd -lname "/dev/input/$node" 2> /dev/null | grep -q .; }
is_gone() { for _ in $(seq 100); do [ -e "/dev/input/$node" ] || return 0; sleep 0.1; done; return 1; }
try() { # try NAME PROPERTY ARGUMENTS...
    rm -f /run/go
    "$GUEST_WORK/virtual-device" -g /run/go -h 0 -n 20 "${@:3}" &
    wait_for "$1"
    expect "$1 is there" [ "$node" != none ]
    expect "$1 has $2" has_property "$2"
    expect "$1 belongs to the group input" is_of_group
    # The reader comes first, or the beginning is lost; a HID device even waits for one.
    timeout 60 cat "/dev/input/$node" > /run/events 2> /dev/null &
    for _ in $(seq 200); do is_read && break; sleep 0.1; done
    touch /run/go
    wait
    expect "$1 reported" [ "$(stat -c %s /run/events)" -gt 500 ]
    expect "$1 is gone after its program" is_gone
}
try "Guest Pen" ID_INPUT_TABLET=1 pen
try "Guest Finger" ID_INPUT_TOUCHSCREEN=1 touch
try "Wacom HID 51FF Pen" ID_INPUT_TABLET=1 hid
[ "$failures" -eq 0 ]
