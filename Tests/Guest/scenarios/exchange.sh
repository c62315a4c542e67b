# Reports of real devices, through the kernel's drivers: they are recorded, and go through other formats unchanged.
. "$(dirname "$0")/lib.sh"
room=/run/exchange
mkdir -p "$room"
has_devices() { call Recorder.GetState | matches '"devices":\[[0-9]'; }
frames() { call Recorder.GetState | grep -o '"frames":[0-9]*' | cut -d: -f2; }
convert() { inkctl convert "$room/$1" "$room/$2" --force 2> "$room/losses"; }
goes_through() { # goes_through FORMAT: a log made of the other format's file makes the same file again
    convert log.inklog "log.$1" && convert "log.$1" again.inklog && convert again.inklog "again.$1" && cmp "$room/log.$1" "$room/again.$1"
}
# the short ones: all of hid-recordings take five minutes here
for recording in "$GUEST_WORK"/rig/hid/*.hid "$GUEST_WORK"/rig/hid-recordings/*Cintiq*.hid; do
    model=$(basename "$recording" .hid)
    [ -e "$recording" ] || { skip "real devices" "their recordings are not here; see INKD_RIG"; continue; }
    go=/run/go.$model
    case $recording in */hid-recordings/*) factor=20 ;; *) factor=4 ;; esac
    call Recorder.Start > /dev/null
    name=$(call Recorder.GetState | grep -o '"recording":"[^"]*"' | cut -d'"' -f4)
    "$GUEST_WORK/virtual-device" -g "$go" -p 0 -h 0.3 -s "$factor" hid "$recording" 2> /dev/null &
    player=$!
    for _ in $(seq 100); do has_devices && break; sleep 0.1; done
    touch "$go"
    wait "$player"
    eventually no_devices
    count=$(frames)
    inkctl record stop > /dev/null
    rm -f "$room"/*
    inkctl record export "$name" --to "$room" &> /dev/null
    inkctl record delete "$name" > /dev/null
    if [ "$count" = 0 ]; then
        echo "# $model: the kernel here makes nothing of it that inkd reads"
        continue
    fi
    inkctl convert "$room/$name-0001.inklog.zst" "$room/log.inklog" 2> /dev/null
    check "$model: $count frames go through libinput's format and come back unchanged" goes_through yml
    # evemu has one device a file
    if [ "$(grep -c '^- node:' "$room/log.yml")" = 1 ]; then check "$model: and evemu's" goes_through events; fi
done
