# Sourced behind ibus.sh, once the daemon and IBus run: starts applications with a field, and writes sentences into them.

unset NO_AT_BRIDGE
export QT_QPA_PLATFORM=xcb MOZ_DISABLE_CONTENT_SANDBOX=1
start_window_manager
start_daemon
start_ibus
second() { grep ' CANDIDATES ' "$WORK/readings.log" | tail -1 | sed 's/^[^ ]* CANDIDATES //' | cut -s -d'|' -f2; }
its() { its_text "$log"; }
soon() { for _ in $(seq 60); do "$@" && return; sleep 0.05; done; false; }
is() { [ "$(its)" = "$1" ]; }
differs() { [ "$(its)" != "$1" ]; }
# of its own, for runs beside each other
ports=$((20000 + RANDOM % 20000))
# stop PROCESS...: those that do not end by themselves are ended
stop() {
    local process
    kill "$@"
    for _ in $(seq 50); do kill -0 "$@" || break; sleep 0.1; done
    kill -9 "$@"
    for process in "$@"; do wait "$process"; done
} 2> /dev/null
say() { if "$@" > /dev/null 2>&1; then echo yes; else echo "**no**"; fi; }

# Starts an application that notes in $log what its field has; sets $started to its processes, and $kind: text, line, document or terminal, and
# $tells to whether it tells its text: to others a word goes a moment later, and stays as it is.
launch() {
    kind=text tells=yes
    case $1 in
    gtk3 | gtk4) kind=line; /usr/bin/python3 "$here/entry.py" "${1#gtk}.0" "$log" & ;;
    qt5 | qt6) kind=line; /usr/bin/python3 "$here/qt.py" "${1#qt}" "$log" & ;;
    tk) tells=; /usr/bin/python3 "$here/tk.py" "$log" & ;;
    firefox | firefox-rich | firefox-rich-pre)
        /usr/bin/python3 "$here/page.py" $ports "$log" &
        started=$!
        mkdir -p "$WORK/firefox"
        for setting in '"browser.aboutwelcome.enabled", false' '"browser.shell.checkDefaultBrowser", false' \
            '"datareporting.policy.dataSubmissionEnabled", false' '"browser.startup.homepage_override.mstone", "ignore"'; do
            echo "user_pref($setting);"
        done > "$WORK/firefox/user.js"
        page=${1#firefox}
        firefox-esr --no-remote --profile "$WORK/firefox" "http://127.0.0.1:$ports/${page#-}" &
        ;;
    chromium)
        # on X11 it asks for no surrounding text
        [ -n "${WAYLAND_DISPLAY:-}" ] || tells=
        /usr/bin/python3 "$here/page.py" $((ports + 1)) "$log" &
        started=$!
        chromium --no-sandbox --password-store=basic --user-data-dir="$WORK/browser" --no-first-run --disable-gpu --window-size=700,500 --app=http://127.0.0.1:$((ports + 1))/ &
        ;;
    writer-gtk3 | writer-gen)
        kind=document
        # by XIM it tells nothing
        [ "$1" = writer-gtk3 ] || tells=
        # each has a profile of its own: one that was ended may still be there, and would open the next one's window
        mkdir -p "$WORK/office-$1/user"
        cat > "$WORK/office-$1/user/registrymodifications.xcu" << 'END'
