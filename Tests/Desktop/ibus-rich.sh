#!/bin/bash
# Rich text in a page of Firefox (contenteditable), where spaces are shown as U+00A0, gets the words that the same page gets whose style keeps spaces:
# ibus-rich.sh RELEASE_DIR MODEL [SCREENSHOTS]. Without firefox-esr, or ink of other people ($INKD_DATA), it is left out.
command -v firefox-esr > /dev/null || { echo "note: firefox-esr is not installed: left out"; exit 0; }
[ -r "${INKD_DATA:-}/dev/unipen_word.jsonl.gz" ] || { echo "note: no ink in INKD_DATA: left out"; exit 0; }
export TIME_LIMIT=${TIME_LIMIT:-900}
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
numbers=$(seq 200 232)
declare -A right
for application in firefox-rich-pre firefox-rich; do
    begin "$application"
    # shellcheck disable=SC2086
    sentence --leave 0.5 --lift "$WORK/pen" "$ink" $numbers
    check "$application: each word once, in order" test "$words" = yes
    # shellcheck disable=SC2086
    said=$("$here/wordaccuracy.py" "$bin/inkctl" "$MODEL" "$ink" "$(its)" $numbers)
    echo "$application: $said"
    right[$application]=$(sed 's/.*right: \([0-9]*\).*/\1/' <<< "$said")
    shot "$application"
    end_application
done
# one word of 33 is three of a hundred: a machine that is busy may exchange one more, or one less
check "as many words are right in either: ${right[firefox-rich]} and ${right[firefox-rich-pre]} %" \
    test $((right[firefox-rich] + 4)) -gt "${right[firefox-rich-pre]}"
exit $((failures > 0))
