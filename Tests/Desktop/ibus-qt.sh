#!/bin/bash
# A word that is pending in a Qt field when somebody clicks into another one of the window: ibus-qt.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# Qt puts it into the first field by itself, and IBus is told nothing but a reset.
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
second() { its_text "$log" SECOND; }
# from the second window on IBus says whose field it is
entry 3.0 "$WORK/first.log"
use_engine_in_field
for version in 5 6; do
    program qt$version || continue
    log=$WORK/qt$version.log
    /usr/bin/python3 "$here/qt.py" $version "$log" LINES > "$log.out" 2>&1 &
    qt=$!
    logged SHOWN "$log"
    sleep 1
    window=$(xdotool getactivewindow)
    : > "$WORK/readings.log"
    watch_readings
    python3 "$here/words.py" --half "$WORK/pen" "$ink" 101 > /dev/null
    wait_until "a pending word" grep -q "TEXT_PREEDIT .[^'\"]" "$log"
    before=$(its)
    xdotool mousemove --window "$window" 60 198 click 1
    check_soon "qt$version: a click puts the pending word into its field" differs "$before"
    python3 "$here/words.py" --up "$WORK/pen" "$ink" 1
    sleep 1.5
    check "qt$version: and nowhere else" [ -z "$(second)" ]
    row=$(((row + 1) % 5))
    write 1
    check_soon "qt$version: the other field gets what is written next" eval '[ -n "$(second)" ]'
    shot ibus-qt$version
    stop "$watch" "$qt"
done
exit $((failures > 0))
