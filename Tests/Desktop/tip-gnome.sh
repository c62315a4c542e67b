#!/bin/bash
# The extension of GNOME Shell, without a screen: ink under the tip, and the places of text fields by way of the IBus engine:
# tip-gnome.sh RELEASE_DIR MODEL [SCREENSHOTS]
. "$(dirname "$0")/ibus.sh"
. "$here/tip.sh"
unset DISPLAY GTK_IM_MODULE QT_IM_MODULE XMODIFIERS NO_AT_BRIDGE
export DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS XDG_SESSION_TYPE=wayland XDG_CURRENT_DESKTOP=GNOME LIBGL_ALWAYS_SOFTWARE=1
export GDK_BACKEND=wayland GSK_RENDERER=cairo GNOME_ACCESSIBILITY=1

# the form of the extension for this version
version=$(gnome-shell --version | sed 's/[^0-9]*\([0-9]*\).*/\1/')
if [ "$version" -ge 45 ]; then form=45 uuid=inkd@inkd.org; else form=43 uuid=inkd-43@inkd.org; fi
extension=$HOME/.local/share/gnome-shell/extensions/$uuid source=$here/../../Sources/inkd-gnome
mkdir -p "$extension"
cp -r "$source/core" "$source/shell$form"/* "$extension"

gsettings set org.gnome.desktop.input-sources sources "[('xkb', 'us'), ('ibus', 'inkd')]"
gsettings set org.gnome.desktop.interface enable-animations false
gsettings set org.gnome.desktop.notifications show-banners false
gsettings set org.gnome.shell welcome-dialog-last-shown-version 99
gsettings set org.gnome.shell disable-user-extensions false
gsettings set org.gnome.shell enabled-extensions "['$uuid']"

# the engine connects to inkd by way of a log of its calls
sed -i "s,exec ,INKD_SOCKET=$WORK/logged exec ," "$WORK/engine"
start_tip
gnome-shell --wayland --headless --unsafe-mode --virtual-monitor 1000x700 --wayland-display inkd-gnome > "$WORK/shell.log" 2>&1 &
export WAYLAND_DISPLAY=inkd-gnome
shell_eval() { gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method org.gnome.Shell.Eval "$1"; }
shot() {
    gdbus call --session --dest org.gnome.Shell.Screenshot --object-path /org/gnome/Shell/Screenshot \
        --method org.gnome.Shell.Screenshot.Screenshot false false "$shots/$1.png" > /dev/null
}
of() { ink "$shots/tip-gnome-$1.png" "${@:2}"; }
# extension METHOD ARGUMENT...: a method of the shell
extension() {
    gdbus call --session --dest org.gnome.Shell --object-path /org/gnome/Shell --method "org.gnome.Shell.Extensions.$1" "${@:2}"
}
is_state() { extension GetExtensionInfo $uuid | grep -q "'state': <$1.0>"; }
places() {
    gdbus call --session --dest org.inkd.Desktop --object-path /org/inkd/Desktop --method org.inkd.Desktop.GetPlaces
}
wait_until "GNOME Shell" eval 'shell_eval 1+1 | grep -q true'
wait_until "the shell's start" eval 'shell_eval Main.layoutManager._startingUp | grep -q false'
check_soon "GNOME $version: the extension is loaded" is_state 1
check "GNOME: in the overview no tablet is mapped" eval 'places | grep -q "\"tablets\":\[\]}"'
wait_until "no overview" eval 'shell_eval "Main.overview.hide(); Main.overview.visible" | grep -q false'

check "GNOME: the modules of the extension pass their tests" gjs -m "$here/../GnomeShell/run.js"

# ink: the tablet is the whole screen, 10 pixels a millimeter
/usr/bin/python3 "$here/button.py" "$WORK/button.log" > /dev/null 2>&1 &
button=$!
logged SHOWN "$WORK/button.log"
tip device 1 display 100 70
tip status text
check_soon "GNOME: the tablet is mapped to the screen, 10 pixels a millimeter" \
    eval 'places | grep -q "\"matrix\":\[1000,0,0,0,700,0\],\"millimeter\":10"'
setting=org.gnome.desktop.peripherals.tablet:/org/gnome/desktop/peripherals/tablets/0001:0001/
gsettings set $setting area '[0.5, 0.0, 0.0, 0.0]'
check_soon "GNOME: the setting of the tablet's area is followed" eval 'places | grep -q "\"matrix\":\[2000,0,-1000,0,700,0\]"'
gsettings reset $setting area
check_soon "GNOME: the window has the whole screen" eval 'places | grep -q "\"window\":{\"x\":0,\"y\":0,\"width\":1000,\"height\":700"'
tip contact writes
tip stroke 1 20,30 60,30 60,50
tip stroke 1 20,60 70,60
sleep 0.3
shot tip-gnome-ink
check "GNOME: the line is where the pen was" [ "$(of ink 220 298 360 5)" -gt 300 ]
check "GNOME: and its bend" [ "$(of ink 598 320 5 160)" -gt 130 ]
check "GNOME: and the other stroke" [ "$(of ink 220 598 460 5)" -gt 400 ]
check "GNOME: no ink is elsewhere" [ "$(of ink 0 0 1000 290)$(of ink 610 0 390 580)" = 00 ]
shell_eval 'global.mouse = imports.gi.Clutter.get_default_backend().get_default_seat()
    .create_virtual_device(imports.gi.Clutter.InputDeviceType.POINTER_DEVICE); 0' > /dev/null
shell_eval 'global.mouse.notify_absolute_motion(0, 400, 300); global.mouse.notify_button(0, 1, 1); global.mouse.notify_button(0, 1, 0); 0' > /dev/null
check_soon "GNOME: a click goes through the ink" grep -q CLICKED "$WORK/button.log"
tip reading word 2
tip taken word 2
sleep 1
shot tip-gnome-taken
check "GNOME: ink of committed text disappears" [ "$(of taken 0 0 1000 700)" = 0 ]

tip contact undecided
tip down 1 20 30
for place in 24 28 32; do tip move 1 $place 30; done
sleep 0.2
shot tip-gnome-undecided
check "GNOME: ink is there before it is decided whether the pen writes" [ "$(of undecided 200 290 130 20)" -gt 50 ]
tip contact points
tip move 1 33 30
sleep 0.2
shot tip-gnome-points
check "GNOME: and is taken back if the pen points" [ "$(of points 0 0 1000 700)" = 0 ]
tip up 1 33 30
tip contact undecided
tip down 1 20 30
tip up 1 20 30
sleep 0.2
shot tip-gnome-tap
check "GNOME: nothing stays of a tap" [ "$(of tap 0 0 1000 700)" = 0 ]
tip contact writes
tip status password
tip stroke 1 20,30 60,30
sleep 0.2
shot tip-gnome-password
check "GNOME: no ink is shown over a password" [ "$(of password 0 0 1000 700)" = 0 ]
tip status text

# the overlay on Xwayland leaves the ink to the extension
wait_until "Xwayland's display" grep -q "Using public X11 display" "$WORK/shell.log"
xwayland=(env "DISPLAY=$(sed -n "s/.*Using public X11 display \(:[0-9]*\).*/\1/p" "$WORK/shell.log")"
    "XAUTHORITY=$(ls "$XDG_RUNTIME_DIR"/.mutter-Xwaylandauth.* | head -1)" GDK_BACKEND=x11 GTK_IM_MODULE=ibus)
