#!/bin/bash
# How writing goes in applications on Wayland: wayland.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# Prints a row of a table for each of $APPLICATIONS on each of $DESKTOPS (all of them), as applications.sh does for X11, whose head says what the
# columns mean. The desktops have no screen:
#   gnome   GNOME Shell, which starts IBus itself
#   sway    inkd-wlim: candidates have no keys, and what takes back is the gesture
#   kwin    KWin in a window of Xvfb: programs ask IBus themselves, for Debian 12's IBus is too old to be KWin's input method
# A row that says "not served" is of an application that asks no input method there.
export TIME_LIMIT=${TIME_LIMIT:-3600}
if [ -z "${DESKTOP:-}" ]; then
    columns="desktop | application | words | text | lifts | text | candidate | take back | line | begin | focus | password"
    echo "| $columns |"
    echo "| $(sed 's/[^|]*[^| ][^|]*/ --- /g' <<< "$columns") |"
    for DESKTOP in ${DESKTOPS:-gnome sway kwin}; do DESKTOP=$DESKTOP "$0" "$@"; done
    exit
fi
. "$(dirname "$0")/ibus.sh"
host=$DISPLAY
unset DISPLAY GTK_IM_MODULE QT_IM_MODULE XMODIFIERS
export XDG_SESSION_TYPE=wayland LIBGL_ALWAYS_SOFTWARE=1 GSK_RENDERER=cairo DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS

start_gnome() {
    applications="gtk3 gtk4 qt5 qt5-ibus qt6 qt6-ibus firefox chromium writer-gtk3"
    export XDG_CURRENT_DESKTOP=GNOME
    gsettings set org.gnome.desktop.input-sources sources "[('xkb', 'us'), ('ibus', 'inkd')]"
    gsettings set org.gnome.desktop.interface enable-animations false
    gsettings set org.gnome.desktop.notifications show-banners false
    gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
    gnome-shell --wayland --headless --unsafe-mode --virtual-monitor 1000x700 --wayland-display inkd-gnome > "$WORK/shell.log" 2>&1 &
    wait_until "GNOME Shell" eval 'evaluate 1+1 | grep -q true'
    export WAYLAND_DISPLAY=inkd-gnome
    wait_until "the shell's start" eval 'evaluate Main.layoutManager._startingUp | grep -q false'
    wait_until "no overview" eval 'evaluate "Main.overview.hide(); Main.overview.visible" | grep -q false'
    # keys by the kernel's numbers: what is held is no business of a keyboard map
    evaluate 'globalThis.Clutter = imports.gi.Clutter; globalThis.GLib = imports.gi.GLib;
        const seat = Clutter.get_default_backend().get_default_seat();
        globalThis.keyboard = seat.create_virtual_device(Clutter.InputDeviceType.KEYBOARD_DEVICE);
        globalThis.mouse = seat.create_virtual_device(Clutter.InputDeviceType.POINTER_DEVICE);
        globalThis.codes = { 2: 3, ctrl: 29, Home: 102, End: 107, Return: 28, Tab: 15, Escape: 1, space: 57 };
        globalThis.chord = (keys, down) => keys.split("+").forEach(k => keyboard.notify_key(GLib.get_monotonic_time(), codes[k], down)); 0' > /dev/null
    key() {
        for chord in "$@"; do
            for down in 1 0; do evaluate "chord('$chord', $down); 0"; done > /dev/null
        done
    }
    click() {
        evaluate "const frame = global.display.focus_window.get_frame_rect(); let t = GLib.get_monotonic_time();
            mouse.notify_absolute_motion(t, frame.x + $1, frame.y + $2); mouse.notify_button(++t, 1, 1); mouse.notify_button(++t, 1, 0); 0" > /dev/null
    }
    shot() {
        gdbus call --session --dest org.gnome.Shell.Screenshot --object-path /org/gnome/Shell/Screenshot \
            --method org.gnome.Shell.Screenshot.Screenshot false false "$shots/$1.png" > /dev/null
    }
    choose_engine() { evaluate 'imports.ui.status.keyboard.getInputSourceManager().inputSources[1].activate(true); 0' > /dev/null; }
    take_back() { activate undo; }
}
evaluate() { gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval "$1"; }

