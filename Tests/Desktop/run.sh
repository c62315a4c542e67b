#!/bin/bash
# All tests that need a desktop, each in a session of its own: run.sh RELEASE_DIR MODEL [SCREENSHOTS]
#
# The programs are inkd, inkd-overlay, inkd-wlim and ibus-engine-inkd. ONLY="ibus-gtk sway" runs only these. What fails is run once more, and said
# so: a desktop that a busy machine leaves waiting does things late, or not at all.
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
failed=()
session() { timeout -k 10 "${TIME_LIMIT:-480}" "$here/$1.sh" "${@:2}" 2> >(grep -v '^dbus-daemon\|^SpiRegistry' >&2); }
for name in ${ONLY:-ibus-gtk ibus-hundred ibus-x11 ibus-kill ibus-gnome overlay overlay-gnome sway}; do
    echo "== $name"
    session "$name" "$@" && continue
    echo "== $name, once more"
    session "$name" "$@" || failed+=("$name")
done
[ ${#failed[@]} = 0 ] || { echo "failed: ${failed[*]}" >&2; exit 1; }
