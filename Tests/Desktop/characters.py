#!/usr/bin/python3
"""Ink of a few characters and of a sketch, made of straight lines, as JSON lines for words.py: characters.py > FILE

0: 日本川, 1: 日, 2: 三, 3: a ladder. 20 units high, the sketch 60.
"""
import json

SUN = [[(3, 1), (3, 19)], [(3, 1), (15, 1), (15, 19)], [(3, 10), (15, 10)], [(3, 19), (15, 19)]]
BOOK = [[(2, 5), (20, 5)], [(11, 0), (11, 20)], [(11, 5), (2, 15)], [(11, 5), (20, 15)], [(7, 15), (15, 15)]]
RIVER = [[(4, 1), (4, 12), (1, 20)], [(10, 3), (10, 17)], [(17, 1), (17, 20)]]
THREE = [[(4, 2), (16, 2)], [(5, 10), (15, 10)], [(1, 19), (19, 19)]]
LADDER = [[(10, 0), (10, 60)], [(30, 0), (30, 60)]] + [[(10, 10 * n), (30, 10 * n)] for n in range(1, 6)]


def row(*characters):
    """Characters beside one another."""
    return [[(x + 22 * place, y) for x, y in stroke] for place, strokes in enumerate(characters) for stroke in strokes]


def deltas(corners, steps=12):
    """A stroke through corners, in hundredths, as differences."""
    points = []
    for (x, y), (to_x, to_y) in zip(corners, corners[1:]):
        points += [(x + (to_x - x) * n / steps, y + (to_y - y) * n / steps) for n in range(steps + 1)]
    points = [(round(100 * x), round(100 * y)) for x, y in points]
    pairs = [points[0]] + [(b[0] - a[0], b[1] - a[1]) for a, b in zip(points, points[1:])]
    return [value for pair in pairs for value in pair]


for label, strokes in [("日本川", row(SUN, BOOK, RIVER)), ("日", SUN), ("三", THREE), ("ladder", LADDER)]:
    print(json.dumps({"label": label, "strokes": [deltas(stroke) for stroke in strokes]}, ensure_ascii=False))
