"""The hands of `models/hands`, that text is written with: from the single-line glyphs of Hershey.

Reads rows of JSON (`label`, `style`, `left`, `right`, `strokes` of relative whole numbers, `notice`) from a file packed by gzip. Writes
a file for each hand. Needs nothing but Python.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

Stroke = list[tuple[float, float]]
Glyph = dict
"""`left`, `right` and `strokes` of absolute points; y grows downwards from the baseline."""

PROJECT = Path(__file__).resolve().parents[2]
JOIN_HEIGHT = -150
"""Where letters of the script meet: 5 of Hershey's units above the baseline."""

ACCENTS = {
    "\u0300": [[(-90, -150), (60, 0)]],
    "\u0301": [[(90, -150), (-60, 0)]],
    "\u0302": [[(-110, 0), (0, -120), (110, 0)]],
    "\u0303": [[(-150, -30), (-90, -90), (-30, -80), (40, -30), (100, -30), (150, -90)]],
    "\u0308": [[(-90, -60), (-80, -30)], [(90, -60), (100, -30)]],
    "\u030a": [[(0, 0), (-60, -30), (-80, -80), (-50, -135), (0, -150), (50, -135), (80, -80), (60, -30), (0, 0)]],
    "\u030c": [[(-110, -120), (0, 0), (110, -120)]],
    "\u0327": [[(10, 0), (-20, 70), (40, 80), (70, 120), (50, 165), (-10, 180), (-60, 165)]],
}
"""Marks that letters are composed with: the middle is x = 0; y = 0 is their bottom, of a cedilla its top."""

DOT = [[(0, -24), (10, 0)]]
QUOTE_HIGH = [[(40, -630), (45, -590), (25, -530), (-15, -480)]]
QUOTE_OPEN = [[(15, -630), (-25, -580), (-45, -520), (-35, -480)]]
GUILLEMET = [[(80, -330), (-80, -195), (80, -60)]]


def moved(strokes: Iterable[Stroke], x: float = 0, y: float = 0, scale: float = 1) -> list[Stroke]:
    """Strokes at another place, and larger."""
    return [[(scale * a + x, scale * b + y) for a, b in stroke] for stroke in strokes]


def mirrored(strokes: Iterable[Stroke]) -> list[Stroke]:
    """Left for right."""
    return [[(-a, b) for a, b in stroke] for stroke in strokes]


def glyph(strokes: list[Stroke], margin: float = 110) -> Glyph:
    """A glyph with that much room beside its ink."""
    xs = [x for stroke in strokes for x, _ in stroke]
    return {"left": min(xs) - margin, "right": max(xs) + margin, "strokes": strokes}


