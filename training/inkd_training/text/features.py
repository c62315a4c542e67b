"""The feature pipeline, version 1: strokes to one row of eight numbers per resampled point.

`Sources/Recognition/Features` computes the same numbers in Swift; `golden.py` writes the vectors that hold the
two together. Everything is done in float64 and rounded to float32 once, at the end, so that the two agree. Any
change here is a new PIPELINE_VERSION and needs a newly trained model.
"""

from __future__ import annotations

import numpy as np

from ..encoder import FEATURES
from ..ink import SMALLEST_SIZE, resample
from .stray import remove_stray

PIPELINE_VERSION = 1
STEP = 0.4
"""Distance between resampled points, in standard deviations of the ink's height."""
COARSE_STEP = 0.03
"""Distance between points while the size is being estimated, as a share of the ink's height."""
MAX_SLOPE = 0.3
"""A baseline steeper than this is not corrected any further."""
SLOPE_ASPECT = 3.0
"""Ink must be this many times wider than high before its baseline is estimated."""


def normalise(points: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Ink in a frame of its own, resampled: left edge at 0, baseline level, lengths in standard deviations of the height.

    points: (n, 2 or more), further columns are interpolated along. Strokes that are no writing are left out. Returns the resampled points
    and the new starts.
    """
    points, starts = remove_stray(points, starts)
    low, high = points[:, :2].min(0), points[:, :2].max(0)
    width, height = high - low
    size = max(height, width * 0.05)
    if size <= SMALLEST_SIZE:
        size = 1.0
    points = points.copy()
    points[:, :2] -= low
    coarse, _ = resample(points, starts, size * COARSE_STEP)
    x, y = coarse[:, 0], coarse[:, 1]
    slope = 0.0
    if width > SLOPE_ASPECT * height and len(coarse) > 1:
        dx = x - x.mean()
        spread = float((dx * dx).sum())
        if spread > 0:
            slope = float(np.clip((dx * y).sum() / spread, -MAX_SLOPE, MAX_SLOPE))
    level = y - slope * x
    mean = float(level.mean())
    deviation = max(float(np.sqrt(((level - mean) ** 2).mean())), size * 0.08)
    out = points.copy()
    out[:, 0] = points[:, 0] / deviation
    out[:, 1] = (points[:, 1] - slope * points[:, 0] - mean) / deviation
    return resample(out, starts, STEP)


def features(points: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """(n, 2) float64 points of all strokes and every stroke's first index, to (m, 8) float32.

    Columns: unit direction x, y; pen-up jump x, y (squashed); height; how far left of the rightmost point so far
    (squashed); stroke start; stroke end.
    """
    return features_of_normalised(*normalise(points, starts))


def features_and_places(points: np.ndarray, starts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The features (m, 8), and for each row the index of the nearest of the points given, (m,)."""
    p, s = normalise(np.column_stack([points, np.arange(len(points))]), starts)
    return features_of_normalised(p, s), np.round(p[:, 2]).astype(int)


def features_of_normalised(p: np.ndarray, s: np.ndarray) -> np.ndarray:
    """Features (m, 8) of the points (m, 2 or more) and starts that `normalise` returned."""
    n = len(p)
    start = np.zeros(n)
    start[s] = 1.0
    end = np.zeros(n)
    end[np.append(s[1:], n) - 1] = 1.0
    d = np.zeros((n, 2))
    d[1:] = p[1:, :2] - p[:-1, :2]
    f = np.empty((n, FEATURES))
    f[:, 0] = d[:, 0] * (1 - start) / STEP
    f[:, 1] = d[:, 1] * (1 - start) / STEP
    f[:, 2] = np.tanh(d[:, 0] * start / 3.0)
    f[:, 3] = np.tanh(d[:, 1] * start / 2.0)
    f[:, 4] = p[:, 1] * 0.5
    f[:, 5] = np.tanh((p[:, 0] - np.maximum.accumulate(p[:, 0])) / 3.0)
    f[:, 6] = start
    f[:, 7] = end
    return f.astype(np.float32)
