# What is written on the lock screen, by somebody else or while the machine goes to sleep is not for whoever sits there otherwise: tablets are
# closed then. In each case somebody writes, and the session's user, who watches pointers and editors all the while, tries to get it.
. "$(dirname "$0")/lib.sh"
is_paused() { replies "\"name\":\"${2:-seat0}\",\"paused\":\"$1\"|\"paused\":\"$1\",.*\"name\":\"${2:-seat0}\"" Devices.List; } # is_paused WHY [SEAT]
# watch_as USER NAME METHOD: a watch of a user's, into a file
watch_as() {
    : > "$watches/$2"
    printf '{"method":"org.inkd.%s","parameters":{},"more":true}\0' "$3" \
        | setpriv --reuid "$1" --regid "$1" --clear-groups socat -t 3600 - "UNIX-CONNECT:$socket" >> "$watches/$2" 2> /dev/null &
    spies+=($!)
}
spies=()
downs() { told "$1" | grep -o '"phase":"down"' | wc -l; }
has_downs() { [ "$(downs "$1")" -eq "$2" ]; } # has_downs NAME COUNT
draw() { touch "$1" && eventually fails test -e "$1"; } # draw FILE: a pen's stroke
strokes_of() { call_as "$1" Editor.List | grep -o '"strokes":[0-9]*' | cut -d: -f2 | sort -n | tail -1; }
has_strokes() { [ "$(strokes_of "$1")" = "$2" ]; } # has_strokes USER COUNT
# draws_unseen WHAT: nobody gets a stroke that is drawn now
draws_unseen() {
    local before
    before=$(downs pointers)
    draw "$go"
    sleep 1
    check "what is drawn $1 reaches no watch" has_downs pointers "$before"
}
may_open() { setpriv --reuid inkd --regid inkd --clear-groups sh -c ': < "/dev/input/$1"' sh "$(node_of "$1")"; }
refused() { setpriv --reuid inkd --regid inkd --clear-groups sh -c ': < "/dev/input/$1"' sh "$(node_of "$1")" 2>&1 | grep -q "Permission denied"; }

need_sessions required
# nodes are counted here: inkd has none open of a pen with a relay
without_relays
for user in 1234:writer 1235:second 1236:greeter; do
    getent passwd "${user%%:*}" > /dev/null || useradd --uid "${user%%:*}" "${user##*:}"
done
go=/run/secrecy.go
"$GUEST_WORK/virtual-device" -g "$go" -p 0 -e -n 20 -r 100 -c 30 -h 60 pen 2> /dev/null &
pens=($!)
"$GUEST_WORK/virtual-device" -g /run/secrecy.keyboard -p 0 -h 1 keyboard 2> /dev/null &
pens+=($!)

# keyboards
check "udev opens the pen to inkd's group" eventually has_acl "Guest Pen"
check "and not the keyboard" eventually eval '[ -n "$(node_of "Guest Keyboard")" ] && ! has_acl "Guest Keyboard"'
check "inkd's user may open the pen" may_open "Guest Pen"
check "and may not open the keyboard" refused "Guest Keyboard"
check "the service is in no other group" eval '[ "$(sed -n "s/^Groups:[[:space:]]*//p" "/proc/$(main_pid)/status" | xargs)" = "$(getent group inkd | cut -d: -f3)" ]'

# without a session
check "without a session no tablet is opened" eventually is_paused inactive
check "its node is closed" has_open 0
check "the service says so" status_matches "*seat0 is paused: inactive*"

log_in writer seat0 1
if ! eventually is_active 1234 seat0; then
    skip "sessions" "logind makes none here (make deps-test installs libpam-systemd)"
else
    check "a session that is not locked has it opened" eventually has_open 1
    watch_as 1234 pointers Pointer.Watch
    watch_as 1234 editors Editor.Watch
    check "its user watches" eventually was_told editors '"change":"present"'
    draw "$go"
    check "its user sees what is drawn" eventually has_downs pointers 1
    check "and has the ink" eventually has_strokes 1234 1

    # the lock screen
    set_lock 1234 seat0 true
    check "a locked session has it closed" eventually has_open 0
    check "watches of pointers say why" eventually was_told pointers '"paused":"locked"'
    check "and those of editors" eventually was_told editors '"change":"paused"' '"paused":"locked"'
    draws_unseen "on the lock screen"
    check "nor the editor" has_strokes 1234 1
    set_lock 1234 seat0 false
    check "unlocked it is opened again" eventually has_open 1
    draw "$go"
    check "and what is drawn is seen again" eventually has_downs pointers 2

    # another terminal
    busybox chvt 4
    check "behind another terminal it is closed" eventually has_open 0
    draws_unseen "there"
    busybox chvt 1
    check "in front again it is opened" eventually has_open 1

    # somebody logs in
    log_in greeter seat0 3 greeter
    eventually eval 'loginctl list-sessions --no-legend | grep -q greeter'
    busybox chvt 3
    check "while somebody logs in it is closed" eventually is_paused greeter
    check "its node, too" has_open 0
    draws_unseen "at the greeter"
    check "the greeter's user has no tablet" fails eval 'call_as 1236 Devices.List | matches "Guest Pen"'
    busybox chvt 1
    check "back in the session it is opened" eventually has_open 1
    check "and its ink is still there" eventually has_strokes 1234 2
    systemctl stop session-greeter-seat0.service

    # another user
    log_in second seat0 2
    busybox chvt 2
    check "another user's session has it opened" eventually eval 'is_active 1235 seat0 && has_open 1 && ! is_paused inactive'
    check "the one before is told" eventually was_told pointers '"paused":"inactive"'
    draws_unseen "by another user"
    check "who has that stroke" eventually has_strokes 1235 1
    check "and nobody else" eval '[ -z "$(strokes_of 1234)" ]'
    busybox chvt 1
    check "the first one is back" eventually eval 'is_active 1234 seat0 && has_open 1'
    check "and finds no ink of anybody's" eventually has_strokes 1234 0
    systemctl stop session-second-seat0.service

    # another seat
    cat > /etc/udev/rules.d/72-secrecy.rules << 'RULES'
