"""A network that gives one label to a whole ink: its features, its layers and how training varies its inks.

The body is that of the text network (`network.py`); instead of scores for every step there are some for the ink, from
the mean of the last layer over the steps. `Sources/Recognition` computes the same.
"""

from __future__ import annotations

import numpy as np
import torch

from .features import FEATURES, SMALLEST_SIZE, resample
from .network import InkNetwork

SYMBOL_PIPELINE = 1
"""Version of `features` below; any change to it is a new one and needs newly trained models."""
STEP = 0.05
"""Distance between resampled points, as a share of the ink's longer side."""
MOST_PIECES = 96
"""An ink is cut into about so many pieces at most: the step grows instead."""


def frame(points: np.ndarray) -> np.ndarray:
    """(n, 2) points centred on the middle of their box, the longer side of which becomes 1; a dot stays a dot."""
    low, high = points.min(0), points.max(0)
    size = float((high - low).max())
    if size <= SMALLEST_SIZE:
        size = 1.0
    return (points - (low + high) / 2) / size


def features(points: np.ndarray, starts: np.ndarray) -> np.ndarray:
    """(n, 2) float64 points of all strokes and every stroke's first index, to (m, 8) float32.

    Columns: direction x, y (of length 1 but for very short strokes); pen-up jump x, y; place x, y from -1 to 1; stroke
    start; stroke end. There is no time in it, and no size.
    """
    points = frame(points)
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


class InkClassifier(InkNetwork):
    """features (batch, time, 8) and their lengths to scores (batch, classes)."""

    def __init__(
        self, classes: int, hidden: int = 128, layers: int = 2, channels: tuple[int, int, int] = (64, 128, 128), dropout: float = 0.3
    ):
        super().__init__(hidden, layers, channels, dropout, classes)

    def logits(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        x = self.encode(x, points).float()
        n = self.steps(points)
        own = (torch.arange(x.shape[1])[None] < n[:, None])[..., None]
        return self.output(self.dropout((x * own).sum(1) / n[:, None]))

    def forward(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        return self.logits(x, points).float()


def vary(
    points: np.ndarray, starts: np.ndarray, random: np.random.Generator, order: float = 0.15, back: float = 0.1
) -> tuple[np.ndarray, np.ndarray]:
    """The ink as another hand and another device might have given it.

    Slant, proportions, rotation, a slow warp, strokes that are shifted, cut short, jittered, on a coarse grid; with
    probability `order` in another order, with `back` drawn from the other end.
    """
    points = frame(points)
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
        strokes = [(s - s[0]) * g + s[0] + m for s, m, g in zip(strokes, moved, grown)]
    if random.random() < 0.25:
        cut = random.uniform(0, 0.08, (len(strokes), 2))
        strokes = [s[int(len(s) * a) : len(s) - int(len(s) * b)] for s, (a, b) in zip(strokes, cut)]
    if len(strokes) > 1 and random.random() < order:
        strokes = [strokes[i] for i in random.permutation(len(strokes))]
    if random.random() < back:
        strokes = [s[::-1] if random.random() < 0.5 else s for s in strokes]
    starts = np.cumsum([0] + [len(s) for s in strokes[:-1]])
    points = np.concatenate(strokes)
    if random.random() < 0.3:
        points = points + random.normal(0, random.uniform(0.002, 0.012), points.shape)
    if random.random() < 0.15:
        grid = random.uniform(0.015, 0.05)
        points = np.round(points / grid) * grid
    return points, starts
