# A recording goes through players of other projects and ours, and what the daemon records of them is the same again.
. "$(dirname "$0")/lib.sh"
room=/run/recording
mkdir -p "$room"
# when a relay takes a pen over, the recording gets the pen's state, which is none of the frames that the pen has sent
without_relays
frames=126 # two strokes of 60, each with a coming, a lift and a leaving
# what inkctl tells, without starting a program time and again, which the pen would have to wait for
state() { call Recorder.GetState; }
recorded() { [ "$(state | grep -o '"frames":[0-9]*' | cut -d: -f2)" -ge "$1" ]; }
records() { state | matches '"recording":"'; }
begin() { # begin LABEL: starts a recording, and keeps its name
    call Recorder.Start "{\"label\":\"$1\"}" > /dev/null
    name=$(state | grep -o '"recording":"[^"]*"' | cut -d'"' -f4)
}
finish() { # finish AS: ends the recording, and has it as AS.events
    inkctl record stop > /dev/null
    fetch "$1"
}
fetch() { # fetch AS
    mkdir -p "$room/$1"
    inkctl record export "$name" --to "$room/$1" &> /dev/null
    inkctl convert "$room/$1"/*.inklog.zst "$room/$1.events" --force 2> /dev/null
}
count() { grep -c '^E: [0-9.]* 0000 0000' "$room/$1.events"; }
values() { grep '^E:' "$1" | cut -d' ' -f3-; } # without times: SYN_REPORTs show how they are grouped
same_frames() { [ -s "$room/$1.events" ] && diff <(values "$room/first.events") <(values "$room/$1.events"); }
same_device() { diff <(grep -v '^[E#]' "$room/first.events") <(grep -v '^[E#]' "$room/$1.events"); }
is_beginning() { [ "$(values "$1" | wc -l)" -gt 0 ] && cmp -n "$(values "$1" | wc -c)" <(values "$1") <(values "$room/first.events"); }
# by how much a player was early or late at most, since the pen came near: milliseconds
largest_difference() {
    paste <(grep '^E:' "$room/first.events") <(grep '^E:' "$room/$1.events") | awk '
        $3 == "0001" && ($4 == "0140" || $4 == "0141") && $5 == 1 { a = $2; b = $7 }
        { d = ($7 - b) - ($2 - a); if (d < 0) d = -d; if (d > m) m = d } END { printf "%.1f", m * 1000 }'
}
compared() { # compared PLAYER AS
    check "what $1 plays are the same frames" same_frames "$2"
    same_frames "$2" > /dev/null && echo "# $1: times differ by $(largest_difference "$2") ms at most"
    echo "# $1: $(count "$2") frames, $(grep -c '^E: [0-9.]* 0000 0003' "$room/$2.events") losses"
}
gone() { # gone PROCESS...: ends players, and waits until their devices are away
    kill "$@" 2> /dev/null
    wait "$@" 2> /dev/null
    eventually no_devices
}

plug "Guest Pen" -r 200 -n 60 -h 120 -c 2 pen
touch "$go"
# the first stroke that a daemon ever sees finds it busy, and may lose frames
eventually [ ! -e "$go" ]
check "nothing is recorded unasked" fails records
begin first
check "a recording shows that it goes on" matches "RECORDING: $name" < <(inkctl record status)
touch "$go"
check "all frames are recorded" eventually recorded "$frames"
finish first
check "and they are all there is" [ "$(count first)" = "$frames" ]
frames=$(count first)
echo "# $frames frames are recorded, $(grep -c '^E: [0-9.]* 0000 0003' "$room/first.events") losses"
pull
eventually no_devices
files=/var/lib/inkd/recordings/0/$name
check "its files are for the daemon alone" [ "$(stat -Lc %a "$files"/* | sort -u)" = 600 ]
check "in the state folder of the service" cmp "$files/0001.inklog.zst" "$room/first/$name-0001.inklog.zst"
first=$room/first/$name-0001.inklog.zst
inkctl convert "$first" "$room/first.yml" 2> /dev/null

if /usr/bin/python3 -c 'import libevdev, yaml, pyudev' 2> /dev/null && command -v libinput > /dev/null; then
    begin libinput
    mkfifo "$room/keys"
    sleep 600 > "$room/keys" &
    holder=$!
    /usr/bin/python3 /usr/libexec/libinput/libinput-replay "$room/first.yml" < "$room/keys" > "$room/libinput.log" 2>&1 &
    player=$!
    eventually lists "Guest Pen"
    echo > "$room/keys"
    eventually recorded "$frames"
    finish libinput
    compared "libinput replay" libinput
    gone "$player" "$holder"
else
    skip "libinput replay" "make deps-test installs libinput-tools"
fi

if command -v evemu-device > /dev/null; then
    begin evemu
    evemu-device "$room/first.events" > "$room/evemu.log" 2>&1 &
    player=$!
    eventually lists "Guest Pen"
    evemu-play "$(grep -o '/dev/input/event[0-9]*' "$room/evemu.log")" < <(grep '^E:' "$room/first.events")
    eventually recorded "$frames"
    finish evemu
    compared "evemu-play" evemu
    gone "$player"
else
    skip "evemu-play" "make deps-test installs evemu-tools"
fi

begin uinput
mkfifo "$room/lines"
inkctl replay --uinput --step "$first" < "$room/lines" 2> "$room/uinput.log" &
player=$!
exec 9> "$room/lines"
check "inkctl replay --uinput makes the device" eventually lists "Guest Pen"
echo >&9
eventually recorded $((frames / 2))
echo >&9
eventually recorded "$frames"
finish uinput
compared "inkctl replay --uinput" uinput
check "on the same device" same_device uinput
exec 9>&-
check "and takes it away at the end" eventually no_devices
wait "$player"
check "which was its good end" [ $? = 0 ]
inkctl replay --uinput --delay 600 "$room/first.events" 2> /dev/null &
player=$!
eventually lists "Guest Pen"
kill "$player"
check "interrupted it takes the device away" eventually no_devices

check "in an inkd of its own a recording becomes strokes" \
    matches '"change":"contentChanged"' '"strokes":1' < <(inkctl replay "$room/first.yml" --speed 20)

plug "Guest Pen" -r 200 -n 60 -h 120 pen
begin crash
touch "$go"
eventually recorded "$frames"
pid=$(main_pid)
kill -KILL "$pid"
is_back() { [ "$(main_pid)" != "$pid" ] && replies '"product":' org.varlink.service.GetInfo; }
eventually is_back
pull
check "a daemon that was killed does not go on recording" fails records
listed() { inkctl record list | grep "$name" | grep -q "cut off"; }
check "its recording is listed" eventually listed
fetch crash
check "and whole up to there" is_beginning "$room/crash.events"
echo "# $(count crash) of $frames frames outlived it"
inkctl record delete "$name" > /dev/null
check "deleted it is gone" [ ! -e "/var/lib/inkd/recordings/0/$name" ]
inkctl record delete --all > /dev/null
check "and so are all" [ -z "$(ls "/var/lib/inkd/recordings/0")" ]
with_relays
