# Devices that break the rules of the kernel's protocol, nodes that only look like pens, and a pen that types.
. "$(dirname "$0")/lib.sh"
room=/run/strange
mkdir -p "$room"
pid=$(main_pid)

# description NAME IDS PROPERTIES: the beginning of an evemu recording
description() { printf 'N: %s\nI: %s\nP: %s\n' "$1" "$2" "$3"; }
# bits TYPE CODE...: the event bits of a type, eight bytes a line
bits() {
    local type=$1 code
    local -a bytes
    shift
    for code; do bytes[code / 8]=$((${bytes[code / 8]:-0} | 1 << code % 8)); done
    for ((i = 0; i < 96; i += 8)); do printf 'B: %s' "$type"; for ((j = i; j < i + 8; j++)); do printf ' %02x' "${bytes[j]:-0}"; done; echo; done
}
axes() { # axes CODE MINIMUM MAXIMUM UNITS...: all axes of a device
    local codes=() lines
    lines=$(printf 'A: %02x %d %d 0 0 %d\n' "$@")
    while [ $# -gt 0 ]; do codes+=("$1"); shift 4; done
    bits 03 "${codes[@]}"
    echo "$lines"
}
# frame MILLISECONDS TYPE CODE VALUE...: events that belong together
frame() {
    local time=$1
    shift
    while [ $# -gt 0 ]; do
        printf 'E: %d.%06d %04x %04x %d\n' $((time / 1000)) $((time % 1000 * 1000)) "$1" "$2" "$3"
        shift 3
    done
    printf 'E: %d.%06d 0000 0000 0\n' $((time / 1000)) $((time % 1000 * 1000))
}
# begin NAME FILE OPTIONS...: a device of a file, which plays when $go is there
begin() {
    go=$(mktemp -u /run/go.XXXXXX)
    "$GUEST_WORK/virtual-device" -g "$go" -p 0 "${@:3}" replay "$2" 2> /dev/null &
    player=$!
    eventually node_of "$1"
}
is_same() { [ "$(main_pid)" = "$pid" ]; }
journal() { journalctl -o cat --no-pager -u inkd.service; }
said() { journal | grep -F -- "$1"; } # said TEXT
property_of() { udevadm info -q property "/dev/input/$(node_of "$1")" | grep -qx "$2"; } # property_of NAME PROPERTY
# what fingers did: phase, contact and place in the device's units
fingers() { members tool phase pointer rawX rawY | sed -n 's/^finger //p'; }

# --- touchscreens whose contacts begin without an end of the one before, and that name a slot which they have not
touchscreen() {
    description "$1" "0018 2222 4401 0001" "02 00 00 00 00 00 00 00"
    bits 01 330
    axes 0 0 4095 16  1 0 4095 20  47 0 4 0  53 0 4095 16  54 0 4095 20  57 0 65535 0
}
{
    touchscreen "Guest Hasty Touch"
    frame 1000 3 47 0 3 57 5 3 53 500 3 54 500 1 330 1
    # another id with each frame, with the contact under way: twenty a second
    for ((i = 0; i < 60; i++)); do frame $((1050 + 50 * i)) 3 57 $((6 + i)) 3 53 $((600 + i)); done
    # a slot that was not announced
    frame 4100 3 47 9 3 57 2000 3 53 800
    frame 4150 3 47 0 3 57 -1 1 330 0
    frame 4250 3 57 7 3 53 900 1 330 1
    frame 4300 3 57 -1 1 330 0
} > "$room/hasty.events"
watch pointer Pointer.Watch
begin "Guest Hasty Touch" "$room/hasty.events" -h 1
eventually lists "Guest Hasty Touch"
play
check "a touchscreen that gives a contact other ids plays to its end" eventually was_told pointer '"phase":"up","tool":"finger","pointer":7,'
check "the daemon is the same" is_same
check "the journal has libevdev's messages" eventually said "received a double tracking ID"
check "it has some of them, however many there are" test "$(journal | grep -c 'by libevdev')" -le 20
unwatch
told pointer | fingers > "$room/live"
inkctl replay --json "$room/hasty.events" 2> /dev/null | fingers > "$room/replayed"
check "the contact goes on until its end" test "$(awk '$1 != "move"' "$room/live" | tr '\n' ';')" = "down 5 500 500;up 5 800 500;down 7 900 500;up 7 900 500;"
check "and moves all the while" test "$(grep -c '^move 5' "$room/live")" -eq 61
check "a replay of what the kernel reports gives the same" diff "$room/live" "$room/replayed"
eventually no_devices
{
    touchscreen "Guest Hasty Touch"
    frame 1000 3 47 0 3 57 5 3 53 500 3 54 500 1 330 1
    for ((i = 0; i < 1000; i++)); do frame $((1010 + i)) 3 57 $((100 + i)) 3 53 $((700 + i)); done
    frame 2100 3 57 -1 1 330 0
} > "$room/flood.events"
logged=$(journal | grep -c 'by libevdev')
begin "Guest Hasty Touch" "$room/flood.events" -h 0.2
eventually lists "Guest Hasty Touch"
play
check "a thousand messages a second do not end the daemon" is_same
# a minute may end meanwhile: the shares of two
check "nor fill the journal" test $(($(journal | grep -c 'by libevdev') - logged)) -le 40
eventually no_devices

# --- a tablet's keys, with a pen's button and places of one unit, as some of Wacom's have them
{
    description "Guest Tablet Keys" "0003 2222 4402 0001" "00 00 00 00 00 00 00 00"
    bits 01 331 576 579 632
    axes 0 0 1 0  1 0 1 0  40 0 0 0
    frame 1000 1 576 1
} > "$room/keys.events"
begin "Guest Tablet Keys" "$room/keys.events"
check "udev calls a tablet's keys a tablet and no pad" eventually property_of "Guest Tablet Keys" ID_INPUT_TABLET=1
check "inkd has looked at them" eventually said "so it is not a pen"
check "they are no device" no_devices
check "and are not held open" has_open 0
check "doctor does not miss them" fails eval 'inkctl doctor | grep "Guest Tablet Keys"'
pull

# --- a tablet on the desk beside a laptop's touchscreen
{
    description "Guest Desk Tablet" "0003 28bd 7777 0001" "02 00 00 00 00 00 00 00"
    bits 01 320 330 331
    axes 0 0 32767 161  1 0 32767 258  24 0 8191 0
    frame 1000 3 0 1610 3 1 2580 1 320 1
} > "$room/desk.events"
touchscreen "Guest Laptop Touch" > "$room/laptop.events"
frame 1000 3 57 1 >> "$room/laptop.events"
begin "Guest Desk Tablet" "$room/desk.events"
tablet=$player
begin "Guest Laptop Touch" "$room/laptop.events"
check "both are listed" eventually eval 'lists "Guest Desk Tablet" && lists "Guest Laptop Touch"'
check "a tablet on the desk and a laptop's touchscreen are no pair" fails replies '"pairedWith":' Devices.List
check "and the tablet has the size that it says" replies '"width":203.5' Devices.List
pull
kill "$tablet" 2> /dev/null
wait "$tablet" || true
eventually no_devices

# --- a tablet whose pen and keys are one node
{
    description "Guest Typing Tablet" "0003 2222 4403 0001" "00 00 00 00 00 00 00 00"
    bits 01 $(seq 1 83) 320 330 331 332
    axes 0 0 32000 100  1 0 32000 100  24 0 2047 0
    frame 1000 1 30 1
    frame 1010 1 30 0
    frame 1020 3 0 6000 3 1 9000 1 320 1
    for ((i = 0; i < 20; i++)); do frame $((1030 + 10 * i)) 3 0 $((6000 + 100 * i)) 3 24 900 1 330 1 1 31 $((1 - i % 2)); done
    frame 1240 3 24 0 1 330 0
    frame 1250 1 320 0
} > "$room/typing.events"
begin "Guest Typing Tablet" "$room/typing.events" -h 1
check "udev says that it types" eventually property_of "Guest Typing Tablet" ID_INPUT_KEYBOARD=1
check "it is not opened to inkd" fails has_acl "Guest Typing Tablet"
check "nor listed" fails lists "Guest Typing Tablet"
check "doctor says why" eval 'inkctl doctor | grep -q "Guest Typing Tablet.*also types"'
pull
echo 'SUBSYSTEM=="input", ATTRS{id/vendor}=="2222", ATTRS{id/product}=="4403", ENV{INKD_READS_TYPING}="1"' > /etc/udev/rules.d/69-inkd-own.rules
udevadm control --reload
begin "Guest Typing Tablet" "$room/typing.events" -h 1
check "by doctor's rule it is" eventually has_acl "Guest Typing Tablet"
check "and is listed" eventually lists "Guest Typing Tablet"
watch editor Editor.Watch
call Recorder.Start '{"label":"typing"}' > /dev/null
name=$(call Recorder.GetState | grep -o '"recording":"[^"]*"' | cut -d'"' -f4)
play
check "its pen writes" eventually was_told editor '"change":"contentChanged"' '"strokes":1'
inkctl record stop > /dev/null
inkctl record export "$name" --to "$room/recorded.events" &> /dev/null
check "what its pen did is recorded" grep -q ' 0001 014a ' "$room/recorded.events"
typed() { [ ! -s "$room/recorded.events" ] || grep -E ' 0001 00(1e|1f) ' "$room/recorded.events"; }
check "what was typed on it did not even come to inkd" fails typed
unwatch
rm /etc/udev/rules.d/69-inkd-own.rules
udevadm control --reload
check "the daemon is the same after all this" is_same
