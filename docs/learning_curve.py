#!/usr/bin/env python3
"""Draws docs/pictures/learning-curve.svg from docs/data/learning-curve.csv: error rates of the text network over the inks it has seen.

usage: learning_curve.py [--check]

With --check nothing is written, and the exit status is 1 if the picture is another one. The same file always gives the same picture.
The file has a line for each evaluation: inks seen, minutes, and the per cent of characters wrong in words and in single lines.
"""

import csv
import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DATA = ROOT / "docs/data/learning-curve.csv"
PICTURE = ROOT / "docs/pictures/learning-curve.svg"

# Pixels: the picture, and the field of the curves in it.
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 720, 400, 58, 16, 16, 46
# Per cent: the ends of the vertical axis, which is logarithmic, and what is marked on it.
LOWEST, HIGHEST, MARKS = 4, 100, (4, 5, 6, 8, 10, 15, 20, 30, 50, 100)
STEP = 2_000_000
CURVES = (("word_cer", "words", "#2b6cb0"), ("line_cer", "single lines", "#c05621"))


def picture(rows):
    """The SVG of the rows."""
    most = math.ceil(int(rows[-1]["inks"]) / STEP) * STEP

    def across(inks):
        return LEFT + (WIDTH - LEFT - RIGHT) * inks / most

    def down(per_cent):
        share = math.log(per_cent / LOWEST) / math.log(HIGHEST / LOWEST)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * share

    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="DejaVu Sans, sans-serif" font-size="11">',
        "<title>Characters read wrong, in words and in single lines, over the inks that the network has seen</title>",
        '<rect width="100%" height="100%" fill="white"/>',
    ]
    for mark in MARKS:
        y = down(mark)
        lines.append(f'<path d="M{LEFT} {y:.1f}H{WIDTH - RIGHT}" stroke="#d8dee4"/>')
        lines.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{mark} %</text>')
    for inks in range(0, most + 1, STEP):
        x = across(inks)
        lines.append(f'<path d="M{x:.1f} {TOP}V{HEIGHT - BOTTOM}" stroke="#d8dee4"/>')
        lines.append(f'<text x="{x:.1f}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{inks / 1_000_000:g}</text>')
    lines.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2:.1f}" y="{HEIGHT - 10}" text-anchor="middle">million inks seen</text>')
    for index, (key, name, colour) in enumerate(CURVES):
        points = " ".join(f"{across(int(row['inks'])):.1f},{down(float(row[key])):.1f}" for row in rows)
        lines.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.5"/>')
        x, y = WIDTH - RIGHT - 220, TOP + 20 + 18 * index
        lines.append(f'<path d="M{x} {y - 4}h24" stroke="{colour}" stroke-width="2"/>')
        lines.append(f'<text x="{x + 30}" y="{y}">{name}: {float(rows[-1][key]):.2f} % at the end</text>')
    return "\n".join([*lines, "</svg>", ""])


def main():
    with DATA.open(encoding="utf-8", newline="") as file:
        svg = picture(list(csv.DictReader(file)))
    if "--check" not in sys.argv[1:]:
        PICTURE.write_text(svg, encoding="utf-8")
        return 0
    if PICTURE.exists() and PICTURE.read_text(encoding="utf-8") == svg:
        return 0
    print(f"{PICTURE.relative_to(ROOT)}: it does not show {DATA.relative_to(ROOT)} as it is; run `make generate`", file=sys.stderr)
    return 1


sys.exit(main())
