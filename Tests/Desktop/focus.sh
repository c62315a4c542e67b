#!/bin/bash
# What becomes of a paragraph when the focus goes in the middle of it, on X11 with IBus: focus.sh RELEASE_DIR MODEL
#
# Two windows of GTK $GTK (3). Words are written into the first, and at a random moment the focus goes: by Alt+Tab, a click into the other window, another window that comes to the
# front, Tab, Escape or a letter, each $TIMES times (50); with BEHIND=1 right behind a word that was finished. Counts the words that were finished before that and are neither in the
# first window nor kept to be put in, and what came into the other one.
export TIME_LIMIT=${TIME_LIMIT:-7200}
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
log=$WORK/first.log other=$WORK/other.log
window() {
    /usr/bin/python3 "$here/entry.py" "${GTK:-3}.0" "$1" > "$1.out" 2>&1 &
    logged SHOWN "$1"
    sleep 1
}
finished_words() { grep -c ' UP ' "$WORK/sentence.log"; }
window "$log"
first=$(xdotool search --onlyvisible --name . | tail -1)
window "$other"
second=$(xdotool search --onlyvisible --name . | grep -v "$first" | tail -1)
xdotool windowmove "$first" 0 0 windowmove "$second" 430 300 windowactivate --sync "$first"
use_engine_in_field
sleep 1
shot focus
# the first word of all is read late
watch_readings
write 0
stop "$watch"
RANDOM=7
for how in ${WAYS:-alttab activate click tab escape letter}; do
    missing=0 strange=0 finished=0 kept=0
    for time in $(seq "${TIMES:-50}"); do
        xdotool windowactivate --sync "$first" key --clearmodifiers ctrl+a BackSpace
        xdotool mousemove 200 75 click 1
        sleep 0.4
        : > "$WORK/readings.log"
        watch_readings
        start=$((200 + time * 5))
        python3 "$here/sentence.py" --row $((time % 5)) "$WORK/pen" "$ink" $(seq $start $((start + 4))) > "$WORK/sentence.log" &
        writing=$!
        sleep "$((1 + RANDOM % 6)).$((RANDOM % 10))"
        if [ -n "${BEHIND:-}" ]; then
            words=$(finished_words)
            for _ in $(seq 300); do
                [ "$(finished_words)" -gt "$words" ] && break
                sleep 0.01
            done
        fi
        moment=$(cut -d' ' -f1 /proc/uptime)
        case $how in
        alttab) xdotool key alt+Tab ;;
        activate) xdotool windowactivate "$second" ;;
        click) xdotool mousemove 700 380 click 1 ;;
        tab) xdotool key Tab ;;
        escape) xdotool key Escape ;;
        letter) xdotool key x ;;
        esac
        wait $writing
        sleep 1.2
        grep -q " PASSWORD '[^']" "$log" && strange=$((strange + 1))
        stop "$watch"
        read -r ended absent late < <(python3 "$here/focusloss.py" "$WORK/sentence.log" "$WORK/readings.log" "$moment")
        # what is missing can be looked into
        if [ -n "${INKD_KEEP:-}" ] && [ $((absent + late)) -gt 0 ]; then
            mkdir -p "$INKD_KEEP/$how-$time"
            { echo "$moment"; cat "$log"; } > "$INKD_KEEP/$how-$time/field.log"
            cp "$WORK/sentence.log" "$WORK/readings.log" "$engine_log" "$INKD_KEEP/$how-$time"
        fi
        # what was pending can be put in when the focus is back
        back=0
        if [ "$absent" -gt 0 ]; then
            xdotool windowactivate --sync "$first"
            xdotool mousemove 200 75 click 1 key End
            sleep 0.4
            before=$(its)
            activate restore
            soon differs "$before" && back=$absent
        fi
        finished=$((finished + ended)) missing=$((missing + absent - back)) kept=$((kept + back)) strange=$((strange + (late > 0)))
    done
    echo "$how: $finished words were finished before the focus went; $missing of them lost, $kept kept to be put in; text in the other field: $strange times"
    [ $missing$strange = 00 ] || failures=$((failures + 1))
done
exit $((failures > 0))
