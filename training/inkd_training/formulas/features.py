"""The formulas' feature pipeline, version 1: a picture of a group of strokes, and of what is around it.

A picture has GRID × GRID cells in PLANES planes. In the first OWN planes the group fills the picture: where its lines go in which
direction, opposite directions taken as one (Bai and Huo 2005, "A study on the use of 8-directional features for online handwritten Chinese
character recognition"), the ends of its strokes, and its lines times the share of their stroke that was drawn (0 to 1). The others are a
window around it, wider by MARGIN usual sizes on every side: where the group is, and the formula's other strokes by their direction. So they
show how large the group is, where it stands and whether it is all of a symbol.
`Sources/Recognition/Formulas/GroupPicture.swift` computes the same.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..ink import MAX_POINTS, SMALLEST_SIZE, Strokes, join_strokes, resample

FORMULA_PIPELINE = 1
GRID = 16
"""Cells along a side."""
SCALE = GRID - 3
"""Cells along the group's larger extent, or the window's: one and a half stay free at every edge."""
DIRECTIONS = 8
"""Directions of the group's lines, from along x by 22.5° each."""
AROUND = 4
"""Directions of the lines around it."""
OWN = DIRECTIONS + 2
"""Planes of the group: directions, ends, how much of the stroke was drawn."""
PLANES = OWN + 1 + AROUND
"""All planes: those, the group in its window, the lines around it."""
STEP = 1 / 32
"""Distance between a group's resampled points, in its larger extent."""
WINDOW_STEP = 1 / 10
"""Distance between the formula's resampled points, in the usual size."""
MARGIN = 1.0
"""Ink is seen so far around a group, in the usual size."""
INPUTS = GRID * GRID * PLANES


def pictures(strokes: Strokes, unit: float, groups: Sequence[Sequence[int]]) -> np.ndarray:
    """Pictures of groups of a formula's strokes: (groups, GRID, GRID, PLANES) float32, rows from top to bottom.

    strokes: all of the formula; unit: the usual size of a stroke, in the strokes' unit; groups: stroke numbers.
    """
    count = len(groups)
    if not count:
        return np.zeros((0, GRID, GRID, PLANES), np.float32)
    sums = _own(strokes, groups) + _window(strokes, unit, groups)
    cells = np.concatenate([where for where, _ in sums])
    total = np.bincount(cells, np.concatenate([mass for _, mass in sums]), count * INPUTS)
    return np.minimum(total, 1).astype(np.float32).reshape(count, GRID, GRID, PLANES)


Masses = list[tuple[np.ndarray, np.ndarray]]
"""Places in the flat pictures, and what is added there."""


def _own(strokes: Strokes, groups: Sequence[Sequence[int]]) -> Masses:
    """The groups' own lines and ends."""
    joined, firsts = join_strokes(strokes)
    members = np.concatenate(groups)
    lengths = np.diff(np.append(firsts, len(joined)))[members]
    # the strokes of all groups one after the other
    starts = np.cumsum(lengths) - lengths
    points = joined[np.arange(lengths.sum()) + np.repeat(firsts[members] - starts, lengths)]
    owner = np.repeat(np.arange(len(groups)), [len(group) for group in groups])
    first = starts[np.searchsorted(owner, np.arange(len(groups)))]
    low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    size = (high - low).max(1)
    size[size <= SMALLEST_SIZE] = 1.0
    own = np.repeat(owner, lengths)
    # far from 0 the middle is rounded, and may lie on an edge
    points = np.clip((points - ((low + high) / 2)[own]) / size[own, None], -0.5, 0.5)
    at, begin = resample(points, starts, STEP, MAX_POINTS * len(groups))
    of = np.repeat(owner, np.diff(np.append(begin, len(at))))
    step = np.diff(at, axis=0)
    step[begin[1:] - 1] = 0
    tips = np.concatenate([begin, np.append(begin[1:], len(at)) - 1])
    middle, mass = (at[1:] + at[:-1]) / 2, SCALE * np.hypot(*step.T)
    # a stroke's pieces are of the same length
    pieces = np.diff(np.append(begin, len(at))) - 1
    drawn = (np.arange(len(at)) - np.repeat(begin, pieces + 1) + 0.5) / np.repeat(pieces, pieces + 1)
    return (
        _directed(middle, step, mass, of[:-1], DIRECTIONS, 0)
        + _spread(at[tips], np.ones(len(tips)), of[tips], DIRECTIONS)
        + _spread(middle, mass * drawn[:-1], of[:-1], DIRECTIONS + 1)
    )


def _window(strokes: Strokes, unit: float, groups: Sequence[Sequence[int]]) -> Masses:
    """The groups and the strokes around them, in their windows."""
    points, starts = join_strokes(strokes)
    points, starts = resample(points / unit, starts, WINDOW_STEP)
    low, high = np.minimum.reduceat(points, starts), np.maximum.reduceat(points, starts)
    lows = np.array([low[list(group)].min(0) for group in groups])
    highs = np.array([high[list(group)].max(0) for group in groups])
    side = (highs - lows).max(1) + 2 * MARGIN
    stroke = np.repeat(np.arange(len(starts)), np.diff(np.append(starts, len(points))))
    step = np.diff(points, axis=0)
    step[starts[1:] - 1] = 0
    length = np.hypot(*step.T)
    middle = (points[1:] + points[:-1]) / 2
    place = (middle[None] - ((lows + highs) / 2)[:, None]) / side[:, None, None]
    group, piece = np.nonzero((np.abs(place) <= 0.5).all(2))
    member = np.zeros((len(groups), len(starts)), bool)
    for number, members in enumerate(groups):
        member[number, list(members)] = True
    own = member[group, stroke[piece]]
    mass = SCALE * length[piece] / side[group]
    at = place[group, piece]
    inner, outer = np.flatnonzero(own), np.flatnonzero(~own)
    return _spread(at[inner], mass[inner], group[inner], OWN) + _directed(
        at[outer], step[piece[outer]], mass[outer], group[outer], AROUND, OWN + 1
    )


def _directed(at: np.ndarray, step: np.ndarray, mass: np.ndarray, of: np.ndarray, directions: int, first: int) -> Masses:
    """Lines' mass in the two planes nearest to their direction, of those from `first` on."""
    turn = np.arctan2(step[:, 1], step[:, 0]) / np.pi * directions
    turn = np.where(turn < 0, turn + directions, turn)
    plane = np.floor(turn)
    share = turn - plane
    near = plane.astype(int) % directions
    far = (near + 1) % directions
    return _spread(at, mass * (1 - share), of, first + near) + _spread(at, mass * share, of, first + far)


def _spread(at: np.ndarray, mass: np.ndarray, of: np.ndarray, plane: np.ndarray | int) -> Masses:
    """The mass at every place (−0.5…0.5) of a picture, shared among the four cells around it, the nearest getting most."""
    cell = at * SCALE + (GRID - 1) / 2
    corner = np.floor(cell).astype(int)
    right, down = (cell - corner).T
    first = ((of * GRID + corner[:, 1]) * GRID + corner[:, 0]) * PLANES + plane
    left, up = 1 - right, 1 - down
    return [
        (first, mass * left * up),
        (first + PLANES, mass * right * up),
        (first + GRID * PLANES, mass * left * down),
        (first + (GRID + 1) * PLANES, mass * right * down),
    ]
