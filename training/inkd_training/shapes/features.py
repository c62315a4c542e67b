"""The shapes' feature pipeline, version 1: a picture of where the ink goes in which direction, and nothing of when it was drawn.

A picture of GRID × GRID cells in PLANES directions. Drawing order, drawing direction and pen lifts do not show in it, so
a shape is the same however it was drawn. Source: the directional features of Bai and Huo 2005, "A study on the use of 8-directional
features for online handwritten Chinese character recognition", with opposite directions taken as one.
`Sources/Recognition/Shapes/ShapePicture.swift` computes the same.
"""

from __future__ import annotations

import numpy as np

from ..ink import SMALLEST_SIZE, join_strokes, resample

SHAPE_PIPELINE = 1
GRID = 16
PLANES = 4
"""Directions: along x, down right, along y, down left."""
STEP = 1 / 32
"""Distance between resampled points, in the ink's larger extent. A stroke that is shorter is a dot."""
SCALE = GRID - 3
"""Cells along the ink's larger extent: one and a half stay free at every edge."""


def picture(strokes: list[np.ndarray]) -> np.ndarray:
    """Strokes (n, 2) to (GRID, GRID, PLANES) float32: rows from top to bottom, columns from left to right."""
    points, starts = join_strokes([s.astype(np.float64) for s in strokes])
    low, high = points.min(0), points.max(0)
    size = float((high - low).max())
    if size <= SMALLEST_SIZE:
        size = 1.0
    points, starts = resample((points - (low + high) / 2) / size, starts, STEP)
    step = np.diff(points, axis=0)
    step[starts[1:] - 1] = 0
    length = np.hypot(step[:, 0], step[:, 1])
    # where among the directions, wrapped: 0 is along x, PLANES / 2 along y
    turn = np.arctan2(step[:, 1], step[:, 0]) / np.pi * PLANES
    turn = np.where(turn < 0, turn + PLANES, turn)
    plane = np.floor(turn)
    share = turn - plane
    middle = (points[1:] + points[:-1]) / 2
    # a stroke that crosses a cell leaves about 1 in it
    places, planes, masses = [middle, middle], [plane, plane + 1], [SCALE * length * (1 - share), SCALE * length * share]
    totals = np.add.reduceat(np.append(length, 0.0), starts)
    if (totals < STEP).any():
        dots = points[starts[totals < STEP]]
        places.append(np.repeat(dots, PLANES, 0))
        planes.append(np.tile(np.arange(PLANES), len(dots)))
        masses.append(np.full(PLANES * len(dots), 1 / PLANES))
    out = _spread(np.concatenate(places), np.concatenate(planes).astype(int) % PLANES, np.concatenate(masses))
    return np.minimum(out, 1).astype(np.float32).reshape(GRID, GRID, PLANES)


def _spread(at: np.ndarray, plane: np.ndarray, mass: np.ndarray) -> np.ndarray:
    """The mass at every place, shared among the four cells around it, the nearest getting most."""
    cell = at * SCALE + (GRID - 1) / 2
    corner = np.floor(cell).astype(int)
    right, down = (cell - corner).T
    first = (corner[:, 1] * GRID + corner[:, 0]) * PLANES + plane
    where = np.concatenate([first, first + PLANES, first + GRID * PLANES, first + (GRID + 1) * PLANES])
    left, up = 1 - right, 1 - down
    weights = np.concatenate([mass * left * up, mass * right * up, mass * left * down, mass * right * down])
    return np.bincount(where, weights, GRID * GRID * PLANES)
