# Functions that scenarios share: checks, clients of the socket, devices.
set -u
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
# a scenario that is performed reads this file again
[ -z "${scenario:-}" ] || return 0
socket=/run/inkd/org.inkd
watches=/run/watches
passed=0 failed=0 skipped=0
mkdir -p "$watches"

check() { # check WHAT COMMAND...
    if "${@:2}" > /dev/null 2>&1; then
        echo "ok $1"
        passed=$((passed + 1))
    else
        echo "not ok $1"
        failed=$((failed + 1))
    fi
}
skip() { # skip WHAT WHY
    echo "skipped $1: $2"
    skipped=$((skipped + 1))
}
report() {
    if [ "$failed" -gt 0 ]; then journalctl --no-pager -o short-monotonic -u inkd.service -u inkd.socket -u 'inkd-pen@*' | tail -80; fi
    echo "$passed passed, $failed failed, $skipped skipped"
    [ "$failed" -eq 0 ]
}
# Nobody has logged in here, but where a scenario says so: devices are read all the same, and only `need_sessions required` makes it as it
# is shipped.
need_sessions() { # need_sessions required|none
    sed -i "s/^  sessions: .*/  sessions: $1/" /etc/inkd/inkd.yaml
    if systemctl is-active --quiet inkd.service; then systemctl reload inkd.service; fi
}
systemd-sysusers 2> /dev/null # udev opens tablets to inkd's group
need_sessions none
# A single scenario finds the service running.
case $(basename "$0") in all.sh | service.sh) ;; *) systemctl start inkd.socket inkd.service ;; esac
# A scenario that an error ends, such as a variable without a value, is a failed check.
trap '[ -z "${scenario:-}" ] || check "$scenario runs to its end" false; report; exit $?' EXIT
perform() { # perform SCENARIO
    scenario=$1
    # bash goes on after a file that it cannot parse
    if bash -n "$(dirname "$0")/$1.sh"; then . "$(dirname "$0")/$1.sh"; else check "$1 can be parsed" false; fi
    scenario=
}

# eventually COMMAND...: as soon as it succeeds, for up to a minute, and at least 50 times: the guest's clock leaps if the host stands still for a while
eventually() {
    local limit=$((SECONDS + 60)) attempts=0
    until "$@" > /dev/null 2>&1; do
        [ "$SECONDS" -lt "$limit" ] || [ "$((attempts += 1))" -lt 50 ] || return 1
        sleep 0.1
    done
}
# matches PATTERN...: whether a line of the input has them all. An object's members come in any order: one pattern for each.
matches() {
    local kept pattern
    kept=$(cat)
    for pattern; do kept=$(grep -E -- "$pattern" <<< "$kept") || return 1; done
}
fails() { ! "$@"; }
property() { [[ "$(systemctl show -P "$2" "$1")" == $3 ]]; } # property UNIT NAME PATTERN
main_pid() { systemctl show -P MainPID inkd.service; }
is_new() { local now; now=$(main_pid); [ "$now" != 0 ] && [ "$now" != "$1" ]; } # is_new PID: inkd runs, in another process
status_matches() { property inkd.service StatusText "$1"; }

nothing='{}'
full() { case $1 in org.*) echo "$1" ;; *) echo "org.inkd.$1" ;; esac; } # methods are named without what nearly all begin with
call_as() { # call_as USER METHOD [PARAMETERS]: the reply
    printf '{"method":"%s","parameters":%s}\0' "$(full "$2")" "${3:-$nothing}" \
        | setpriv --reuid "$1" --regid "$1" --clear-groups socat -t 30 - "UNIX-CONNECT:$socket" | tr '\0' '\n'
}
call() { call_as 0 "$@"; }
replies() { call "${@:2}" | matches "$1"; } # replies PATTERN METHOD [PARAMETERS]
lists() { replies "\"name\":\"$1\"" Devices.List; }
id_of() { call Devices.List | tr '{' '\n' | grep -F "\"name\":\"$1\"" | grep -o '"id":[0-9]*' | cut -d: -f2; }