start_sway() {
    applications="gtk3 gtk4 qt5 qt6 firefox chromium writer-gtk3 foot"
    # it refuses root, and Firefox a runtime folder of somebody else
    as_user=()
    mkdir -m 700 "$WORK/sway"
    [ "$(id -u)" != 0 ] || as_user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    [ "$(id -u)" != 0 ] || chown nobody "$WORK/sway"
    chmod 755 "$WORK"
    printf '%s\n' 'output HEADLESS-1 resolution 900x600 background #3a6ea5 solid_color' 'default_border none' 'xwayland disable' > "$WORK/sway.conf"
    XDG_RUNTIME_DIR=$WORK/sway WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman \
        "${as_user[@]}" sway -c "$WORK/sway.conf" > "$WORK/sway.log" 2>&1 &
    wait_until "sway" eval 'ls "$WORK"/sway/wayland-?' > /dev/null
    export WAYLAND_DISPLAY=$(ls "$WORK"/sway/wayland-? | head -1)
    # without a keyboard nobody has the focus
    mkfifo "$WORK/keys"
    exec 8<> "$WORK/keys"
    "$here/keyboard.py" < "$WORK/keys" > "$WORK/keyboard.log" 2>&1 8>&- &
    key() {
        printf '%s\n' "$@" >&8
        sleep 0.1
    }
    # there is no pointer
    click() { :; }
    shot() { grim "$shots/$1.png"; }
    "$bin/inkd-wlim" > "$WORK/wlim.log" 2>&1 &
    choose_engine() { :; }
    take_back() { draw undo; }
}

start_kwin() {
    applications="gtk3 gtk4 qt5 qt6 firefox writer-gtk3 konsole"
    export XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KDE_SESSION_VERSION=5
    # a copy has not the capability that a container may refuse
    cp "$(command -v kwin_wayland)" "$WORK/kwin_wayland"
    "$WORK/kwin_wayland" --x11-display "$host" --width 890 --height 590 --no-lockscreen --no-global-shortcuts --socket inkd-kwin > "$WORK/kwin.log" 2>&1 &
    wait_until "KWin" test -S "$XDG_RUNTIME_DIR/inkd-kwin"
    export WAYLAND_DISPLAY=inkd-kwin
    DISPLAY=$host ibus-daemon --cache=none --panel=/usr/libexec/ibus-ui-gtk3 --config=/usr/libexec/ibus-memconf -r > "$WORK/ibus.log" 2>&1 &
    wait_until "IBus" eval 'ibus address | grep unix:' > /dev/null
    export GTK_IM_MODULE=ibus QT_IM_MODULE=ibus
    key() { DISPLAY=$host xdotool key "$@"; }
    click() { DISPLAY=$host xdotool mousemove "$1" "$2" click 1; }
    shot() { DISPLAY=$host import -window root "$shots/$1.png"; }
    # IBus tells the engine nothing of the field that has the focus already, before a key is pressed there
    choose_engine() { use_engine && key Shift_L; }
    take_back() { activate undo; }
}

# What application.sh starts of its own is IBus for X11: the desktop takes its place.
start_ibus() { "start_$DESKTOP"; }
export INKD_ACCESS_USERS=nobody
. "$here/application.sh"
export QT_QPA_PLATFORM=wayland GDK_BACKEND=wayland MOZ_ENABLE_WAYLAND=1
# they end with the process that starts them
chromium() { exec /usr/bin/chromium --password-store=basic --ozone-platform=wayland --enable-wayland-ime --wayland-text-input-version=3 "$@"; }

# Starts an application, and gives its field the focus; fails if inkd knows of none.
begin_on_wayland() {
    application=$1
    log=$WORK/$application.log
    started=
    case $application in
    foot)
        kind=terminal tells=
        foot "$here/raw.py" "$log" > "$log.out" 2>&1 &
        started=$!
        ;;
    *-ibus) QT_IM_MODULE=ibus launch "${application%-ibus}" ;;
    *) launch "$application" ;;
    esac
    for _ in $(seq 600); do grep -q SHOWN "$log" 2> /dev/null && break; sleep 0.1; done
    sleep 3
    case $application in
    firefox) click 200 190 ;;
    chromium) click 200 130 ;;
    writer-*) key Escape ;;
    esac
    mark
    choose_engine
    for _ in $(seq 150); do serves && break; sleep 0.1; done
    sleep 1
    serves
}
# a terminal tells a purpose of its own
serves() { knows . && ! knows password; }

