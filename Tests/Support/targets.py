#!/usr/bin/env python3
"""Draws which target depends on which (docs/pictures/targets.svg), and compares docs/architecture.md with Package.swift.

usage: targets.py [--check]

Without --check the picture is written anew. With it nothing is written, and the exit status is 1 if the picture is another one, if a target
is not in the document's list of modules, if the list names a target that is not there, or if it gives a target other dependencies.
Environment: SWIFT (swift).
"""

import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from html import escape
from itertools import pairwise
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs/pictures/targets.svg"
DOCUMENT = ROOT / "docs/architecture.md"

# Pixels.
BOX_HEIGHT, LAYER_HEIGHT, GAP, WAY, MARGIN = 42, 104, 26, 16, 20
COLOURS = {"executable": "#fde9c9", "regular": "#dcebfa", "test": "#e4f1dc"}
# Libraries whose modules have other names.
LIBRARIES = {"CCairo": "cairo", "CGtk4": "GTK 4", "CSQLite": "SQLite", "CX11": "X11", "CXkbcommon": "libxkbcommon", "CXtst": "libXtst"}
# Targets that are not installed.
HELPERS = {"InkTestSupport", "ink-sample", "inkd-bench", "varlink-generate"}


class Target:
    """A target of Package.swift: its Swift targets, and the libraries in C and of packages that it uses."""

    def __init__(self, entry):
        self.name, self.kind = entry["name"], entry["type"]
        self.is_c = self.kind == "system" or (self.name[:1] == "C" and self.name[1:2].isupper())
        self.names = [value[0] for dependency in entry["dependencies"] for value in dependency.values()]


