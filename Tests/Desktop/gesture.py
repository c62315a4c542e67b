#!/usr/bin/python3
"""Draws a long stroke, as a hand does, with the pen of a daemon that was started with --replay-feed: gesture.py PIPE KIND [SEED]"""
import math
import random
import sys
import time

from words import ABS_PRESSURE, BTN_TOOL_PEN, BTN_TOUCH, EV_ABS, EV_KEY, Pen

# millimetres on a tablet of 200 by 120
CORNERS = {
    "space": [(60, 100), (115, 101)],
    "backspace": [(140, 100), (85, 98)],
    "newline": [(150, 70), (149, 95), (95, 97)],
    "undo": [(150, 100), (90, 101), (147, 103)],
}


def drawn(corners, hand):
    """Places 5 ms apart: it starts and stops slowly, bends, and trembles."""
    for (ax, ay), (bx, by) in zip(corners, corners[1:]):
        steps = int(math.hypot(bx - ax, by - ay) / 0.9)
        bend = hand.uniform(-0.04, 0.04)
        for step in range(steps):
            part = (1 - math.cos(math.pi * step / steps)) / 2
            off = 4 * bend * part * (1 - part)
            x, y = ax + (bx - ax) * part - (by - ay) * off, ay + (by - ay) * part + (bx - ax) * off
            yield x + hand.gauss(0, 0.08), y + hand.gauss(0, 0.08)


def main():
    pipe, kind = sys.argv[1:3]
    places = list(drawn(CORNERS[kind], random.Random(sys.argv[3] if len(sys.argv) > 3 else kind)))
    pen = Pen(pipe, 1)
    pen.frame(0, *pen.at(*places[0]), (EV_KEY, BTN_TOOL_PEN, 1))
    # who edits has stopped writing
    time.sleep(0.5)
    pen.due = time.monotonic()
    pen.frame(0, (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 1800))
    for place in places:
        pen.frame(0.005, *pen.at(*place))
    pen.frame(0.005, (EV_KEY, BTN_TOUCH, 0), (EV_ABS, ABS_PRESSURE, 0))
    pen.frame(0.05, (EV_KEY, BTN_TOOL_PEN, 0))


main()
