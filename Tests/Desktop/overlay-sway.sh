#!/bin/bash
# Ink under the tip on two outputs of sway without a screen, one at scale 2: overlay-sway.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# There is no X server: the overlay shows the ink alone, above a full-screen window, and lets clicks through.
set -u
bin=$(realpath "$1") MODEL=$(realpath "$2")
shots=$(realpath -m "${3:-$(dirname "$0")/../../.build/screenshots}")
mkdir -p "$shots"
WORK=$(mktemp -d) INKD=$bin/inkd
trap 'kill $(jobs -p) 2> /dev/null; wait 2> /dev/null; rm -rf "$WORK"' EXIT
. "$(dirname "$0")/daemon.sh"
. "$here/tip.sh"

as_user=()
[ "$(id -u)" != 0 ] || as_user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
export XDG_RUNTIME_DIR=$WORK/run WLR_BACKENDS=headless WLR_HEADLESS_OUTPUTS=2 WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman GSK_RENDERER=cairo NO_AT_BRIDGE=1
unset DISPLAY WAYLAND_DISPLAY GTK_IM_MODULE
mkdir -m 700 "$XDG_RUNTIME_DIR"
cat > "$WORK/sway.conf" << END
output HEADLESS-1 resolution 1000x700 pos 0 0 background #ffffff solid_color
output HEADLESS-2 resolution 1600x1200 pos 1000 0 scale 2 background #f4f0e0 solid_color
default_border none
xwayland disable
END
chmod 755 "$WORK"
[ "$(id -u)" != 0 ] || chown nobody "$XDG_RUNTIME_DIR"
"${as_user[@]}" sway -c "$WORK/sway.conf" > "$WORK/sway.log" 2>&1 &
wait_until "sway" eval 'ls "$XDG_RUNTIME_DIR"/wayland-?'
export WAYLAND_DISPLAY=$(basename "$(ls "$XDG_RUNTIME_DIR"/wayland-? | head -1)") SWAYSOCK=$(ls "$XDG_RUNTIME_DIR"/sway-ipc*)
# a seat without a keyboard gives nobody the focus
wtype -k Shift_L -s 600000 &
GDK_BACKEND=wayland /usr/bin/python3 "$here/button.py" "$WORK/button.log" > /dev/null 2>&1 &
logged SHOWN "$WORK/button.log"

start_tip
tip device 1 display 180 60
tip status text
# the tablet is both outputs: 1800 by 600 logical pixels, 10 a millimeter
"$bin/inkd-overlay" --theme light --mapping 1800,0,0,0,600,0 > "$WORK/overlay.log" 2>&1 &
overlay=$!
sleep 1
shot() { grim -o HEADLESS-1 "$shots/tip-sway-$1-1.png" && grim -o HEADLESS-2 "$shots/tip-sway-$1-2.png"; }
one() { ink "$shots/tip-sway-$1-1.png" "${@:2}"; }
two() { ink "$shots/tip-sway-$1-2.png" "${@:2}"; }
click() { /usr/bin/python3 "$here/pointer.py" 400 300 1800 700; }
clicks() { grep -c CLICKED "$WORK/button.log"; }

shot none
check "sway: nothing is shown before the pen writes" [ "$(one none 0 0 1000 700)" = 0 ]
tip stroke 1 20,30 60,30
tip stroke 1 60.5,20 60.5,40
sleep 0.2
shot first
check "sway: a horizontal line is where the pen was" [ "$(one first 220 298 360 5)" -gt 300 ]
check "sway: and a vertical one" [ "$(one first 603 220 5 160)" -gt 150 ]
check "sway: no ink is elsewhere" [ "$(one first 0 0 1000 290)" -lt 250 ]
check "sway: no ink is on the other output" [ "$(two first 0 0 1600 1200)" = 0 ]
tip stroke 1 110,30 150,30
sleep 0.2
shot second
check "sway: on the output of scale 2 it is sharp, and where the pen was" [ "$(two second 240 597 720 6)" -gt 1300 ]
check "sway: no ink is below and above it there" [ "$(two second 0 0 1600 594)$(two second 0 606 1600 594)" = 00 ]
# across the border between the outputs
tip stroke 1 90,10 110,10
sleep 0.2
shot border
check "sway: a stroke across the border is on both" [ "$(one border 910 97 90 6)" -gt 70 -a "$(two border 0 197 190 6)" -gt 300 ]
before=$(clicks)
click
check_soon "sway: a click goes through" eval '[ "$(clicks)" -gt "$before" ]'
check "sway: the window below has the focus" eval '! grep -q INACTIVE "$WORK/button.log"'
shot clicked
check "sway: the ink is still there" [ "$(one clicked 220 298 360 5)" -gt 300 ]
tip reading word 4
tip taken word 4
sleep 1
shot taken
check "sway: ink of committed text disappears" [ "$(one taken 0 0 1000 700)$(two taken 0 0 1600 1200)" = 00 ]
tip stroke 1 20,50 60,50
sleep 0.2
shot again
check "sway: the next stroke is shown" [ "$(one again 220 498 360 5)" -gt 300 ]
tip status password
sleep 0.3
tip stroke 1 20,10 60,10
shot password
check "sway: a password field hides all ink, and none is shown there" [ "$(one password 0 0 1000 700)" = 0 ]
check "sway: a second overlay reports the first one" eval '"$bin/inkd-overlay" 2>&1 | grep -q already'

# another scale and a rotated output, while the overlay runs
tip status text
swaymsg output HEADLESS-2 scale 1.5 transform 90 > /dev/null
sleep 0.5
tip stroke 1 110,30 130,30
sleep 0.2
shot rotated
convert "$shots/tip-sway-rotated-2.png" -format '%wx%h' info:
check "sway: on a rotated output of scale 1.5 it is where the pen was" [ "$(two rotated 165 447 270 6)" -gt 200 ]
kill -0 "$overlay" && grep VmRSS "/proc/$overlay/status"
cat "$WORK/overlay.log"
exit $((failures > 0))
