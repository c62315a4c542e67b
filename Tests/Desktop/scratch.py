#!/usr/bin/python3
"""Scratches out a part of the screen with the pen of a daemon that was started with --replay-feed: scratch.py PIPE SCREEN X Y WIDTH HEIGHT

The tablet of 200 by 120 mm is mapped to a SCREEN of so many pixels, as in 900x600.
"""
import sys
import time

from words import ABS_PRESSURE, BTN_TOOL_PEN, BTN_TOUCH, EV_ABS, EV_KEY, Pen

TURNS, STEPS = 7, 14


def main():
    pipe = sys.argv[1]
    width, height = map(float, sys.argv[2].split("x"))
    left, top, across, down = map(float, sys.argv[3:7])
    places = []
    for turn in range(TURNS):
        for step in range(STEPS):
            part = step / STEPS if turn % 2 == 0 else 1 - step / STEPS
            places.append((left + part * across, top + down * (turn + step / STEPS) / TURNS))
    pen = Pen(pipe, 1)
    pixels = [(x / width * 200, y / height * 120) for x, y in places]
    pen.frame(0, *pen.at(*pixels[0]), (EV_KEY, BTN_TOOL_PEN, 1))
    # the input method looks for fields when a pen comes
    time.sleep(1)
    pen.due = time.monotonic()
    pen.frame(0, (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 1800))
    for place in pixels:
        pen.frame(0.005, *pen.at(*place))
    pen.frame(0.005, (EV_KEY, BTN_TOUCH, 0), (EV_ABS, ABS_PRESSURE, 0))
    time.sleep(1)
    pen.due = time.monotonic()
    pen.frame(0.05, (EV_KEY, BTN_TOOL_PEN, 0))


main()
