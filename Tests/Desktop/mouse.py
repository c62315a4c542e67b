#!/usr/bin/python3
"""Writes a word with the mouse: mouse.py X Y WIDTH HEIGHT INK.jsonl[.gz] NUMBER [SECONDS]

X, Y, WIDTH and HEIGHT are a rectangle of the screen, in pixels, that the word is drawn into as large as fits. The ink is one JSON object a line, as in
INKD_DATA. Moves and clicks are xdotool's. SECONDS, 0.012 if absent, are from one sample to the next. Says the ink's label.
"""
import gzip
import itertools
import json
import subprocess
import sys


def strokes(ink, left, top, width, height):
    """Strokes as pixels of the screen."""
    places = [list(zip(itertools.accumulate(d[0::2]), itertools.accumulate(d[1::2]))) for d in ink["strokes"]]
    xs = [x for stroke in places for x, _ in stroke]
    ys = [y for stroke in places for _, y in stroke]
    scale = min(width / max(1, max(xs) - min(xs)), height / max(1, max(ys) - min(ys)))
    return [[(round(left + (x - min(xs)) * scale), round(top + (y - min(ys)) * scale)) for x, y in stroke] for stroke in places]


def main():
    left, top, width, height = map(int, sys.argv[1:5])
    opened = gzip.open if sys.argv[5].endswith(".gz") else open
    with opened(sys.argv[5], "rt") as lines:
        ink = json.loads(next(itertools.islice(lines, int(sys.argv[6]), None)))
    step = sys.argv[7] if len(sys.argv) > 7 else "0.012"
    words = []
    for stroke in strokes(ink, left, top, width, height):
        words += ["mousemove", *map(str, stroke[0]), "mousedown", "1"]
        for x, y in stroke[1:]:
            words += ["mousemove", str(x), str(y), "sleep", step]
        words += ["mouseup", "1", "sleep", "0.1"]
    subprocess.run(["xdotool", *words], check=True)
    print(ink["label"])


if __name__ == "__main__":
    main()
