#!/bin/bash
# Ink under the tip on an X11 desktop, with and without a compositing manager: overlay-tip.sh RELEASE_DIR MODEL [SCREENSHOTS]
set -u
bin=$(realpath "$1") MODEL=$(realpath "$2")
shots=$(realpath -m "${3:-$(dirname "$0")/../../.build/screenshots}")
mkdir -p "$shots"
WORK=$(mktemp -d) INKD=$bin/inkd
trap 'kill $(jobs -p) 2> /dev/null; wait 2> /dev/null; rm -rf "$WORK"' EXIT
. "$(dirname "$0")/daemon.sh"
. "$here/tip.sh"
unset WAYLAND_DISPLAY

Xvfb -displayfd 5 -screen 0 1000x700x24 5> "$WORK/display" > /dev/null 2>&1 &
wait_until "the X server" test -s "$WORK/display"
export DISPLAY=:$(cat "$WORK/display")
openbox > /dev/null 2>&1 &
sleep 1
GDK_BACKEND=x11 NO_AT_BRIDGE=1 /usr/bin/python3 "$here/button.py" "$WORK/button.log" > /dev/null 2>&1 &
logged SHOWN "$WORK/button.log"

# the tablet is the whole screen, 10 pixels a millimeter
export DISPLAY_AREA="0 0 1000 700"
start_tip
tip device 1 display 100 70
tip status text
"$bin/inkd-overlay" --theme light > "$WORK/overlay.log" 2>&1 &
overlay=$!
sleep 1
shot() { import -window root "$shots/tip-x11-$1.png"; }
of() { ink "$shots/tip-x11-$1.png" "${@:2}"; }
clicks() { grep -c CLICKED "$WORK/button.log"; }
shows() { xwininfo -name "inkd-overlay ink" 2> /dev/null | grep -q IsViewable; }

for manager in none picom; do
    if [ "$manager" = picom ]; then
        picom --backend xrender --config /dev/null > "$WORK/picom.log" 2>&1 &
        sleep 2
    fi
    check "X11, $manager: hidden while nothing is written" eval '! shows'
    tip stroke 1 20,30 60,30 60,50
    tip stroke 1 20,60 70,60
    sleep 0.3
    shot "$manager"
    check "X11, $manager: the line is where the pen was" [ "$(of "$manager" 220 298 360 5)" -gt 300 ]
    check "X11, $manager: and its bend" [ "$(of "$manager" 598 320 5 160)" -gt 130 ]
    check "X11, $manager: and the other stroke" [ "$(of "$manager" 220 598 460 5)" -gt 400 ]
    check "X11, $manager: no ink is elsewhere" [ "$(of "$manager" 0 0 1000 290)$(of "$manager" 610 0 390 580)" = 00 ]
    check "X11, $manager: the window below is visible around the ink" \
        [ "$(convert "$shots/tip-x11-$manager.png" -format '%[pixel:p{300,450}]' info:)" = "$(convert "$shots/tip-x11-$manager.png" -format '%[pixel:p{900,100}]' info:)" ]
    xwininfo -name "inkd-overlay ink" | grep -E "Width|Height" | tr -d '\n'
    echo
    check "X11, $manager: the window is around the ink" eval 'xwininfo -name "inkd-overlay ink" | awk "/Width/ {w = \$2} /Height/ {h = \$2} END {exit !(w < 900 && h < 600)}"'
    before=$(clicks)
    xdotool mousemove 400 300 click 1
    check_soon "X11, $manager: a click goes through" eval '[ "$(clicks)" -gt "$before" ]'
    check "X11, $manager: the window below has the focus" eval '! grep -q INACTIVE "$WORK/button.log"'
    tip reading word 2
    tip taken word 2
    sleep 1
    shot "$manager-taken"
    check "X11, $manager: ink of committed text disappears" [ "$(of "$manager-taken" 0 0 1000 700)" = 0 ]
    check "X11, $manager: and the window" eval '! shows'
    tip stroke 1 20,30 60,30
    tip status password
    check_soon "X11, $manager: a password field hides all ink" eval '! shows'
    tip stroke 1 20,30 60,30
    check "X11, $manager: and none is shown there" eval '! shows'
    tip status text
done
cat "$WORK/overlay.log"
kill "$overlay"

# ink at the cursor of a tablet without a screen, by an option
tip device 2 tablet 100 70
"$bin/inkd-overlay" --theme light --at-tip always > "$WORK/always.log" 2>&1 &
sleep 1
tip stroke 2 20,30 60,30
check_soon "X11: with the option, a tablet without a screen shows ink at the cursor" shows
exit $((failures > 0))
