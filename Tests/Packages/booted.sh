#!/usr/bin/env bash
# Boots a fresh Debian system that lies in a folder, in a container, with systemd as its init, and runs service.sh there. The packages are in ROOT/packages.
# usage: booted.sh ROOT
set -euo pipefail
root=$1
here=$(cd "$(dirname "$0")" && pwd)
cp "$here/service.sh" "$root/packages"
chroot "$root" sh -c 'apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install --yes -qq --no-install-recommends systemd-sysv udev dbus libpam-systemd'
# the network is this machine's: packages come by it
systemd-nspawn --quiet --directory="$root" --register=no --keep-unit --resolv-conf=off --boot --console=pipe < /dev/null > "$root/packages/console" 2>&1 &
container=$!
trap 'kill "$container" 2> /dev/null; wait "$container" 2> /dev/null || true' EXIT
for _ in $(seq 600); do
    init=$(pgrep --parent "$container" || true)
    [ -n "$init" ] && nsenter --target "$init" --all systemctl is-system-running 2> /dev/null | grep -qE 'running|degraded' && break
    kill -0 "$container" || { cat "$root/packages/console"; echo "FAILED: the system does not boot"; exit 1; }
    sleep 0.2
done
nsenter --target "$init" --all env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin bash /packages/service.sh
