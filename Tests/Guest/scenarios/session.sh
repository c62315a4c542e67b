# A user's session on the seat: its input method has the pen, and its pens are recorded, but not while it is locked, nor while another
# terminal is in front.
. "$(dirname "$0")/lib.sh"
ask() { call_as 1234 "TextInput.$1" "{\"session\":$(session)${2:+,$2}}"; }
session() { told method | grep -o '"session":[0-9]*' | head -1 | cut -d: -f2; }
is_captured() { replies '"captured":true' TextInput.GetStatus; }
is_recorded() { call_as 1234 Recorder.GetState | matches '"recording":"' '"devices":\[[0-9]+\]' && ! is_paused; }
is_paused() { call_as 1234 Recorder.GetState | matches '"recording":"' "\"paused\":\"${1:-}" '"devices":\[\]'; } # is_paused [WHY]
is_free() { replies '"captured":false' TextInput.GetStatus; }

need_sessions required
getent passwd 1234 > /dev/null || useradd --uid 1234 writer
log_in writer seat0 1
if ! eventually is_active 1234 seat0; then
    skip "a user's session" "logind makes none here (make deps-test installs libpam-systemd)"
else
    lock() { set_lock 1234 seat0 "$1"; }
    plug "Guest Pen" -e -n 40 -r 100 -c 6 -h 60 pen
    check "the user of the active session may use the pen" eventually eval 'call_as 1234 Devices.List | matches "Guest Pen"'
    check "another user may not" fails eval 'call_as 4321 Devices.List | matches "Guest Pen"'
    : > "$watches/method"
    printf '{"method":"org.inkd.TextInput.Attach","parameters":{"name":"guest"},"more":true}\0' \
        | setpriv --reuid 1234 --regid 1234 --clear-groups socat -t 3600 - "UNIX-CONNECT:$socket" > "$watches/method" 2> /dev/null &
    method=$!
    eventually was_told method '"session":'
    ask Focus '"purpose":"text"' > /dev/null
    check "the field of the active session captures the pen" eventually is_captured
    # the pen writes, and its user says what that means
    call_as 1234 Editor.SetConfiguration '{"key":"adaptation.enable","value":{"flag":true},"persist":true}' > /dev/null
    touch "$go"
    eventually was_told method '"change":"reading"' '"strokes":[[][0-9]'
    written=$(told method | grep '"change":"reading"' | grep -o '"editor":"[^"]*"' | head -1),$(told method | grep -o '"strokes":[[][0-9,]*]' | head -1)
    ask Correct "$written,\"text\":\"lo\"" > /dev/null
    check "a word that its user corrects is kept to learn from" eventually eval 'call_as 1234 Adaptation.Status | matches "\"corrections\":1"'
    check "for inkd alone" test "$(stat -c '%a %U' /var/lib/inkd/hands/1234.corrections)" = "600 inkd"
    call_as 1234 Adaptation.Reset > /dev/null
    check "until its user has it forgotten" fails test -e /var/lib/inkd/hands/1234.corrections
    ask Take "$written,\"text\":\"\"" > /dev/null
    call_as 1234 Recorder.Start > /dev/null
    check "what its user asked to record is recorded" eventually is_recorded
    lock true
    check "a locked session lets it go" eventually is_free
    check "and says so" eventually replies '"locked":true' TextInput.GetStatus
    check "nothing is recorded meanwhile" is_paused locked
    lock false
    check "unlocked it captures again" eventually is_captured
    check "and is recorded again" eventually is_recorded
    busybox chvt 2
    check "another terminal in front lets the pen go" eventually is_free
    check "nothing is recorded meanwhile" is_paused
    busybox chvt 1
    check "back in front it captures again" eventually is_captured
    check "and is recorded again" eventually is_recorded
    call_as 1234 Recorder.Stop > /dev/null
    systemctl stop session-writer-seat0.service
    check "with the session's end the pen is free" eventually is_free
    kill "$method" 2> /dev/null
    pull
fi
need_sessions none
