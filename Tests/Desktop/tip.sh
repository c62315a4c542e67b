# Sourced behind daemon.sh: a daemon without a recognizer (tip.py), and what the overlay draws under the tip.

# start_tip: serves INKD_SOCKET; `tip COMMAND…` sends a command, and waits until it is done
start_tip() {
    mkfifo "$WORK/tip"
    exec 8<> "$WORK/tip"
    /usr/bin/python3 "$here/tip.py" "$INKD_SOCKET" "$WORK/tip" > "$WORK/tip.log" 2>&1 8>&- &
    tip_daemon=$!
    logged READY "$WORK/tip.log"
}
answered() { [ "$(grep -c . "$WORK/tip.log")" -gt "$1" ]; } # answered COUNT: more lines than those
tip() {
    local done=$(grep -c . "$WORK/tip.log")
    echo "$*" >&8
    wait_until "an answer to: $*" answered "$done"
}

# ink FILE X Y WIDTH HEIGHT: how many pixels of the light theme's ink are in a part of a picture; white itself, as behind round corners, is none
ink() {
    convert "$1" -crop "$4x$5+$2+$3" +repage -alpha off -fill gray -opaque white -fuzz 20% -fill white -opaque '#142980' -fuzz 0 -fill black +opaque white \
        -format '%[fx:round(mean*w*h)]' info:
}
