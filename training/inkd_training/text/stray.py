"""Stray strokes: what a resting hand or a slip of the pen leaves far above or below a line.

Little ink, apart from the writing by more than its height. One such stroke would otherwise set the line's height and level, by which all
other strokes are measured. The same as `Sources/Recognition/Features/StrayStrokes.swift`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..ink import join_strokes, split_strokes

DISTANCE = 1.5
"""The smallest distance of stray ink from the writing, in heights of the writing: dots, accents and quotation marks lie nearer."""
SHARE = 0.1
"""The most that stray ink may have of the writing's length: more is writing too."""
TURNS = 1.25
"""The least length of writing of a few strokes, in diagonals of its box: a dash or a stem has marks that belong to it wherever they are."""
FLATTEST = 0.05
"""Few strokes that are flat are taken for this high, as a share of their width."""
MANY = 4
"""So many strokes are writing, however flat or straight they are: a long line is sixty times as wide as high."""


@dataclass
class Band:
    """Strokes that overlap in height, and those between them."""

    low: np.ndarray
    """The left and upper edge."""
    high: np.ndarray
    """The right and lower edge."""
    length: float
    strokes: list[int]

    def absorb(self, other: Band) -> None:
        """Takes the strokes of another one in."""
        self.low, self.high = np.minimum(self.low, other.low), np.maximum(self.high, other.high)
        self.length += other.length
        self.strokes = self.strokes + other.strokes


def remove_stray(points: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The points (n, 2 or more) and starts without stray strokes; the same arrays if there are none."""
    kept = writing(points, starts)
    if kept is None:
        return points, starts
    strokes = split_strokes(points, starts)
    return join_strokes([strokes[k] for k in kept])


def writing(points: np.ndarray, starts: np.ndarray) -> list[int] | None:
    """The indices of the strokes of the writing, in order; None if that is all of them."""
    if len(starts) < 2:
        return None
    bands = bands_of(points, starts)
    main = max(range(len(bands)), key=lambda k: bands[k].length)
    low = high = main
    body = Band(bands[main].low, bands[main].high, bands[main].length, bands[main].strokes)
    while True:
        width, height = body.high - body.low
        floor = FLATTEST * width if len(body.strokes) < MANY else 0.0
        reach = DISTANCE * max(height, floor)
        if low > 0 and body.low[1] - bands[low - 1].high[1] < reach:
            low -= 1
            body.absorb(bands[low])
        elif high + 1 < len(bands) and bands[high + 1].low[1] - body.high[1] < reach:
            high += 1
            body.absorb(bands[high])
        else:
            break
    rest = bands[:low] + bands[high + 1 :]
    if not rest or sum(band.length for band in rest) > SHARE * body.length:
        return None
    if len(body.strokes) < MANY and body.length <= TURNS * math.hypot(*(body.high - body.low)):
        return None
    return sorted(body.strokes)


def bands_of(points: np.ndarray, starts: np.ndarray) -> list[Band]:
    """From the top down."""
    low, high = (extreme.reduceat(points[:, :2], starts) for extreme in (np.minimum, np.maximum))
    along = np.hypot(*np.diff(points[:, :2], axis=0, append=points[-1:, :2]).T)
    # the way from a stroke's last point to the next stroke is not drawn
    along[np.append(starts[1:], len(points)) - 1] = 0
    length = np.add.reduceat(along, starts)
    single = [Band(low[k], high[k], float(length[k]), [k]) for k in range(len(starts))]
    bands: list[Band] = []
    for stroke in sorted(single, key=lambda band: band.low[1]):
        if bands and stroke.low[1] <= bands[-1].high[1]:
            bands[-1].absorb(stroke)
        else:
            bands.append(stroke)
    return bands
