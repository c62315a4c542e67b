# The relay of a pen: its twin is like it, nothing is slow, and nothing stays stuck, whatever ends in the middle. libinput is the witness; pens.py has the
# daemon's end of the socket.
. "$(dirname "$0")/lib.sh"
rig=/run/relay
seen=$rig/seen tick=0
relays_are() { [ "$(systemctl list-units --no-legend --plain --state=active 'inkd-pen@*' | wc -l)" -eq "$1" ]; } # relays_are NUMBER
relay_pid() { systemctl show -P MainPID "inkd-pen@$(node_of "Guest Pen").service"; }
has_twin() { [ -n "$(twin_of "$1")" ] && grep -q "$(twin_of "$1") .*DEVICE_ADDED" "$seen"; }
has_no_twin() { [ -z "$(twin_of "$1")" ]; }
same() { cmp "/sys/class/input/$1/device/$3" "/sys/class/input/$2/device/$3"; } # same NODE NODE FILE
property_of() { udevadm info -q property "/dev/input/$1" | sed -n "s/^$2=//p"; } # property_of NODE NAME
has_relay_acl() { getfacl -c "/dev/input/$1" | grep -qx 'group:inkd-pen:r--'; }
direct() { echo "$*" > $rig/commands; }
log_has() { tail -n "+$log_line" $rig/log | grep -qx "$1"; }      # since `mark`
log_lacks() { ! log_has "$1"; }
events() { tail -n "+$seen_line" "$seen" | grep TABLET_TOOL_; }     # since `mark`
# mark: begins the lists of the log and of the events, once the pen waits for `go` and libinput has been silent: the last stroke may come in late,
# and libinput takes a pen that pauses for 50 ms away and brings it back
mark() {
    ! kill -0 "${player:-x}" 2> /dev/null || eventually said "before $((tick + 1))"
    eventually silent
    start_lists
}
silent() {
    local size
    size=$(stat -c %s $rig/log "$seen")
    sleep 0.7
    [ "$size" = "$(stat -c %s $rig/log "$seen")" ]
}
start_lists() { log_line=$(($(wc -l < $rig/log) + 1)) seen_line=$(($(wc -l < "$seen") + 1)); }
count() { events | grep -c -- "$1"; } # count PATTERN
counts() { [ "$(count "$1")" -eq "$2" ]; } # counts PATTERN NUMBER
# settled: each tool that came has left, each tip and button that is down is up
settled() {
    events | awk '/proximity-in/ { near++ } /proximity-out/ { near-- } /TOOL_TIP.* down/ { tip++ } /TOOL_TIP.* up/ { tip-- }
        / pressed/ { button++ } / released/ { button-- } END { exit !(near == 0 && tip == 0 && button == 0) }'
}
# check_settled WHAT: all is soon settled; prints the tool's events if it is not
check_settled() {
    local before=$failed
    check "$1" eventually settled
    [ "$failed" = "$before" ] || events | sed 's/^/# /'
}
# clean TIPS: since `mark` one tool came first and left last, and its tip went down so many times
clean() { settled && counts proximity-in 1 && counts 'TOOL_TIP.* down' "$1" && events | head -1 | grep -q proximity-in; }
# left: all is settled, and a tool has left; a twin that is silent for 50 ms leaves and comes back to libinput
left() { settled && events | grep -q proximity-out; }
# go: lets the pen play up to the next `go`
go() { touch "$rig/go$((tick += 1))"; }
said() { grep -qx "$1" $rig/said; }
# start_pen: plugs the pen in that plays the script from standard input; each "next" in it waits for `go`
start_pen() {
    tick=0
    rm -f $rig/go*
    awk -v rig=$rig '/^next/ { print "say before " ++n; print "go " rig "/go" n; next } { print }' > $rig/script
    : > $rig/said
    "$GUEST_WORK/virtual-device" -h 0.2 -P usb-0000:00:14.0-1.1/input0 script $rig/script > $rig/said 2> /dev/null &
    player=$!
    eventually lists "Guest Pen"
    eventually test -n "$(node_of "Guest Pen")"
    real=$(node_of "Guest Pen")
    eventually has_twin "Guest Pen"
    eventually log_has "grab 1"
    twin=$(twin_of "Guest Pen")
}