def read_targets():
    swift = os.environ.get("SWIFT", "swift")
    text = subprocess.run([swift, "package", "dump-package"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    targets = {entry["name"]: Target(entry) for entry in json.loads(text)["targets"]}
    for target in targets.values():
        inside = [name for name in target.names if name in targets]
        target.needs = sorted(name for name in inside if not targets[name].is_c)
        target.libraries = sorted(LIBRARIES.get(name, re.sub("^CLib", "lib", name)) for name in inside if targets[name].is_c)
        target.libraries += sorted(name for name in target.names if name not in targets)
    return targets


def layered(drawn):
    """Each target's layer: one above the highest of those that it needs."""
    layers = {}

    def layer(name):
        if name not in layers:
            layers[name] = max((layer(other) + 1 for other in drawn[name].needs), default=0)
        return layers[name]

    for name in drawn:
        layer(name)
    # what nothing else holds down is drawn near those who use it
    for name in sorted(drawn, key=lambda name: -layers[name]):
        users = [layers[user] for user in drawn if name in drawn[user].needs]
        if users:
            layers[name] = min(users) - 1
    return layers


def reduced(drawn):
    """The arrows that do not follow from others."""

    def reach(name, seen):
        for other in drawn[name].needs:
            if other not in seen:
                seen.add(other)
                reach(other, seen)
        return seen

    below = {name: reach(name, set()) for name in drawn}
    return [
        (name, other)
        for name in sorted(drawn)
        for other in drawn[name].needs
        if not any(other in below[between] for between in drawn[name].needs)
    ]


def box_width(target):
    return max(8.2 * len(target.name), 5.6 * len(", ".join(target.libraries))) + 18


class Layout:
    """The places of targets and of the arrows between them, in layers (Sugiyama's method)."""

    def __init__(self, drawn):
        self.layers = layered(drawn)
        self.widths = {name: box_width(drawn[name]) for name in drawn}
        self.rows = defaultdict(list)
        for name in sorted(drawn):
            self.rows[self.layers[name]].append(name)
        # the names that each arrow passes, its ends included
        self.ways = {arrow: self.way(*arrow) for arrow in reduced(drawn)}
        self.above, self.below = defaultdict(list), defaultdict(list)
        for upper, lower in sorted({link for way in self.ways.values() for link in pairwise(way)}):
            self.above[lower].append(upper)
            self.below[upper].append(lower)
        self.order_rows()
        self.places = self.place()

    def way(self, upper, lower):
        """An arrow past a layer takes a place in it; arrows to the same target go together."""
        way = [upper]
        for layer in range(self.layers[upper] - 1, self.layers[lower], -1):
            name = f"→{lower}@{layer}"
            if name not in self.widths:
                self.rows[layer].append(name)
                self.widths[name] = WAY
            way.append(name)
        return [*way, lower]

    def crossings(self):
        count = 0
        for layer in self.rows:
            places = {name: place for row in (self.rows[layer], self.rows.get(layer - 1, [])) for place, name in enumerate(row)}
            pairs = [(places[upper], places[lower]) for upper in self.rows[layer] for lower in self.below[upper]]
            count += sum((a - c) * (b - d) < 0 for index, (a, b) in enumerate(pairs) for c, d in pairs[index + 1 :])
        return count

    def order_rows(self):
        """Puts each layer's names where their neighbours are, in turns downwards and upwards, and keeps the best order found."""
        best, fewest = {layer: list(row) for layer, row in self.rows.items()}, self.crossings()
        for turn in range(60):
            downwards = turn % 2 == 0
            for layer in sorted(self.rows, reverse=downwards):
                self.sort_row(layer, layer + (1 if downwards else -1), self.above if downwards else self.below)
            self.swap_neighbours()
            if self.crossings() < fewest:
                best, fewest = {layer: list(row) for layer, row in self.rows.items()}, self.crossings()
        self.rows = best

    def sort_row(self, layer, fixed_layer, near):
        fixed = self.rows.get(fixed_layer, [])
        places = {name: place for place, name in enumerate(fixed)}
        own = {name: place for place, name in enumerate(self.rows[layer])}

        def centre(name):
            found = [places[other] for other in near[name]]
            return sum(found) / len(found) if found else own[name] * max(1, len(fixed)) / max(1, len(own))

        self.rows[layer].sort(key=lambda name: (centre(name), own[name]))

    def swap_neighbours(self):
        for layer in sorted(self.rows):
            row = self.rows[layer]
            for place in range(len(row) - 1):
                before = self.crossings()
                row[place], row[place + 1] = row[place + 1], row[place]
                if self.crossings() >= before:
                    row[place], row[place + 1] = row[place + 1], row[place]

    def place(self):
        """Moves each name towards its neighbours, as far as those beside it leave room; gives the middle of its upper edge."""
        x, widths = {}, self.widths
        for row in self.rows.values():
            right = 0.0
            for name in row:
                x[name] = right + widths[name] / 2
                right += widths[name] + GAP
        for turn in range(400):
            for layer in sorted(self.rows, reverse=turn % 2 == 0):
                row = self.rows[layer]
                wanted = []
                for name in row:
                    near = self.above[name] + self.below[name]
                    wanted.append(sum(x[other] for other in near) / len(near) if near else x[name])
                # from both sides, each as far from the one before as it must be; between the two is room for all
                left, right = list(wanted), list(wanted)
                for index in range(1, len(row)):
                    left[index] = max(left[index], left[index - 1] + (widths[row[index - 1]] + widths[row[index]]) / 2 + GAP)
                for index in range(len(row) - 2, -1, -1):
                    right[index] = min(right[index], right[index + 1] - (widths[row[index + 1]] + widths[row[index]]) / 2 - GAP)
                for index, name in enumerate(row):
                    x[name] = (left[index] + right[index]) / 2
        offset = MARGIN - min(x[name] - widths[name] / 2 for name in x)
        top = max(self.rows)
        return {name: (x[name] + offset, MARGIN + (top - layer) * LAYER_HEIGHT) for layer in self.rows for name in self.rows[layer]}


def picture(drawn):
    layout = Layout(drawn)
    places, ways, widths = layout.places, layout.ways, layout.widths
    width = max(places[name][0] + widths[name] / 2 for name in places) + MARGIN
    height = max(y for _, y in places.values()) + BOX_HEIGHT + MARGIN + 28
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" font-family="DejaVu Sans, sans-serif">',
        "<title>The targets of inkd: each depends on those below it that a line leads to</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for (upper, lower), way in sorted(ways.items()):
        x, y = places[upper]
        path = f"M{x:.0f} {y + BOX_HEIGHT}"
        bottom = y + BOX_HEIGHT
        for name in way[1:]:
            nx, ny = places[name]
            bend = (ny - bottom) / 2
            path += f" C{x:.0f} {bottom + bend:.0f} {nx:.0f} {ny - bend:.0f} {nx:.0f} {ny}"
            if name != lower:
                path += f" V{ny + BOX_HEIGHT}"
            x, bottom = nx, ny + BOX_HEIGHT
        lines.append(f'<path d="{path}" fill="none" stroke="#7a8794" stroke-width="1.1"/>')
    for name in sorted(drawn):
        target, (x, y) = drawn[name], places[name]
        colour = COLOURS["test" if name in HELPERS else target.kind]
        lines.append(
            f'<rect x="{x - widths[name] / 2:.0f}" y="{y}" width="{widths[name]:.0f}" height="{BOX_HEIGHT}" rx="6" fill="{colour}" '
            'stroke="#4a5560"/>'
        )
        middle = y + (18 if target.libraries else 26)
        lines.append(f'<text x="{x:.0f}" y="{middle}" font-size="13" text-anchor="middle">{escape(name)}</text>')
        if target.libraries:
            text = escape(", ".join(target.libraries))
            lines.append(f'<text x="{x:.0f}" y="{y + 34}" font-size="9" fill="#4a5560" text-anchor="middle">{text}</text>')
    x, y = MARGIN, height - 22
    for colour, text in (("executable", "programs"), ("regular", "libraries"), ("test", "for building and testing only")):
        lines.append(f'<rect x="{x}" y="{y:.0f}" width="16" height="12" fill="{COLOURS[colour]}" stroke="#4a5560"/>')
        lines.append(f'<text x="{x + 22}" y="{y + 10:.0f}" font-size="11">{text}</text>')
        x += 50 + 7 * len(text)
    lines.append(
        f'<text x="{x}" y="{y + 10:.0f}" font-size="11" fill="#4a5560">small print: libraries in C and packages; '
        "lines that follow from others are left out</text>"
    )
    return "\n".join(lines + ["</svg>", ""])


def problems_of_document(targets):
    """The differences of the list of modules from Package.swift. An entry is `**Name** (→ A, B; libraries) — text`."""
    text = DOCUMENT.read_text(encoding="utf-8")
    modules = re.search(r"^## Modules$(.*?)(?=^## )", text, re.MULTILINE | re.DOTALL)
    if not modules:
        return ['it has no chapter "Modules"']
    problems, listed = [], set()
    for paragraph in modules[1].split("\n\n"):
        entry = re.match(r"\*\*([^*]+)\*\*(?: \(([^)]*)\))? — ", " ".join(paragraph.split()))
        if not entry:
            continue
        names = [name.strip() for name in entry[1].split(",")]
        listed.update(names)
        arrow = re.match(r"→ ([^;]*)", entry[2] or "")
        given = sorted(name.strip() for name in arrow[1].split(",")) if arrow else []
        for name in names:
            if name not in targets:
                problems.append(f"it lists {name}, which Package.swift does not have")
            elif not targets[name].is_c and targets[name].kind != "test" and given != targets[name].needs:
                problems.append(
                    f"{name} depends on {', '.join(targets[name].needs) or 'nothing'}, it says: {', '.join(given) or 'nothing'}"
                )
    return problems + [f"it does not list {name}" for name in targets if name not in listed]


def main():
    targets = read_targets()
    drawn = {name: target for name, target in targets.items() if not target.is_c and target.kind != "test"}
    svg = picture(drawn)
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(svg, encoding="utf-8")
        return 0
    problems = [f"{DOCUMENT.relative_to(ROOT)}: {problem}" for problem in problems_of_document(targets)]
    if not PICTURE.exists() or PICTURE.read_text(encoding="utf-8") != svg:
        problems.append(f"{PICTURE.relative_to(ROOT)}: it does not show Package.swift as it is; run `make generate`")
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


sys.exit(main())