"${xwayland[@]}" "$bin/inkd-overlay" --no-candidates --theme light --mapping 500,0,0,0,700,0 > "$WORK/overlay.log" 2>&1 &
overlay=$!
sleep 2
tip stroke 1 20,30 60,30
sleep 0.3
shot tip-gnome-overlay
check "GNOME: the overlay shows no ink where the extension does" [ "$(of overlay 0 0 1000 290)$(of overlay 610 0 390 700)$(of overlay 0 320 1000 380)" = 000 ]
check "GNOME: which is there once" [ "$(of overlay 420 298 170 5)" -gt 150 ]
extension DisableExtension $uuid > /dev/null
check_soon "GNOME: the extension can be disabled" is_state 2
check "GNOME: its name is gone from the bus" eval '! places'
tip stroke 1 20,40 60,40
sleep 0.5
shot tip-gnome-disabled
check "GNOME: then the overlay has the ink" [ "$(of disabled 110 398 180 5)" -gt 100 ]
kill "$overlay" "$button"
extension EnableExtension $uuid > /dev/null
check_soon "GNOME: and enabled again" is_state 1

# text fields; the daemon is another one now
kill "$tip_daemon"
rm "$INKD_SOCKET"
start_daemon
fields=$WORK/fields.log
: > "$fields"
/usr/bin/python3 "$here/fieldlog.py" "$WORK/logged" "$INKD_SOCKET" "$fields" > "$WORK/fieldlog.out" 2>&1 &
wait_until "the log of calls" test -S "$WORK/logged"
check_soon "GNOME: the extension finds a daemon that starts later" eval 'places | grep -q "\"vendor\""'
reported() {
    shot tip-gnome-fields
    convert "$shots/tip-gnome-fields.png" -alpha off -depth 8 "$WORK/screen.ppm"
    /usr/bin/python3 "$here/fieldplaces.py" "$fields" "$WORK/screen.ppm" "$@" > "$WORK/places.log"
}
check_fields() {
    check_soon "$1" reported text secret area
    sed "s/^/    /" "$WORK/places.log"
}
# without a keyboard GTK 3 gets no focus
shell_eval 'global.keyboard = imports.gi.Clutter.get_default_backend().get_default_seat()
    .create_virtual_device(imports.gi.Clutter.InputDeviceType.KEYBOARD_DEVICE);
    global.keyboard.notify_keyval(0, imports.gi.Clutter.KEY_Shift_L, 1); global.keyboard.notify_keyval(1, imports.gi.Clutter.KEY_Shift_L, 0); 0' > /dev/null
