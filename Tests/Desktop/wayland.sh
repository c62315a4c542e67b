#!/bin/bash
# How writing goes in applications on Wayland: wayland.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# Prints a row of a table for each of $APPLICATIONS on each of $DESKTOPS (all of them), as applications.sh does for X11, whose head says what the
# columns mean. The desktops have no screen:
#   gnome   GNOME Shell, which starts IBus itself
#   sway    inkd-wlim, and inkd-overlay for the candidates; what takes back is the gesture
#   kwin    KWin in a window of Xvfb: programs ask IBus themselves, for Debian 12's IBus is too old to be KWin's input method
#   plasma  KWin without a screen, whose input method IBus is, as on Plasma 6: needs IBus 1.5.29 (Debian 13)
# A row that says "not served" is of an application that asks no input method there.
export TIME_LIMIT=${TIME_LIMIT:-3600}
if [ -z "${DESKTOP:-}" ]; then
    columns="desktop | application | words | text | lifts | text | candidate | take back | line | begin | focus | password"
    echo "| $columns |"
    echo "| $(sed 's/[^|]*[^| ][^|]*/ --- /g' <<< "$columns") |"
    for DESKTOP in ${DESKTOPS:-gnome sway kwin plasma}; do DESKTOP=$DESKTOP "$0" "$@"; done
    exit
fi
. "$(dirname "$0")/ibus.sh"
. "$here/headless-sway.sh"
. "$here/keyboard.sh"
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
    start_headless_sway
    # without a keyboard nobody has the focus
    start_keyboard
    # there is no pointer
    click() { :; }
    focus_window() { swaymsg --quiet --socket "$(ls "$WORK"/sway/sway-ipc.*.sock | head -1)" "[title=\"^$1\"] focus"; }
    shot() { grim "$shots/$1.png"; }
    "$bin/inkd-wlim" --trace > "$WORK/wlim.log" 2>&1 &
    # it shows the candidates: without it no key chooses one
    DISPLAY=$host "$bin/inkd-overlay" > "$WORK/overlay.log" 2>&1 &
    choose_engine() { :; }
    take_back() { draw undo; }
}

start_kwin() {
    applications="gtk3 gtk4 qt5 qt6 firefox writer-gtk3 konsole"
    command -v kwin_wayland > /dev/null || { echo "KWin is not installed: kwin-wayland" >&2; exit 1; }
    export XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KDE_SESSION_VERSION=5
    # a copy has not the capability that a container may refuse
    cp "$(command -v kwin_wayland)" "$WORK/kwin_wayland"
    "$WORK/kwin_wayland" --x11-display "$host" --width 890 --height 590 --no-lockscreen --no-global-shortcuts --socket inkd-kwin > "$WORK/kwin.log" 2>&1 &
    wait_until "KWin" test -S "$XDG_RUNTIME_DIR/inkd-kwin"
    export WAYLAND_DISPLAY=inkd-kwin
    DISPLAY=$host ibus-daemon --cache=none --panel=/usr/libexec/ibus-ui-gtk3 --config=/usr/libexec/ibus-memconf -r > "$WORK/ibus.log" 2>&1 &
    wait_until "IBus" eval 'ibus address | grep unix:'
    export GTK_IM_MODULE=ibus QT_IM_MODULE=ibus
    # nobody manages windows there: keys go to the one below the pointer, which shall not be that of the candidates
    DISPLAY=$host xdotool mousemove 5 580
    key() { DISPLAY=$host xdotool key "$@"; }
    click() { DISPLAY=$host xdotool mousemove "$1" "$2" click 1 sleep 0.2 mousemove 5 580; }
    shot() { DISPLAY=$host import -window root "$shots/$1.png"; }
    # IBus tells the engine nothing of the field that has the focus already, before a key is pressed there
    choose_engine() { use_engine && key Shift_L; }
    take_back() { activate undo; }
}

start_plasma() {
    applications="gtk3 gtk4 qt6"
    grep -q enable-wayland-im /usr/libexec/ibus-ui-gtk3 || { echo "IBus is older than 1.5.29, and not KWin's input method" >&2; exit; }
    printf '%s\n' '#!/bin/sh' 'exec /usr/libexec/ibus-ui-gtk3 --enable-wayland-im --exec-daemon --daemon-args "--cache=none --panel=disable --config=/usr/libexec/ibus-memconf"' > "$WORK/input-method"
    chmod +x "$WORK/input-method"
    # a copy has not the capability that a container may refuse
    cp "$(command -v kwin_wayland)" "$WORK/kwin_wayland"
    # what applications are told of Qt is not for KWin itself
    env -u QT_QPA_PLATFORM KWIN_COMPOSE=Q KWIN_WAYLAND_NO_PERMISSION_CHECKS=1 DISPLAY=$host "$WORK/kwin_wayland" --virtual --width 890 --height 590 --no-lockscreen --no-global-shortcuts \
        --socket inkd-kwin --inputmethod "$WORK/input-method" > "$WORK/kwin.log" 2>&1 &
    wait_until "KWin" test -S "$XDG_RUNTIME_DIR/inkd-kwin"
    # KWin 6 crashes of these where Plasma's own parts are not installed
    export WAYLAND_DISPLAY=inkd-kwin XDG_CURRENT_DESKTOP=KDE KDE_FULL_SESSION=true KDE_SESSION_VERSION=6
    wait_until "IBus" eval 'ibus address | grep unix:'
    start_keyboard
    click() { echo "click $1 $2" >&8; }
    shot() { :; }
    choose_engine() { use_engine; }
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
    # sway passes on only what a field tells along with the focus, which Chromium does not
    [ "$DESKTOP $application" != "sway chromium" ] || tells=
    mark
    choose_engine
    for _ in $(seq 150); do serves && break; sleep 0.1; done
    sleep 1
    serves
}
# a terminal tells a purpose of its own
serves() { knows . && ! knows password; }

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
    # whether it tells its text: inkd knows then what stands before the caret
    [ -z "${VERBOSE:-}" ] || { status; grep capabilities "$engine_log" | tail -1; grep -c SetSurroundingText "$engine_log"; } >&2
    write_row
    echo "| $name | $cells |"
    end_application
done
