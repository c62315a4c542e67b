#!/usr/bin/python3
"""Holds the pen near the tablet, without touching it, until it is terminated: hover.py PIPE"""
import signal
import sys

from words import BTN_TOOL_PEN, EV_KEY, Pen

pen = Pen(sys.argv[1], 1)
pen.frame(0, *pen.at(100, 60), (EV_KEY, BTN_TOOL_PEN, 1))
signal.signal(signal.SIGTERM, lambda *_: sys.exit())
try:
    step = 0
    while True:
        # a hand trembles
        step += 1
        pen.frame(0.1, *pen.at(100 + step % 2 / 10, 60))
finally:
    pen.frame(0, (EV_KEY, BTN_TOOL_PEN, 0))
