"""Data augmentation of sketches, a whole batch at a time: as another hand might have drawn them."""

from __future__ import annotations

import numpy as np

from .features import Batch


def augment(batch: Batch, count: int, random: np.random.Generator) -> Batch:
    """Mirrored, turned, slanted, scaled and warped inks; strokes moved and left out. Every ink fills the unit box again.

    batch: resampled inks; count: how many they are.
    """
    batch = _drop_strokes(batch, count, random)
    inks = batch.inks
    turn, slant, wide = random.normal(0, 1, (3, count)) * [[0.12], [0.15], [0.18]]
    mirror = np.where(random.random(count) < 0.4, -1.0, 1.0)
    c, s = np.cos(turn), np.sin(turn)
    x, y = batch.points.T
    x = x * (mirror * np.exp(wide / 2))[inks] + y * slant[inks]
    y = y * np.exp(-wide / 2)[inks]
    points = np.stack([x * c[inks] - y * s[inks], x * s[inks] + y * c[inks]], 1)
    # two slow waves across each axis
    for low, high, size in ((2.0, 6.0, 0.035), (5.0, 14.0, 0.012)):
        strength, pitch = random.normal(0, size, (count, 2)), random.uniform(low, high, (count, 2))
        phase = random.uniform(0, 6.3, (count, 2))
        points = points + strength[inks] * np.sin(points[:, ::-1] * pitch[inks] + phase[inks])
    points = _move_strokes(points, batch.starts, random)
    points = points + random.normal(0, 0.003, points.shape) * (random.random(count) < 0.5)[inks, None]
    return Batch(fit_boxes(points, inks, count), batch.starts, inks)


def _drop_strokes(batch: Batch, count: int, random: np.random.Generator) -> Batch:
    """In half of the inks some strokes are missing, short ones sooner than long ones; the first stays in each."""
    sizes = np.diff(np.append(batch.starts, len(batch.points)))
    owner = batch.inks[batch.starts]
    first = np.append(True, owner[1:] != owner[:-1])
    rate = np.where(random.random(count) < 0.5, random.uniform(0, 0.3, count), 0)
    longest = np.bincount(owner, sizes, count)[owner]
    kept = first | (random.random(len(sizes)) > rate[owner] * np.maximum(0.0, 1 - 2 * sizes / longest))
    points = np.repeat(kept, sizes)
    return Batch(batch.points[points], np.cumsum(sizes[kept]) - sizes[kept], batch.inks[points])


def _move_strokes(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Every stroke a little elsewhere and of a slightly different size, about its first point."""
    stroke = np.zeros(len(points), int)
    stroke[starts[1:]] = 1
    stroke = np.cumsum(stroke)
    moved = random.normal(0, 0.012, (len(starts), 2))
    grown = np.exp(random.normal(0, 0.05, (len(starts), 1)))
    begin = points[starts]
    return (points - begin[stroke]) * grown[stroke] + (begin + moved)[stroke]


def fit_boxes(points: np.ndarray, inks: np.ndarray, count: int) -> np.ndarray:
    """Every ink centred in the unit box, which its longer side fills."""
    first = np.searchsorted(inks, np.arange(count))
    low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    size = (high - low).max(1)
    size = np.where(size > 1e-12, size, 1.0)
    return (points - ((low + high) / 2)[inks]) / size[inks, None]
