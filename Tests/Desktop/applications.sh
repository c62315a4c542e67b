#!/bin/bash
# How writing goes in applications on X11 with IBus: applications.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# Prints a row of a table for each of $APPLICATIONS (all of them); one that is not installed is left out. The columns:
#   words       words written without a pause, hovering: those that inkd read are in the field, each once and in order
#   text        ms from the pen to the text: p50 and p95 of words that are followed by another, and of the last one (texttime.py)
#   lifts       the same words with the pen out of range between them, and here and there between strokes
#   candidate   the second candidate by its digit
#   take back   the menu's
#   line        Return, and the first word of the next line has no space before it
#   begin       a word at the beginning has a space behind it
#   focus       Tab while a sentence is written: what was put in is there, nothing came into the other field
#   password    nothing is read
# A dash: the application has no such thing, or tells too little for it (docs/text-input.md).
export TIME_LIMIT=${TIME_LIMIT:-3600}
. "$(dirname "$0")/ibus.sh"
. "$here/application.sh"
rows=$shots/applications.md
columns="application | words | text | lifts | text | candidate | take back | line | begin | focus | password"
echo "| $columns |" | tee "$rows"
echo "| $(sed 's/[^|]*[^| ][^|]*/ --- /g' <<< "$columns") |" | tee -a "$rows"
key() { xdotool key "$@"; }
take_back() { activate undo; }
for application in ${APPLICATIONS:-gtk3 gtk4 qt5 qt6 tk firefox chromium writer-gtk3 writer-gen xterm kitty konsole gnome-terminal emacs}; do
    program "$application" || continue
    begin "$application"
    shot=application-$application
    write_row
    echo "| $application | $cells |" | tee -a "$rows"
    end_application
done
