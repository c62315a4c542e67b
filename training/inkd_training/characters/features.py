"""The characters' feature pipeline, version 1: where lines go in which direction, whatever the order and the way of the strokes.

An ink is stretched along each axis until its strokes are evenly dense (line density equalisation: Tsukumo and Tanaka 1988, "Classification
of handprinted Chinese characters using nonlinear normalization and correlation methods"), with the shorter side as Liu et al. 2004
("Handwritten digit recognition: investigation of normalization and feature extraction techniques") have it. Its lines then fall into
DIRECTIONS planes, opposite directions taken as one (Bai and Huo 2005, "A study on the use of 8-directional features for online
handwritten Chinese character recognition"), which are blurred and sampled at SAMPLES × SAMPLES places; the root makes the values' spread
even. `Sources/Recognition/Characters/CharacterPicture.swift` computes the same.
"""

from __future__ import annotations

import numpy as np

from ..ink import fit_unit_box, resample
from ..sketches.features import Batch

CHARACTER_PIPELINE = 1
STEP = 1 / 32
"""Distance between resampled points, in the ink's larger extent."""
BINS = 32
"""Slices along an axis in which strokes are counted."""
BLUR = np.array([1, 2, 3, 4, 3, 2, 1]) / 16
"""What a slice's neighbours, three to each side, give it."""
EVENNESS = 0.6
"""0 leaves an axis as it is; 1 gives every stroke the same room."""
GRID = 32
"""Cells along a side of the planes before they are blurred."""
SCALE = GRID - 3
"""Cells along the ink's larger extent: one and a half stay free at every edge."""
DIRECTIONS = 8
SAMPLES = 16
"""Places along a side at which the blurred planes are sampled."""
SIGMA = 0.035
"""Standard deviation of the blur, in the ink's larger extent."""
INPUTS = DIRECTIONS * SAMPLES * SAMPLES


def _kernel() -> np.ndarray:
    """What the cells along a side (GRID) give each sample (SAMPLES, GRID): a Gaussian about (k + 1/2) / SAMPLES, largest 1 when spread."""
    cells = (np.arange(GRID) - (GRID - 1) / 2) / SCALE
    centres = (np.arange(SAMPLES) + 0.5) / SAMPLES - 0.5
    return np.exp(-(((cells - centres[:, None]) / SIGMA) ** 2) / 2)


KERNEL = _kernel().astype(np.float32)


def prepare(points: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Points (n, 2) of all strokes and every stroke's first index, to points in the unit box, STEP apart, and starts."""
    return resample(fit_unit_box(points.astype(np.float64)), starts, STEP)


def features(points: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """Points (n, 2) of all strokes and every stroke's first index, to (INPUTS,) float32."""
    points, starts = prepare(points, starts)
    return batch_features(Batch(points, starts, np.zeros(len(points), int)), 1)[0]


def batch_features(batch: Batch, count: int) -> np.ndarray:
    """The batch's `count` inks, each in the unit box, to (count, INPUTS) float32: rows, in each the columns, in each the directions."""
    even = equalised(batch, count)
    middle, step, own = _pieces(even, batch.starts, batch.inks)
    turn = np.arctan2(step[:, 1], step[:, 0]) / np.pi * DIRECTIONS
    turn = np.where(turn < 0, turn + DIRECTIONS, turn)
    plane = np.floor(turn)
    share = turn - plane
    plane = plane.astype(int)
    mass = SCALE * np.hypot(step[:, 0], step[:, 1])
    # in double precision, as the planes' cells are chosen by rounding down
    cell = middle * SCALE + (GRID - 1) / 2
    corner = np.floor(cell).astype(int)
    right, down = (cell - corner).T
    near, far = plane % DIRECTIONS, (plane + 1) % DIRECTIONS
    first = ((own * GRID + corner[:, 1]) * GRID + corner[:, 0]) * DIRECTIONS
    where, weights = [], []
    for offset, part in ((0, (1 - right) * (1 - down)), (1, right * (1 - down)), (GRID, (1 - right) * down), (GRID + 1, right * down)):
        where += [first + offset * DIRECTIONS + near, first + offset * DIRECTIONS + far]
        weights += [mass * part * (1 - share), mass * part * share]
    planes = np.bincount(np.concatenate(where), np.concatenate(weights), count * GRID * GRID * DIRECTIONS)
    planes = np.minimum(planes, 1).astype(np.float32).reshape(count, GRID, GRID * DIRECTIONS)
    rows = (KERNEL @ planes).reshape(count * SAMPLES, GRID, DIRECTIONS)
    return np.sqrt(KERNEL @ rows).reshape(count, INPUTS)


def equalised(batch: Batch, count: int) -> np.ndarray:
    """The batch's points (n, 2), each ink with its strokes evenly dense, centred on 0, its longer side 1."""
    first = np.searchsorted(batch.inks, np.arange(count))
    low, high = np.minimum.reduceat(batch.points, first), np.maximum.reduceat(batch.points, first)
    size = high - low
    ratio = size / np.maximum(size.max(1), 1e-12)[:, None]
    side = np.sqrt(np.sin(np.pi / 2 * ratio))
    middle, step, own = _pieces(batch.points, batch.starts, batch.inks)
    result = np.empty_like(batch.points, dtype=np.float64)
    for axis in (0, 1):
        # 0…1 along the ink's own side
        scale = 1 / np.maximum(size[:, axis], 1e-12)
        place = (batch.points[:, axis] - low[batch.inks, axis]) * scale[batch.inks]
        at = (middle[:, axis] - low[own, axis]) * scale[own] * BINS - 0.5
        left = np.floor(at).astype(int)
        share = at - left
        mass = np.abs(step[:, 1 - axis])
        bins = own * BINS
        counts = np.bincount(
            # beyond the last slice, and on the way to the next ink, where there is no mass
            np.concatenate([bins + np.clip(left, 0, BINS - 1), bins + np.clip(left + 1, 0, BINS - 1)]),
            np.concatenate([mass * (1 - share), mass * share]),
            count * BINS,
        ).reshape(count, BINS)
        padded = np.pad(counts, ((0, 0), (3, 3)))
        blurred = sum(weight * padded[:, k : k + BINS] for k, weight in enumerate(BLUR))
        total = blurred.sum(1, keepdims=True)
        density = (1 - EVENNESS) / BINS + EVENNESS * np.where(total > 1e-12, blurred / np.maximum(total, 1e-12), 1 / BINS)
        density /= density.sum(1, keepdims=True)
        edges = np.concatenate([np.zeros((count, 1)), np.cumsum(density, 1)], 1)
        slot = np.clip(np.floor(place * BINS).astype(int), 0, BINS - 1)
        ink = batch.inks
        result[:, axis] = (edges[ink, slot] + density[ink, slot] * (place * BINS - slot) - 0.5) * side[ink, axis]
    return result


def _pieces(points: np.ndarray, starts: np.ndarray, inks: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Middle (m, 2), step (m, 2) and ink (m,) of every piece between two points; the ways between strokes have the step 0."""
    step = np.diff(points, axis=0)
    step[starts[1:] - 1] = 0
    return (points[1:] + points[:-1]) / 2, step, inks[:-1]
