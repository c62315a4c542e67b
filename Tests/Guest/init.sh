#!/bin/sh
# The guest's first process. Its root is the host's file system, read-only, under an overlay in memory: what is built on the
# host runs here as it is, and what is written here vanishes.
fail() { echo "guest: $*"; echo "GUEST-EXIT 99"; poweroff -f; }
mount -t proc proc /proc
mount -t sysfs sys /sys
mount -t devtmpfs dev /dev
# lay DIRECTORY TARGET: copies a tree of the host's. All is root's then, whoever made it, and directories that are there stay as they are.
lay() { cp -dR "/host$1/." "$2/"; }
argument() { sed -n "s/.*inkd\.$1=\([^ ]*\).*/\1/p" /proc/cmdline; }
while read -r module; do insmod "/modules/$module" 2> /dev/null; done < /modules/order

mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=262144 host /host || fail "no host file system"
mount -t tmpfs overlay /overlay
mkdir /overlay/upper /overlay/work
mount -t overlay -o lowerdir=/host,upperdir=/overlay/upper,workdir=/overlay/work overlay /root || fail "no overlay"

work=$(argument work)
units=$(argument units)
script=$(argument script)
root=$(argument root)
for directory in bin lib etc; do
    [ -d "/host$work/udev/$directory" ] && lay "$work/udev/$directory" "/root/$directory"
done
mkdir -p /root/etc/udev
cp /etc/hwdb.bin /root/etc/udev/
grep -q '^input:' /root/etc/group || echo 'input:x:987:' >> /root/etc/group
# an inkd that ran on the host has left nothing here: systemd would move its state, which the overlay cannot
rm -rf /root/var/lib/inkd /root/var/lib/private/inkd /root/run/inkd /root/etc/inkd
[ -z "$root" ] || lay "$root" /root
for directory in proc sys dev; do mount -o move "/$directory" "/root/$directory"; done
# The script's environment.
echo "export GUEST_WORK=$work GUEST_SCRIPT=$script" > /root/etc/guest.env

if [ -z "$units" ]; then
    mount -t tmpfs run /root/run
    mkdir -p /root/dev/shm /root/dev/pts
    exec switch_root /root /bin/bash -c '
        . /etc/guest.env
        export HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
        /lib/systemd/systemd-udevd --daemon > /dev/null 2>&1
        udevadm trigger --action=add && udevadm settle
        bash "$GUEST_SCRIPT"
        echo "GUEST-EXIT $?"
        busybox poweroff -f'
fi

system=/root/etc/systemd/system
# systemd sees a container by this file and then skips what a machine does.
rm -f /root/.dockerenv
mkdir -p "$system/multi-user.target.wants" /root/etc/tmpfiles.d
# Else the host's /tmp is walked and emptied, in the overlay.
ln -sf /dev/null /root/etc/tmpfiles.d/tmp.conf
# Units that only cost time here. The units under test are copied after them, and so win.
for unit in getty.target getty@tty1.service serial-getty@ttyS0.service systemd-timesyncd.service systemd-firstboot.service \
    systemd-hwdb-update.service systemd-journal-flush.service systemd-journal-catalog-update.service systemd-pstore.service \
    systemd-sysusers.service systemd-update-done.service systemd-update-utmp.service ldconfig.service e2scrub_reap.service \
    apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer; do
    ln -sf /dev/null "$system/$unit"
done
lay "$units" "$system"
cat > /root/etc/guest-script.sh <<'S'
. /etc/guest.env
bash "$GUEST_SCRIPT"
echo "GUEST-EXIT $?"
# Debian keeps the command poweroff in a package that a minimal system lacks
busybox poweroff -f
S
cat > "$system/guest-script.service" <<'S'
[Unit]
Description=The script that the guest runs
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/bash /etc/guest-script.sh
StandardOutput=tty
StandardError=tty
TTYPath=/dev/ttyS0
S
ln -sf ../guest-script.service "$system/multi-user.target.wants/"
ln -sf /lib/systemd/system/multi-user.target "$system/default.target"
exec switch_root /root /lib/systemd/systemd
