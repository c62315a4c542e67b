#!/usr/bin/env bash
# Makes the Debian packages of what `make build` has built, in .build/packages; checks them with lintian, and prints their sizes. Fails if they
# are larger than they may be. usage: deb.sh
set -euo pipefail
cd "$(dirname "$0")/.."
out=.build/packages
# bytes that the packages may have together, without those of symbols and of languages other than English: who wants one adds it
download_limit=25000000 installed_limit=80000000
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

# sizes TITLE PACKAGE…: a line for each package, and one for their sum; the sum is in $download and $installed then
sizes() {
    local title=$1 package bytes disk
    shift
    download=0 installed=0
    for package; do
        bytes=$(stat -c %s "$package") disk=$(($(dpkg-deb --field "$package" Installed-Size) * 1024))
        line "$(basename "$package")" "$bytes" "$disk"
        download=$((download + bytes)) installed=$((installed + disk))
    done
    line "$title" "$download" "$installed"
}
line() { printf '%-50s %9d kB %9d kB\n' "$1" $(($2 / 1000)) $(($3 / 1000)); }

packages=() languages=()
for package in "$out"/*.deb; do
    # English comes with the networks for Latin script
    if [[ $package =~ /inkd-models-[a-z]+_ && ! $package =~ /inkd-models-latin_ ]]; then languages+=("$package"); else packages+=("$package"); fi
done
printf '%-50s %12s %12s\n' package download installed
sizes "together, without symbols and other languages" "${packages[@]}"
sum="$download $installed"
echo
sizes "symbols, and all other languages" "${languages[@]}"
read -r download installed <<< "$sum"
[ "$download" -le "$download_limit" ] && [ "$installed" -le "$installed_limit" ] || {
    echo "deb.sh: the packages without symbols and other languages are too large: $((download / 1000)) kB to download ($((download_limit / 1000)) at most)," \
        "$((installed / 1000)) kB installed ($((installed_limit / 1000)) at most)" >&2
    exit 1
}