# What inkd read stands behind what was there before: letter by letter all that was taken, or each stroke as it was read last; or as many words as were
# read last, each of them taken, in that order (a word that is in the field stays as it was taken where it is read otherwise later). As application.sh's,
# but one line may be read in pieces.
wrote() {
    [ -z "${INKD_KEEP:-}" ] || for file in readings sentence; do cp "$WORK/$file.log" "$INKD_KEEP/$application-$(date +%s)-$file.log"; done
    python3 - "$WORK/readings.log" "$1" "$(its)" "${2:-}" << 'END'
import sys

taken, pieces, final = [], [], None
for event in open(sys.argv[1]):
    _, change, text = event.rstrip("\n").split(" ", 2)
    if change in ("FINAL", "READING"):
        final = text if change == "FINAL" else None
    elif change == "taken":
        taken.append(text)
    elif change == "INK" and final:
        strokes = set(map(int, text.split()))
        pieces = [piece for piece in pieces if not piece[0] & strokes] + [(strokes, final)]
texts = [sys.argv[2], sys.argv[3], "".join(taken), "".join(text for _, text in pieces)]
before, after, put, read = ("".join(text.split()).lower() for text in texts)
own = after[len(before) :]
words = sys.argv[3][len(sys.argv[2]) :].lower().split()
later = iter("".join(taken).lower().split())
is_kept = len(words) == len(texts[3].split()) and all(word in later for word in words)
is_right = is_kept or own == put or (read.startswith(own) if sys.argv[4] else own == read)
sys.exit(not (own and after.startswith(before) and is_right))
END
}

row=0
for application in ${APPLICATIONS:-$applications}; do
    case $application in chromium) test -x /usr/bin/chromium ;; *) program "${application%-ibus}" ;; esac || continue
    name="$DESKTOP | $application"
    shot="wayland-$DESKTOP-$application"
    if ! begin_on_wayland "$application"; then
        shot "$shot"
        echo "| $name | not served$(printf ' | –%.0s' 1 2 3 4 5 6 7 8 9) |"
        end_application
        continue
    fi
    sentence "$WORK/pen" "$ink" 100 101 102 103 104 105 106 107
    cells="$words | $text"
    shot "$shot"
    if [ -z "$(its)" ]; then
        echo "| $name | **no** | nothing came$(printf ' | –%.0s' 1 2 3 4 5 6 7 8) |"
        end_application
        continue
    fi
    # whether it tells its text: inkd knows then what stands before the caret
    [ -z "${VERBOSE:-}" ] || { status; grep capabilities "$engine_log" | tail -1; grep -c SetSurroundingText "$engine_log"; } >&2
    key space
    sentence --leave --lift "$WORK/pen" "$ink" 110 111 112 113 114 115
    cells="$cells | $words | $text"

    # a word, and the second candidate
    : > "$WORK/readings.log"
    watch_readings
    before=$(its)
    if [ "$DESKTOP" = sway ]; then
        cells="$cells | –"
    else
        if [ -n "$tells" ]; then
            write 1
            sleep 0.3
            key 2
        else
            # it is held for a moment only
            write --read 1 &
            writing=$!
            wait_until "the reading" grep -q ' FINAL .' "$WORK/readings.log"
            key 2
            wait "$writing"
        fi
        other=$(second)
        sleep 1.5
        chosen() { [ -n "$other" ] && case $(its) in *"${other# }") ;; *) false ;; esac; }
        cells="$cells | $(say chosen)"
    fi
    before=$(its)
    write 1
    sleep 1.5
    take_back
    cells="$cells | $(if [ -z "$tells" ]; then echo –; else say soon is "$before"; fi)"
    if [ $kind = text ] || [ $kind = document ]; then
        key ctrl+End Return
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
        key ctrl+Home
        [ $kind = line ] && key Home
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
        kept() { wrote "$before" begun && ! grep -q " PASSWORD " "$log"; }
        cells="$cells | $(say kept)"
        count=$(grep -c ' FINAL ' "$WORK/readings.log")
        python3 "$here/sentence.py" --row $row "$WORK/pen" "$ink" 130 131 > /dev/null
        sleep 1.5
        secret() { ! grep -q " PASSWORD " "$log" && [ "$(grep -c ' FINAL ' "$WORK/readings.log")" = "$count" ]; }
        cells="$cells | $(say secret)"
        shot "$shot-password"
        stop "$watch"
    else
        cells="$cells | – | –"
    fi
    echo "| $name | $cells |"
    end_application
done
