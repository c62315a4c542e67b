#!/bin/bash
# The overlay under GNOME's Xwayland, without a screen: overlay-gnome.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# Pen frames go through the daemon; the overlay shows them and takes no focus from a window on Wayland.
set -u
if [ -z "${DBUS_SESSION_BUS_ADDRESS:-}" ] || [ -z "${INKD_TEST_SESSION:-}" ]; then
    export INKD_TEST_SESSION=$(mktemp -d)
    trap 'rm -rf "$INKD_TEST_SESSION"' EXIT
    mkdir -m 700 "$INKD_TEST_SESSION/run" "$INKD_TEST_SESSION/home"
    export HOME=$INKD_TEST_SESSION/home XDG_RUNTIME_DIR=$INKD_TEST_SESSION/run XDG_CONFIG_HOME=$INKD_TEST_SESSION/home/.config
    unset DISPLAY WAYLAND_DISPLAY GTK_IM_MODULE XAUTHORITY
    timeout -k 5 120 dbus-run-session -- "$0" "$@" 2> "$INKD_TEST_SESSION/session.log"
    exit
fi
bin=$(realpath "$1") MODEL=$(realpath "$2")
shots=$(realpath -m "${3:-$(dirname "$0")/../../.build/screenshots}")
mkdir -p "$shots"
WORK=$INKD_TEST_SESSION INKD=$bin/inkd
trap 'kill $(jobs -p) 2> /dev/null; wait 2> /dev/null' EXIT
. "$(dirname "$0")/daemon.sh"

export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE=wayland XDG_CURRENT_DESKTOP=GNOME LIBGL_ALWAYS_SOFTWARE=1 NO_AT_BRIDGE=1
gsettings set org.gnome.desktop.interface enable-animations false
gsettings set org.gnome.desktop.notifications show-banners false
gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
gnome-shell --wayland --headless --unsafe-mode --virtual-monitor 1000x700 --wayland-display gnome > "$WORK/shell.log" 2>&1 &
export WAYLAND_DISPLAY=gnome
evaluate() { gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval "$1"; }
shot() {
    gdbus call --session --dest org.gnome.Shell.Screenshot --object-path /org/gnome/Shell/Screenshot \
        --method org.gnome.Shell.Screenshot.Screenshot false false "$shots/$1.png" > /dev/null
}
wait_until "GNOME Shell" eval 'evaluate 1+1 | grep -q true'
sleep 1
evaluate 'Main.overview.hide(); 0' > /dev/null
# the shell says which display its Xwayland has, and lets in those who know its secret
export DISPLAY=$(sed -n "s/.*Using public X11 display \(:[0-9]*\).*/\1/p" "$WORK/shell.log")
export XAUTHORITY=$(ls "$XDG_RUNTIME_DIR"/.mutter-Xwaylandauth.* | head -1)
start_daemon
GDK_BACKEND=wayland GSK_RENDERER=cairo GTK_A11Y=none GTK_IM_MODULE=gtk-im-context-simple \
    /usr/bin/python3 "$here/entry.py" 4.0 "$WORK/entry.log" > "$WORK/entry.out" 2>&1 &
logged SHOWN "$WORK/entry.log"
"$bin/inkd-overlay" > "$WORK/overlay.log" 2>&1 &
overlay=$!
/usr/bin/python3 "$here/field.py" "$INKD_SOCKET" text 400 480 20 > "$WORK/field.log" 2>&1 &
logged READY "$WORK/field.log"
# the first X11 program has Xwayland started
sleep 2
# there is no keyboard that an application could be told of: the shell says where the focus is
evaluate 'global.changes = 0; global.display.connect("notify::focus-window", () => global.changes++); 0' > /dev/null
shows() { xwininfo -name inkd-overlay 2> /dev/null | grep -q IsViewable; }
check "GNOME: hidden while nothing is written" eval '! shows'
pen 0 2.95 &
check_soon "GNOME: shown while the pen writes" shows
check "GNOME: the window below has the focus meanwhile" eval 'evaluate global.display.focus_window.title | grep -q entry'
shot overlay-gnome
wait $!
logged TAKEN "$WORK/field.log"
check_soon "GNOME: gone after the text was taken" eval '! shows'
check "GNOME: the focus never moved" eval 'evaluate global.changes | grep -q "'"'"'0'"'"'"'
check "GNOME: the overlay still runs" kill -0 "$overlay"
"$bin/inkd-wlim" 2> "$WORK/wlim.log"
wlim=$?
check "GNOME: inkd-wlim says that this is not for it" eval '[ "$wlim" = 69 ] && grep -q ibus-engine-inkd "$WORK/wlim.log"'
cat "$WORK/overlay.log"
exit $((failures > 0))
