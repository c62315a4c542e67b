#!/bin/bash
# Long writing into applications on X11 with IBus: writing.sh RELEASE_DIR MODEL
#
# Writes $WORDS words (300) into each of $APPLICATIONS without a pause. The pen hovers behind half of the words, leaves the tablet's range behind the others, and is lifted
# high between some strokes. Prints for each application whether each word is in the field once and in order, how many are right, and how soon they were there.
export TIME_LIMIT=${TIME_LIMIT:-7200}
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
numbers=$(seq 200 $((199 + ${WORDS:-300})))
for application in ${APPLICATIONS:-gtk4 qt6 firefox writer-gtk3}; do
    program "$application" || continue
    begin "$application"
    # shellcheck disable=SC2086
    sentence --leave 0.5 --lift "$WORK/pen" "$ink" $numbers
    echo "== $application: each word once, in order: $words"
    # shellcheck disable=SC2086
    "$here/wordaccuracy.py" "$bin/inkctl" "$MODEL" "$ink" "$(its)" $numbers
    "$here/strokestime.py" "$WORK/sentence.log" "$WORK/readings.log"
    # a space where there is none, or none where there is one, can be seen here
    its > "$shots/writing-$application.txt"
    [ "$words" = yes ] || failures=$((failures + 1))
    end_application
done
exit $((failures > 0))
