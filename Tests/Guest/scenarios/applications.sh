# Sourced by scenarios in which a pen points and writes in an application: the relay, inkd, the input method, and an application that finds its fields
# by the accessibility bus; GTK 4 on sway, GTK 3 with IBus on X11.
acts=/run/acts
here=$(dirname "$GUEST_SCRIPT")/..
as_writer() { setpriv --reuid 1234 --regid 1234 --clear-groups env HOME=$acts/home XDG_RUNTIME_DIR=$acts/run LANG=C.UTF-8 "$@"; }
log() { sed -n '/^SHOWN/,$p' $acts/app.log; } # of the application, after its window is shown
in_log() { log | grep -qxF "$1"; }
has_text() { [ "$(log | grep "^TEXT $1 " | tail -1)" = "TEXT $1 '$2'" ]; } # has_text ENTRY TEXT
go() { touch "$acts/go$((tick += 1))"; }
word() { "$here/strokes.py" "$here/../Fixtures/sample-session.events" "$@"; } # word FROM TO X Y
tap() { printf 'move %s 200\ndown 2000\nrest 60\nup\n' "$1"; } # tap PLACE
pause() { echo "go $acts/go$((pauses += 1))"; }

# start_pen FUNCTION: a pen, which plays the script that the function prints; each `pause` of it waits for `go`
start_pen() {
    rm -rf $acts
    mkdir -p $acts/run $acts/home
    chmod 755 $acts
    chmod 700 $acts/run
    touch $acts/app.log
    chown 1234:1234 $acts/run $acts/home $acts/app.log
    pauses=0 tick=0
    "$1" > $acts/script
    "$GUEST_WORK/virtual-device" -h 0.2 -P usb-0000:00:14.0-1.1/input0 script $acts/script 2> /dev/null &
    player=$!
    eventually lists "Guest Pen"
}

# wayland: starts sway, inkd-wlim and the application
wayland() {
    # without it wlroots has no buffers
    mountpoint -q /dev/shm || mount -t tmpfs -o mode=1777 shm /dev/shm
    cat > $acts/sway.conf << 'S'
output HEADLESS-1 resolution 1280x720 background #3a6ea5 solid_color
default_border none
xwayland disable
input type:tablet_tool map_to_output HEADLESS-1
S
    cat > $acts/session << S
export WLR_BACKENDS=headless,libinput WLR_RENDERER=pixman GSK_RENDERER=cairo GIO_USE_VFS=local LIBSEAT_BACKEND=seatd SEATD_SOCK=/run/seatd.sock
sway -c $acts/sway.conf > $acts/run/desktop.log 2>&1 &
until [ -S $acts/run/wayland-1 ]; do sleep 0.2; done
export WAYLAND_DISPLAY=wayland-1 SWAYSOCK=\$(ls $acts/run/sway-ipc.*)
inkd-wlim --trace > $acts/run/method.log 2>&1 &
GDK_BACKEND=wayland exec /usr/bin/python3 $here/acts.py 4.0 $acts/app.log > $acts/run/app.out 2>&1
S
    # Debian's service opens it to the group video
    systemctl stop seatd.service 2> /dev/null
    SEATD_VTBOUND=0 seatd -u writer > $acts/seatd.log 2>&1 &
    server=$!
    eventually test -S /run/seatd.sock
}

# x11: starts Xorg with its drivers for libinput and for no screen, IBus and the application
x11() {
    cat > $acts/xorg.conf << 'S'
Section "Device"
    Identifier "none"
    Driver "dummy"
    VideoRam 16384
EndSection
Section "Monitor"
    Identifier "none"
    HorizSync 5-1000
    VertRefresh 5-200
    Modeline "1280x720" 74.48 1280 1336 1472 1664 720 721 724 746
EndSection
Section "Screen"
    Identifier "none"
    Device "none"
    Monitor "none"
    DefaultDepth 24
    SubSection "Display"
        Modes "1280x720"
    EndSubSection
EndSection
S
    cat > $acts/session << S
export DISPLAY=:1 GTK_IM_MODULE=ibus XMODIFIERS=@im=ibus GIO_USE_VFS=local XDG_CURRENT_DESKTOP=X11
openbox > $acts/run/openbox.log 2>&1 &
mkdir -p $acts/home/component
printf '#!/bin/sh\nexec /usr/libexec/ibus-engine-inkd --trace "\$@" 2>> $acts/run/method.log\n' > $acts/home/engine
chmod +x $acts/home/engine
sed "s,/usr/libexec/ibus-engine-inkd,$acts/home/engine," /usr/share/ibus/component/inkd.xml > $acts/home/component/inkd.xml
export IBUS_COMPONENT_PATH=$acts/home/component:/usr/share/ibus/component
ibus-daemon --xim --cache=none --panel=/usr/libexec/ibus-ui-gtk3 --config=/usr/libexec/ibus-memconf -r > $acts/run/ibus.log 2>&1 &
until ibus engine > /dev/null 2>&1; do sleep 0.5; done
until [ "\$(ibus engine)" = inkd ]; do ibus engine inkd > /dev/null 2>&1; sleep 0.5; done
GDK_BACKEND=x11 exec /usr/bin/python3 $here/acts.py 3.0 $acts/app.log > $acts/run/app.out 2>&1
S
    Xorg :1 -config $acts/xorg.conf -noreset -ac -novtswitch -sharevts vt1 -logfile $acts/desktop.log > /dev/null 2>&1 &
    server=$!
    eventually test -S /tmp/.X11-unix/X1
}

# start_application DESKTOP: the desktop, an input method, and the window with the fields
start_application() {
    "$1"
    as_writer dbus-run-session -- bash $acts/session > $acts/session.log 2>&1 &
    session=$!
    check "$1: the window is shown" eventually in_log SHOWN
    check "$1: the input method listens to the accessibility bus" eventually grep -q 'accessibility: listening' $acts/run/method.log
    sleep 2
}
end_application() {
    if [ "$failed" -gt 0 ]; then tail -n 12 $acts/desktop.log $acts/run/*.log $acts/run/app.out $acts/session.log; fi
    kill $session $server
    wait $session $server 2> /dev/null
}

# on_desktops FUNCTION: calls it with each desktop, while a user is logged in
on_desktops() {
    need_sessions required
    getent passwd 1234 > /dev/null || useradd --uid 1234 writer
    log_in writer seat0 1
    local desktop programs program missing
    for desktop in "wayland sway seatd" "x11 Xorg ibus-daemon openbox"; do
        read -r desktop programs <<< "$desktop"
        missing=
        for program in dbus-run-session $programs; do command -v "$program" > /dev/null || missing=$program; done
        if [ -z "$missing" ]; then "$1" "$desktop"; else skip "a pen that points and writes on $desktop" "there is no $missing (make deps-test installs it)"; fi
    done
    systemctl stop session-writer-seat0.service
    need_sessions none
}
