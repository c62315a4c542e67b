"""Many inks, made by repeating few and shaking them. usage: inks.py COUNT FILE.jsonl[.gz]... > INKS.jsonl

Short inks are taken, since what is tested is their number: of at most two characters, and where nobody says what is written, pieces of two
strokes. The same arguments give the same inks.
"""

import gzip
import json
import random
import sys

LONGEST = 2


def read(path):
    with gzip.open(path, "rt", encoding="utf-8") if path.endswith(".gz") else open(path, encoding="utf-8") as file:
        for line in file:
            ink = json.loads(line)
            if not ink.get("label"):
                for start in range(0, len(ink["strokes"]), LONGEST):
                    yield {**ink, "strokes": ink["strokes"][start : start + LONGEST]}
            elif len(ink["label"]) <= LONGEST:
                yield ink


def positions(stroke):
    x = y = 0
    for dx, dy in zip(stroke[::2], stroke[1::2]):
        x, y = x + dx, y + dy
        yield x, y


def shaken(stroke, amount, generator):
    x = y = 0
    for px, py in positions(stroke):
        px += generator.randrange(-amount, amount + 1)
        py += generator.randrange(-amount, amount + 1)
        yield from (px - x, py - y)
        x, y = px, py


def main():
    count = int(sys.argv[1])
    pool = [ink for path in sys.argv[2:] for ink in read(path)]
    if not pool:
        sys.exit("There is no short ink in these files.")
    for number in range(count):
        ink = pool[number % len(pool)]
        generator = random.Random(number)
        heights = [y for stroke in ink["strokes"] for _, y in positions(stroke)]
        # a hundredth of the height, one unit at least
        amount = max(1, (max(heights, default=0) - min(heights, default=0)) // 100)
        strokes = [list(shaken(stroke, amount, generator)) for stroke in ink["strokes"]]
        row = {"id": f"{number}:{ink.get('id')}", "hz": ink.get("hz"), "ppmm": ink.get("ppmm"), "strokes": strokes}
        print(json.dumps(row, separators=(",", ":")))


if __name__ == "__main__":
    main()
