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
for application in ${APPLICATIONS:-gtk3 gtk4 qt5 qt6 tk firefox chromium writer-gtk3 writer-gen xterm kitty konsole gnome-terminal emacs}; do
    program "$application" || continue
    begin "$application"
    sentence "$WORK/pen" "$ink" 100 101 102 103 104 105 106 107
    cells="$words | $text"
    shot "application-$application"
    xdotool key space
    sentence --leave --lift "$WORK/pen" "$ink" 110 111 112 113 114 115
    cells="$cells | $words | $text"

    # a word, and the second candidate
    : > "$WORK/readings.log"
    watch_readings
    if [ -n "$tells" ]; then
        write 1
        sleep 0.3
        xdotool key 2
    else
        # it is held for a moment only
        write --read 1 &
        writing=$!
        wait_until "the reading" grep -q ' FINAL .' "$WORK/readings.log"
        xdotool key 2
        wait "$writing"
    fi
    other=$(second)
    sleep 1.5
    chosen() { [ -n "$other" ] && case $(its) in *"${other# }") ;; *) false ;; esac; }
    cells="$cells | $(say chosen)"
    before=$(its)
    write 1
    sleep 1.5
    activate undo
    cells="$cells | $(if [ -z "$tells" ]; then echo –; else say soon is "$before"; fi)"
    if [ $kind = text ] || [ $kind = document ]; then
        xdotool key ctrl+End Return
        sleep 0.5
        before=$(its)
        write 1
        sleep 1
        # the shell has dropped the newline at the end
        line() { case $(its) in "$before"$'\n'[![:space:]]*) ;; *) false ;; esac; }
        cells="$cells | $(say line)"
    else
        cells="$cells | –"
    fi
    if [ -n "$tells" ]; then
        xdotool key ctrl+Home
        [ $kind = line ] && xdotool key Home
        sleep 0.5
        before=$(its)
        write 1
        sleep 1
        at_the_beginning() { case $(its) in [![:space:]]*" $before") ;; *) false ;; esac; }
        cells="$cells | $(say at_the_beginning)"
    else
        cells="$cells | –"
    fi
    stop "$watch"
    if [ $kind = text ] || [ $kind = line ]; then
        xdotool key ctrl+End End
        xdotool key space
        : > "$WORK/readings.log"
        watch_readings
        before=$(its)
        # of the sentence before there is a log
        : > "$WORK/sentence.log"
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 120 121 122 123 124 125 126 127 > "$WORK/sentence.log" &
        writing=$!
        for _ in $(seq 200); do grep -q ' UP 4 ' "$WORK/sentence.log" && break; sleep 0.05; done
        xdotool key Tab
        wait "$writing"
        sleep 1.5
        kept() { wrote "$before" begun && ! grep -q " PASSWORD " "$log"; }
        cells="$cells | $(say kept)"
        count=$(grep -c ' FINAL ' "$WORK/readings.log")
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 130 131 > /dev/null
        sleep 1.5
        secret() { ! grep -q " PASSWORD " "$log" && [ "$(grep -c ' FINAL ' "$WORK/readings.log")" = "$count" ]; }
        cells="$cells | $(say secret)"
        shot "application-$application-password"
        stop "$watch"
    elif [ $kind = document ]; then
        # the box that asks for a document's password
        : > "$WORK/readings.log"
        watch_readings
        /usr/bin/python3 "$here/encrypted.py" $port "$WORK/secret-$application.odt"
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 130 131 > /dev/null
        sleep 1.5
        unread() { ! grep -q ' FINAL .' "$WORK/readings.log"; }
        cells="$cells | – | $(say unread)"
        shot "application-$application-password"
        stop "$watch"
    else
        cells="$cells | – | –"
    fi
    echo "| $application | $cells |" | tee -a "$rows"
    end_application
done
