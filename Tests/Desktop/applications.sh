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
. "$(dirname "$0")/ibus.sh"
unset NO_AT_BRIDGE
export QT_QPA_PLATFORM=xcb MOZ_DISABLE_CONTENT_SANDBOX=1
openbox > /dev/null 2>&1 &
start_daemon
start_ibus
rows=$shots/applications.md
second() { grep ' CANDIDATES ' "$WORK/readings.log" | tail -1 | sed 's/^[^ ]* CANDIDATES //' | cut -d'|' -f2; }
its() { its_text "$log"; }
soon() { for _ in $(seq 60); do "$@" && return; sleep 0.05; done; false; }
is() { [ "$(its)" = "$1" ]; }
differs() { [ "$(its)" != "$1" ]; }
say() { if "$@" > /dev/null 2>&1; then echo yes; else echo "**no**"; fi; }

# Starts an application that notes in $log what its field has; sets $started to its processes, and $kind: text, line or terminal.
launch() {
    kind=text
    case $1 in
    gtk3 | gtk4) kind=line; /usr/bin/python3 "$here/entry.py" "${1#gtk}.0" "$log" & ;;
    qt5 | qt6) kind=line; /usr/bin/python3 "$here/qt.py" "${1#qt}" "$log" & ;;
    tk) /usr/bin/python3 "$here/tk.py" "$log" & ;;
    firefox)
        /usr/bin/python3 "$here/page.py" 8391 "$log" &
        started=$!
        mkdir -p "$WORK/firefox"
        for setting in '"browser.aboutwelcome.enabled", false' '"browser.shell.checkDefaultBrowser", false' \
            '"datareporting.policy.dataSubmissionEnabled", false' '"browser.startup.homepage_override.mstone", "ignore"'; do
            echo "user_pref($setting);"
        done > "$WORK/firefox/user.js"
        firefox-esr --no-remote --profile "$WORK/firefox" http://127.0.0.1:8391/ &
        ;;
    chromium)
        /usr/bin/python3 "$here/page.py" 8392 "$log" &
        started=$!
        chromium --no-sandbox --user-data-dir="$WORK/browser" --no-first-run --disable-gpu --window-size=700,500 --app=http://127.0.0.1:8392/ &
        ;;
    writer-gtk3 | writer-gen)
        kind=document
        SAL_USE_VCLPLUGIN=${1#writer-} soffice --norestore --nologo --nofirststartwizard --writer \
            --accept="socket,host=127.0.0.1,port=8470;urp" "-env:UserInstallation=file://$WORK/office" &
        started=$!
        /usr/bin/python3 "$here/writer.py" 8470 "$log" &
        ;;
    xterm) kind=terminal; xterm -fa 'DejaVu Sans Mono' -fs 14 -e "$here/raw.py" "$log" & ;;
    kitty) kind=terminal; GLFW_IM_MODULE=ibus kitty "$here/raw.py" "$log" & ;;
    konsole) kind=terminal; konsole -e "$here/raw.py" "$log" & ;;
    esac > "$log.out" 2>&1
    started="${started:-} $!"
}
program() {
    case $1 in
    gtk3) /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "3.0")' ;;
    gtk4) /usr/bin/python3 -c 'import gi; gi.require_version("Gtk", "4.0")' ;;
    qt5) /usr/bin/python3 -c 'import PyQt5' ;;
    qt6) /usr/bin/python3 -c 'import PyQt6' ;;
    tk) /usr/bin/python3 -c 'import tkinter' ;;
    firefox) command -v firefox-esr ;;
    writer-*) command -v soffice && /usr/bin/python3 -c 'import uno' ;;
    *) command -v "$1" ;;
    esac > /dev/null 2>&1
}

# Words in a row; the cells "words" and "text": sentence OPTION NUMBER...
sentence() {
    : > "$WORK/readings.log"
    watch_readings
    local start
    start=$(its)
    python3 "$here/sentence.py" --row $row "$@" > "$WORK/sentence.log"
    row=$(((row + 2) % 5))
    sleep 1.5
    words=$(say wrote "$start")
    text=$("$here/texttime.py" "$WORK/sentence.log" "$log" 2> "$WORK/texttime.err" || echo "–")
    kill "$watch"
    wait "$watch" 2> /dev/null
}
# What inkd says was taken stands behind what was there before.
wrote() {
    python3 - "$WORK/readings.log" "$1" "$(its)" << 'END'
import sys
taken = [line.rstrip("\n").split(" ", 2)[2] for line in open(sys.argv[1]) if " taken " in line]
sys.exit(not taken or "".join((sys.argv[2] + "".join(taken)).split()) != "".join(sys.argv[3].split()))
END
}

