# What a service meets in months: devices that come and go, ends by force, a full disk, a clock that is set.
. "$(dirname "$0")/lib.sh"
# relay.sh kills the daemon and the relay of a pen
without_relays
served() { replies '"product":' org.varlink.service.GetInfo; }
descriptors() { find "/proc/$(main_pid)/fd" -mindepth 1 | wc -l; }
memory() { awk '/^VmRSS/ { print $2 }' "/proc/$(main_pid)/status"; } # KiB
strokes() { call Editor.GetState "{\"editor\":\"pen$(id_of "Guest Pen")\"}" | grep -o '"strokes":[0-9]*' | cut -d: -f2; }
has_strokes() { [ "$(strokes)" -ge "$1" ]; }

# --- two devices come and go a hundred times, faster than anybody pulls a plug
pid=$(main_pid)
"$GUEST_WORK/virtual-device" -g /run/none -p 0 pen 2> /dev/null & first=$!
"$GUEST_WORK/virtual-device" -g /run/none -p 0 touch 2> /dev/null & second=$!
eventually replies '"pairedWith":' Devices.List
kill "$first" "$second"; wait "$first" "$second" || true
eventually no_devices
before=$(descriptors) used=$(memory)
started=$SECONDS
"$GUEST_WORK/virtual-device" -g /run/plugs -p 0 -c 100 -r 20 plugs 2> /dev/null & player=$!
touch /run/plugs
wait "$player"
udevadm settle
check "after 100 plug-ins of a pen and a touchscreen the daemon is the same" test "$(main_pid)" = "$pid"
check "and holds no device" eventually no_devices
check "nor a descriptor more" test "$(descriptors)" -le "$before"
check "nor much memory" test "$(memory)" -le $((used + 8192))
echo "# 100 plug-ins of two devices in $((SECONDS - started)) s of the guest's; memory $used KiB before, $(memory) KiB after"

# --- it is killed ten times while the pen writes into a document
page=
open_page() { # shows the document's page in the pen's editor
    call Packages.Open '{"name":"survival","option":"'"${1:-existing}"'"}' > /dev/null
    [ -n "$page" ] || page=$(call Packages.CreatePart '{"package":"survival","type":"Drawing"}' | grep -o '"id":[0-9]*' | head -1 | cut -d: -f2)
    call Packages.Save '{"name":"survival"}' > /dev/null
    call Editor.SetPart "{\"editor\":\"pen$(id_of "Guest Pen")\",\"package\":\"survival\",\"part\":$page}" | fails grep '"error"'
}
plug "Guest Pen" -e -n 100 -r 200 -c 21 pen
check "a pen writes into a document" open_page createNew
lost=0
for ((i = 1; i <= 10; i++)); do
    pid=$(main_pid)
    touch "$go"
    eventually has_strokes "$i" || break
    kept=$(strokes)
    # the next one is under way
    touch "$go"
    sleep 0.1
    kill -KILL "$pid"
    eventually is_new "$pid" || break
    eventually lists "Guest Pen" || break
    open_page && has_strokes "$kept" || lost=$((lost + 1))
done
check "killed ten times it was started again each time" test "$i" -eq 11
check "and nothing that was finished was lost" test "$lost" -eq 0
check "its socket has not failed" property inkd.socket ActiveState active
check "nor the one of udev's messages" property inkd-udev.socket ActiveState active
pull
eventually no_devices

# --- it is killed while the pen writes into an editor of its own, which has the ink of a user who is known
need_sessions required
getent passwd 1234 > /dev/null || useradd --uid 1234 writer
log_in writer seat0 1
if ! eventually is_active 1234 seat0; then
    skip "a pen's own editor after a kill" "logind makes no session here (make deps-test installs libpam-systemd)"
else
    plug "Guest Pen" -e -n 100 -r 200 -c 4 pen
    has_own_strokes() {
        [ "$(call_as 1234 Editor.GetState "{\"editor\":\"pen$(id_of "Guest Pen")\"}" | grep -o '"strokes":[0-9]*' | cut -d: -f2)" -ge "$1" ]
    }
    touch "$go"
    eventually has_own_strokes 1
    pid=$(main_pid)
    # the next one is under way
    touch "$go"
    sleep 0.1
    kill -KILL "$pid"
    eventually is_new "$pid"
    eventually lists "Guest Pen"
    check "a pen's own editor has its ink again after a kill" eventually has_own_strokes 1
    pull
    eventually no_devices
    systemctl stop session-writer-seat0.service
fi
need_sessions none

# --- its disk is full
systemctl stop inkd.service
mount -t tmpfs -o size=2M,mode=700 full /var/lib/private/inkd
systemctl start inkd.service
pid=$(main_pid)
plug "Guest Pen" -e -n 30 -r 200 -c 9 pen
# the pen repeats its line, which would be a gesture over the first one
call Editor.SetConfiguration "{\"editor\":\"pen$(id_of "Guest Pen")\",\"key\":\"gesture.enable\",\"value\":{\"flag\":false}}" > /dev/null
write_line() { touch "$go" && eventually fails test -e "$go"; }
call Recorder.Start '{"label":"full"}' > /dev/null
dd if=/dev/zero of=/var/lib/private/inkd/filler bs=64k 2> /dev/null
check "the disk is full" fails cp /etc/services /var/lib/private/inkd/more
write_line
check "with a full disk the pen writes" eventually has_strokes 1
rm -f /var/lib/private/inkd/filler /var/lib/private/inkd/more
call Recorder.Stop > /dev/null
write_line
check "and goes on when there is room again" eventually has_strokes 2
check "the daemon is the same" test "$(main_pid)" = "$pid"

# --- the clock is set forwards, and backwards
date -s "+1 day" > /dev/null
write_line
check "a clock that is a day ahead changes nothing" eventually has_strokes 3
date -s "-2 days" > /dev/null
write_line
check "nor one that is a day behind" eventually has_strokes 4
date -s "+1 day" > /dev/null
pull
eventually no_devices
check "the daemon is still the same" test "$(main_pid)" = "$pid"
systemctl stop inkd.service
umount /var/lib/private/inkd
systemctl start inkd.service
check "and serves after all this" eventually served
with_relays
