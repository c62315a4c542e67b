#!/usr/bin/env bash
# What booted.sh does in the booted system: inkd is installed in an older version, upgraded, removed and purged; its service follows. Lines that begin with "ok: " are shown.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8
fail() {
    echo "FAILED: $1"
    systemctl --no-pager --full status inkd.service inkd.socket || true
    journalctl --no-pager --unit=inkd.service | tail -n 20
    exit 1
}
names=$(for package in /packages/*.deb; do dpkg-deb --field "$package" Package; done)
version=$(dpkg-deb --field /packages/inkd_*.deb Version)
install_from() { apt-get install --yes -qq --no-install-recommends "$1"/*.deb; }
serves() {
    systemctl is-active --quiet inkd.service inkd.socket inkd-udev.socket || fail "$1: the service does not run"
    inkctl status > /dev/null || fail "$1: inkd does not answer"
}

# the same packages by another number: what an upgrade does is tried, not what has changed from one version to the next
mkdir /old
for package in /packages/*.deb; do
    rm -rf /unpacked
    dpkg-deb --raw-extract "$package" /unpacked
    sed -i "s/^Version: .*/Version: 0.0.1/; s/(= $version)/(= 0.0.1)/g" /unpacked/DEBIAN/control
    dpkg-deb -Znone --build /unpacked "/old/$(basename "$package")" > /dev/null
done
install_from /old
serves "installed"
before=$(systemctl show --property=MainPID --value inkd.service)
echo "ok: installed, and the service runs: $(systemctl show --property=StatusText --value inkd.service)"

echo "# the administrator's own" >> /etc/inkd/inkd.yaml
inkctl config set recognition.pause 810
install_from /packages
serves "upgraded"
[ "$(systemctl show --property=MainPID --value inkd.service)" != "$before" ] || fail "the service is the one from before the upgrade"
[ "$(dpkg-query --show --showformat='${Version}' inkd)" = "$version" ] || fail "inkd was not upgraded"
grep -qF "the administrator's own" /etc/inkd/inkd.yaml || fail "the upgrade has changed the configuration"
inkctl config get recognition.pause | grep -qF 810 || fail "the upgrade has lost a user's setting"
echo "ok: upgraded: another service runs, with the administrator's configuration and the users' settings"

apt-get remove --yes -qq $names
! systemctl is-active --quiet inkd.service inkd.socket || fail "the service goes on without its package"
grep -qF "the administrator's own" /etc/inkd/inkd.yaml || fail "removing has lost the configuration"
install_from /packages
serves "installed again"
inkctl config get recognition.pause | grep -qF 810 || fail "removing has lost a user's setting"
echo "ok: removed and installed again: configuration and settings are there"

apt-get purge --yes -qq $names
! systemctl is-active --quiet inkd.service inkd.socket || fail "the service goes on after the purge"
! systemctl list-unit-files --no-pager | grep -i inkd || fail "there are units after the purge"
left=$(find / -xdev \( -path /packages -o -path /old -o -path /unpacked -o -path /proc -o -path /sys -o -path /var/cache -o -path /var/lib/apt -o -path /var/log \) -prune \
    -o -iname '*inkd*' -print)
[ -z "$left" ] || fail "left after the purge: $left"
! getent passwd inkd || fail "the user is left"
echo "ok: purged: no unit, no user, no file"
