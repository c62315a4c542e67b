#!/usr/bin/env python3
"""Copies the Swift packages that SwiftPM has fetched into a folder, and has them take each other from there, so that nothing is fetched again.

usage: vendor.py CHECKOUTS PACKAGE.RESOLVED FOLDER
"""

import json
import re
import shutil
import sys
from pathlib import Path

# Folders that nothing is built from, and that are most of some packages.
LEFT_OUT = (".git", ".github", "Tests", "Benchmarks", "Documentation", "Examples", "SQLCipher")
REQUIREMENT = r"""(?:(?:from|exact|branch|revision):\s*"[^"]*"|"[^"]*"\s*\.\.[.<]\s*"[^"]*"|\.\w+\([^)]*\))"""


def with_paths(manifest, names):
    """A manifest whose dependencies on these packages are paths beside its own folder."""

    def path(match):
        name = match[1].removesuffix(".git")
        return f'.package(path: "../{name}"' if name in names else match[0]

    return re.sub(rf'\.package\(\s*url:\s*"[^"]*/([^"/]+)"\s*,\s*{REQUIREMENT}', path, manifest)


def main():
    checkouts, resolved, folder = map(Path, sys.argv[1:])
    pins = json.loads(resolved.read_text(encoding="utf-8"))["pins"]
    names = {pin["location"].rsplit("/", 1)[-1].removesuffix(".git") for pin in pins}
    folder.mkdir(parents=True)
    for name in sorted(names):
        shutil.copytree(
            checkouts / name, folder / name, symlinks=True,
            ignore=lambda place, entries, root=checkouts / name: [e for e in entries if Path(place) == root and e in LEFT_OUT],
        )  # fmt: skip
        for manifest in (folder / name).glob("Package*.swift"):
            text = manifest.read_text(encoding="utf-8")
            manifest.chmod(0o644)
            manifest.write_text(with_paths(text, names), encoding="utf-8")
    (folder / "packages.json").write_text(json.dumps(pins, indent=2) + "\n", encoding="utf-8")


main()
