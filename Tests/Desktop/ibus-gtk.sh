#!/bin/bash
# What the pen writes comes into GTK 3 and GTK 4: ibus-gtk.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
openbox > /dev/null 2>&1 &
start_daemon
start_ibus
watch_readings

check "IBus has an input method for each language" eval 'ibus list-engine | grep -q "inkd:de.*German"'

# The word with the candidates that were told last, and the second of them.
second() { grep ' CANDIDATES ' "$WORK/readings.log" | tail -1 | sed 's/^[^ ]* CANDIDATES //' | cut -d'|' -f2; }
# Where the popup with the candidates is: x y width height
popup() {
    local window
    for window in $(xdotool search --onlyvisible --class ibus-ui-gtk3 2> /dev/null); do
        eval "$(xdotool getwindowgeometry --shell "$window")"
        [ "$HEIGHT" -gt 60 ] && echo "$X $Y $WIDTH $HEIGHT"
    done | tail -1
}

for version in ${GTK_VERSIONS:-3.0 4.0}; do
    name=gtk${version%.0} log=$WORK/gtk$version.log
    entry $version "$log"
    use_engine
    sleep 0.5
    its() { its_text "$log"; }

    write --half 3
    check_soon "$name: pending text is shown while the pen is down" grep -q "PREEDIT '[^']" "$log"
    shot "$name-writing"
    check "$name: and not in the field yet" test -z "$(its)"
    xdotool key Escape
    sleep 0.3

    : > "$WORK/readings.log"
    write 0 || exit 1
    wait_until "the first word" eval '[ -n "$(its)" ]'
    first=$(reading)
    check_soon "$name: the first word is what inkd read" eval '[ "$(its)" = "$first" ]'

    for how in digit arrows mouse; do
        before=$(its)
        write 1 || exit 1
        wait_until "the word" eval '[ "$(its)" != "$before" ]'
        sleep 0.3
        word=$(reading) other=$(second)
        check_soon "$name: the next word comes after it" eval '[ "$(its)" = "$before$word" ]'
        shot "$name-candidates-$how"
        case $how in
        digit) xdotool key 2 ;;
        arrows) xdotool key Down && sleep 0.2 && xdotool key Return ;;
        mouse)
            wait_until "the popup" eval '[ -n "$(popup)" ]'
            read -r x y width height <<< "$(popup)"
            xdotool mousemove $((x + width / 2)) $((y + 31)) sleep 0.1 click 1
            ;;
        esac
        check_soon "$name: a candidate by $how: $word becomes $other" eval '[ "$(its)" = "$before ${other# }" ]'
    done

    before=$(its)
    xdotool type ' keys'
    check_soon "$name: keys are typed as ever" eval '[ "$(its)" = "$before keys" ]'

    before=$(its)
    write 1
    wait_until "the word" eval '[ "$(its)" != "$before" ]'
    # the field has told what stands in it now: nothing else is taken back
    sleep 1
    activate undo
    check_soon "$name: the menu takes back the last word" eval '[ "$(its)" = "$before" ]'

    if [ -x "$bin/inkd-overlay" ]; then
        activate ink
        check_soon "$name: the menu shows ink" pgrep -f "^inkd-overlay"
        write 1
        check_soon "$name: and the field keeps the focus" eval '[ "$(its)" != "$before" ]'
        activate ink
        check_soon "$name: and hides it again" eval '! pgrep -f "^inkd-overlay"'
    fi

    # a password
    xdotool key Tab
    sleep 0.5
    mark
    pen 0 1.75
    sleep 1.2
    check "$name: nothing is written into a password" eval '! grep -q PASSWORD "$log"'
    check "$name: and nothing was read" eval '! wrote_since_mark'
    shot "$name-password"
    kill "$entry"
    wait "$entry" 2> /dev/null
done
exit $((failures > 0))