for kind in ${KINDS:-gtk3 gtk4 gtk3-x11}; do
    [[ $kind == *-x11 ]] && desktop=("${xwayland[@]}") || desktop=()
    "${desktop[@]}" /usr/bin/python3 "$here/fieldwindow.py" ${kind%-x11} "$WORK/$kind.log" > "$WORK/$kind.out" 2>&1 &
    window=$!
    logged SHOWN "$WORK/$kind.log"
    activate='imports.ui.status.keyboard.getInputSourceManager().inputSources[1].activate(true); 0'
    wait_until "the engine" eval 'shell_eval "$activate" > /dev/null; sleep 0.5; grep -q FocusIn "$engine_log"'
    wait_until "the focus for inkd" knows text
    /usr/bin/python3 "$here/hover.py" "$WORK/pen" &
    hover=$!
    check_fields "GNOME, $kind: the fields are where they are on the screen"
    shell_eval 'global.display.focus_window.move_frame(true, 230, 140); 0' > /dev/null
    check_fields "GNOME, $kind: and where the window is moved to"
    check "GNOME, $kind: the tablet is mapped" eval 'tail -1 "$fields" | grep -q "\"matrix\": \[1000"'
    kill "$window" "$hover"
    wait "$window" "$hover" 2> /dev/null
    check_soon "GNOME, $kind: a window that is gone has none" eval '! tail -1 "$fields" | grep -q "\"fields\": \[{"'
done
check "GNOME: no error comes from the extension" eval '! grep -A 9 "JS ERROR" "$WORK/shell.log" | grep -q "$uuid" && ! grep -q "inkd: .*Error" "$WORK/shell.log"'
grep -A 9 "JS ERROR" "$WORK/shell.log"
cat "$WORK/overlay.log"
exit $((failures > 0))
