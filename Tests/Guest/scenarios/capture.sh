# While a pen writes text for an input method, no other program gets its events, or with a relay, no other program sees its tip. libinput, as in a
# compositor, is the witness.
. "$(dirname "$0")/lib.sh"
seen=/run/libinput.log
tools() { grep -c TABLET_TOOL_ "$seen"; }       # all that libinput has seen of pens
clean() { # clean FROM: since that line a tool came, touched, left and went, and came before all else
    tail -n "+$1" "$seen" | grep TABLET_TOOL_ | awk '
        NR == 1 && !(/TABLET_TOOL_PROXIMITY/ && /proximity-in/) { exit bad = 1 }
        /proximity-in/ { come++ } /proximity-out/ { gone++ } / down/ { down++ } / up/ { up++ }
        END { exit bad || !(come == 1 && gone == 1 && down >= 1 && up == down) }'
}
session() { told method | grep -o '"session":[0-9]*' | cut -d: -f2; }
ask() { call "TextInput.$1" "{\"session\":$(session)${2:+,$2}}"; }
is_captured() { replies '"captured":true' TextInput.GetStatus; }
is_free() { replies '"captured":false' TextInput.GetStatus; }
strokes_were_told() { [ "$(told method | grep -c '"change":"strokeBegan"')" -eq "$1" ]; }
# A process that has been reaped holds no device any more: all its threads have closed what they shared.
is_gone() { [ ! -e "/proc/$1" ]; }
stroke() { # lets the pen play once more and waits until it has
    touch "$go"
    eventually test ! -e "$go"
}
start_witness() {
    stdbuf -oL libinput debug-events > "$seen" 2>&1 &
    witness=$!
}
attach() { # an input method; its stream is kept as a watch
    : > "$watches/method"
    printf '{"method":"org.inkd.TextInput.Attach","parameters":{"name":"guest"},"more":true}\0' \
        | socat -t 3600 - "UNIX-CONNECT:$socket" > "$watches/method" 2> /dev/null &
    method=$!
    eventually was_told method "\"session\":"
}

# twin_hovers: plays a stroke; whether libinput has seen the pen come by way of its twin since line $line
twin_hovers() {
    stroke
    sleep 0.5
    tail -n "+$line" "$seen" | grep -q "$twin .*TABLET_TOOL_PROXIMITY.*proximity-in"
}

if ! command -v libinput > /dev/null; then
    skip "capturing the pen" "no libinput here (make deps-test installs libinput-tools)"
else
    # a relay's twin hovers while the pen writes, so that programs show its cursor
    without_relays
    plug "Guest Pen" -e -n 40 -r 100 -c 6 -h 60 pen
    start_witness
    check "libinput sees the pen's device" eventually grep -q 'DEVICE_ADDED.*Guest Pen' "$seen"
    stroke
    check "while nobody writes text it sees the pen" eventually clean 1
    attach
    ask Focus '"purpose":"text"' > /dev/null
    check "a field with the focus captures the pen" eventually is_captured
    before=$(tools)
    stroke
    check "inkd saw the stroke" eventually was_told method '"change":"strokeBegan"'
    check "libinput saw nothing of it" test "$(tools)" = "$before"
    ask Unfocus > /dev/null
    check "without a field the pen is free" eventually is_free
    line=$(($(wc -l < "$seen") + 1))
    stroke
    check "libinput sees a clean tool again" eventually clean "$line"
    ask Focus '"purpose":"text"' > /dev/null
    check "captured once more" eventually is_captured
    kill "$method" 2> /dev/null; wait "$method" 2> /dev/null
    check "an input method that is gone captures nothing" eventually is_free
    attach
    ask Focus '"purpose":"text"' > /dev/null
    check "captured by the next one" eventually is_captured
    line=$(($(wc -l < "$seen") + 1))
    pid=$(main_pid)
    kill -KILL "$pid"
    check "the killed daemon is gone, and its grab with it" eventually is_gone "$pid"
    stroke
    check "after the daemon was killed libinput sees a clean tool" eventually clean "$line"
    kill "$witness" 2> /dev/null
    pull
    systemctl start inkd.service
    check "and inkd serves again" eventually is_free
    attach
    ask Focus '"purpose":"text"' > /dev/null
    plug "Guest Pen" -e -q -n 40 -r 100 -c 2 -h 60 pen
    check "a pen that comes is captured" eventually is_captured
    stroke
    ask Unfocus > /dev/null
    check "one that goes away without telling is given back" eventually is_free
    ask Focus '"purpose":"text"' > /dev/null
    check "and captured again, though its tool was never told to leave" eventually is_captured
    stroke
    check "both its strokes were seen" eventually strokes_were_told 2
    pull
    eventually no_devices
    with_relays

    # inkd grabs a pen that comes while a field has the focus, before its relay can
    start_witness
    line=1
    plug "Guest Pen" -e -n 40 -r 100 -c 60 -h 60 pen
    check "a pen with a relay is captured at once" eventually is_captured
    check "its relay makes a twin" eventually is_relayed
    twin=$(twin_of "Guest Pen")
    check "and grabs the pen while the field has the focus" eventually twin_hovers
    check "inkd saw its strokes" eventually was_told method '"change":"strokeBegan"'
    check "no other program has seen its tip" fails grep -q 'TOOL_TIP.* down' "$seen"
    systemctl stop 'inkd-pen@*'
    check "without its relay it is captured again" eventually is_captured
    check "and its twin is gone" fails is_relayed
    before=$(tools)
    stroke
    check "libinput then sees nothing of it" test "$(tools)" = "$before"
    kill "$witness" "$method" 2> /dev/null
    pull
fi
