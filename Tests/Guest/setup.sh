#!/bin/bash
# Makes what the guest boots from, in the directory WORK: Debian's kernel and udev (unpacked, not installed), an initial RAM
# disk, and the virtual-device program. Repeatable; what is there already is not fetched again.
# usage: setup.sh WORK
set -euo pipefail
export PATH=$PATH:/usr/sbin:/sbin # modprobe and depmod, which Debian keeps from ordinary users
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "${1:?usage: setup.sh WORK}/packages"
work=$(cd "$1" && pwd)

missing=()
for pair in qemu-system-x86_64:qemu-system-x86 busybox:busybox-static cpio:cpio modprobe:kmod xz:xz-utils cc:gcc; do
    command -v "${pair%%:*}" > /dev/null || missing+=("${pair##*:}")
done
[ ${#missing[@]} -eq 0 ] || { echo "setup.sh: install first: ${missing[*]} (make deps-test)" >&2; exit 1; }

# apt-cache fails where apt has no lists yet.
image() { { apt-cache depends linux-image-amd64 2> /dev/null || true; } | sed -n 's/.*Depends: \(linux-image-[0-9].*\)/\1/p'; }
package=$(image)
[ -n "$package" ] || { apt-get update -qq; package=$(image); }
version=${package#linux-image-}

# unpack PACKAGE DIRECTORY PROOF: fetches a package and unpacks it, unless PROOF is there.
unpack() {
    [ -e "$2/$3" ] && return
    (cd "$work/packages" && { apt-get download -qq "$1" || { apt-get update -qq && apt-get download -qq "$1"; }; })
    dpkg-deb -x "$work/packages/$1"_*.deb "$2"
}
unpack "$package" "$work/kernel" "boot/vmlinuz-$version"
unpack udev "$work/udev" bin/udevadm

# QEMU starts an uncompressed kernel some seconds sooner: emulated decompression is slow.
if [ ! -e "$work/vmlinux-$version" ]; then
    packed=$work/kernel/boot/vmlinuz-$version
    offset=$(LC_ALL=C grep -abo -m1 -P '\xfd7zXZ\x00' "$packed" | head -1 | cut -d: -f1)
    tail -c +$((offset + 1)) "$packed" | xz -dc --single-stream > "$work/vmlinux.part" || true
    mv "$work/vmlinux.part" "$work/vmlinux-$version"
    depmod -b "$work/kernel" "$version"
fi
ln -sfn "vmlinux-$version" "$work/vmlinux"

cc -std=gnu11 -O2 -Wall -Wextra -Werror -static -pthread -o "$work/virtual-device" "$here"/virtual-device/*.c -lm

# The hardware database holds what udev's rules and libwacom tell of tablets.
root=$work/initrd
if [ ! -e "$work/hwdb/etc/udev/hwdb.bin" ]; then
    mkdir -p "$work/hwdb/etc/udev" "$work/hwdb/lib/udev/hwdb.d"
    cp "$work"/udev/lib/udev/hwdb.d/60-{evdev,input-id}.hwdb "$work/hwdb/lib/udev/hwdb.d/"
    find /lib/udev/hwdb.d -name '*wacom*' -exec cp {} "$work/hwdb/lib/udev/hwdb.d/" \;
    "$work/udev/bin/systemd-hwdb" --root="$work/hwdb" update
fi

rm -rf "$root"
mkdir -p "$root"/{bin,dev,proc,sys,etc,host,overlay,root,modules}
cp "$(command -v busybox)" "$root/bin/"
for applet in sh mount mkdir insmod sed cp cat ln rm echo grep uname chroot poweroff switch_root; do ln -s busybox "$root/bin/$applet"; done
cp "$work/hwdb/etc/udev/hwdb.bin" "$root/etc/"
install -m 755 "$here/init.sh" "$root/init"
for module in virtio_pci 9pnet_virtio 9p overlay evdev uinput uhid hid-generic hid-multitouch wacom usbhid xhci-pci; do
    modprobe -d "$work/kernel" -S "$version" --show-depends "$module" | sed -n 's/^insmod \([^ ]*\).*/\1/p'
done | awk '!seen[$0]++' | while read -r path; do
    cp "$path" "$root/modules/"
    basename "$path" >> "$root/modules/order"
done
chmod -R u+w,go+rX "$root"
(cd "$root" && find . | LC_ALL=C sort | cpio --create --format=newc --quiet --owner=0:0) > "$work/initrd.cpio"
echo "guest ready: Linux $version"
