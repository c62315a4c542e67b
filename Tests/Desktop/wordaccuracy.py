#!/usr/bin/python3
"""The share of words that are right, in the field and by the recogniser: wordaccuracy.py INKCTL MODEL INK.jsonl[.gz] TEXT NUMBER...

TEXT is what the field has of the words with these numbers. The recogniser gets the lines that sentence.py writes of them, each as a whole, and then each word
by itself, which tells it where words end.
"""
import gzip
import json
import subprocess
import sys

from sentence import placed
from words import UNITS_PER_MM

inkctl, model, ink, text, *numbers = sys.argv[1:]
opened = gzip.open if ink.endswith(".gz") else open
lines = opened(ink, "rt").readlines()
chosen = [json.loads(lines[int(number) % len(lines)]) for number in numbers]
labels = [word for ink in chosen for word in ink["label"].split()]


def errors(a, b):
    """The least number of words to be put in, left out or changed."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


def read(inks):
    """The texts of inks, each a list of strokes in millimetres."""

    def stroke(places):
        units = [(round(x * UNITS_PER_MM), round(y * UNITS_PER_MM)) for x, y in places]
        return [z for (x0, y0), (x, y) in zip([(0, 0), *units], units) for z in (x - x0, y - y0)]

    rows = "".join(json.dumps({"strokes": [stroke(places) for places in strokes]}) + "\n" for strokes in inks)
    command = [inkctl, "recognize", "--model", model, "--jsonl", "/dev/stdin"]
    answers = subprocess.run(command, input=rows, capture_output=True, text=True, check=True).stdout
    return " ".join(json.loads(answer)["text"] for answer in answers.splitlines())


whole, single = {}, []
for row, strokes in placed(chosen):
    whole.setdefault(row, []).extend(strokes)
    single.append(strokes)
found = {"in the field": text, "by lines": read(whole.values()), "by words": read(single)}
print(f"{len(labels)} words right:", ", ".join(f"{100 - 100 * errors(labels, text.split()) / len(labels):.1f} % {how}" for how, text in found.items()))
