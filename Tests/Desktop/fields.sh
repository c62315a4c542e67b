#!/bin/bash
# The rectangles of text fields that the input methods report are those on the screen, and password boxes are marked; a window to paint on has
# none: fields.sh RELEASE_DIR MODEL [SCREENSHOTS]. KINDS and WAYLAND_KINDS name the applications.
. "$(dirname "$0")/ibus.sh"
. "$here/headless-sway.sh"
unset NO_AT_BRIDGE
export QT_QPA_PLATFORM=xcb GSK_RENDERER=cairo QT_ACCESSIBILITY=1 GNOME_ACCESSIBILITY=1
fields=$WORK/fields.log
# the input methods connect to inkd by way of a log of their calls
sed -i "s,exec ,INKD_SOCKET=$WORK/logged exec ," "$WORK/engine"
: > "$fields"

pen_comes() {
    /usr/bin/python3 "$here/hover.py" "$WORK/pen" &
    hover=$!
}
pen_goes() {
    kill "$hover"
    wait "$hover"
} 2> /dev/null

picture() { if [ -n "${WAYLAND_DISPLAY:-}" ]; then grim -t ppm "$WORK/screen.ppm"; else import -window root -depth 8 "$WORK/screen.ppm"; fi; }
# reported NAME... : whether these fields of the screen are reported, and no other
reported() {
    picture
    /usr/bin/python3 "$here/fieldplaces.py" "$fields" "$WORK/screen.ppm" "$@" > "$WORK/places.log"
}
# check_fields WHAT NAME...
check_fields() {
    local what=$1
    shift
    check_soon "$what" reported "$@"
    sed "s/^/    /" "$WORK/places.log"
}
# the place of the only field that is reported
only_field() {
    tail -1 "$fields" | python3 -c 'import json, sys; [f] = json.load(sys.stdin)["fields"]; print(*(int(f[key]) for key in ("x", "y", "width", "height")))'
}
check_none() { check_soon "$1" eval '[ -z "$(tail -1 "$fields" | grep -o "\"fields\": \[{")" ]'; }

# open KIND [canvas]
open() {
    local log=$WORK/window-$1${2:-}.log
    : > "$log"
    case $1 in
    firefox)
        mkdir -p "$WORK/firefox"
        printf 'user_pref("%s", %s);\n' browser.aboutwelcome.enabled false browser.shell.checkDefaultBrowser false datareporting.policy.dataSubmissionEnabled false \
            browser.startup.homepage_override.mstone '"ignore"' > "$WORK/firefox/user.js"
        firefox-esr --no-remote --profile "$WORK/firefox" "file://$here/fields.html" > "$log.out" 2>&1 &
        ;;
    chromium)
        chromium --no-sandbox --password-store=basic --user-data-dir="$WORK/chromium" --no-first-run --force-renderer-accessibility --disable-gpu --window-size=600,480 \
            --app="file://$here/fields.html" > "$log.out" 2>&1 &
        ;;
    *) /usr/bin/python3 "$here/fieldwindow.py" "$1" "$log" "${@:2}" > "$log.out" 2>&1 & ;;
    esac
    window=$!
    case $1 in
    firefox | chromium)
        wait_until "$1's window" xdotool search --onlyvisible --name '^fields'
        xdotool windowactivate --sync "$(xdotool search --onlyvisible --name '^fields' | tail -1)"
        ;;
    *) logged SHOWN "$log" ;;
    esac
}
close_window() {
    kill "$window"
    wait "$window"
} 2> /dev/null

start_daemon
/usr/bin/python3 "$here/fieldlog.py" "$WORK/logged" "$INKD_SOCKET" "$fields" > "$WORK/fieldlog.out" 2>&1 &
wait_until "the log of calls" test -S "$WORK/logged"

if [ -n "${KINDS=gtk3 gtk4 qt5 qt6 firefox chromium}" ]; then
    openbox > /dev/null 2>&1 &
    start_ibus
    ibus engine inkd > /dev/null 2>&1
    check_soon "the engine listens to the accessibility bus" grep -q 'accessibility: listening' "$engine_log"
    gdbus call --session --dest org.a11y.Bus --object-path /org/a11y/bus --method org.freedesktop.DBus.Properties.Set org.a11y.Status ScreenReaderEnabled '<true>' > /dev/null
fi
for kind in $KINDS; do
    others=
    [ $kind != firefox ] || others=others
    open $kind
    if [ -z "${hover:-}" ]; then
        sleep 1
        check "$kind: nothing is reported without a pen" eval '! grep -q "\"fields\": \[{" "$fields"'
    fi
    pen_comes
    check_fields "$kind: the fields are where they are on the screen" $others text secret area
    shot "fields-$kind"
    xdotool search --onlyvisible --name '^fields' windowmove 150 120
    check_fields "$kind: and where the window is moved to" $others text secret area
    case $kind in firefox | chromium)
        xdotool mousemove 400 400 click 5
        sleep 1
        check_fields "$kind: and where the page is scrolled to" others area
        ;;
    esac
    close_window
    check_none "$kind: a window that is gone has none"
    case $kind in gtk* | qt*)
        open $kind canvas
        sleep 1
        check_none "$kind: a window to paint on has none"
        close_window
        ;;
    esac
    pen_goes
done

if [ -n "$KINDS" ]; then
    # an application that hangs
    open gtk3
    kill -STOP "$window"
    mark
    pen_comes
    check_soon "an application that hangs has no fields" eval "since_mark | grep -q 'fields: unknown'"
    begin=$(date +%s%N)
    activate nothing
    check "and does not delay the input method" test $((($(date +%s%N) - begin) / 1000000)) -lt 500
    pen_goes
    kill -CONT "$window"
    close_window
    # a program without accessibility
    xterm -T fields -e sleep 600 &
    window=$!
    wait_until "xterm" xdotool search --onlyvisible --name '^fields'
    xdotool windowactivate --sync "$(xdotool search --onlyvisible --name '^fields')"
    use_engine_in_field
    pen_comes
    read -r x y width height <<< "$(xwininfo -name fields | sed -n 's/.*Absolute upper-left [XY]: *//p; s/^ *\(Width\|Height\): *//p' | tr '\n' ' ')"
    check_soon "xterm: its window is one field" eval '[ "$(only_field)" = "$x $y $width $height" ]'
    tail -1 "$fields"
    pen_goes
    close_window
    ibus exit
fi

[ -n "${WAYLAND_KINDS=gtk3 gtk4}" ] || exit $((failures > 0))
unset DISPLAY GTK_IM_MODULE QT_IM_MODULE XMODIFIERS
export GDK_BACKEND=wayland QT_QPA_PLATFORM=wayland INKD_ACCESS_USERS=nobody
start_headless_sway
export SWAYSOCK=$(ls "$WORK"/sway/sway-ipc.*)
wtype -k Shift_L -s 600000 &
: > "$fields"
INKD_SOCKET=$WORK/logged "$bin/inkd-wlim" --trace > "$WORK/wlim.log" 2>&1 &
check_soon "inkd-wlim listens to the accessibility bus" grep -q 'accessibility: listening' "$WORK/wlim.log"
for kind in $WAYLAND_KINDS; do
    open $kind
    sleep 1
    pen_comes
    check_fields "sway, $kind: the fields are where they are on the screen" text secret area
    grim "$shots/fields-sway-$kind.png"
    swaymsg floating enable, resize set 480 340, move absolute position 130 90 > /dev/null
    check_fields "sway, $kind: and where the window is moved to" text secret area
    close_window
    check_none "sway, $kind: a window that is gone has none"
    pen_goes
done
exit $((failures > 0))
