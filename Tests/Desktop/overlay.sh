#!/bin/bash
# The overlay on an X11 desktop: overlay.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# Pen frames go through the daemon; the overlay shows them near the caret, takes no focus, lets clicks through and goes away.
set -u
bin=$(realpath "$1") MODEL=$(realpath "$2")
shots=$(realpath -m "${3:-$(dirname "$0")/../../.build/screenshots}")
mkdir -p "$shots"
WORK=$(mktemp -d) INKD=$bin/inkd
trap 'kill $(jobs -p) 2> /dev/null; wait 2> /dev/null; rm -rf "$WORK"' EXIT
. "$(dirname "$0")/daemon.sh"

Xvfb -displayfd 5 -screen 0 1000x700x24 5> "$WORK/display" > /dev/null 2>&1 &
wait_until "the X server" test -s "$WORK/display"
export DISPLAY=:$(cat "$WORK/display")
openbox > /dev/null 2>&1 &
picom --backend xrender > "$WORK/picom.log" 2>&1 &

start_daemon

# a window that must keep the focus, and its caret
GDK_BACKEND=x11 GTK_IM_MODULE=gtk-im-context-simple /usr/bin/python3 "$here/entry.py" 3.0 "$WORK/entry.log" > "$WORK/entry.out" 2>&1 &
logged SHOWN "$WORK/entry.log"
window=$(xdotool search --sync --onlyvisible --name '^entry$' | head -1)
xdotool windowmove --sync "$window" 250 420 windowactivate --sync "$window"
logged ' ACTIVE' "$WORK/entry.log"

"$bin/inkd-overlay" > "$WORK/overlay.log" 2>&1 &
overlay=$!
/usr/bin/python3 "$here/field.py" "$INKD_SOCKET" text 270 470 20 > "$WORK/field.log" 2>&1 &
field=$!
logged READY "$WORK/field.log"
sleep 0.5
shows() { xwininfo -name inkd-overlay 2> /dev/null | grep -q IsViewable; }
check "hidden while nothing is written" eval '! shows'

pen 0 2.95 &
writing=$!
check_soon "shown while the pen writes" shows
wait "$writing"
logged reading "$WORK/field.log"
import -window root "$shots/overlay-x11.png"
focus=$(xdotool getwindowfocus)
check "the focus stays where it was" test "$focus" = "$window"
check "the window never noticed" eval '! grep -q INACTIVE "$WORK/entry.log"'
check_soon "above the caret" eval 'xwininfo -name inkd-overlay | awk "/Absolute upper-left Y/ {y = \$4} /Height/ {h = \$2} END {exit !(y + h <= 470)}"'

logged TAKEN "$WORK/field.log"
check_soon "gone after the text was taken" eval '! shows'

# a click where the panel is reaches what is below: the password field of the window
xdotool windowmove --sync "$window" 270 250
pen 2.95 4.4 &
writing=$!
check_soon "shown again" shows
import -window root "$shots/overlay-click.png"
xdotool mousemove 400 374 click 1 type x
check "clicks go through" logged "PASSWORD 'x'" "$WORK/entry.log"
check "a click leaves the overlay there" shows
wait "$writing"
sleep 1.5

# nothing of a password is shown
kill "$field"
/usr/bin/python3 "$here/field.py" "$INKD_SOCKET" password 270 470 20 > "$WORK/password.log" 2>&1 &
logged READY "$WORK/password.log"
pen 0 1.75 &
sleep 1.3
check "no ink of a password is shown" eval '! shows'
sleep 1

# the daemon goes away and comes back
kill -9 "$daemon"
wait "$daemon" 2> /dev/null
sleep 0.7
check "the overlay outlives the daemon" kill -0 "$overlay"
rm -f "$INKD_SOCKET"
start_daemon
/usr/bin/python3 "$here/field.py" "$INKD_SOCKET" > "$WORK/field2.log" 2>&1 &
logged READY "$WORK/field2.log"
pen 0 1.75 &
check_soon "shown after the daemon came back" shows
import -window root "$shots/overlay-x11-bottom.png"
check "a second overlay says that there is one" eval '"$bin/inkd-overlay" 2>&1 | grep -q already'
check "it complains once at most" test "$(grep -c . "$WORK/overlay.log")" -le 2
cat "$WORK/overlay.log"
sleep 1
kill -0 "$overlay" && grep -E 'VmRSS' "/proc/$overlay/status"
exit $((failures > 0))