columns="application | words | text | lifts | text | candidate | take back | line | begin | focus | password"
echo "| $columns |" | tee "$rows"
echo "| $(sed 's/[^|]*[^| ][^|]*/ --- /g' <<< "$columns") |" | tee -a "$rows"
row=0
for application in ${APPLICATIONS:-gtk3 gtk4 qt5 qt6 tk firefox chromium writer-gtk3 writer-gen xterm kitty konsole}; do
    program "$application" || continue
    log=$WORK/$application.log
    started=
    launch "$application"
    for _ in $(seq 600); do grep -q SHOWN "$log" 2> /dev/null && break; sleep 0.1; done
    sleep 3
    case $application in
    firefox | chromium) xdotool mousemove 200 140 click 1 ;;
    writer-*)
        window=$(xdotool search --onlyvisible --name Writer | tail -1)
        xdotool windowactivate --sync "$window" windowsize "$window" 880 560
        xdotool key Escape
        ;;
    esac
    use_engine_in_field
    sleep 1

    sentence "$WORK/pen" "$ink" 100 101 102 103 104 105 106 107
    cells="$words | $text"
    shot "application-$application"
    xdotool key space
    sentence --leave --lift "$WORK/pen" "$ink" 110 111 112 113 114 115
    cells="$cells | $words | $text"

    : > "$WORK/readings.log"
    watch_readings
    # a word, and the second candidate
    before=$(its)
    if [ $kind = terminal ]; then
        write --read 1
    else
        write 1
    fi
    sleep 0.3
    other=$(second)
    xdotool key 2
    sleep 1.5
    chosen() { case $(its) in *"${other# }") ;; *) false ;; esac; }
    cells="$cells | $(say chosen)"
    before=$(its)
    write 1
    sleep 1.5
    activate undo
    cells="$cells | $(if [ $kind = terminal ]; then echo –; else say soon is "$before"; fi)"
    if [ $kind = text ] || [ $kind = document ]; then
        xdotool key ctrl+End Return
        sleep 0.5
        before=$(its)
        write 1
        sleep 1
        line() { case $(its) in "$before"[![:space:]]*) ;; *) false ;; esac; }
        cells="$cells | $(say line)"
    else
        cells="$cells | –"
    fi
    if [ $kind != terminal ]; then
        xdotool key ctrl+Home
        [ $kind = line ] && xdotool key Home
        sleep 0.5
        before=$(its)
        write 1
        sleep 1
        begin() { case $(its) in [![:space:]]*" $before") ;; *) false ;; esac; }
        cells="$cells | $(say begin)"
    else
        cells="$cells | –"
    fi
    kill "$watch"
    wait "$watch" 2> /dev/null
    if [ $kind = text ] || [ $kind = line ]; then
        xdotool key ctrl+End End
        xdotool key space
        : > "$WORK/readings.log"
        watch_readings
        before=$(its)
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 120 121 122 123 124 125 126 127 > "$WORK/sentence.log" &
        writing=$!
        for _ in $(seq 200); do grep -q ' UP 4 ' "$WORK/sentence.log" && break; sleep 0.05; done
        xdotool key Tab
        wait "$writing"
        sleep 1.5
        kept() { wrote "$before" && ! grep -q " PASSWORD " "$log"; }
        cells="$cells | $(say kept)"
        count=$(grep -c ' FINAL ' "$WORK/readings.log")
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 130 131 > /dev/null
        sleep 1.5
        secret() { ! grep -q " PASSWORD " "$log" && [ "$(grep -c ' FINAL ' "$WORK/readings.log")" = "$count" ]; }
        cells="$cells | $(say secret)"
        shot "application-$application-password"
        kill "$watch"
        wait "$watch" 2> /dev/null
    else
        cells="$cells | – | –"
    fi
    echo "| $application | $cells |" | tee -a "$rows"
    for process in $started; do kill "$process" && wait "$process"; done 2> /dev/null
    pkill -f "$WORK/(office|firefox|browser)" 2> /dev/null
    sleep 1
done
