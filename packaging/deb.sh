#!/usr/bin/env bash
# Makes the Debian packages of what `make build` has built, in .build/packages; checks them with lintian, and prints their sizes.
# usage: deb.sh
set -euo pipefail
cd "$(dirname "$0")/.."
out=.build/packages
rm -rf "$out"
mkdir -p "$out"
packaging/version.sh --check
PACKAGES_DIRECTORY=$out dpkg-buildpackage --build=binary --no-sign --buildinfo-file="$out/inkd.buildinfo" --buildinfo-option="-u$out" \
    --changes-file="$out/inkd.changes" --changes-option="-u$out" > "$out/build.log" 2>&1 || {
    tail -n 40 "$out/build.log" >&2
    exit 1
}
debian/rules clean > /dev/null
# root, as in a container, is told that it should not; that is nothing about the packages
lintian --allow-root --fail-on error,warning "$out/inkd.changes"
printf '%-50s %12s %12s\n' package download installed
for package in "$out"/*.deb; do
    printf '%-50s %9d kB %9d kB\n' "$(basename "$package")" $(($(stat -c %s "$package") / 1000)) \
        $(($(dpkg-deb --field "$package" Installed-Size) * 1024 / 1000))
done | awk '{ print; download += $2; installed += $4 } END { printf "%-50s %9d kB %9d kB\n", "together", download, installed }'
