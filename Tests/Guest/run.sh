#!/bin/bash
# Runs SCRIPT as root in a guest with a kernel and udev of its own. Prints the guest's console, keeps it in WORK/console.log,
# and exits as SCRIPT did: 98 if the guest ended before it, 99 if the guest could not start it.
# With UNITS, a directory of unit files, the guest runs systemd with those units and SCRIPT starts after multi-user.target.
# GUEST_ROOT names a directory whose files are laid over the guest's root before anything runs: what `make install` made.
# Environment: GUEST_TIMEOUT seconds (180), GUEST_MEMORY MiB (1024), GUEST_CPUS (1).
# usage: run.sh WORK SCRIPT [UNITS]
set -uo pipefail
work=$(realpath "${1:?usage: run.sh WORK SCRIPT [UNITS]}")
script=$(realpath "${2:?usage: run.sh WORK SCRIPT [UNITS]}")
units=${3:+$(realpath "$3")}
root=${GUEST_ROOT:+$(realpath "$GUEST_ROOT")}
[ -e "$work/initrd.cpio" ] || { echo "run.sh: nothing to boot in $work: run setup.sh $work" >&2; exit 97; }
# q35 and not microvm, which often hangs at boot. KVM is not used: results are to be the same wherever this runs. For the same
# reason the guest's clock counts instructions, one a nanosecond: a busy host makes a run longer, but the guest does not see it.
timeout -k 5 "${GUEST_TIMEOUT:-180}" qemu-system-x86_64 -machine q35 -accel tcg,tb-size=256 -icount shift=0 -rtc clock=vm -smp "${GUEST_CPUS:-1}" \
    -m "${GUEST_MEMORY:-1024}" -nodefaults -nographic -serial stdio -no-reboot -kernel "$work/vmlinux" -initrd "$work/initrd.cpio" \
    -virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
    -append "console=ttyS0 quiet panic=-1 nokaslr mitigations=off inkd.work=$work inkd.script=$script ${units:+inkd.units=$units} ${root:+inkd.root=$root}" \
    < /dev/null 2>&1 | tee "$work/console.log"
result=$(grep -aoE 'GUEST-EXIT [0-9]+' "$work/console.log" | tail -1 | cut -d' ' -f2)
exit "${result:-98}"