<?xml version="1.0" encoding="UTF-8"?>
<oor:items xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="ShowTipOfTheDay" oor:op="fuse"><value>false</value></prop></item>
<item oor:path="/org.openoffice.Office.Common/Misc"><prop oor:name="FirstRun" oor:op="fuse"><value>false</value></prop></item>
</oor:items>
END
        case $1 in *-gtk3) port=$((ports + 2)) ;; *) port=$((ports + 3)) ;; esac
        SAL_USE_VCLPLUGIN=${1#writer-} soffice --norestore --nologo --writer \
            --accept="socket,host=127.0.0.1,port=$port;urp" "-env:UserInstallation=file://$WORK/office-$1" &
        started=$!
        /usr/bin/python3 "$here/writer.py" $port "$log" &
        ;;
    xterm) kind=terminal tells=; xterm -fa 'DejaVu Sans Mono' -fs 14 -e "$here/raw.py" "$log" & ;;
    kitty) kind=terminal tells=; GLFW_IM_MODULE=ibus kitty "$here/raw.py" "$log" & ;;
    konsole) kind=terminal tells=; konsole --separate -e "$here/raw.py" "$log" & ;;
    gnome-terminal) kind=terminal tells=; gnome-terminal --wait -- "$here/raw.py" "$log" & ;;
    emacs) kind=terminal tells=; emacs-gtk -Q -l "$here/field.el" "$log" & ;;
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
    firefox*) command -v firefox-esr ;;
    emacs) command -v emacs-gtk ;;
    writer-*) command -v soffice && /usr/bin/python3 -c 'import uno' ;;
    *) command -v "$1" ;;
    esac > /dev/null 2>&1
}

# A page's field gets the focus by a click into it, which is so far below the window's top: click_into CLASS Y
click_into() {
    local window
    window=$(xdotool search --onlyvisible --class "$1" | tail -1)
    xdotool windowactivate --sync "$window"
    xdotool windowsize "$window" 880 560 windowmove "$window" 0 0
    sleep 1
    xdotool mousemove 200 "$2" click 1
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
    if [ $kind = document ]; then
        # what is pending is text of the document
        text=$("$here/strokestime.py" "$WORK/sentence.log" "$WORK/readings.log" short 2> "$WORK/texttime.err" || echo "–")
    else
        text=$("$here/texttime.py" "$WORK/sentence.log" "$WORK/readings.log" "$log" 2> "$WORK/texttime.err" || echo "–")
    fi
    stop "$watch"
}
# What inkd read stands behind what was there before: wrote BEFORE [begun]
wrote() {
    local file now
    now=$(date +%s)
    [ -z "${INKD_KEEP:-}" ] || for file in readings sentence; do cp "$WORK/$file.log" "$INKD_KEEP/$application-$now-$file.log"; done
    "$here/wrote.py" "$WORK/readings.log" "$1" "$(its)" "${2:-}"
}

