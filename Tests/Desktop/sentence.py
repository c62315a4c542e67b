#!/usr/bin/python3
"""Writes words side by side, as a hand does, and waits for nothing: sentence.py [--leave] [--lift] [--seed N] PIPE INK.jsonl[.gz] NUMBER...

The pen hovers between words, or leaves the tablet's range there (--leave, with a share behind some of them alone), and here and there between strokes (--lift).
A full line is followed by the next one. Prints when each word was begun and when it was finished, when the pen was lifted, and how many strokes there are up to a word's end:
"SECONDS DOWN INDEX LABEL", "SECONDS UP INDEX LABEL", "SECONDS LIFT INDEX STROKE", "SECONDS STROKES INDEX COUNT".
"""
import argparse
import gzip
import itertools
import json
import random
import time

from words import ABS_PRESSURE, BTN_TOOL_PEN, BTN_TOUCH, EV_ABS, EV_KEY, Pen

# millimetres
LEFT, RIGHT, TOP, LINE, LETTERS, GAP = 10, 190, 10, 22, 7, 6


def strokes(ink):
    """Strokes as (x, y) in millimetres, from 0."""
    read = [list(zip(itertools.accumulate(s[0::2]), itertools.accumulate(s[1::2]))) for s in ink["strokes"]]
    left, top = min(x for s in read for x, _ in s), min(y for s in read for _, y in s)
    height = max(y for s in read for _, y in s) - top
    width = max(x for s in read for x, _ in s) - left
    scale = min(LETTERS / max(1, height), (RIGHT - LEFT) / max(1, width))
    return [[((x - left) * scale, (y - top) * scale) for x, y in s] for s in read]


def placed(inks, row=0):
    """Where words are written: for each the number of its line from ROW on, and its strokes in millimetres."""
    x = LEFT
    for ink in inks:
        word = strokes(ink)
        width = max(place[0] for stroke in word for place in stroke)
        if x + width > RIGHT:
            x, row = LEFT, row + 1
        y = TOP + row % 5 * LINE
        yield row, [[(x + dx, y + dy) for dx, dy in stroke] for stroke in word]
        x += width + GAP


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--leave", type=float, nargs="?", const=1, default=0)
    parser.add_argument("--lift", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--row", type=int, default=0)
    parser.add_argument("pipe")
    parser.add_argument("ink")
    parser.add_argument("numbers", type=int, nargs="+")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    opened = gzip.open if options.ink.endswith(".gz") else open
    lines = opened(options.ink, "rt").readlines()
    pen, near = Pen(options.pipe, 1), False
    strokes_written = 0

    def away():
        nonlocal near
        pen.frame(0.02, (EV_KEY, BTN_TOOL_PEN, 0))
        near = False

    inks = [json.loads(lines[number % len(lines)]) for number in options.numbers]
    for index, (ink, (_, word)) in enumerate(zip(inks, placed(inks, options.row))):
        step = 1 / (ink.get("hz") or 100)
        for number, places in enumerate(word):
            # the pen glides to the next stroke, or is lifted high
            if options.lift and number and near and chance.random() < 0.3:
                away()
                pen.frame(0.15)
            pen.frame(0.08, *pen.at(*places[0]), *([] if near else [(EV_KEY, BTN_TOOL_PEN, 1)]))
            near = True
            pen.frame(step, (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 1800))
            if number == 0:
                print("%.6f DOWN %d %s" % (time.monotonic(), index, ink["label"]), flush=True)
            for place in places[1:]:
                pen.frame(step, *pen.at(*place))
            pen.frame(step, (EV_KEY, BTN_TOUCH, 0), (EV_ABS, ABS_PRESSURE, 0))
            strokes_written += 1
            print("%.6f LIFT %d %d" % (time.monotonic(), index, strokes_written), flush=True)
        print("%.6f UP %d %s" % (time.monotonic(), index, ink["label"]), flush=True)
        print("%.6f STROKES %d %d" % (time.monotonic(), index, strokes_written), flush=True)
        if chance.random() < options.leave:
            away()
        pen.due += chance.uniform(0.15, 0.35)
    if near:
        away()


if __name__ == "__main__":
    main()
