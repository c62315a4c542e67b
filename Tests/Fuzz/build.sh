#!/usr/bin/env bash
# Builds inkd-fuzz, with coverage of all that it feeds, into .build/fuzz: other builds are left alone. The last line is the program's path.
# usage: build.sh [options of swift build]
# Environment: SWIFT (swift).
set -euo pipefail
cd "$(dirname "$0")/../.."
swift=${SWIFT:-swift}

# clang's run-time libraries lie beside Swift's
resources=$("${swift}c" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
libraries=("${resources%/swift}"/clang/*/lib/linux/libclang_rt.fuzzer_no_main-"$(uname -m)".a)
library=${libraries[0]}
if [ ! -e "$library" ]; then
    echo "build.sh: there is no $library: fuzzing needs a Swift toolchain with libFuzzer, as swift.org's for Debian is" >&2
    exit 1
fi

flags=(--scratch-path .build/fuzz -c release --product inkd-fuzz)
# tests see what is internal; and the checks that the standard library makes in debug builds only, of unsafe pointers above all
flags+=(-Xswiftc -enable-testing -Xswiftc -assert-config -Xswiftc Debug)
# for the compiler alone: told the linker, it would bring libFuzzer's own `main`
flags+=(-Xswiftc -Xfrontend -Xswiftc -sanitize=fuzzer -Xcc -fsanitize=fuzzer-no-link)
flags+=(-Xlinker --whole-archive -Xlinker "$library" -Xlinker --no-whole-archive -Xlinker -lstdc++)
INKD_FUZZ=1 "$swift" build "${flags[@]}" "$@" >&2
echo .build/fuzz/release/inkd-fuzz
