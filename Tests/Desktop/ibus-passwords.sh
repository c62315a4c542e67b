#!/bin/bash
# Nothing from the pen comes into password boxes that only the accessibility bus knows, those of Qt 5, Qt 6 and GTK 3 without a purpose, and into
# the lines beside them it does: ibus-passwords.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
unset NO_AT_BRIDGE
export QT_QPA_PLATFORM=xcb
start_window_manager
start_daemon
start_ibus
watch_readings

# A window with a line and a password box: window KIND LOG [FIRST]
window() {
    case $1 in
    qt*) exec /usr/bin/python3 "$here/qt.py" "${1#qt}" "${@:2}" ;;
    gtk*) exec /usr/bin/python3 "$here/entry.py" "${1#gtk}.0" "$2" untold ;;
    esac > "$2.out" 2>&1 &
    window=$!
    logged SHOWN "$2"
}
close_window() {
    kill "$window"
    wait "$window"
} 2> /dev/null

# The pen writes into a password box: nothing_read NAME LOG
nothing_read() {
    local before
    before=$(its_text "$2" PASSWORD)
    mark
    pen 0 1.75
    sleep 1.2
    check "$1: nothing is written" test "$(its_text "$2" PASSWORD)" = "$before"
    check "$1: nothing is shown" eval "! grep -q \" PASSWORD_PREEDIT '[^']\" '$2'"
    check "$1: nothing was read" eval '! wrote_since_mark'
}

# without a field `ibus engine` does not say which one it is
ibus engine inkd > /dev/null 2>&1
check_soon "the engine listens to the accessibility bus" grep -q 'accessibility: listening' "$engine_log"

for kind in ${KINDS:-qt5 qt6 gtk3}; do
    log=$WORK/$kind.log
    window $kind "$log"
    use_engine_in_field
    write 0
    word=$(reading)
    check_soon "$kind: a word comes into a line: $word" eval '[ "$(its_text "$log")" = "$word" ]'
    xdotool key Tab
    if [ $kind = gtk3 ]; then
        # it takes the focus from IBus where text is hidden
        check_soon "$kind: a password box is no field" eval '! knows text'
    else
        check_soon "$kind: a password box is one for inkd" knows password
    fi
    nothing_read "$kind" "$log"
    shot "$kind-password"
    xdotool type --delay 100 secret
    check_soon "$kind: keys are typed into it" eval '[ "$(its_text "$log" PASSWORD)" = secret ]'
    if [ $kind != gtk3 ]; then
        # an engine that starts while the box has the focus is told nothing
        kill -9 $(pgrep -f "^$bin/ibus-engine-inkd --trace")
        use_engine xkb:us::eng
        use_engine
        check_soon "$kind: a new engine finds the password box" knows password
        nothing_read "$kind, before a new engine" "$log"
    fi
    xdotool key shift+Tab
    check_soon "$kind: the line is none" knows text
    xdotool key End
    before=$(its_text "$log")
    write 1
    word=$(reading)
    check_soon "$kind: a word comes into the line again: $word" eval '[ "$(its_text "$log")" = "$before${word}" ]'
    check "$kind: and nothing else was ever there" eval '[ "$(grep -c " TEXT " "$log")" -le 4 ]'
    close_window
done

for kind in ${KINDS:-qt5 qt6}; do
    log=$WORK/$kind-first.log
    window $kind "$log" PASSWORD
    sleep 1
    check "$kind: a window that opens with a password box has no line" eval '! knows text'
    nothing_read "$kind, opened with it" "$log"
    close_window
done

# switched off in the menu
window qt5 "$WORK/off.log"
use_engine_in_field
activate passwords
check_soon "switched off in the menu, nobody listens" eval 'grep "accessibility:" "$engine_log" | tail -1 | grep -q lost'
check "and it stays so" test -e "$XDG_CONFIG_HOME/inkd/accessibility-off"
xdotool key Tab
sleep 0.5
check "a password box is a line, as in the menu's words" knows text
close_window
exit $((failures > 0))