DRAWN = {
    ".": glyph(DOT),
    ":": glyph(moved(DOT, y=-330) + DOT),
    ",": glyph([[(20, -40), (25, 0), (5, 60), (-35, 110)]]),
    ";": glyph([[(0, -330), (10, -306)], [(20, -40), (25, 0), (5, 60), (-35, 110)]]),
    "!": glyph([[(0, -630), (0, -190)]] + DOT),
    "…": glyph(moved(DOT, -160) + DOT + moved(DOT, 160)),
    "·": glyph(moved(DOT, y=-270)),
    "'": glyph([[(10, -630), (0, -470)]], 90),
    '"': glyph([[(-60, -630), (-65, -470)], [(65, -630), (60, -470)]], 90),
    "’": glyph(QUOTE_HIGH, 80),
    "‘": glyph(QUOTE_OPEN, 80),
    "”": glyph(moved(QUOTE_HIGH, -70) + moved(QUOTE_HIGH, 70), 80),
    "“": glyph(moved(QUOTE_OPEN, -70) + moved(QUOTE_OPEN, 70), 80),
    "‚": glyph(moved(QUOTE_HIGH, y=590), 80),
    "„": glyph(moved(QUOTE_HIGH, -70, 590) + moved(QUOTE_HIGH, 70, 590), 80),
    "‹": glyph(GUILLEMET),
    "›": glyph(mirrored(GUILLEMET)),
    "«": glyph(moved(GUILLEMET, -90) + moved(GUILLEMET, 90)),
    "»": glyph(mirrored(moved(GUILLEMET, -90) + moved(GUILLEMET, 90))[::-1]),
    "-": glyph([[(-140, -200), (140, -200)]], 80),
    "–": glyph([[(-250, -210), (250, -210)]], 80),
    "—": glyph([[(-420, -210), (420, -210)]], 80),
    "¡": glyph(moved(DOT, y=-396) + [[(0, -240), (0, 210)]]),
    "¿": glyph(
        moved(DOT, y=-396) + [[(0, -250), (0, -170), (-30, -110), (-110, -30), (-150, 50), (-130, 150), (-40, 205), (70, 200), (150, 130)]]
    ),
    "°": glyph(moved(ACCENTS["\u030a"], y=-480), 80),
    "€": glyph(
        [
            [
                (210, -540),
                (110, -620),
                (0, -630),
                (-110, -580),
                (-180, -470),
                (-200, -315),
                (-180, -160),
                (-110, -50),
                (0, 0),
                (110, -10),
                (210, -90),
            ],
            [(-290, -380), (110, -380)],
            [(-290, -250), (90, -250)],
        ]
    ),
    "[": glyph([[(100, -690), (-60, -690), (-60, 150), (100, 150)]]),
    "]": glyph([[(-100, -690), (60, -690), (60, 150), (-100, 150)]]),
    "`": glyph([[(-60, -630), (40, -500)]]),
    "{": glyph([[(90, -690), (10, -660), (0, -560), (0, -350), (-70, -270), (0, -190), (0, 20), (10, 120), (90, 150)]]),
    "}": glyph([[(-90, -690), (-10, -660), (0, -560), (0, -350), (70, -270), (0, -190), (0, 20), (-10, 120), (-90, 150)]]),
    "~": glyph([[(-210, -210), (-160, -290), (-80, -310), (80, -220), (160, -240), (210, -310)]]),
    "@": glyph(
        [
            [
                *[
                    (120, -400),
                    (40, -450),
                    (-60, -430),
                    (-120, -330),
                    (-110, -200),
                    (-40, -140),
                    (50, -170),
                    (110, -270),
                    (130, -420),
                    (120, -220),
                ],
                *[(170, -150), (250, -180), (300, -290), (290, -440), (200, -570), (40, -630), (-140, -590), (-270, -460), (-310, -290)],
                *[(-270, -110), (-150, 20), (20, 60), (190, 20)],
            ]
        ]
    ),
    "§": glyph(
        [
            [
                *[
                    (120, -560),
                    (50, -620),
                    (-50, -620),
                    (-110, -560),
                    (-100, -490),
                    (-30, -430),
                    (80, -370),
                    (140, -300),
                    (130, -220),
                    (60, -180),
                ],
                *[(-40, -210), (-120, -270), (-140, -350), (-100, -410), (-30, -430)],
            ],
            [(60, -180), (110, -120), (110, -40), (50, 20), (-50, 25), (-120, -30)],
        ]
    ),
    "ß": glyph(
        [
            [
                *[(-160, 0), (-160, -470), (-130, -570), (-50, -630), (50, -620), (110, -550), (100, -450), (30, -390), (-20, -350)],
                *[(60, -320), (150, -250), (170, -150), (120, -40), (30, 0), (-60, -10)],
            ]
        ]
    ),
}
"""What Hershey's styles lack, and marks that a pen makes in another way than a plotter: a dot is a short stroke, and no diamond."""


