#!/bin/bash
# Under sway nothing from the pen comes into a box that only the accessibility bus knows to be for a password, as LibreOffice's for a document, and
# into the line beside it it does: sway-passwords.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
. "$here/headless-sway.sh"
unset NO_AT_BRIDGE DISPLAY GTK_IM_MODULE QT_IM_MODULE XMODIFIERS
export GDK_BACKEND=wayland GSK_RENDERER=cairo INKD_ACCESS_USERS=nobody
start_daemon
watch_readings

start_headless_sway
# a seat without a keyboard gives nobody the focus
wtype -k Shift_L -s 600000 &

start_wlim() { # start_wlim [OPTION]
    : > "$WORK/wlim.log"
    "$bin/inkd-wlim" --trace "$@" > "$WORK/wlim.log" 2>&1 &
    wlim=$!
    wait_until "the input method" grep -q ready "$WORK/wlim.log"
}
stop_wlim() {
    kill "$wlim"
    wait "$wlim"
} 2> /dev/null
# A window with a line and such a box: window LOG
window() {
    /usr/bin/python3 "$here/entry.py" 3.0 "$1" role > "$1.out" 2>&1 &
    window=$!
    logged SHOWN "$1"
    wait_until "the focus for inkd" knows text
}
close_window() {
    kill "$window"
    wait "$window"
} 2> /dev/null

start_wlim
check_soon "inkd-wlim listens to the accessibility bus" grep -q 'accessibility: listening' "$WORK/wlim.log"
log=$WORK/known.log
window "$log"
pen 0 1.75
check_soon "a word comes into the line" eval '[ "$(its_text "$log")" = We ]'
kill -USR1 "$window"
check_soon "the box is a password's for inkd" knows password
readings=$(count '(READING|FINAL) .' readings)
pen 0 1.75
sleep 1.2
check "nothing is written" test -z "$(its_text "$log" PASSWORD)"
check "nothing is shown" eval "! grep -q \" PASSWORD_PREEDIT '[^']\" '$log'"
check "nothing was read" test "$(count '(READING|FINAL) .' readings)" = "$readings"
grim "$shots/sway-password.png"
stop_wlim
start_wlim
check_soon "an input method that starts while the box has the focus finds it" knows password
close_window

# whoever does not want to be asked says so, at once or for good
stop_wlim
start_wlim --no-accessibility
log=$WORK/deaf.log
window "$log"
kill -USR1 "$window"
sleep 1
check "without the accessibility bus the box is a line" knows text
check "and nobody listens" eval '! grep -q accessibility: "$WORK/wlim.log"'
close_window
stop_wlim
mkdir -p "$XDG_CONFIG_HOME/inkd"
touch "$XDG_CONFIG_HOME/inkd/accessibility-off"
start_wlim
sleep 1
check "nobody listens either where the user has switched it off" eval '! grep -q accessibility: "$WORK/wlim.log"'
exit $((failures > 0))
