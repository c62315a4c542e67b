#!/usr/bin/env bash
# Makes the source tarball .build/dist/inkd-VERSION.tar.xz of what is committed, with the Swift packages that it is built with in vendor/.
# The same commit and the same Package.resolved, which is not in the repository, give the same bytes. usage: dist.sh
set -euo pipefail
cd "$(dirname "$0")/.."
packaging/version.sh --check
name=inkd-$(packaging/version.sh)
out=.build/dist
rm -rf "$out"
mkdir -p "$out"
git archive --prefix="$name/" HEAD | tar -x -C "$out"
packaging/vendor.py .build/checkouts Package.resolved "$out/$name/vendor"
tar --create --sort=name --owner=0 --group=0 --numeric-owner --mode=go=rX,u+rw,a-s --mtime="@$(git log -1 --format=%ct)" -C "$out" "$name" |
    xz --threads=0 -6 > "$out/$name.tar.xz"
rm -rf "${out:?}/$name"
ls -l "$out"