# Sets $cells to the row of an application whose field has the focus; $shot names its pictures. A desktop has `key`, `take_back` and `shot`, and without $chooses no
# keys for candidates.
write_row() {
    local before other writing count
    sentence "$WORK/pen" "$ink" 100 101 102 103 104 105 106 107
    cells="$words | $text"
    shot "$shot"
    if [ -z "$(its)" ]; then
        cells="**no** | nothing came$(printf ' | –%.0s' 1 2 3 4 5 6 7 8)"
        return
    fi
    key space
    sentence --leave --lift "$WORK/pen" "$ink" 110 111 112 113 114 115
    cells="$cells | $words | $text"

    # a word, and the second candidate
    : > "$WORK/readings.log"
    watch_readings
    if [ -z "$chooses" ]; then
        cells="$cells | –"
    else
        if [ -n "$tells" ]; then
            try_write 1
            sleep 0.3
            key 2
        else
            # it is held for a moment only
            try_write --read 1 &
            writing=$!
            checking=yes wait_until "the reading" grep -q ' FINAL .' "$WORK/readings.log"
            key 2
            wait "$writing"
        fi
        other=$(second)
        sleep 1.5
        chosen() { [ -n "$other" ] && case $(its) in *"${other# }") ;; *) false ;; esac; }
        cells="$cells | $(say chosen)"
    fi
    before=$(its)
    try_write 1
    sleep 1.5
    take_back
    cells="$cells | $(if [ -z "$tells" ]; then echo –; else say soon is "$before"; fi)"
    if [ $kind = text ] || [ $kind = document ]; then
        key ctrl+End Return
        sleep 0.5
        before=$(its)
        try_write 1
        sleep 1
        # the shell has dropped the newline at the end
        line() { case $(its) in "$before"$'\n'[![:space:]]*) ;; *) false ;; esac; }
        cells="$cells | $(say line)"
    else
        cells="$cells | –"
    fi
    if [ -n "$tells" ]; then
        key ctrl+Home
        [ $kind = line ] && key Home
        sleep 0.5
        before=$(its)
        try_write 1
        sleep 1
        at_the_beginning() { case $(its) in [![:space:]]*" $before") ;; *) false ;; esac; }
        cells="$cells | $(say at_the_beginning)"
    else
        cells="$cells | –"
    fi
    stop "$watch"
    if [ $kind = text ] || [ $kind = line ]; then
        key ctrl+End End
        key space
        : > "$WORK/readings.log"
        watch_readings
        before=$(its)
        # of the sentence before there is a log
        : > "$WORK/sentence.log"
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 120 121 122 123 124 125 126 127 > "$WORK/sentence.log" &
        writing=$!
        for _ in $(seq 400); do grep -q ' UP 4 ' "$WORK/sentence.log" && break; sleep 0.05; done
        key Tab
        wait "$writing"
        sleep 1.5
        kept() { wrote "$before" begun && ! grep -q " PASSWORD '[^']" "$log"; }
        cells="$cells | $(say kept)"
        count=$(grep -c ' FINAL ' "$WORK/readings.log")
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 130 131 > /dev/null
        sleep 1.5
        secret() { ! grep -q " PASSWORD '[^']" "$log" && [ "$(grep -c ' FINAL ' "$WORK/readings.log")" = "$count" ]; }
        cells="$cells | $(say secret)"
        shot "$shot-password"
        stop "$watch"
    elif [ $kind = document ]; then
        # the box that asks for a document's password
        : > "$WORK/readings.log"
        watch_readings
        /usr/bin/python3 "$here/encrypted.py" $port "$WORK/secret-$application.odt"
        # in a process of its own, for LibreOffice 7.4 may crash where a script has it ask, and alone, so that it has the focus
        stop $started
        pkill -f "$WORK/office" 2> /dev/null
        SAL_USE_VCLPLUGIN=${application#writer-} soffice --norestore --nologo "-env:UserInstallation=file://$WORK/office-secret-$application" \
            "$WORK/secret-$application.odt" > "$log.secret" 2>&1 &
        started=$!
        # IBus's GTK 3 module tells of no entry that hides its text: then no field is known, and the accessibility bus says what has the focus
        is_secret() { knows password || { ! knows . && tail -n 4 "$engine_log" | grep -q 'isPassword: Optional(true)'; }; }
        for _ in $(seq 40); do
            is_secret && break
            # the empty window behind it may have taken the focus
            focus_window "Enter Password" 2> /dev/null
            sleep 0.5
        done
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 130 131 > /dev/null
        sleep 1.5
        unread() { is_secret && ! grep -q ' FINAL .' "$WORK/readings.log"; }
        cells="$cells | – | $(say unread)"
        shot "$shot-password"
        stop "$watch"
    else
        cells="$cells | – | –"
    fi
}

# Starts an application, waits for its window, and gives its field the focus: begin APPLICATION
begin() {
    application=$1
    log=$WORK/$application.log
    started=
    launch "$application"
    for _ in $(seq 600); do grep -q SHOWN "$log" 2> /dev/null && break; sleep 0.1; done
    sleep 3
    case $application in
    firefox*) click_into firefox 190 ;;
    chromium) click_into chromium 110 ;;
    writer-*)
        window=$(xdotool search --onlyvisible --name Writer | tail -1)
        xdotool windowactivate --sync "$window" windowsize "$window" 880 560
        xdotool key Escape
        ;;
    # it takes nothing before the first key
    kitty) xdotool key Shift_L ;;
    esac
    use_engine
    checking=yes wait_until "the focus for inkd" has_field || echo "note: $application: inkd was told of no field"
    sleep 1
}
end_application() {
    stop $started
    pkill -f "$WORK/(office|firefox|browser)" 2> /dev/null
    sleep 1
}
row=0 chooses=yes
