#!/bin/bash
# The word that is pending when the focus goes, in applications on X11 with IBus: pending.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# In each of $APPLICATIONS, $TIMES times (5) each, a word is written but for its last stroke, and then somebody clicks
#   away     into another window; what did not come in time may also be kept to be put in
#   within   into the same field, behind its text
# Either way the application's field has the word once, and the other window has nothing.
export TIME_LIMIT=${TIME_LIMIT:-3600}
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
other=$WORK/other.log
/usr/bin/python3 "$here/entry.py" 3.0 "$other" > "$other.out" 2>&1 &
logged SHOWN "$other"
sleep 1
beside=$(xdotool search --onlyvisible --name . | tail -1)
xdotool windowmove "$beside" 430 360
# what inkd read last, without spaces
pending() { sed -n 's/^[^ ]* READING //p' "$WORK/readings.log" | tail -1 | tr -d ' '; }
has_grown() { [ "$(its | tr -d ' \n')" = "$before$1" ]; }
for application in ${APPLICATIONS:-gtk3 gtk4 qt5 qt6 firefox writer-gtk3}; do
    program "$application" || continue
    begin "$application"
    window=$(xdotool getactivewindow)
    xdotool windowmove "$window" 0 0
    sleep 0.5
    case $application in firefox) y=190 ;; writer-*) y=330 ;; gtk4) y=45 ;; gtk3) y=54 ;; *) y=170 ;; esac
    for how in ${WAYS:-away within}; do
        right=0 count=0 kept=0
        for time in $(seq "${TIMES:-5}"); do
            xdotool windowactivate --sync "$window"
            xdotool mousemove --window "$window" 300 $y click 1 key End
            xdotool key ctrl+a BackSpace
            sleep 0.6
            before=$(its | tr -d ' \n')
            : > "$WORK/readings.log"
            watch_readings
            python3 "$here/words.py" --half "$WORK/pen" "$ink" $((100 + time * 3)) > /dev/null
            sleep 0.8
            word=$(pending)
            [ "$time" != 1 ] || shot "pending-$application-$how"
            if [ $how = away ]; then xdotool windowraise "$beside" mousemove --window "$beside" 200 54 click 1; else xdotool mousemove --window "$window" 310 $y click 1; fi
            sleep 1
            if [[ $word = *[[:alpha:]][[:alpha:]]* ]]; then
                count=$((count + 1))
                if ! has_grown "$word" && [ $how = away ]; then
                    xdotool windowactivate --sync "$window"
                    xdotool mousemove --window "$window" 300 $y click 1 key End
                    sleep 0.4
                    activate restore
                    soon has_grown "$word" && kept=$((kept + 1))
                fi
                if has_grown "$word"; then
                    right=$((right + 1))
                else
                    echo "$application $how: '$before' and '$word' are '$(its)'" >&2
                    # can be looked into
                    if [ -n "${INKD_KEEP:-}" ]; then
                        mkdir -p "$INKD_KEEP/$application-$how-$time"
                        cp "$log" "$WORK/readings.log" "$engine_log" "$INKD_KEEP/$application-$how-$time"
                    fi
                fi
            fi
            stop "$watch"
            python3 "$here/words.py" --up "$WORK/pen" "$ink" 1
            sleep 0.8
        done
        check "$application, $how: $right of $count, $kept of them kept" [ "$right" = "$count" ] && [ "$count" -gt 0 ]
    done
    check "$application: nothing came into the other window" eval '! grep -q " TEXT .." "$other"'
    end_application
done
exit $((failures > 0))