# watch NAME METHOD: a client that keeps what it is told, from the moment that inkd knows of it
watch() {
    : > "$watches/$1"
    printf '{"method":"%s","parameters":{},"more":true}\0' "org.inkd.$2" \
        | socat -t 3600 - "UNIX-CONNECT:$socket" >> "$watches/$1" 2> /dev/null &
    watchers+=($!)
    eventually status_matches "*, ${#watchers[@]} clients*"
}
told() { tr '\0' '\n' < "$watches/$1"; } # told NAME: all messages, one a line
was_told() { told "$1" | matches "${@:2}"; } # was_told NAME PATTERN...: one message with them all
# members KEY...: of each object in the input that has the first of them and no object within, the values of all, a line each
members() {
    grep -oE '\{[^{}]*\}' | awk -v keys="$*" '
        function value(key) {
            if (!match($0, "\"" key "\":\"?[-A-Za-z0-9.]+")) return "-"
            key = substr($0, RSTART, RLENGTH)
            sub(/^[^:]*:"?/, "", key)
            return key
        }
        BEGIN { count = split(keys, key, " ") }
        {
            if (value(key[1]) == "-") next
            line = value(key[1])
            for (i = 2; i <= count; i++) line = line " " value(key[i])
            print line
        }'
}
watchers=()
unwatch() { # ends all watches
    [ ${#watchers[@]} -eq 0 ] || kill "${watchers[@]}" 2> /dev/null
    watchers=()
    eventually status_matches "*, 0 clients*"
}

# log_in USER SEAT VT [CLASS]: a session of logind's, for as long as the unit session-USER-SEAT runs; without VT on a seat that has none
log_in() {
    systemd-run --quiet --unit="session-$1-$2" -p PAMName=login -p User="$1" -E XDG_SEAT="$2" ${3:+-E XDG_VTNR="$3"} \
        -E XDG_SESSION_TYPE=wayland -E XDG_SESSION_CLASS="${4:-user}" sleep 900
}
logind() { busctl call org.freedesktop.login1 "$@"; }
is_active() { grep -q "ACTIVE_UID=$1\$" "/run/systemd/seats/$2"; } # is_active USER SEAT
set_lock() { # set_lock USER SEAT true|false: as the session's own desktop does
    local path
    path=$(logind /org/freedesktop/login1 org.freedesktop.login1.Manager GetSession s \
        "$(loginctl list-sessions --no-legend | awk -v user="$1" -v seat="$2" '$2 == user && $4 == seat { print $1 }' | head -1)" | cut -d'"' -f2)
    setpriv --reuid "$1" --regid "$1" --clear-groups busctl call org.freedesktop.login1 "$path" org.freedesktop.login1.Session SetLockedHint b "$3"
}

# node_of NAME: the event node of a device, not of its twin
node_of() {
    local name
    grep -l -x "$1" /sys/class/input/event*/device/name | while read -r name; do
        grep -q /inkd "${name%name}phys" || cut -d/ -f5 <<< "$name"
    done | head -1
}
has_acl() { getfacl -c "/dev/input/$(node_of "$1")" | grep -qx 'group:inkd:r--'; } # has_acl NAME: inkd's group may open it
open_nodes() { find "/proc/$(main_pid)/fd" -type l -exec readlink {} + 2> /dev/null | grep -c '^/dev/input/event'; }
has_open() { [ "$(open_nodes)" -eq "$1" ]; } # has_open COUNT: the nodes that the daemon has open

# without_relays: inkd reads pens from their nodes from now on; with_relays: pens that come get a relay, as they do without a call of these
without_relays() {
    mkdir -p /run/systemd/system
    ln -sf /dev/null /run/systemd/system/inkd-pen@.service
    systemctl daemon-reload
    systemctl stop 'inkd-pen@*'
}
with_relays() {
    rm -f /run/systemd/system/inkd-pen@.service
    systemctl daemon-reload
}
# twin_of NAME: the event node of the twin
twin_of() {
    local phys
    for phys in /sys/class/input/event*/device/phys; do
        if grep -q /inkd "$phys" && grep -qx "$1" "${phys%phys}name"; then cut -d/ -f5 <<< "$phys"; fi
    done
}
is_relayed() { grep -qs /inkd /sys/class/input/event*/device/phys; } # a pen has a twin

# plug NAME ARGUMENTS...: makes a device with virtual-device; back when inkd lists it
plug() {
    go=$(mktemp -u /run/go.XXXXXX)
    "$GUEST_WORK/virtual-device" -g "$go" -p 0 -h 0.2 "${@:2}" 2> /dev/null &
    player=$!
    eventually lists "$1"
}
play() { # lets the device play, until it is gone
    touch "$go"
    wait "$player"
}
pull() { # unplugs the device, whatever it is doing
    kill "$player" 2> /dev/null
    wait "$player" || true
}
no_devices() { replies '"devices":\[\]' Devices.List; }

case $(basename "$0") in
all.sh) ;;
*)
    perform "$(basename "$0" .sh)"
    exit
    ;;
esac
