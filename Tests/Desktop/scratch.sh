#!/bin/bash
# Text of applications is scratched out where it is on the screen: scratch.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# APPLICATIONS names the applications. The tablet of the sample session is mapped to the whole screen.
. "$(dirname "$0")/ibus.sh"
# the input method connects to inkd by way of a log of its calls, which adds the mapping
sed -i "s,exec ,INKD_SOCKET=$WORK/logged exec ," "$WORK/engine"
: > "$WORK/fields.log"
export QT_ACCESSIBILITY=1 GNOME_ACCESSIBILITY=1
. "$here/application.sh"
/usr/bin/python3 "$here/fieldlog.py" "$WORK/logged" "$INKD_SOCKET" "$WORK/fields.log" 900 600 > "$WORK/fieldlog.out" 2>&1 &
wait_until "the log of calls" test -S "$WORK/logged"
watch_readings

# scratch X Y WIDTH HEIGHT: of the screen
scratch() { /usr/bin/python3 "$here/scratch.py" "$WORK/pen" 900x600 "$@"; }
# over WORD: scratches it out
over() {
    local x y width height
    read -r x y width height <<< "$(/usr/bin/python3 "$here/wordplace.py" "$1")"
    echo "'$1' is at $x $y, $width by $height"
    scratch $((x - 2)) $((y + height / 4)) $((width + 4)) $((height / 2))
}
for application in ${APPLICATIONS:-gtk3}; do
    program "$application" || continue
    begin "$application"
    xdotool type --delay 100 'alphabet betamax gammaray deltawing'
    wait_until "what was typed" is 'alphabet betamax gammaray deltawing'
    sleep 0.5
    mark
    over betamax
    check_soon "$application: a word before the last ones is gone, with its space" is 'alphabet gammaray deltawing'
    since_mark | grep -E 'gesture|text:'
    shot "scratch-$application"
    over deltawing
    check_soon "$application: and the last one" is 'alphabet gammaray'
    draw undo
    check_soon "$application: undo brings it back" is 'alphabet gammaray deltawing'
    xdotool key Home
    sleep 0.3
    over 'gammaray'
    check_soon "$application: one behind the caret, too" is 'alphabet deltawing'
    # beside the text
    mark
    xdotool key End
    sleep 0.3
    read -r x y width height <<< "$(/usr/bin/python3 "$here/wordplace.py" deltawing)"
    scratch $((x + width + 80)) $((y + 4)) 80 10
    sleep 1.5
    since_mark | grep -E 'gesture|text:'
    check "$application: beside the text nothing is deleted: '$(its)'" eval 'case $(its) in "alphabet deltawing"*) true ;; *) false ;; esac'
    end_application
done
exit $((failures > 0))
