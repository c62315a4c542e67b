# The input method of sway's, as the service of a user's own systemd: it finds the desktop and inkd, and nothing else.
. "$(dirname "$0")/lib.sh"
as_writer() { # as_writer COMMAND...: in the session of user 1234
    setpriv --reuid 1234 --regid 1234 --clear-groups env HOME=/tmp XDG_RUNTIME_DIR=/run/user/1234 WAYLAND_DISPLAY=wayland-1 "$@"
}
of_wlim() { as_writer systemctl --user show -P "$1" inkd-wlim.service; } # of_wlim PROPERTY
judged() { as_writer systemd-analyze security --user --offline=true --no-pager --threshold=8 "$(of_wlim FragmentPath)"; }
inside() { nsenter -t "$(of_wlim MainPID)" -m -U -n --preserve-credentials "$@"; } # in its namespaces

need_sessions required
getent passwd 1234 > /dev/null || useradd --uid 1234 writer
log_in writer seat0 1
if ! eventually test -S /run/user/1234/systemd/private; then
    skip "the input method of sway's as a user's service" "logind starts no manager for users here (make deps-test installs libpam-systemd)"
elif ! command -v sway > /dev/null; then
    skip "the input method of sway's as a user's service" "there is no sway (make deps-desktop installs it)"
else
    check "systemd judges it safe" judged
    as_writer env WLR_BACKENDS=headless WLR_LIBINPUT_NO_DEVICES=1 WLR_RENDERER=pixman sway -c /dev/null > /run/sway.log 2>&1 &
    desktop=$!
    check "sway runs" eventually test -S /run/user/1234/wayland-1
    as_writer systemctl --user set-environment WAYLAND_DISPLAY=wayland-1
    check "it starts" as_writer systemctl --user start inkd-wlim.service
    check "it reaches inkd, by its two connections" eventually status_matches "*, 2 clients*"
    check "it stays: the desktop gave it the seat" eval 'sleep 5; [ "$(of_wlim ActiveState)$(of_wlim NRestarts)" = active0 ]'
    check "it sees no home, no device and no network" inside sh -c '! ls /home/* && ! ls /dev/input && [ "$(ls /sys/class/net)" = lo ]'
    as_writer systemctl --user stop inkd-wlim.service
    kill "$desktop" 2> /dev/null
    wait "$desktop" || true
fi
systemctl stop session-writer-seat0.service
need_sessions none
