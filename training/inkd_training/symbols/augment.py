"""Data augmentation of symbols: the ink as another hand and another device might have given it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..ink import fit_unit_box, join_strokes


@dataclass(frozen=True, slots=True)
class Hand:
    """How inks are changed: `strength` of what bends them; share of inks with another `order` of strokes; and with strokes drawn `back`."""

    strength: float = 1.0
    order: float = 0.15
    back: float = 0.1


STEADY = Hand()
"""For a network that follows the pen."""
LOOSE = Hand(strength=1.35, order=0.4, back=0.3)
"""For one that sees a picture, in which the order hardly shows."""


def augment(points: np.ndarray, starts: np.ndarray, random: np.random.Generator, hand: Hand = STEADY) -> tuple[np.ndarray, np.ndarray]:
    """Random slant, proportions, rotation, slow warps; strokes that are shifted, cut short, jittered, on a coarse grid.

    points: (n, 2), any unit; starts: first index of each stroke. Returns points (m, 2), about 1 in size, and starts.
    """
    points = fit_unit_box(points)
    turn, slant, wide, high = hand.strength * random.normal(0, 1, 4) * (0.09, 0.12, 0.12, 0.12)
    points = points @ np.array([[np.exp(wide), turn], [slant - turn, np.exp(high)]])
    # waves along each axis, across it: one period or two a symbol, and faster ones that are smaller
    for slowest, fastest, size in ((2.0, 9.0, 0.025), (7.0, 18.0, 0.008)):
        if random.random() < 0.6:
            height, pitch = random.normal(0, hand.strength * size, 2), random.uniform(slowest, fastest, 2)
            points = points + height * np.sin(points[:, ::-1] * pitch + random.uniform(0, 6.3, 2))
    strokes = np.split(points, starts[1:])
    if len(strokes) > 1 and random.random() < 0.6:
        moved = random.normal(0, 0.025 * hand.strength, (len(strokes), 2))
        grown = np.exp(random.normal(0, 0.06 * hand.strength, len(strokes)))
        strokes = [(s - s[0]) * g + s[0] + m for s, m, g in zip(strokes, moved, grown, strict=True)]
    if random.random() < 0.25:
        cut = random.uniform(0, 0.08, (len(strokes), 2))
        strokes = [s[int(len(s) * a) : len(s) - int(len(s) * b)] for s, (a, b) in zip(strokes, cut, strict=True)]
    if len(strokes) > 1 and random.random() < hand.order:
        strokes = [strokes[i] for i in random.permutation(len(strokes))]
    if random.random() < hand.back:
        strokes = [s[::-1] if random.random() < 0.5 else s for s in strokes]
    points, starts = join_strokes(strokes)
    if random.random() < 0.3:
        points = points + random.normal(0, random.uniform(0.002, 0.012), points.shape)
    if random.random() < 0.15:
        grid = random.uniform(0.015, 0.05)
        points = np.round(points / grid) * grid
    return points, starts
