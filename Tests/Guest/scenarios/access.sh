# Access to the ink, by a user without a session.
. "$(dirname "$0")/lib.sh"
stranger=12345
answers() { call_as "$1" "${@:3}" | matches "$2"; } # answers USER PATTERN METHOD [PARAMETERS]
logged() { journalctl -u inkd.service --no-pager | grep -q "$1"; }
plug "Guest Pen" -p 60 pen
pid=$(main_pid)
id=$(id_of "Guest Pen")
check "a stranger is told of no devices" answers "$stranger" '"devices":\[\]' Devices.List
check "a stranger may not read text" answers "$stranger" PermissionDenied Editor.GetState "{\"editor\":\"pen$id\"}"
check "a stranger may not change ink" answers "$stranger" PermissionDenied Editor.Clear "{\"editor\":\"pen$id\"}"
check "a stranger may not read ink" answers "$stranger" PermissionDenied Ink.Strokes "{\"editor\":\"pen$id\"}"
sed -i "s/^  users: .*/  users: [$stranger]/" /etc/inkd/inkd.yaml
check "the configuration can be read again" systemctl reload inkd.service
check "a user that the configuration names is let in" eventually answers "$stranger" "\"id\":$id," Devices.List
sed -i "s/^  users: .*/  users: []/" /etc/inkd/inkd.yaml
systemctl reload inkd.service
check "and is kept out again" eventually answers "$stranger" '"devices":\[\]' Devices.List
echo "nonsense: true" >> /etc/inkd/inkd.yaml
systemctl reload inkd.service
check "a faulty configuration is reported" eventually logged nonsense
check "and changes nothing" lists "Guest Pen"
check "reading it again never stopped the daemon" test "$(main_pid)" = "$pid"
sed -i '$d' /etc/inkd/inkd.yaml
pull