mkdir -p $rig /etc/systemd/system/inkd-pen@.service.d
chmod 755 $rig
mkfifo $rig/commands
: > $rig/log
printf '[Service]\nExecStart=\nExecStart=/usr/libexec/inkd-pen --socket %s/pens /dev/input/%%i\n' $rig > /etc/systemd/system/inkd-pen@.service.d/test.conf
systemctl daemon-reload
systemctl start inkd.service

if ! command -v libinput > /dev/null; then
    skip "relaying a pen" "no libinput here (make deps-test installs libinput-tools)"
else
    stdbuf -oL libinput debug-events > $seen 2>&1 &
    witness=$!
    mark
    check "the units have no faults" systemd-analyze verify --man=no inkd-pen@event0.service inkd-pens.socket
    check "systemd judges the relay safe" systemd-analyze security --no-pager --threshold=8 inkd-pen@event0.service
    echo "# $(systemd-analyze security --no-pager inkd-pen@event0.service | tail -1)"
    # without a daemon that wants it there is no twin
    "$GUEST_WORK/virtual-device" -g $rig/first -p 0 -h 0 -n 20 pen 2> /dev/null &
    first=$!
    check "a pen starts its relay" eventually relays_are 1
    eventually lists "Guest Pen"
    check "without a daemon that asks for it there is no twin" has_no_twin "Guest Pen"
    touch $rig/first
    wait $first
    check "the relay ends with its pen" eventually relays_are 0

    "$(dirname "$GUEST_SCRIPT")/../pens.py" $rig/pens $rig/log $rig/commands &
    daemon=$!
    eventually test -S $rig/pens
    mark
    start_pen << 'S'
