#!/usr/bin/env bash
# Checks that inkd-fuzz would still compile, with the modules that `swift build --build-tests` has left: no other build has it.
# Environment: SWIFT (swift).
set -euo pipefail
cd "$(dirname "$0")/../.."
build=.build/debug
flags=(-swift-version 6 -I "$build/Modules" -Xcc "-fmodule-map-file=$PWD/Tests/Fuzz/CLibFuzzer/module.modulemap")
for feature in ExistentialAny MemberImportVisibility InternalImportsByDefault NonisolatedNonsendingByDefault; do
    flags+=(-enable-upcoming-feature "$feature")
done
# the modules in C: the project's own, and those of packages
for map in Sources/*/module.modulemap "$build"/*.build/module.modulemap .build/checkouts/*/Sources/{*,*/include}/module.modulemap; do
    [ ! -e "$map" ] || flags+=(-Xcc "-fmodule-map-file=$map")
done
for flag in $(pkg-config --cflags-only-I libevdev libudev libwacom cairo libxml-2.0 libarchive); do flags+=(-Xcc "$flag"); done
"${SWIFT:-swift}c" -typecheck -parse-as-library -warnings-as-errors -module-name inkd_fuzz "${flags[@]}" Tests/Fuzz/inkd-fuzz/*.swift
echo "ok inkd-fuzz compiles"
