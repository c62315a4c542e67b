"""The symbols' feature pipeline: an ink to one row of eight numbers per resampled point. `Sources/Recognition/Symbols` does the same."""

from __future__ import annotations

import numpy as np

from ..encoder import FEATURES
from ..ink import fit_unit_box, resample

SYMBOL_PIPELINE = 1
"""Version of `features` below; any change to it is a new one and needs newly trained models."""
STEP = 0.05
"""Distance between resampled points, as a share of the ink's longer side."""
MOST_PIECES = 96
"""An ink is cut into about so many pieces at most: the step grows instead."""


def features(points: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """(n, 2) float64 points of all strokes and every stroke's first index, to (m, 8) float32.

    Columns: direction x, y (of length 1 but for very short strokes); pen-up jump x, y; place x, y from -1 to 1; stroke
    start; stroke end. There is no time in it, and no size.
    """
    points = fit_unit_box(points)
    gap = np.hypot(*(points[1:] - points[:-1]).T)
    gap[starts[1:] - 1] = 0.0
    # summed one after the other, as in Swift, so that both cut a stroke into as many pieces
    step = max(STEP, float(np.cumsum(gap)[-1]) / MOST_PIECES) if len(gap) else STEP
    p, s = resample(points, starts, step)
    f = np.zeros((len(p), FEATURES))
    d = np.zeros_like(p)
    d[1:] = p[1:] - p[:-1]
    f[:, 0:2] = d / step
    f[s, 0:2] = 0.0
    f[s, 2:4] = d[s]
    f[:, 4:6] = 2.0 * p
    f[s, 6] = 1.0
    f[np.append(s[1:], len(p)) - 1, 7] = 1.0
    return f.astype(np.float32)
