"""Data augmentation of symbols: the ink as another hand and another device might have given it."""

from __future__ import annotations

import numpy as np

from ..ink import fit_unit_box, join_strokes


def augment(
    points: np.ndarray, starts: np.ndarray, random: np.random.Generator, order: float = 0.15, back: float = 0.1
) -> tuple[np.ndarray, np.ndarray]:
    """Random slant, proportions, rotation, a slow warp; strokes that are shifted, cut short, jittered, on a coarse grid.

    points: (n, 2), any unit; starts: first index of each stroke. With probability `order` the strokes come in another order, with `back`
    some are drawn from the other end. Returns points (m, 2), about 1 in size, and starts.
    """
    points = fit_unit_box(points)
    turn, slant, wide, high = random.normal(0, 1, 4) * (0.09, 0.12, 0.12, 0.12)
    points = points @ np.array([[np.exp(wide), turn], [slant - turn, np.exp(high)]])
    if random.random() < 0.6:
        # a slow wave along each axis, across it: one period or two a symbol
        size, pitch, phase = random.normal(0, 0.025, 2), random.uniform(2.0, 9.0, 2), random.uniform(0, 6.3, 2)
        points = points + size * np.sin(points[:, ::-1] * pitch + phase)
    strokes = np.split(points, starts[1:])
    if len(strokes) > 1 and random.random() < 0.6:
        moved = random.normal(0, 0.025, (len(strokes), 2))
        grown = np.exp(random.normal(0, 0.06, len(strokes)))
        strokes = [(s - s[0]) * g + s[0] + m for s, m, g in zip(strokes, moved, grown, strict=True)]
    if random.random() < 0.25:
        cut = random.uniform(0, 0.08, (len(strokes), 2))
        strokes = [s[int(len(s) * a) : len(s) - int(len(s) * b)] for s, (a, b) in zip(strokes, cut, strict=True)]
    if len(strokes) > 1 and random.random() < order:
        strokes = [strokes[i] for i in random.permutation(len(strokes))]
    if random.random() < back:
        strokes = [s[::-1] if random.random() < 0.5 else s for s in strokes]
    points, starts = join_strokes(strokes)
    if random.random() < 0.3:
        points = points + random.normal(0, random.uniform(0.002, 0.012), points.shape)
    if random.random() < 0.15:
        grid = random.uniform(0.015, 0.05)
        points = np.round(points / grid) * grid
    return points, starts
