#!/usr/bin/env bash
# Prints the version. It is set in Sources/InkProtocol/Version.swift, which all programs have it from; with --check, says which other file names
# another one. usage: version.sh [--check]
set -euo pipefail
cd "$(dirname "$0")/.."
version=$(sed -n 's/^public let inkdVersion = "\(.*\)"$/\1/p' Sources/InkProtocol/Version.swift)
[ -n "$version" ] || { echo "version.sh: Sources/InkProtocol/Version.swift names no version" >&2; exit 1; }
if [ "${1:-}" != --check ]; then
    echo "$version"
    exit
fi
status=0
# same FILE THE-FIRST-VERSION-THAT-IT-NAMES
same() {
    [ "$2" = "$version" ] && return
    echo "$1 names version ${2:-none} first, Sources/InkProtocol/Version.swift $version: let them agree" >&2
    status=1
}
same debian/changelog "$(sed -n '1s/^inkd (\([^)]*\)).*/\1/p' debian/changelog)"
same CHANGELOG.md "$(sed -n 's/^## \([0-9][^ ]*\).*/\1/p' CHANGELOG.md | head -n 1)"
same config/org.inkd.inkd.metainfo.xml "$(sed -n 's/.*<release version="\([^"]*\)".*/\1/p' config/org.inkd.inkd.metainfo.xml | head -n 1)"
same packaging/arch/PKGBUILD "$(sed -n 's/^pkgver=//p' packaging/arch/PKGBUILD)"
same packaging/rpm/inkd.spec "$(sed -n 's/^Version: *//p' packaging/rpm/inkd.spec)"
same "the list of changes of packaging/rpm/inkd.spec" "$(sed -n 's/^\* .* - \([^ ]*\)-[0-9]*$/\1/p' packaging/rpm/inkd.spec | head -n 1)"
same training/corpus/pyproject.toml "$(sed -n 's/^version = "\(.*\)"$/\1/p' training/corpus/pyproject.toml)"
exit $status
