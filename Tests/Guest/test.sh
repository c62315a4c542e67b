#!/bin/bash
# Installs inkd into a guest with systemd, udev and virtual devices, and runs the scenarios of all.sh there, or SCENARIO.
# Prints a line for each check and last "N passed, N failed, N skipped"; fails if a check does.
# Environment: INKD_MODEL, a model to install in place of those in models/; INKD_RIG, where data/hid and data/hid-recordings have reports of real devices
# (../shared/rig); GUEST_TIMEOUT; INKD_GUEST=required, to fail where the guest cannot run.
# usage: test.sh [DIRECTORY OF THE PROGRAMS]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
programs=$(realpath "${1:-.build/release}")
work=$PWD/.build/guest
root=$work/root
mkdir -p "$work"

[ -x "$programs/inkd" ] || { echo "test.sh: there is no inkd in $programs: make build" >&2; exit 2; }
if ! command -v qemu-system-x86_64 > /dev/null; then
    echo "skipped: no QEMU here (make deps-test installs qemu-system-x86)"
    echo "0 passed, 0 failed, 1 skipped"
    [ "${INKD_GUEST:-}" != required ]
    exit
fi
"$here/setup.sh" "$work" > "$work/setup.log" 2>&1 || {
    tail -3 "$work/setup.log"
    echo "skipped: the guest's kernel cannot be had here; see $work/setup.log"
    echo "0 passed, 0 failed, 1 skipped"
    [ "${INKD_GUEST:-}" != required ]
    exit
}

rm -rf "$root" "$work/rig" "$work/units"
mkdir -p "$work/units"
make --silent install DESTDIR="$root" RELEASE="$programs" ${INKD_MODEL:+MODELS="$INKD_MODEL"}
ln -sfn "$(realpath -m "${INKD_RIG:-../shared/rig}")/data" "$work/rig"

status=0
GUEST_ROOT=$root GUEST_TIMEOUT=${GUEST_TIMEOUT:-3000} "$here/run.sh" "$work" "$here/scenarios/${SCENARIO:-all}.sh" "$work/units" > "$work/test.log" || status=$?
tr -d '\r' < "$work/test.log" | grep -aE '^(ok|not ok|skipped|#|[0-9]+ passed)' || status=1
[ "$status" -eq 0 ] || echo "the guest's console is in $work/test.log" >&2
exit "$status"
