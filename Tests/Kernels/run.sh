#!/usr/bin/env bash
# Builds the project's own C and C++ code with AddressSanitizer and UndefinedBehaviorSanitizer, and runs it.
# Environment: SWIFT (swift), whose clang it takes: the kernels use its extensions.
set -uo pipefail
cd "$(dirname "$0")/../.."
resources=$("${SWIFT:-swift}c" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
clang=${resources%/lib/swift}/bin/clang
folder=.build/kernels
mkdir -p "$folder"

# build NAME SOURCES… [-- LIBRARIES…]
build() {
    local name=$1
    shift
    # the kernels are optimised as they are in use: it is then that vectors of all widths are made
    "$clang" -std=c17 -g -O2 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all -fuse-ld=lld -Wall -Wextra -Werror \
        -o "$folder/$name" "$@" -lm && return
    echo "FAILED: $name does not build"
    return 1
}

status=0
export ASAN_OPTIONS=detect_stack_use_after_return=1 UBSAN_OPTIONS=print_stacktrace=1
build kernels -I Sources/CNeural/include Tests/Kernels/kernels.c Sources/CNeural/CNeural.c && "$folder/kernels" || status=1
# shellcheck disable=SC2046
build shims $(pkg-config --cflags libevdev libjpeg) Tests/Kernels/shims.c $(pkg-config --libs libevdev libjpeg) && "$folder/shims" || status=1
# its calls would include those of AddressSanitizer
build confine -fno-sanitize=address -I Sources/CLinux Tests/Kernels/confine.c && "$folder/confine" || status=1
# the addon's part that waits for its program, with the compiler that the addon is built with
# shellcheck disable=SC2046
if ${CXX:-g++} -std=c++17 -g -O1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=all -Wall -Wextra -Werror -DINKD_LIBEXEC='"/nowhere"' \
    $(pkg-config --cflags Fcitx5Utils libsystemd) Tests/Kernels/helper.cpp Sources/fcitx5-inkd/helper.cpp $(pkg-config --libs Fcitx5Utils libsystemd) -o "$folder/helper"; then
    "$folder/helper" || status=1
else
    echo "FAILED: helper does not build"
    status=1
fi
[ "$status" = 0 ] || echo "FAILED: see above"
exit "$status"