next
in 50 50
move 60 60 100
button 1
button 0
down 1500
move 100 80 300
up
out
next
in 50 50
move 60 60 50
down 1500
move 80 60 200
up
out
next
in 60 60
down 1500
rest 60
up
wait 700
out
next
in 60 60
down 1500
rest 700
move 80 60 100
up
out
next
in 60 60
down 1500
move 70 60 100
rest 300
say writing
next
move 80 60 100
up
out
next
in 200 150
down 1500
move 210 150 100
say dragging
next
move 230 150 100
up
out
wait 300
in 60 60
move 70 60 60
out
next
in 60 60
move 70 60 100
say hovering
next
move 80 60 100
out
next
in 60 60
down 1500
move 70 60 100
say before
rate 400
move 110 60 3000
rate 200
up
out
next
in 60 60
down 1500
move 70 60 100
say stalled
rate 400
move 110 60 3000
rate 200
up
wait 100
down 1500
rest 50
up
out
next
in 60 60
down 1500
move 70 60 100
up
out
next
in 200 150
down 1500
move 210 150 100
say last
next
S
    check "the relay greets the daemon, and grabs the pen once its twin is there" log_has "grab 1"
    for file in name id/bustype id/vendor id/product id/version properties capabilities/{ev,key,abs,msc,rel,sw}; do
        check "the twin's $file is the pen's" same "$real" "$twin" "$file"
    done
    check "the twin is of the same group to libinput" test "$(property_of "$real" LIBINPUT_DEVICE_GROUP)" = "$(property_of "$twin" LIBINPUT_DEVICE_GROUP)"
    check "libinput lists both with one size" test "$(libinput list-devices 2> /dev/null | grep -A8 'Device: *Guest Pen' | grep -c '298x169mm')" -eq 2
    check "the relay's group may read the pen" has_relay_acl "$real"
    check "the twin is opened neither to inkd nor to a relay" fails grep -q 'group:inkd' <(getfacl -c "/dev/input/$twin")
    check "no relay runs for the twin" relays_are 1
    check "inkd does not list the twin" test "$(call Devices.List | grep -o '"name":"Guest Pen"' | wc -l)" -eq 1
    check "the relay has no root rights, and a filter of system calls" test "$(awk '/^Uid/ { uid = $2 } /^Seccomp:/ { filter = $2 } END { print (uid > 0) filter }' "/proc/$(relay_pid)/status")" = 12

    mark; go
    check "in mode pass a stroke is a drag" eventually clean 1
    check "and its button a button" counts ' pressed' 1
    check "the daemon sees it, too" eventually log_has "verdict passes"
    direct fields 10 10 140 120 1
    direct decide
    sleep 0.5
    mark; go
    check "a stroke over a field writes" eventually log_has "verdict writes"
    check "and programs see the pen hover" eventually clean 0
    sleep 1.6
    mark; go
    check "a tap in a field is a tap" eventually log_has "verdict tap"
    check "which programs see" eventually clean 1
    mark; go
    check "a press in a field is a press" eventually log_has "verdict passes"
    check "and then a drag" eventually clean 1

    mark; go
    eventually said writing
    check "a pen that rests while it writes stays near" counts proximity-out 0
    kill -KILL "$(relay_pid)"
    check_settled "killed while the pen writes: the twin leaves"
    check "and another relay makes another one" eventually has_twin "Guest Pen"
    go
    check "the rest of the stroke ends cleanly" eventually counts 'proximity-out' 2
    eventually log_has "grab 1"
    mark; go
    eventually said dragging
    kill -KILL "$(relay_pid)"
    check_settled "killed in a drag: the tip is up and the twin leaves"
    # the pen moves on once the next relay is there, and not while it starts
    eventually has_no_twin "Guest Pen"
    eventually has_twin "Guest Pen"
    mark; go
    check_settled "the pen then works by itself or by its relay"
    eventually log_has "grab 1"
    mark; go
    eventually said hovering
    kill -KILL "$(relay_pid)"
    check_settled "killed while the pen hovers: the twin leaves"
    go
    check "and the next relay grabs the pen when it has gone" eventually log_has "grab 1"
    eventually settled

    mark; go
    eventually said before
    eventually log_has "verdict writes"
    pid=$(relay_pid)
    kill -STOP "$pid"
    sleep 1.5
    kill -CONT "$pid"
    check "lost events cancel a stroke" eventually log_has "verdict canceled"
    check "the twin leaves with the pen" eventually left
    check "no program sees a contact of it" counts 'TOOL_TIP.* down' 0
    check "the relay lives" test "$(relay_pid)" = "$pid"

    mark; go
    eventually said stalled
    kill -STOP $daemon
    sleep 3.5
    check "a daemon that does not read: the pen goes on" eventually counts 'TOOL_TIP.* down' 1
    kill -CONT $daemon
    check "and leaves cleanly" eventually settled
    check "the daemon sees the whole state afterwards" eventually log_has "frame passes lost"
    mark; go
    check "and strokes write again" eventually log_has "verdict writes"
    eventually clean 0

    kill $daemon
    wait $daemon 2> /dev/null
    rm -f $rig/pens
    mark; go
    eventually said last
    check "without the daemon the pen points" eventually counts 'TOOL_TIP.* down' 1
    kill "$player"
    wait "$player"
    check "unplugged in a drag: the tip is up and both are gone" eventually settled
    check "and the relay has ended" eventually relays_are 0
    check "no unit failed" fails grep -q . <(systemctl list-units --failed --no-legend 'inkd-pen@*')
    check "the journal names no position" fails journalctl -q --no-pager -u 'inkd-pen@*' --grep '[0-9]{4,}, *[0-9]{4,}'

    # what the hop costs
    "$(dirname "$GUEST_SCRIPT")/../pens.py" $rig/pens $rig/log $rig/commands &
    daemon=$!
    mark
    direct pass
    "$GUEST_WORK/virtual-device" -g $rig/node -p 0 -h 0.5 -r 1000 -n 3000 delay > $rig/delay 2> /dev/null &
    player=$!
    eventually has_twin "Guest Pen"
    eventually log_has "grab 1"
    pid=$(relay_pid)
    nanoseconds() { awk '{ print $1 }' "/proc/$pid/schedstat"; }
    kill $witness 2> /dev/null
    before=$(nanoseconds)
    echo "/dev/input/$(twin_of "Guest Pen")" > $rig/node.part
    mv $rig/node.part $rig/node
    eventually grep -q read $rig/delay
    after=$(nanoseconds)
    wait $player
    while read -r line; do echo "# relay at 1,000 Hz: $line"; done < $rig/delay
    echo "# relay's processor time: $(((after - before) / 3000 / 1000)) µs a frame"
    check "99 % of the frames come to the twin within 100 µs" awk '/^stamp/ && $5 <= 100 { good = 1 } END { exit !good }' $rig/delay
    check "no frame is lost" grep -qx "frames 3000 lost 0" $rig/delay
    kill $daemon 2> /dev/null
    wait $daemon 2> /dev/null
fi
rm -rf $rig /etc/systemd/system/inkd-pen@.service.d
systemctl daemon-reload
