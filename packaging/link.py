#!/usr/bin/env python3
"""Links the programs that `swift build -c release --static-swift-stdlib` has compiled once more, so that what several of them have is there once:
libinkd-client.so has the Swift runtime and what the clients share, libinkd-core.so what inkd and inkctl share besides.

usage: link.py RELEASE OUTPUT [LIBRARIES]

OUTPUT gets bin, libexec and lib/inkd. Programs find the libraries from where they lie themselves: LIBRARIES is the way from those in libexec to the
libraries, once they are installed (../lib/inkd). A library gives only what the others ask for, so that the linker leaves out of it, and of the Swift runtime in it, what no program uses. SwiftPM cannot do it: it links
the targets of a package statically. Environment: SWIFT (swift).
"""

import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LARGE = ("inkd", "inkctl")
SMALL = ("inkd-wlim", "inkd-overlay", "inkd-settings", "ibus-engine-inkd", "inkd-fcitx5", "inkd-pen")
IN_LIBEXEC = ("ibus-engine-inkd", "inkd-fcitx5", "inkd-pen")
# The Swift runtime: those that need others come first.
RUNTIME = (
    "FoundationEssentials", "_FoundationCShims", "_FoundationCollections", "swiftSynchronization", "swift_StringProcessing", "swift_RegexParser",
    "swiftDispatch", "swift_Concurrency", "dispatch", "BlocksRuntime", "swiftGlibc", "swift_Builtin_float", "swiftCore",
)  # fmt: skip
# The linker of the toolchain: it merges functions that are the same, and packs relocations.
OPTIONS = (
    "-fuse-ld=lld", "-Wl,--gc-sections", "-Wl,--icf=all", "-Wl,-z,pack-relative-relocs", "-Wl,-z,defs", "-Wl,--as-needed", "-Wl,--build-id",
    "-Wl,-Bsymbolic", "-Wl,-O2",
)  # fmt: skip


def run(*command):
    return subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True).stdout


class Linker:
    def __init__(self, release, output):
        self.output = output
        target = json.loads(run(os.environ.get("SWIFT", "swift"), "-print-target-info"))
        resources = target["paths"]["runtimeResourcePath"] + "_static"
        self.clang = Path(resources).parents[1] / "bin/clang"
        system = f"{resources}/{target['target']['platform']}"
        # notes down which metadata an image has
        self.start = f"{system}/{target['target']['arch']}/swiftrt.o"
        self.runtime = [f"-L{system}", "-Wl,--start-group", *(f"-l{name}" for name in RUNTIME), "-Wl,--end-group", "-lstdc++"]
        # each image gets those of them that it uses
        packages = re.findall(r'pkgConfig: "([^"]+)"', (ROOT / "Package.swift").read_text(encoding="utf-8"))
        self.libraries = ["-lm", *run("pkg-config", "--libs", *packages).split()]
        for module in sorted(ROOT.glob("Sources/*/module.modulemap")):
            self.libraries += [f"-l{name}" for name in re.findall(r'link "([^"]+)"', module.read_text(encoding="utf-8"))]
        self.objects = {name: objects_of(release, name) for name in (*LARGE, *SMALL)}

    def link(self, name, objects, *options):
        path = self.output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        response = self.output / "objects"
        response.write_text("\n".join([self.start, *objects]), encoding="utf-8")
        run(self.clang, *OPTIONS, "-o", path, f"@{response}", *options, *self.libraries)
        response.unlink()
        return path

    def link_library(self, name, objects, wanted, *options):
        """A library that gives what is wanted of it."""
        script, response = self.output / "exports", self.output / "wanted"
        symbols = sorted(wanted)
        script.write_text("{ global:\n" + "".join(f'"{symbol}";\n' for symbol in symbols) + "local: *; };\n", encoding="utf-8")
        response.write_text("\n".join(f"-Wl,-u,{symbol}" for symbol in symbols), encoding="utf-8")
        path = self.link(
            f"lib/inkd/{name}", objects, "-shared", f"-Wl,-soname,{name}", f"-Wl,--version-script,{script}", "-Wl,--undefined-version", f"@{response}", *options
        )  # fmt: skip
        script.unlink()
        response.unlink()
        return path

    def link_all(self, way):
        counts = Counter(item for name in SMALL for item in self.objects[name])
        client = [item for item in dict.fromkeys(item for name in SMALL for item in self.objects[name]) if counts[item] > 1]
        known = set(client)
        core = [item for item in self.objects["inkd"] if item in self.objects["inkctl"] and item not in known]
        shared = known | set(core)
        # a small program does not load the library of the large ones
        own = {name: [item for item in items if item not in (known if name in SMALL else shared)] for name, items in self.objects.items()}

        wanted_of_core = undefined(item for name in LARGE for item in own[name])
        wanted_of_client = undefined([self.start]) | wanted_of_core | undefined(core) | undefined(item for name in SMALL for item in own[name])
        client = self.link_library("libinkd-client.so", client, wanted_of_client, *self.runtime)
        core = self.link_library("libinkd-core.so", core, wanted_of_core, client, "-Wl,-rpath,$ORIGIN")
        for name, items in own.items():
            main = f"-Wl,--defsym,main={name.replace('-', '_')}_main"
            folder, path = ("libexec", way) if name in IN_LIBEXEC else ("bin", "../lib/inkd")
            libraries = [core, client] if name in LARGE else [client]
            self.link(f"{folder}/{name}", items, "-pie", main, *libraries, f"-Wl,-rpath,$ORIGIN/{path}")


def objects_of(release, name):
    """What SwiftPM links a program of, in its order."""
    lines = (release / f"{name}.product/Objects.LinkFileList").read_text(encoding="utf-8").splitlines()
    return [line.strip("'\"") for line in lines]


def undefined(objects):
    """The symbols that object files want of others."""
    return set(run("nm", "--undefined-only", "--format=just-symbols", *objects).split()) - {""}


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.split("\n\n")[1])
    output = Path(sys.argv[2]).resolve()
    shutil.rmtree(output, ignore_errors=True)
    output.mkdir(parents=True)
    Linker(Path(sys.argv[1]).resolve(), output).link_all(sys.argv[3] if len(sys.argv) == 4 else "../lib/inkd")


main()
