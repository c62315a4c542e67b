#!/usr/bin/env bash
# Installs inkd below other folders, and its Debian packages into fresh systems, and reads a pen session there; then removes them, and looks for
# what is left. A booted system has its service upgraded, too. Needs root (for chroot) and a mirror of Debian's. usage: run.sh
# Environment: INKD_SUITES (bookworm trixie); INKD_MIRROR (http://deb.debian.org/debian); RELEASE (.build/release).
set -euo pipefail
cd "$(dirname "$0")/../.."
packages=$PWD/.build/packages
roots=$PWD/.build/package-roots
mirror=${INKD_MIRROR:-http://deb.debian.org/debian}
[ "$(id -u)" = 0 ] || { echo "run.sh: only root can make a system in a folder: run this with sudo" >&2; exit 1; }
ls "$packages"/*.deb > /dev/null 2>&1 || { echo "run.sh: there are no packages in $packages: make deb" >&2; exit 1; }
mkdir -p "$roots"

status=0
check() {
    local title=$1 begin=$SECONDS
    shift
    if "$@" > "$roots/log" 2>&1; then
        sed -n 's/^ok: /- /p' "$roots/log"
        echo "✓ $title ($((SECONDS - begin)) s)"
    else
        cat "$roots/log"
        echo "✗ $title"
        status=1
    fi
}

# The system is made once, and unpacked for each run.
base() {
    [ -e "$roots/$1.tar" ] || {
        rm -rf "${roots:?}/$1"
        debootstrap --variant=minbase --include=ca-certificates "$1" "$roots/$1" "$mirror"
        tar -C "$roots/$1" -cf "$roots/$1.tar.part" .
        mv "$roots/$1.tar.part" "$roots/$1.tar"
    }
    rm -rf "${roots:?}/$1"
    mkdir "$roots/$1"
    tar -C "$roots/$1" -xf "$roots/$1.tar"
}

check "installed below another prefix, programs find their own files" Tests/Packages/prefix.sh "${RELEASE:-.build/release}"
for suite in ${INKD_SUITES:-bookworm trixie}; do
    check "$suite: a fresh system" base "$suite"
    root=$roots/$suite
    [ -d "$root/usr" ] || continue
    mkdir -p "$root/packages"
    cp "$packages"/*.deb Tests/Fixtures/sample-session.events Tests/Fixtures/sample-session.txt Tests/Packages/inside.sh "$root/packages"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    # what is mounted, and what runs, ends with the namespaces
    check "$suite: installed, a pen session read, purged" unshare --mount --propagation private --pid --fork --kill-child \
        sh -c 'mount --rbind /dev "$1/dev" && mount -t proc proc "$1/proc" && mount -t tmpfs tmpfs "$1/run" && exec chroot "$1" bash /packages/inside.sh' sh "$root"
    rm -rf "$root"
    # Debian 13's systemd wants control groups of version 2, which not every machine has that tests run on
    [ "$suite" = bookworm ] || continue
    check "$suite: a fresh system, to be booted" base "$suite"
    mkdir -p "$root/packages"
    cp "$packages"/*.deb "$root/packages"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    check "$suite: booted: installed, upgraded, removed, purged" Tests/Packages/booted.sh "$root"
    rm -rf "$root"
done
exit $status
