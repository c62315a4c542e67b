#!/bin/bash
# The settings window: every page, operated by the accessibility bus, and the writing pad, with the mouse: settings.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
# the window is not what the pen writes into here
export GTK_IM_MODULE=gtk-im-context-simple GTK_A11Y=atspi PATH=$bin:$PATH
start_window_manager
# inkd has no Italian, and a repository has: a folder that is signed
cp -rs "$(dirname "$MODEL")" "$WORK/models"
rm "$WORK/models/language/it.safetensors"
mkdir -p "$WORK/repository" "$XDG_CONFIG_HOME/inkd/keys"
cp "$(dirname "$MODEL")"/language/{it,de}.safetensors "$WORK/repository"
MODEL=$WORK/models/$(basename "$MODEL")
minisign -G -W -p "$XDG_CONFIG_HOME/inkd/keys/test.pub" -s "$WORK/test.key" > /dev/null
inkctl models index "$WORK/repository" > /dev/null
minisign -S -s "$WORK/test.key" -m "$WORK/repository/index.json" > /dev/null
start_daemon

words=$WORK/words.jsonl
python3 "$here/sample.py" "$fixture" "${fixture%.events}.txt" > "$words"
again=3

# window COMMAND... of window.py
window() { /usr/bin/python3 "$here/window.py" inkd-settings "$@"; }
open_window() {
    "$bin/inkd-settings" "$@" >> "$WORK/settings.log" 2>&1 &
    settings=$!
    wait_until "the window" window names
}
close_window() { kill "$settings"; wait "$settings" 2> /dev/null; }
# its place on the screen: left and top edge of what GTK draws, below the title bar
origin() {
    eval "$(xdotool getwindowgeometry --shell "$(xdotool search --onlyvisible --class inkd-settings | tail -1)")"
    echo "$X $Y"
}
# write_word NUMBER [FILE [SECONDS [PAPER]]]: in the middle of the paper
write_word() {
    local left top x y width height
    read -r left top <<< "$(origin)"
    read -r x y width height <<< "$(window place "${4:-Paper}")"
    python3 "$here/mouse.py" $((left + x + 60)) $((top + y + height / 4)) $((width * 6 / 10)) $((height * 4 / 10)) "${2:-$words}" "$1" "${3:-0.012}"
}
page() {
    window page "$1"
    sleep 0.3
}
key() { "$bin/inkctl" config get "$1"; }
clipboard() {
    timeout 20 /usr/bin/python3 - << 'END'
import gi
gi.require_version("Gdk", "4.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GLib, Gtk
Gtk.init()
loop = GLib.MainLoop()
def read(board, result):
    print(board.read_text_finish(result))
    loop.quit()
Gdk.Display.get_default().get_clipboard().read_text_async(None, read)
loop.run()
END
}

open_window
check_soon "the window opens on the writing pad" window has Paper
shot settings-empty
write_word $again > /dev/null
check_soon "a word that the mouse writes is read" window text again
shot settings-pad
window press Copy
check_soon "its text is on the clipboard" eval '[ "$(clipboard)" = again ]'
check_soon "other readings are offered" window has Again
window press Again
check_soon "one of them takes its place" window text "Candidates for “Again”"
window press Undo
window press Clear
check_soon "what was cleared is not read any more" eval '! window text again && ! window text Again'
write_word 0 > /dev/null
check_soon "it is written on after that" window text We

if [ -r "${INKD_DATA:-}/dev/unipen_word.jsonl.gz" ]; then
    right=0
    for number in 0 1 2 3 4 5; do
        window press Clear
        wait_until "an empty pad" eval '! window text "Candidates for"'
        label=$(write_word $number "$INKD_DATA/dev/unipen_word.jsonl.gz")
        sleep 1.5
        if window text "$label" > /dev/null 2>&1; then right=$((right + 1)); fi
    done
    check "$right of 6 words by others' hands, written with the mouse, are read" test $right -ge 3
fi

# inkd is started again: the ink is still there, and is read
window press Clear
write_word $again > /dev/null
wait_until "the word" window text again
restart_daemon() {
    kill $daemon
    wait $daemon 2> /dev/null
    rm -f "$INKD_SOCKET"
}
restart_daemon
check_soon "it says that inkd has ended" window text "inkd "
shot settings-without-inkd
start_daemon
check_soon "and goes on when inkd is there again" eval '! window text "inkd stopped" && ! window text "inkd is not running"'
check_soon "with the ink that was there" eval '"$bin/inkctl" packages list | grep -q writing-pad && window text again'

page Health
page "Writing pad"
sleep 1
check "and after a look at another page" window text again

page Writing
check_soon "the page of writing shows what is set" window is-on "Scratch out to delete"
window press "Scratch out to delete"
check_soon "a switch sets a key" eval '[ "$(key gesture.scratch-out)" = false ]'
check_soon "and it says who has set it" window text "Set by you"
window set "Pause in milliseconds" 800
check_soon "a number sets a key" eval '[ "$(key recognition.pause)" = 800 ]'
window press Language
sleep 0.5
xdotool key Down Return
# the first of them
chosen=$(ls "$WORK/models/language" | head -1)
chosen=${chosen%.safetensors}
check_soon "a language is chosen from a list" eval '[ "$(key text.configuration.language)" = "$chosen" ]'
sleep 0.5
shot settings-writing
check "the languages that are installed are listed, one after the other" window text "Installed with inkd's packages"
window press "Find more languages"
check_soon "where no repository is set it is said how to have one" window text "No repository of models is configured"
restart_daemon
start_daemon
check "what was set is still so after a restart of inkd" eval '[ "$(key gesture.scratch-out)$(key recognition.pause)$(key text.configuration.language)" = "false800$chosen" ]'
close_window
check_soon "the pad leaves no package behind" eval '! "$bin/inkctl" packages list | grep -q writing-pad'
export INKD_MODELS_SOURCE=$WORK/repository
open_window --page writing
check_soon "and a new window shows it" eval '! window is-on "Scratch out to delete"'
window press "Reset: Scratch out to delete"
check_soon "a key is taken back" eval '[ "$(key gesture.scratch-out)" = true ]'
window press "Reset: Language"
window press "Reset: Pause in milliseconds"
check_soon "and others" eval '[ "$(key recognition.pause)" = 500 ]'
window press "Find more languages"
check_soon "a language of the repository can be added" window has "Add: Italian"
check "one that is there cannot" eval '! window has "Add: German"'
read -r left top <<< "$(origin)"
xdotool mousemove $((left + 500)) $((top + 300)) click --repeat 8 --delay 50 5
sleep 1
shot settings-languages
window press "Add: Italian"
check_soon "it is there then" window has "Remove: Italian"
check "as inkd has it" eval 'inkctl models list --json | grep -q "\"origin\":\"own\".*\"tag\":\"it\""'
cp "$WORK/repository/de.safetensors" "$WORK/German.safetensors"
inkctl models install --only-me "$WORK/German.safetensors" > /dev/null
check_soon "what another program installs is shown without a question" window has "Remove: German"
inkctl models remove de > /dev/null
check_soon "and what it removes" eval '! window has "Remove: German"'
window press "Remove: Italian"
check_soon "and can be taken away again" eval '! inkctl models list --json | grep -q "\"tag\":\"it\""'
unset INKD_MODELS_SOURCE

"$bin/inkctl" pen off > /dev/null
page Health
check_soon "the page of health says what is wrong" window text "Handwriting is off"
shot settings-health
window press "Turn on"
check_soon "a button mends it" eval '[ "$(key pen.enabled)" = true ]'
check_soon "and that is seen" window text "Handwriting is on"

page Tablets
check_soon "the page of tablets has the tablet" window has "Picture of inkd Sample Pen Tablet"
window press Left-handed
check_soon "the tablet is left-handed" eval 'key tablet.areas | grep -q "= left-handed"'
window set "Right edge in percent" 50
check_soon "half of it is written on" eval 'key tablet.areas | grep -q "area 0,0,50,100"'
check_soon "as inkd has it" eval '"$bin/inkctl" devices --json | grep -q "\"width\":100"'
shot settings-tablets
window press "Reset: inkd Sample Pen Tablet"
check_soon "all of it is again" eval '[ -z "$(key tablet.areas)" ]'

# the same tablet as a screen with a pen, whose sensor is 3 mm off to the right and 2 mm downwards
close_window
restart_daemon
tablet="inkd Sample Pen Tablet"
sed 's/^P: 01/P: 02/' "$fixture" > "$WORK/display.events"
fixture=$WORK/display.events
start_daemon
# taps on the four crosses, at 200 units a millimetre; press SECONDS: half of the pressure, in the middle
taps() { feed "[(20 + 3, 12 + 2, 1), (180 + 3, 12 + 2, 1), (180 + 3, 108 + 2, 1), (20 + 3, 108 + 2, 1)]"; }
press() { feed "[(100, 60, $1 * 10)]"; }
feed() {
    python3 - "$1" > "$WORK/feed.events" << 'END'
import sys
time = 0.0
def frame(*events):
    global time
    for event in events + ((0, 0, 0),):
        print("E: %.6f %04x %04x %d" % (time, *event))
    time += 0.02
for x, y, length in eval(sys.argv[1]):
    place = (3, 0, x * 200), (3, 1, y * 200)
    frame(*place, (3, 0x18, 0))
    for _ in range(length * 5):
        frame((1, 0x14a, 1), (3, 0, x * 200 + _ % 2), (3, 0x18, 2048))
    frame((1, 0x14a, 0), (3, 0x18, 0))
END
    /usr/bin/python3 "$here/pen.py" "$WORK/pen" "$WORK/feed.events"
}
open_window --page tablets
check_soon "a screen with a pen can be calibrated" window has "Calibrate: $tablet"
window press "Calibrate: $tablet"
check_soon "crosses are shown" window text "Tap the cross at the upper left"
shot settings-calibrate
taps
check_soon "what comes of the taps is shown before it holds" window text "Mean offset of the ink: 3.6 mm now, 0.0 mm"
check "it does not hold yet" eval '[ -z "$(key tablet.fit)" ]'
shot settings-calibrated
window press "Tap again"
check_soon "it can be done again" window text "Tap the cross at the upper left"
taps
wait_until "the calibration" window text "Mean offset of the ink: 3.6 mm"
window press "Apply"
check_soon "it is set" eval 'key tablet.fit | grep -q "= calibration 1,0,-0.015,0,1,-0.0166"'
check_soon "inkd has it" eval 'inkctl devices | grep -q "calibration 1,0,-0.015,0,1,-0.016[0-9]* (you)"'
check_soon "and the window shows it" window text "Ink is aligned with the pen tip"
window press "Calibrate: $tablet"
wait_until "the crosses" window text "Tap the cross at the upper left"
taps
check_soon "the taps are on their crosses now" window text "Mean offset of the ink: 0.0 mm"
window press Cancel
check_soon "what was cancelled changes nothing" eval 'key tablet.fit | grep -q "= calibration 1,0,-0.015,0,1,-0.0166"'

check "its buttons are there" window has "Upper button of $tablet"
window press "Lower button of $tablet"
sleep 0.5
xdotool key Down Down Return
check_soon "a button undoes" eval 'key tablet.fit | grep -q "stylus undo"'
window set "Softness of $tablet" 30
check_soon "the pressure is softer" eval 'key tablet.fit | grep -q "pressureCurve 0,30,70,100"'
check_soon "as inkd has it" eval 'inkctl devices | grep -q "pressureCurve 0,30,70,100 (you), stylus undo (you)"'
read -r left top <<< "$(origin)"
xdotool mousemove $((left + 500)) $((top + 300)) click --repeat 15 --delay 50 5
sleep 1
check "the wheel moves the page, and no slider on its way" eval 'key tablet.fit | grep -q "pressureCurve 0,30,70,100"'
press 12 &
check_soon "what is pressed is shown, and what it counts as" window text "Pressure 50 %, output force 7"
shot settings-pen
wait $!
check_soon "until the pen goes" window text "Press the pen to see"
read -r x y width height <<< "$(window place "Pressure curve of $tablet")"
xdotool mousemove $((left + x + width / 2)) $((top + y + height / 2)) mousedown 1 mousemove $((left + x + width / 2)) $((top + y + height * 3 / 4)) mouseup 1
check_soon "the curve can be dragged" eval 'key tablet.fit | grep -q "pressureCurve [1-9][0-9]*,0,100,"'
fit=$(key tablet.fit)
restart_daemon
start_daemon
check "all of it holds after a restart of inkd" eval '[ "$(key tablet.fit)" = "$fit" ] && inkctl devices | grep -q "stylus undo (you)"'
check_soon "and the window shows it" window has "Reset pressure: $tablet"
window press "Reset pressure: $tablet"
check_soon "the pressure is as it was" eval '! key tablet.fit | grep -q pressure'
window press "Reset calibration: $tablet"
check_soon "and the calibration" eval '[ "$(key tablet.fit)" = "0000:0001 = stylus undo" ]'
window press "Lower button of $tablet"
sleep 0.5
xdotool key Up Up Return
check_soon "and the button" eval '[ -z "$(key tablet.fit)" ]'

page Recordings
window press "I have read this and agree to be recorded"
window type Writer w7
wait_until "the consent" window is-on "I have read this and agree to be recorded"
shot settings-recordings
window press "Start recording"
check_soon "a recording is begun by who has agreed" eval '"$bin/inkctl" record status | grep -q w7 || "$bin/inkctl" record list | grep -q w7'
pen 0 1
wait_until "the button" window has "Stop recording"
window press "Stop recording"
check_soon "and ended" window has "Start recording"
recording=$("$bin/inkctl" record list --json | sed -n 's/.*"name":"\([^"]*\)".*/\1/p')
check_soon "it is listed" window has "Delete: $recording"
window press "Delete: $recording"
check_soon "it is asked again before one is deleted" window has "Delete permanently: $recording"
window press "Delete permanently: $recording"
check_soon "it is deleted" eval '! "$bin/inkctl" record list | grep -q "$recording"'

# the ink of texts that are asked for has them as its labels; the pen of the recording writes, and the mouse on the paper
window press "I have read this and agree to be recorded"
window press "Text prompts"
wait_until "the consent" window is-on "I have read this and agree to be recorded"
window press "Start recording"
wait_until "the text" window text "1 of 20"
pen 0 1
write_word $again "$words" 0.012 "Paper for the lesson" > /dev/null
window press Next
wait_until "the next text" window text "2 of 20, 1 written"
shot settings-collection
window press Skip
wait_until "the next text" window text "3 of 20, 1 written, 1 skipped"
window press "Finish"
wait_until "the end" window has "Start recording"
recording=$(inkctl record list --json | sed -n 's/.*"name":"\([^"]*\)".*/\1/p')
inkctl record export "$recording" --to "$WORK/collection.jsonl" > /dev/null
check "what was written for a text has it as its label" grep -q '"label":"Good morning"' "$WORK/collection.jsonl"
check "who comes next has to agree first" eval '! window is-on "I have read this and agree to be recorded"'

page "My handwriting"
check_soon "nothing was learnt yet" window text "inkd has not learned"
window press "Start training"
wait_until "the lesson" window text "1 of 20"
models=$(dirname "$(dirname "$MODEL")")
for number in 1 2 3 4 5 6 7 8 9 10 11; do
    text=$(window text "$number of 20" > /dev/null && window prompt)
    # the hands of inkctl lie beside the models
    (cd "$models" && inkctl synthesize "$text" --hand script --variation 1 --seed $number) > "$WORK/lesson.jsonl"
    write_word 0 "$WORK/lesson.jsonl" 0.003 "Paper for the lesson" > /dev/null
    [ $number = 3 ] && shot settings-hand
    window press Next
    wait_until "the next text" window text "$((number + 1)) of 20"
done
window press "Learn now"
check_soon "a hand is learnt, or it is said that nothing is gained by it" eval 'window text "inkd has learned your" || window text "Training did not"'
if window text "inkd has learned your" > /dev/null; then
    check "the gain is said" eval 'window text "inkd has learned your" | grep -q "from 11 lines.*% lower"'
    check "inkctl knows of it" eval 'inkctl adapt --status | grep -q "is adapted to your handwriting"'
    window press Forget
    check_soon "and it is forgotten" eval 'inkctl adapt --status | grep -q "is not adapted to your handwriting"'
fi
close_window

open_window --pad
check_soon "the writing pad opens alone" eval 'window has Paper && ! window has Pages'
write_word $again > /dev/null
check_soon "and reads" window text again
shot settings-pad-alone
close_window
exit $((failures > 0))
