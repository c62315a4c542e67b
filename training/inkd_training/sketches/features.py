"""The sketches' feature pipeline, version 1: a picture of where the ink goes, in which direction, when, and where strokes begin and end.

A picture has GRID × GRID cells in PLANES planes: four of directions as for shapes (Bai and Huo 2005, "A study on the use of 8-directional
features for online handwritten Chinese character recognition", opposite directions taken as one), the ink times the share of the
drawing that was done (0 to 1), and the ends of strokes. `Sources/Recognition/Sketches/SketchPicture.swift` computes the same.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..ink import fit_unit_box, resample

SKETCH_PIPELINE = 1
GRID = 40
DIRECTIONS = 4
"""Along x, down right, along y, down left."""
PLANES = DIRECTIONS + 2
"""The directions, the time and the ends."""
STEP = 1 / 48
"""Distance between resampled points, in the ink's larger extent."""
SCALE = GRID - 3
"""Cells along the ink's larger extent: one and a half stay free at every edge."""


@dataclass(slots=True)
class Batch:
    """Resampled inks, one after the other. points (n, 2); starts: first index of each stroke; inks: number of the ink of each point."""

    points: np.ndarray
    starts: np.ndarray
    inks: np.ndarray


def prepare(points: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 2) of all strokes and every stroke's first index, to points in the unit box, STEP apart, and starts."""
    return resample(fit_unit_box(points.astype(np.float64)), starts, STEP)


def picture(points: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Points (n, 2) of all strokes and every stroke's first index, to (GRID, GRID, PLANES) float32: rows from top to bottom."""
    points, starts = prepare(points, starts)
    return pictures(Batch(points, starts, np.zeros(len(points), int)), 1)[0]


def pictures(batch: Batch, count: int) -> np.ndarray:
    """The batch's `count` inks, each in the unit box, to (count, GRID, GRID, PLANES) float32."""
    points, starts, inks = batch.points, batch.starts, batch.inks
    step = np.diff(points, axis=0)
    step[starts[1:] - 1] = 0
    length = np.hypot(step[:, 0], step[:, 1])
    turn = np.arctan2(step[:, 1], step[:, 0]) / np.pi * DIRECTIONS
    turn = np.where(turn < 0, turn + DIRECTIONS, turn)
    plane = np.floor(turn)
    share = turn - plane
    middle = (points[1:] + points[:-1]) / 2
    mass = SCALE * length
    own = inks[:-1]
    # how much of an ink's length is drawn at the middle of a piece: 0 to 1
    ends = np.cumsum(length)
    total = np.bincount(own, length, count)
    before = np.cumsum(total) - total
    when = (ends - length / 2 - before[own]) / np.maximum(total[own], 1e-12)
    plane = plane.astype(int)
    tips = np.concatenate([starts, np.append(starts[1:], len(points)) - 1])
    places = np.concatenate([middle, middle, middle, points[tips]])
    planes = np.concatenate(
        [plane % DIRECTIONS, (plane + 1) % DIRECTIONS, np.full(len(plane), DIRECTIONS), np.full(len(tips), DIRECTIONS + 1)]
    )
    masses = np.concatenate([mass * (1 - share), mass * share, mass * when, np.ones(len(tips))])
    owners = np.concatenate([own, own, own, inks[tips]])
    return np.minimum(_spread(places, planes, masses, owners, count), 1).astype(np.float32)


def _spread(at: np.ndarray, plane: np.ndarray, mass: np.ndarray, ink: np.ndarray, count: int) -> np.ndarray:
    """The mass at every place, shared among the four cells around it, the nearest getting most."""
    cell = at * SCALE + (GRID - 1) / 2
    corner = np.floor(cell).astype(int)
    right, down = (cell - corner).T
    first = ((ink * GRID + corner[:, 1]) * GRID + corner[:, 0]) * PLANES + plane
    where = np.concatenate([first, first + PLANES, first + GRID * PLANES, first + (GRID + 1) * PLANES])
    left, up = 1 - right, 1 - down
    weights = np.concatenate([mass * left * up, mass * right * up, mass * left * down, mass * right * down])
    return np.bincount(where, weights, count * GRID * GRID * PLANES).reshape(count, GRID, GRID, PLANES)
