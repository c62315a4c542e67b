# The service: started by a pen or by a client, hardened, watched over by systemd.
. "$(dirname "$0")/lib.sh"
systemctl daemon-reload
check "the units have no faults" systemd-analyze verify --man=no inkd.service inkd.socket
check "systemd judges the service safe" systemd-analyze security --no-pager --threshold=8 inkd.service
check "nothing runs before there is a pen" property inkd.service ActiveState inactive
"$GUEST_WORK/virtual-device" -g /run/first -p 0 -h 0 -n 20 pen 2> /dev/null &
check "a pen starts the service" eventually property inkd.service ActiveState active
check "it has a user of its own" test "$(stat -c %u "/proc/$(main_pid)")" -gt 0
check "the pen that started it is listed" eventually lists "Guest Pen"
check "its status tells of the pen" eventually status_matches "1 pen and 0 touch*"
touch /run/first
wait
check "its status tells that the pen is gone" eventually status_matches "0 pen and 0 touch*"
check "the recognizer is ready" eventually status_matches "*recognition ready"
check "the watchdog is on" property inkd.service WatchdogUSec 30s
systemctl stop inkd.service inkd.socket
check "systemd removes the socket" fails test -e "$socket"
systemctl start inkd.socket
check "a client starts the service" replies '"product":' org.varlink.service.GetInfo