SUBSYSTEM=="input", ATTRS{name}=="Second Pen", ENV{ID_SEAT}="seat1", TAG+="seat", TAG+="master-of-seat"
RULES
    udevadm control --reload
    "$GUEST_WORK/virtual-device" -g /run/secrecy.second -p 0 -e -n 20 -r 100 -c 9 -h 60 -m "Second Pen" pen 2> /dev/null &
    pens+=($!)
    check "another seat's tablet waits for a session there" eventually is_paused inactive seat1
    check "the first seat's stays open alone" has_open 1
    log_in second seat1 ""
    check "a session there has it opened" eventually has_open 2
    before=$(downs pointers)
    draw /run/secrecy.second
    check "what is drawn there is its user's" eventually has_strokes 1235 1
    check "and reaches nobody else" has_downs pointers "$before"
    set_lock 1234 seat0 true
    check "locking one seat closes its tablet and no other" eventually has_open 1
    set_lock 1234 seat0 false
    check "and unlocking opens it" eventually has_open 2
    systemctl stop session-second-seat1.service
    check "the other seat's is closed with its session" eventually has_open 1

    # sleep
    inhibits() { logind /org/freedesktop/login1 org.freedesktop.login1.Manager ListInhibitors | grep -q '"sleep" "inkd"'; }
    mkdir -p /run/systemd/system/systemd-suspend.service.d
    cat > /run/systemd/system/systemd-suspend.service.d/sleep.conf << SLEEP
[Service]
ExecStart=
ExecStart=/bin/sh -c 'find /proc/$(main_pid)/fd -type l -exec readlink {} + | grep /dev/input/event > /run/open-nodes; touch /run/asleep; until [ -e /run/awake ]; do sleep 0.2; done'
SLEEP
    systemctl daemon-reload
    check "sleep waits for inkd" eventually inhibits
    systemctl suspend
    if eventually test -e /run/asleep; then
        check "when sleep began every tablet was closed" fails test -s /run/open-nodes
        check "inkd holds sleep back no longer" fails inhibits
        check "it says so" is_paused asleep
        draws_unseen "before the machine sleeps"
        touch /run/awake
        check "awake again it is opened" eventually has_open 1
        check "and the next sleep waits again" eventually inhibits
    else
        check "logind sleeps" false
    fi

    # a pen with a relay, whose node inkd does not have open
    with_relays
    "$GUEST_WORK/virtual-device" -g /run/secrecy.relayed -p 0 -e -n 20 -r 100 -c 9 -h 60 -m "Relayed Pen" pen 2> /dev/null &
    pens+=($!)
    check "a pen with a relay has a twin" eventually is_relayed
    check "and is read through the relay" eventually has_open 1
    before=$(downs pointers)
    draw /run/secrecy.relayed
    check "its user sees what is drawn" eventually has_downs pointers $((before + 1))
    set_lock 1234 seat0 true
    eventually is_paused locked
    before=$(downs pointers)
    draw /run/secrecy.relayed
    sleep 1
    check "what is drawn on the lock screen reaches no watch by the relay" has_downs pointers "$before"
    set_lock 1234 seat0 false
    eventually fails is_paused locked
    draw /run/secrecy.relayed
    check "unlocked it is seen again" eventually has_downs pointers $((before + 1))

    # no logind
    systemctl mask --runtime --now systemd-logind.service 2> /dev/null
    check "without logind it is closed" eventually is_paused noLogind
    check "its node, too" has_open 0
    draws_unseen "without logind"
    systemctl unmask --runtime systemd-logind.service 2> /dev/null
    systemctl start systemd-logind.service
    check "with logind again it is opened" eventually has_open 1
    draw "$go"
    check "and what is drawn is seen" eventually was_told pointers '"phase":"up"'
    systemctl stop session-writer-seat0.service
    check "with the session's end it is closed" eventually has_open 0
fi
logged() { journalctl -u inkd.service --no-pager | grep -q "$1"; }
check "the journal says when tablets are closed" logged "devices of seat0 are closed: locked"
kill "${spies[@]}" "${pens[@]}" 2> /dev/null
wait "${pens[@]}" 2> /dev/null || true
rm -f /etc/udev/rules.d/72-secrecy.rules
udevadm control --reload
with_relays
need_sessions none
