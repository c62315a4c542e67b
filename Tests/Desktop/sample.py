#!/usr/bin/python3
"""Words of an evemu recording as ink, one JSON object a line, as in INKD_DATA: sample.py FILE.events

A word ends before a gap of 3 mm, and where the pen goes back to the left.
"""
import json
import sys

UNITS_PER_MM, HZ, FULL_FORCE = 200, 200, 4095


def strokes(path):
    x = y = pressure = 0
    stroke = None
    for line in open(path):
        if not line.startswith("E: "):
            continue
        seconds, kind, code, value = line[3:].split()[:4]
        kind, code, value = int(kind, 16), int(code, 16), int(value)
        if kind == 3 and code == 0:
            x = value
        elif kind == 3 and code == 1:
            y = value
        elif kind == 3 and code == 0x18:
            pressure = value
        elif kind == 1 and code == 0x14A:
            if value:
                stroke = []
            elif stroke:
                yield stroke
                stroke = None
        elif kind == 0 and stroke is not None:
            stroke.append((x, y, float(seconds) * 1000, pressure / FULL_FORCE))


words, right = [], 0
for stroke in strokes(sys.argv[1]):
    gap = min(sample[0] for sample in stroke) - right
    if not words or gap > 3 * UNITS_PER_MM or gap < -40 * UNITS_PER_MM:
        words.append([])
        right = 0
    words[-1].append(stroke)
    right = max(right, max(sample[0] for sample in stroke))
for number, word in enumerate(words):
    deltas = []
    for stroke in word:
        flat = list(stroke[0][:2])
        for (x0, y0, *_), (x1, y1, *_) in zip(stroke, stroke[1:]):
            flat += [x1 - x0, y1 - y0]
        deltas.append(flat)
    begin = word[0][0][2]
    print(json.dumps({
        "id": f"sample#{number}", "label": "", "hz": HZ, "ppmm": UNITS_PER_MM, "strokes": deltas,
        "t": [[round(sample[2] - begin, 3) for sample in stroke] for stroke in word],
        "f": [[round(sample[3], 4) for sample in stroke] for stroke in word],
    }))
