# Sourced behind ibus.sh: starts sway without a screen, and sets WAYLAND_DISPLAY.

start_headless_sway() {
    # it refuses root, and Firefox a runtime folder of somebody else
    local as_user=()
    mkdir -m 700 "$WORK/sway"
    [ "$(id -u)" != 0 ] || as_user=(setpriv --reuid=nobody --regid=nogroup --clear-groups)
    [ "$(id -u)" != 0 ] || chown nobody "$WORK/sway"
    chmod 755 "$WORK"
    printf '%s\n' 'output HEADLESS-1 resolution 900x600 background #3a6ea5 solid_color' 'default_border none' 'xwayland disable' > "$WORK/sway.conf"
    XDG_RUNTIME_DIR=$WORK/sway WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman \
        "${as_user[@]}" sway -c "$WORK/sway.conf" > "$WORK/sway.log" 2>&1 &
    wait_until "sway" eval 'ls "$WORK"/sway/wayland-?'
    export WAYLAND_DISPLAY=$(ls "$WORK"/sway/wayland-? | head -1)
}
