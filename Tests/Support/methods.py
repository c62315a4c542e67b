#!/usr/bin/env python3
"""Checks that the daemon has a function for each method of the protocol, without building it."""

import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parents[2]
served = set()
for path in [*root.glob("Sources/InkLoop/**/*.swift"), *root.glob("Sources/InkWorkspace/**/*.swift")]:
    for function, interface, name in re.findall(
        r"\bfunc `?(\w+)`?\(\s*_ \w+: (\w+)Interface\.(\w+)\.Parameters\b", path.read_text()
    ):
        if function == name[0].lower() + name[1:]:
            served.add((interface, name))
missing = [
    (path.stem, name)
    for path in sorted(root.glob("Sources/InkProtocol/Interfaces/*.varlink"))
    for name in re.findall(r"^method (\w+)", path.read_text(), re.MULTILINE)
    if (path.stem.rsplit(".", 1)[-1], name) not in served
]
for interface, name in missing:
    print(f"{interface}.{name}: no function {name[0].lower() + name[1:]} of Sources/InkLoop or Sources/InkWorkspace takes {interface.rsplit('.', 1)[-1]}Interface.{name}.Parameters")
sys.exit(1 if missing else 0)
