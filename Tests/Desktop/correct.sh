#!/bin/bash
# Words in the field are corrected by taps alone: correct.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# The pointer stands for the pen's twin, which repeats the taps. APPLICATIONS names the applications.
# the words of the sample session: the first one is so wide that a tap near its beginning cannot meet the next one
export INKD_DATA=
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
watch_readings

# The rectangle of the candidates' popup: x y width height
popup() {
    local window
    for window in $(xdotool search --onlyvisible --class ibus-ui-gtk3 2> /dev/null); do
        eval "$(xdotool getwindowgeometry --shell "$window")"
        [ "$HEIGHT" -gt 60 ] && echo "$X $Y $WIDTH $HEIGHT"
    done | tail -1
}
has_popup() { [ -n "$(popup)" ]; }
# the popup has had the same place and size for half a second: IBus shows it before it has placed and filled it
rests() {
    local before
    before=$(popup)
    sleep 0.5
    [ -n "$before" ] && [ "$before" = "$(popup)" ]
}
# reads TEXT: fails with what the field has in its place
reads() {
    is "$1" && return
    echo "the field has '$(its)' where '$1' is expected" > "$WORK/difference"
    false
}
# check_text WHAT TEXT: the field soon has this text
check_text() {
    rm -f "$WORK/difference"
    check_soon "$1" reads "$2"
    [ "$failures" = "$known" ] || echo "FAILED: $1: $(cat "$WORK/difference")"
    known=$failures
}
known=0
# where the first word lies in the window, a few pixels behind its beginning, and a place behind the text
place_of() {
    case $1 in
    gtk3) echo 30 54 ;;
    gtk4) echo 30 45 ;;
    qt*) echo 30 170 ;;
    esac
}
tap() { xdotool mousemove --window "$window" "$1" "$2" sleep 0.05 click 1; }

for application in ${APPLICATIONS:-gtk3 gtk4}; do
    program "$application" || continue
    begin "$application"
    window=$(xdotool getactivewindow)
    read -r x y <<< "$(place_of $application)"
    : > "$WORK/readings.log"
    write 0
    first=$(reading) other=$(second)
    write 1
    write 2
    sleep 0.5
    before=$(its)
    rest=${before#"$first"}
    echo "$application: '$before', of whose first word another candidate is '$other'"
    wait_until "no candidates" eval '! has_popup'
    sleep 0.5
    tap "$x" "$y"
    check_soon "$application: a tap on a word opens its candidates" has_popup
    wait_until "the list in its place" rests
    shot "correct-$application"
    read -r left top width height <<< "$(popup)"
    eval "$(xdotool getwindowgeometry --shell "$window")"
    echo "$application: the list is at $((left - X)) $((top - Y)) of the window, $width by $height, the tap at $x $y"
    # GTK 4 reports a wrong place of the caret
    [ $application = gtk4 ] || check "$application: beside the word" test $((left - X)) -lt $((x + 60)) -a $((top - Y)) -gt $((y - 10)) -a $((top - Y)) -lt $((y + 60))
    # the second row, near the right edge: on the numbers IBus 1.5.27 reports each click as one on candidate 16
    xdotool mousemove $((left + width - 15)) $((top + 31)) sleep 0.1 click 1
    check_text "$application: a tap on a candidate puts it in place of the word" "$other$rest"
    check_soon "$application: and closes the list" eval '! has_popup'
    sleep 0.3
    xdotool type y
    check_text "$application: the caret is behind the word" "${other}y$rest"
    xdotool key BackSpace
    check_text "$application: as before" "$other$rest"
    sleep 0.5
    tap "$x" "$y"
    check_soon "$application: the word is known by its new text" has_popup
    tap $((x + 340)) "$y"
    check_soon "$application: a tap elsewhere closes the list" eval '! has_popup'
    sleep 0.3
    xdotool type y
    check_text "$application: and places the caret" "$other${rest}y"
    xdotool key BackSpace
    check_text "$application: as before" "$other$rest"

    case $application in gtk*)
        # another field, and back
        xdotool key Tab
        wait_until "the focus in the password" eval '! knows text'
        sleep 0.5
        tap "$x" "$y"
        wait_until "the focus in the text" knows text
        sleep 1
        check "$application: without a pen a click into a field opens no list" eval '! has_popup'
        check "$application: nothing has changed" is "$other$rest"
        ;;
    esac
    end_application
done
exit $((failures > 0))
