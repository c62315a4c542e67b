#!/usr/bin/env bash
# Builds the kernels of the recogniser for arm64 with gcc's headers and Swift's clang, and runs them in an emulator, compared with plain arithmetic.
# Needs the Debian packages gcc-aarch64-linux-gnu and qemu-user. Environment: SWIFT (swift).
set -euo pipefail
cd "$(dirname "$0")/../.."
for pair in aarch64-linux-gnu-gcc:gcc-aarch64-linux-gnu qemu-aarch64:qemu-user; do
    command -v "${pair%:*}" > /dev/null || {
        echo "arm64.sh: ${pair%:*} is missing; sudo apt install ${pair#*:}" >&2
        exit 1
    }
done
resources=$("${SWIFT:-swift}c" -print-target-info | sed -n 's/.*"runtimeResourcePath" *: *"\(.*\)".*/\1/p')
gcc=$(dirname "$(aarch64-linux-gnu-gcc -print-libgcc-file-name)")
mkdir -p .build/kernels
"${resources%/lib/swift}/bin/clang" --target=aarch64-linux-gnu --gcc-install-dir="$gcc" -isystem /usr/aarch64-linux-gnu/include -std=c17 -g -O2 -fuse-ld=lld \
    -Wall -Wextra -Werror -o .build/kernels/kernels-arm64 -I Sources/CNeural/include Tests/Kernels/kernels.c Sources/CNeural/CNeural.c -lm
exec qemu-aarch64 -L /usr/aarch64-linux-gnu .build/kernels/kernels-arm64