def absolute(numbers: list[int]) -> Stroke:
    """Points of a stroke that is kept as a start and steps."""
    points, x, y = [], 0, 0
    for dx, dy in zip(numbers[::2], numbers[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return points


def read(path: Path) -> tuple[dict[str, dict[str, Glyph]], str]:
    """The glyphs by style and character, and the notice that must go with them."""
    styles: dict[str, dict[str, Glyph]] = {}
    notice = ""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            notice = row.get("notice") or notice
            glyph = {"left": row["left"], "right": row["right"], "strokes": [absolute(stroke) for stroke in row["strokes"]]}
            styles.setdefault(row["style"], {})[row["label"]] = glyph
    return styles, notice


def is_dot(stroke: Stroke) -> bool:
    """Whether a stroke is the diamond that stands for a dot."""
    return len(stroke) == 5 and math.dist(stroke[0], stroke[-1]) < 1 and max(math.dist(stroke[0], p) for p in stroke) <= 60


def dotted_by_pen(strokes: list[Stroke]) -> list[Stroke]:
    """Short strokes in place of diamonds."""
    return [[(s[0][0], s[0][1]), (s[0][0] + 10, s[0][1] + 24)] if is_dot(s) else s for s in strokes]


def distance(point: tuple[float, float], stroke: Stroke) -> float:
    """From a point to a polyline."""
    best = math.inf
    for (ax, ay), (bx, by) in pairwise(stroke):
        dx, dy = bx - ax, by - ay
        t = max(0, min(1, ((point[0] - ax) * dx + (point[1] - ay) * dy) / ((dx * dx + dy * dy) or 1)))
        best = min(best, math.dist(point, (ax + t * dx, ay + t * dy)))
    return best


def without_lifting(strokes: list[Stroke]) -> list[Stroke]:
    """Draws on where the next stroke begins near the end of the last, or on it, so that the pen would go back over its own ink."""
    done = [strokes[0]]
    for stroke in strokes[1:]:
        last, (begin, end) = done[-1], (stroke[0], done[-1][-1])
        halfway = [(end[0] + k / 4 * (begin[0] - end[0]), end[1] + k / 4 * (begin[1] - end[1])) for k in range(1, 4)]
        is_retraced = max(distance(point, last) for point in halfway) < 30 and distance(begin, last) < 30
        if math.dist(begin, end) <= 100 or is_retraced:
            done[-1] = last + (stroke[1:] if math.dist(begin, end) < 1 else stroke)
        else:
            done.append(stroke)
    return done


def script_letter(letter: str, glyph: Glyph) -> Glyph:
    """A letter of the script: what joins to its left first, what is drawn when the word is finished (dots, bars) last."""
    strokes = dotted_by_pen(glyph["strokes"])
    delayed = [s for s in strokes if (letter in "ij" and len(s) == 2) or (letter == "t" and s[0] == (-60, -390))]
    if letter == "x":
        delayed = [strokes[1]]
    body = without_lifting([s for s in strokes if s not in delayed])
    result = {**glyph, "strokes": body + delayed, "delayed": len(delayed)}
    if body[0][0] == (glyph["left"], JOIN_HEIGHT):
        result["entry"] = True
    if body[-1][-1] == (glyph["right"], JOIN_HEIGHT):
        result["exit"] = True
    return result


def compound(first: Glyph, second: Glyph, overlap: float) -> Glyph:
    """Two letters as one; what is joined stays so."""
    shift = first["right"] - second["left"] - overlap
    delayed = first.get("delayed", 0) + second.get("delayed", 0)
    result = {
        "left": first["left"],
        "right": second["right"] + shift,
        "strokes": first["strokes"] + moved(second["strokes"], shift),
        "delayed": delayed,
    }
    if first.get("entry"):
        result["entry"] = True
    if second.get("exit"):
        result["exit"] = True
    return result


def struck(base: Glyph, bar: Stroke) -> Glyph:
    """A letter with a stroke through it, drawn last."""
    return {**base, "strokes": base["strokes"] + [bar], "delayed": base.get("delayed", 0) + 1}


def completed(letters: dict[str, Glyph], marks: dict[str, Glyph]) -> dict[str, list[Glyph]]:
    """All characters of a hand, each with its alternates: letters, what they are put together to, digits and marks."""
    glyphs = {character: [glyph] for character, glyph in marks.items()}
    for character, glyph in letters.items():
        glyphs[character] = [glyph]
    for dotted, plain in (("i", "ı"), ("j", "ȷ")):
        base = letters[dotted]
        glyphs[plain] = [{**base, "strokes": [s for s in base["strokes"] if len(s) != 2 or s[0][1] - s[1][1] < -100], "delayed": 0}]
    glyphs["ẞ"] = [{**marks["ß"], "strokes": moved(marks["ß"]["strokes"], scale=1.05)}]
    glyphs["7"].append(struck(marks["7"], [(-130, -330), (150, -330)]))
    for character, strokes in ACCENTS.items():
        glyphs[character] = [{"left": 0, "right": 0, "strokes": strokes}]
    return glyphs


def print_marks(styles: dict[str, dict[str, Glyph]]) -> dict[str, Glyph]:
    """Digits and punctuation, which all hands share."""
    marks = {c: g for c, g in styles["futural"].items() if not c.isalpha()} | {c: styles["greek"][c] for c in "×÷"}
    marks["?"] = {**marks["?"], "strokes": dotted_by_pen(marks["?"]["strokes"])}
    return marks | DRAWN


def print_letters(styles: dict[str, dict[str, Glyph]]) -> dict[str, Glyph]:
    """Letters that stand by themselves."""
    letters = {c: {**g, "strokes": without_lifting(dotted_by_pen(g["strokes"]))} for c, g in styles["futural"].items() if c.isalpha()}
    letters["i"] = {**letters["i"], "strokes": letters["i"]["strokes"][::-1], "delayed": 1}
    letters["j"] = {**letters["j"], "strokes": letters["j"]["strokes"][::-1], "delayed": 1}
    a, e, o = (styles["futural"][c] for c in "aeo")
    letters["æ"] = compound(a, e, a["right"] - 180 + (-180 - e["left"]))
    letters["œ"] = compound(o, e, o["right"] - 210 + (-180 - e["left"]))
    letters["ø"] = struck(letters["o"], [(200, -470), (-220, 50)])
    letters["Ø"] = struck(letters["O"], [(230, -690), (-240, 60)])
    letters["Æ"] = glyph(
        [[(-370, 0), (-10, -630), (350, -630)], [(30, -630), (30, 0), (360, 0)], [(30, -330), (290, -330)], [(-250, -210), (30, -210)]]
    )
    letters["Œ"] = glyph(
        [
            [
                (0, -560),
                (-80, -620),
                (-180, -630),
                (-280, -570),
                (-350, -450),
                (-370, -315),
                (-350, -180),
                (-280, -60),
                (-180, 0),
                (-80, -10),
                (0, -70),
            ],
            [(390, -630), (10, -630), (10, 0), (400, 0)],
            [(10, -330), (320, -330)],
        ]
    )
    return letters


def script_letters(styles: dict[str, dict[str, Glyph]]) -> dict[str, Glyph]:
    """Letters that join where one ends as the next begins."""
    letters = {c: script_letter(c, g) for c, g in styles["scripts"].items()}
    letters["æ"] = compound(letters["a"], letters["e"], 0)
    letters["œ"] = compound(letters["o"], letters["e"], 0)
    letters["ø"] = struck(letters["o"], [(130, -330), (-200, 50)])
    letters["Ø"] = struck(letters["O"], [(290, -690), (-280, 60)])
    letters["Æ"] = compound(letters["A"], letters["E"], 150)
    letters["Œ"] = compound(letters["O"], letters["E"], 120)
    return letters


def sheared(glyph: Glyph, shear: float) -> Glyph:
    """A letter that leans, about the height at which letters join, so that they still do."""
    strokes = [[(x + shear * (y - JOIN_HEIGHT), y) for x, y in stroke] for stroke in glyph["strokes"]]
    return {**glyph, "strokes": strokes}


def compact(glyph: Glyph) -> Glyph:
    """As it is kept: the left bound is x = 0, whole numbers, one list of x, y, x, y … for each stroke."""
    left = glyph["left"]
    kept = {"advance": round(glyph["right"] - left), "strokes": [[round(v) for x, y in s for v in (x - left, y)] for s in glyph["strokes"]]}
    return kept | {key: glyph[key] for key in ("entry", "exit", "delayed") if glyph.get(key)}


def write(path: Path, header: dict, glyphs: dict[str, list[Glyph]]) -> None:
    """One glyph a line, in the order of the characters."""
    head = json.dumps(header, ensure_ascii=False)[1:-1]
    rows = (
        f"{json.dumps(c, ensure_ascii=False)}:{json.dumps([compact(g) for g in glyphs[c]], separators=(',', ':'))}" for c in sorted(glyphs)
    )
    path.write_text("{" + head + ', "glyphs": {\n' + ",\n".join(rows) + "\n}}\n", encoding="utf-8")
    print(f"{path}: {len(glyphs)} characters, {path.stat().st_size} bytes")


def main() -> None:
    """Writes the three hands."""
    parser = argparse.ArgumentParser(description="Makes the hands that text is written with.")
    parser.add_argument("--glyphs", type=Path, required=True, help="rows of Hershey's glyphs, packed by gzip")
    parser.add_argument("--out", type=Path, default=PROJECT / "models/hands")
    arguments = parser.parse_args()
    styles, notice = read(arguments.glyphs)
    marks, separate, joined = print_marks(styles), print_letters(styles), script_letters(styles)
    arguments.out.mkdir(parents=True, exist_ok=True)

    def header(name: str, title: str, x_height: int, space: int) -> dict:
        return {
            "format": "inkd-hand-1",
            "name": name,
            "title": title,
            "notice": notice,
            "xHeight": x_height,
            "capHeight": 630,
            "descent": 360,
            "space": space,
        }

    write(arguments.out / "print.json", header("print", "Letters that stand by themselves", 420, 480), completed(separate, marks))
    long_s = {**DRAWN["ß"], "strokes": [[(-160, 240), *stroke[1:]] for stroke in DRAWN["ß"]["strokes"]]}
    script_marks = {**marks, "ß": sheared(long_s, -0.3)}
    write(arguments.out / "script.json", header("script", "Joined letters that lean", 270, 330), completed(joined, script_marks))
    upright = {c: sheared(g, 0.3) for c, g in joined.items() if c.islower()}
    capitals = {c: g for c, g in separate.items() if c.isupper()}
    write(
        arguments.out / "cursive.json",
        header("cursive", "Upright joined letters, capitals of print", 270, 330),
        completed(upright | capitals, marks),
    )


if __name__ == "__main__":
    main()
