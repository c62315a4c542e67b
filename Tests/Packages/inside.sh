#!/usr/bin/env bash
# What Tests/Packages/run.sh does in the fresh system: the packages are in /packages. Lines that begin with "ok: " are shown.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive LC_ALL=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin
fail() {
    echo "FAILED: $1"
    exit 1
}
names=$(for package in /packages/*.deb; do dpkg-deb --field "$package" Package; done)
install_all() { apt-get install --yes -qq --no-install-recommends /packages/*.deb; }
# every file, user and group, but the package manager's own notes
state() {
    find / -xdev \( -path /packages -o -path /proc -o -path /tmp -o -path /var/cache -o -path /var/lib/apt -o -path /var/lib/dpkg -o -path /var/log \
        -o -path /run -o -path '/etc/*-' \) -prune -o -print | sort
    getent passwd | cut -d: -f1 | sed 's/^/user /'
    getent group | cut -d: -f1 | sed 's/^/group /'
}

apt-get update -qq
install_all
echo "ok: installed: $(dpkg-query --show --showformat='${Package} ' $names)"
# what they need stays from here on, so that only what is theirs is compared
apt-get purge --yes -qq $names
state > /packages/before
! grep -i inkd /packages/before || fail "after the first purge there is something left"

install_all
for program in /usr/bin/inkd /usr/bin/inkctl /usr/bin/inkd-wlim /usr/bin/inkd-overlay /usr/bin/inkd-settings /usr/libexec/ibus-engine-inkd /usr/libexec/inkd-fcitx5 /usr/libexec/inkd-pen; do
    ! ldd "$program" | grep 'not found' || fail "$program lacks a library"
    "$program" --version | grep -qxF "$(dpkg-query --show --showformat='${Version}' inkd)" || fail "$program --version says another version than the package"
done
! ldd /usr/bin/inkd | grep -E 'libcurl|libsodium' || fail "the daemon can open connections"
getent passwd inkd > /dev/null || fail "there is no user inkd"
inkd --check-config
! inkctl models available 2> /tmp/repository && grep -qF '/etc/inkd/models.yaml' /tmp/repository || fail "it is not said how to set a repository of models"
for name in $names; do
    [ -s "/usr/share/doc/$name/copyright" ] && ls "/usr/share/doc/$name"/changelog*.gz > /dev/null || fail "$name has no licence or no list of changes"
done
[ "$(find /usr/share/man -name 'inkd*' -o -name 'inkctl*' -o -name 'ibus-engine-inkd*' | grep -vc '\.gz$')" = 0 ] || fail "a man page is not compressed"
# not in a pipe: grep ends at the first match, and the engine would fail at the rest
INKD_SOCKET=/nowhere /usr/libexec/ibus-engine-inkd --xml > /tmp/engines
grep -qF '<name>inkd:de</name>' /tmp/engines || fail "IBus is not told of German"

# as somebody who has no rights; the session has its own speed, and this system may be slow
chmod 755 /packages
setpriv --reuid=65534 --regid=65534 --clear-groups env HOME=/tmp \
    inkctl replay /packages/sample-session.events --speed 20 --plain > /tmp/text || fail "the session is not played"
grep -qF "$(cat /packages/sample-session.txt)" /tmp/text || { cat /tmp/text; fail "the session is not read"; }
echo "ok: read: $(cat /packages/sample-session.txt)"

# German has a package of its own: without it inkd reads all the same, and whatever speaks of it names the package
apt-get purge --yes -qq inkd-models-de
export INKD_SOCKET=/tmp/inkd.socket INKD_STATE=/tmp/inkd-state INKD_RUNTIME=/tmp/inkd-runtime
! INKD_LANGUAGE=de inkd --check-config 2> /tmp/check || fail "a configuration in German is in order without German"
INKD_LANGUAGE=de inkd --replay /packages/sample-session.events --replay-wait 2> /tmp/journal &
daemon=$!
for _ in $(seq 100); do [ -S "$INKD_SOCKET" ] || sleep 0.1; done
inkctl models list > /tmp/list || fail "inkd does not start without the models of its language"
LANG=de_DE.UTF-8 inkctl doctor > /tmp/doctor || true
for said in check journal list doctor; do
    grep -F inkd-models-de "/tmp/$said" > /dev/null || { cat "/tmp/$said"; fail "the package of German is not named ($said)"; }
done
! grep '^de ' /tmp/list || fail "there is German without its package"
# a package of models of this version that was made when it still had all languages
old=$(mktemp -d)
dpkg-deb --raw-extract /packages/inkd-models-latin_*.deb "$old"
dpkg-deb --fsys-tarfile /packages/inkd-models-de_*.deb | tar -C "$old" -x ./usr/share/inkd/models/language/de.safetensors
dpkg-deb -Znone --build "$old" /tmp/old.deb > /dev/null
dpkg --install /tmp/old.deb
dpkg --install /packages/inkd-models-de_*.deb /packages/inkd-models-latin_*.deb
[ "$(dpkg-query --search /usr/share/inkd/models/language/de.safetensors | cut -d: -f1)" = inkd-models-de ] || fail "German is another package's"
# where systemd runs, a trigger of the package inkd does this
kill -HUP "$daemon"
for _ in $(seq 100); do inkctl models list | grep '^de ' > /dev/null && break || sleep 0.1; done
inkctl models list | grep '^de ' > /dev/null || { cat /tmp/journal; fail "the package of German brings no German"; }
INKD_LANGUAGE=de inkd --check-config
LANG=de_DE.UTF-8 inkctl doctor > /tmp/doctor || true
grep -F 'Text is recognized in the language de' /tmp/doctor > /dev/null && ! grep -F inkd-models-de /tmp/doctor || { cat /tmp/doctor; fail "German is not read"; }
kill "$daemon"
wait "$daemon" || fail "inkd ends with $?"
unset INKD_SOCKET INKD_STATE INKD_RUNTIME
echo "ok: German with its package, and a hint at it without"

# what a service leaves where it runs; systemd has this folder, or makes it with the first service
made=$([ -d /var/lib/private ] || echo /var/lib/private)
mkdir -p /var/lib/private/inkd/models /etc/inkd/quirks
ln -s private/inkd /var/lib/inkd
touch /etc/inkd/quirks/own.yaml
apt-get purge --yes -qq $names
[ -z "$made" ] || rmdir "$made"
state > /packages/after
diff /packages/before /packages/after || fail "after the purge the system is not as it was before"
echo "ok: purged, nothing is left"
