# A tablet's keys, as the configuration says.
. "$(dirname "$0")/lib.sh"
pen_editor() { call Editor.List | tr '{' '\n' | grep -F '"canRedo":'; }
can_redo() { pen_editor | matches "\"canRedo\":$1"; } # can_redo true|false
settings() { # settings LINE...: of the tablet, below devices; without any, none
    sed -i '/^  # guest: begin/,/^  # guest: end/d' /etc/inkd/inkd.yaml
    if [ $# -gt 0 ]; then
        { echo "  # guest: begin"; printf '  %s\n' "tablets:" '  "056a:0333":' "${@/#/    }"; echo "  # guest: end"; } > /run/tablets.yaml
        sed -i '/^devices:/r /run/tablets.yaml' /etc/inkd/inkd.yaml
    fi
    check "the settings are right" inkd --check-config
    systemctl reload inkd.service
}
pad_is_open() { find "/proc/$(main_pid)/fd" -type l -exec readlink {} + 2> /dev/null | grep -qx "/dev/input/$(node_of "Guest Pad")"; }
press() { touch "$keys" && eventually fails test -e "$keys"; } # the pad's first key, then its second

plug "Guest Pen" -e -n 20 -c 9 pen
pens=$player line=$go
plug "Guest Pad" -c 9 pad
keys=$go pads=$player
check "a pad is listed with its keys by their letters" replies '"name":"A".*"name":"B"' Devices.List
check "udev opens the pad to inkd's group" eventually has_acl "Guest Pad"
check "a pad without an action is not opened" fails pad_is_open

settings 'pad: {A: undo}'
check "a pad with one is" eventually pad_is_open
touch "$line"
check "a line is written" eventually eval 'pen_editor | matches "\"canUndo\":true"'
eventually fails test -e "$line"
press
check "its key takes the line back" eventually can_redo true
settings 'pad: {B: redo}'
press
check "another brings it again, and the first, which has no action now, does nothing" eventually can_redo false
check "the line is there" eval 'pen_editor | matches "\"canUndo\":true"'
settings 'buttons: {stylus: undo}'
check "without an action the pad is closed again" eventually fails pad_is_open
press
check "and its key is not heard" can_redo false
settings
kill "$pens" "$pads" 2> /dev/null
wait "$pens" "$pads" || true
check "both are gone" eventually no_devices
