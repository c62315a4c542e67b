"""How formulas among words are found: of lines of words, how many are taken for one; of composed formulas between words, how many are found.

usage: foundformulas.py INKD MODELS DATA FORMULAS.jsonl.gz [COUNT]     (python -m inkd_training.formulas.evaluation --natural writes the formulas)

Prints what is taken for a formula on the lines of DATA/dev, ten to a page, and how many of COUNT (100) formulas with a sign, a fraction or a root are
found with just their strokes: on a line of their own between two lines of words, and between words of one line.
"""

import gzip
import json
import random
import sys
import tempfile
from pathlib import Path

from daemon import Daemon
from patience import PATIENCE

SIGNS = ("=", "+", "<", ">", "\\le", "\\ge", "\\cdot", "\\times", "\\frac", "\\sqrt", "\\sum", "\\int")
# a hand's letters, in millimetres
HEIGHT = 6.0


def entries(path):
    with gzip.open(path, "rt") as file:
        return [json.loads(line) for line in file]


def strokes(entry):
    """In millimetres: the samples are differences, two numbers each."""
    scale, made = entry.get("ppmm") or 1, []
    for flat in entry["strokes"]:
        x = y = 0
        points = []
        for dx, dy in zip(flat[::2], flat[1::2], strict=False):
            x, y = x + dx, y + dy
            points.append((x / scale, y / scale))
        made.append(points)
    return made


def box(ink):
    xs, ys = [x for stroke in ink for x, _ in stroke], [y for stroke in ink for _, y in stroke]
    return min(xs), min(ys), max(xs), max(ys)


def placed(ink, x, y, scale=1.0):
    left, top, _, _ = box(ink)
    return [[(x + (px - left) * scale, y + (py - top) * scale) for px, py in stroke] for stroke in ink]


class Page:
    """A part of its own; strokes are numbered from 1."""

    def __init__(self, clients, editor):
        self.clients, self.editor, self.count, self.clock = clients, editor, 0, 1_700_000_000_000
        part = clients["Packages"].CreatePart(package="pages", type="Text Document")["part"]["id"]
        clients["Editor"].SetPart(editor=editor, package="pages", part=part)

    def write(self, ink):
        """The numbers of the strokes."""
        made = []
        for stroke in ink:
            for place, (x, y) in enumerate(stroke):
                phase = "move" if place else "down"
                made.append({"phase": phase, "x": x, "y": y, "time": self.clock, "force": 0.5, "kind": "pen", "pointer": 1})
                self.clock += 10
            made.append(dict(made[-1], phase="up", time=self.clock))
            self.clock += 100
        for first in range(0, len(made), 2000):
            self.clients["Editor"].PointerEvents(editor=self.editor, events=made[first : first + 2000])
        self.count += len(ink)
        return set(range(self.count - len(ink) + 1, self.count + 1))

    def formulas(self):
        self.clients["Editor"].WaitForIdle(editor=self.editor, timeout=int(PATIENCE * 1000))
        return [line for line in self.clients["Editor"].GetState(editor=self.editor)["lines"] if "formula" in line]


def lines_of_words(clients, editor, data):
    lines, taken = entries(data / "dev/unipen_text.jsonl.gz"), 0
    for first in range(0, len(lines), 10):
        page, y = Page(clients, editor), 20
        for entry in lines[first : first + 10]:
            ink = strokes(entry)
            page.write(placed(ink, 20, y))
            y += box(ink)[3] - box(ink)[1] + 10
        for line in page.formulas():
            taken += 1
            print("  ", line["text"])
    print(f"of {len(lines)} lines of words {taken} are taken for formulas, or parts of them")


def between_words(clients, editor, data, formulas, count, in_line):
    chance = random.Random(5)
    words = [e for e in entries(data / "dev/unipen_word.jsonl.gz") if e["label"].isalpha() and 3 < len(e["label"]) < 9]
    chosen = [e for e in formulas if len(e["strokes"]) > 3 and any(sign in e["label"] for sign in SIGNS)]
    chance.shuffle(chosen)
    whole = part = 0
    for entry in chosen[:count]:
        page, ink = Page(clients, editor), strokes(entry)
        left, top, right, bottom = box(ink)
        sizes = sorted(max(b[2] - b[0], b[3] - b[1]) for b in (box([stroke]) for stroke in ink))
        scale = 5 / (sizes[len(sizes) * 2 // 3] or 1)
        height = (bottom - top) * scale

        def row(number, x, middle, page=page):
            for _ in range(number):
                word = strokes(chance.choice(words))
                bounds = box(word)
                size = min(HEIGHT / max(bounds[3] - bounds[1], 1e-6), 30 / max(bounds[2] - bounds[0], 1e-6))
                word = placed(word, x, middle - (bounds[3] - bounds[1]) * size / 2, size)
                page.write(word)
                x = box(word)[2] + HEIGHT
            return x

        row(3, 20, 23)
        middle = 43 + height / 2
        x = row(2, 20, middle) if in_line else 30
        own = page.write(placed(ink, x, middle - height / 2, scale))
        if in_line:
            row(2, x + (right - left) * scale + 8, middle)
        else:
            row(3, 20, middle + height / 2 + 14)
        found = [{place["stroke"] for word in line["words"] for place in word["ranges"]} for line in page.formulas()]
        whole += own in found
        part += own not in found and any(own & other for other in found)
    place = "in a line of words" if in_line else "on a line of its own"
    print(f"{place}: of {min(count, len(chosen))} formulas {whole} are found with just their strokes, {part} in part")


def main(inkd, models, data, formulas, count="100"):
    with tempfile.TemporaryDirectory() as folder:
        recording = Path(__file__).parent.parent / "Fixtures/sample-session.events"
        daemon = Daemon(inkd, f"{models}/latin.safetensors", models, str(recording), folder)
        clients = daemon.start()
        try:
            clients["Packages"].Open(name="pages", option="createNew")
            editor = clients["Editor"].Create()["editor"]
            clients["Editor"].SetViewSize(editor=editor, width=400, height=600)
            lines_of_words(clients, editor, Path(data))
            for in_line in (False, True):
                between_words(clients, editor, Path(data), entries(formulas), int(count), in_line)
        finally:
            daemon.end(15)


if __name__ == "__main__":
    main(*sys.argv[1:])
