#!/bin/bash
# Words that are in the field and are chosen again or written over, in applications on X11 with IBus: again.sh RELEASE_DIR MODEL
#
# In each of $APPLICATIONS, $TIMES times (20) each:
#   again   three words are written. Six seconds later somebody clicks into the first one and presses 2: it is another word then, and the others are as they were
#   over    another letter is written over one of a word a moment later, which makes another word of it. Only words that were read as they are meant count
export TIME_LIMIT=${TIME_LIMIT:-7200}
[ -d "${INKD_DATA:-}" ] || { echo "It writes other people's ink, which INKD_DATA names." >&2; exit 2; }
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
emptied() { [ -z "$(its)" ]; }
empty() {
    xdotool key ctrl+a BackSpace
    soon emptied
    sleep 0.3
}
# where the first word lies in the window, a few pixels behind its beginning
place_of() {
    case $1 in
    firefox) echo 35 168 ;;
    gtk3) echo 30 54 ;;
    gtk4) echo 30 45 ;;
    qt*) echo 30 170 ;;
    esac
}
# words that are long enough to be clicked into
mapfile -t long < <(/usr/bin/python3 -c 'import gzip, json, sys
for number, line in enumerate(gzip.open(sys.argv[1], "rt")):
    if 5 <= len(json.loads(line)["label"]) <= 8 and number % 7 == 0: print(number)' "$ink")
for application in ${APPLICATIONS:-gtk3 gtk4 qt5 qt6 firefox}; do
    program "$application" || continue
    begin "$application"
    shot "again-$application"
    window=$(xdotool getactivewindow)
    again=0 others=0 over=0 known=0
    for time in $(seq "${TIMES:-20}"); do
        empty
        python3 "$here/sentence.py" --row $((time % 5)) "$WORK/pen" "$ink" "${long[@]:3 * time:3}" > /dev/null
        sleep 7
        before=$(its)
        # shellcheck disable=SC2046
        xdotool mousemove --window "$window" $(place_of "$application") click 1
        sleep 0.6
        [ "$time" != 2 ] || shot "again-$application-open"
        xdotool key 2
        soon differs "$before"
        sleep 0.5
        after=$(its)
        if [ "${after#* }" != "${before#* }" ]; then others=$((others + 1)); fi
        # the digit may have been typed
        if [ "${after%% *}" = "${before%% *}" ] || [ "${after/2/}" = "$before" ]; then echo "$application: '$before' is '$after'" >&2; else again=$((again + 1)); fi
    done
    for time in $(seq "${TIMES:-20}"); do
        empty
        python3 "$here/overwrite.py" "$WORK/pen" "$ink" "$INKD_DATA/words/en.large.txt.gz" "$time" > "$WORK/overwrite.log" &
        writing=$!
        soon differs ""
        before=
        while kill -0 $writing 2> /dev/null; do
            before=$(its)
            sleep 0.05
        done
        wait $writing
        sleep 1.5
        read -r label expected < "$WORK/overwrite.log"
        [ "$(tr -d ' ' <<< "$before")" = "$label" ] || continue
        known=$((known + 1))
        if is "$expected"; then over=$((over + 1)); else echo "$application: '$label' written over is '$(its)', and should be '$expected'" >&2; fi
    done
    echo "$application: chosen again $again of ${TIMES:-20}, other words changed $others; written over $over of $known"
    shot "over-$application"
    end_application
done
