# Ends of the daemon: asked for, by force, and by being stuck.
. "$(dirname "$0")/lib.sh"
served() { replies '"product":' org.varlink.service.GetInfo; }
journal() { journalctl -o cat --no-pager _SYSTEMD_UNIT=inkd.service; }
is_told_of() { [ -n "$(journal)" ]; }
check "the journal tells of the service" eventually is_told_of
check "the journal holds nothing that was written" fails grep -aiE 'meet again|morning|[0-9]+\.[0-9]{2,}' <(journal)
systemctl kill --signal TERM inkd.service
check "asked to end it ends" eventually property inkd.service ActiveState inactive
check "in good order" property inkd.service ExecMainCode 1
check "without a complaint" property inkd.service ExecMainStatus 0
check "a client brings it back" served
pid=$(main_pid)
kill -KILL "$pid"
check "killed it is started again" eventually is_new "$pid"
check "and serves" eventually served
mkdir -p /run/systemd/system/inkd.service.d
printf '[Service]\nWatchdogSec=4\n' > /run/systemd/system/inkd.service.d/soon.conf
systemctl daemon-reload
systemctl restart inkd.service
pid=$(main_pid)
fed=$(systemctl show -P WatchdogTimestampMonotonic inkd.service)
is_fed() { [ "$(systemctl show -P WatchdogTimestampMonotonic inkd.service)" != "$fed" ]; }
check "it feeds the watchdog" eventually is_fed
kill -STOP "$pid"
check "stuck it is started again" eventually is_new "$pid"
check "and serves after that" eventually served
