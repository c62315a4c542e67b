#!/bin/bash
# All tests that need a desktop, each in a session of its own: run.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# The programs are inkd, inkd-overlay, inkd-wlim and ibus-engine-inkd. ONLY="ibus-gtk sway" runs only these.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
failed=()
for name in ${ONLY:-ibus-gtk ibus-hundred ibus-x11 ibus-kill ibus-gnome overlay overlay-gnome sway}; do
    echo "== $name"
    timeout -k 10 "${TIME_LIMIT:-480}" "$here/$name.sh" "$@" 2> >(grep -v '^dbus-daemon\|^SpiRegistry' >&2) || failed+=("$name")
done
[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}" >&2; exit 1; }
