#!/usr/bin/python3
"""Prints how many times longer than on an idle machine of the reference speed a computation takes: 1 to 20, rounded up."""
import math
import time

# seconds on an idle virtual core
REFERENCE = 0.07


def seconds():
    begin = time.monotonic()
    state = 1
    for _ in range(ROUNDS):
        state ^= state << 13 & 0xFFFFFFFF
        state ^= state >> 17
        state ^= state << 5 & 0xFFFFFFFF
    return time.monotonic() - begin


ROUNDS = 200_000
# the median: a single run may lie in a short pause of the other programs
runs = sorted(seconds() for _ in range(5))
print(min(20, max(1, math.ceil(runs[2] / REFERENCE - 0.5))))
