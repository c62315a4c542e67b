#!/bin/bash
# `inkctl setup` on an X11 desktop with IBus, as a user who has just installed inkd: setup.sh RELEASE_DIR MODEL
#
# Root is refused, so this is another user to itself.
[ "$(id -u)" != 0 ] || exec unshare --user --map-user=1000 --map-group=1000 -- "$0" "$@"
. "$(dirname "$0")/ibus.sh"
unset NO_AT_BRIDGE
sources() { gsettings get org.gnome.desktop.input-sources sources; }
engines() { gsettings get org.freedesktop.ibus.general preload-engines; }
setup() { "$bin/inkctl" setup "$@"; }
start_window_manager
start_daemon
start_ibus
use_engine xkb:us::eng

check "setup: a dry run says what it would do" eval 'setup --dry-run | grep -q "ibus engine inkd"'
check "setup: and changes nothing" eval '! engines | grep -q inkd && engine_is xkb:us::eng'
check "setup: nobody can be asked without a terminal" eval '! setup --wait 0 < /dev/null && engine_is xkb:us::eng'
setup --yes --wait 0 > "$WORK/setup.log" 2>&1
check "setup: inkd is among IBus's engines, behind the keyboard" eval 'engines | grep -q "\[.xkb:us::eng., .inkd.\]"'
check_soon "setup: and chosen" engine_is inkd
check "setup: the second time there is nothing to change" eval 'setup --yes --wait 0 | grep -q "needs no changes"'

setup --yes --wait 60 > "$WORK/word.log" 2>&1 &
logged "Write a word" "$WORK/word.log"
sleep 0.3
pen 0 2.95
check_soon "setup: the first word is read" grep -q "inkd recognized “." "$WORK/word.log"

# GNOME's input sources
gnome() { XDG_CURRENT_DESKTOP=GNOME WAYLAND_DISPLAY=wayland-0 setup --yes --wait 0; }
gsettings set org.gnome.desktop.input-sources sources "[('xkb', 'us')]"
gnome > "$WORK/gnome.log" 2>&1
check "setup: inkd is among GNOME's input sources" eval '[ "$(sources)" = "[('\''xkb'\'', '\''us'\''), ('\''ibus'\'', '\''inkd'\'')]" ]'
check "setup: once" eval 'gnome | grep -q "needs no changes"'
[ $failures = 0 ] || cat "$WORK/setup.log" "$WORK/word.log" "$WORK/gnome.log" >&2
exit $((failures > 0))
