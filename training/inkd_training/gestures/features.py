"""The gestures' feature pipeline, version 1: 75 numbers of a new stroke over written text.

`Sources/Recognition/Gestures` computes the same numbers in Swift; `golden.py` writes the vectors that hold the two together.
Lengths are in units of the text's height near the stroke, so neither the place nor the size of the writing matters.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

PIPELINE_VERSION = 1
PIECES = 96
"""A gesture is resampled to so many pieces of equal length."""
WINDOW = 3.0
"""Ink farther than this from the gesture's box, in text heights, does not count."""
SMALLEST = 0.5
"""A stroke whose box has a shorter diagonal than this, in text heights, is no gesture."""
EDGES = np.array([-2.5, -1.5, -1.0, -0.6, -0.3, -0.1, 0.1, 0.3, 0.6, 1.0, 1.5, 2.5])
"""Bounds of the bands in which ink above and below the gesture's line is counted."""
PROFILE = np.arange(9) * (PIECES // 8)
"""The resampled points whose positions are features."""


def resampled(points: np.ndarray, pieces: int) -> np.ndarray:
    """(pieces + 1, 2): points at equal distances along the stroke, both ends kept."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(points, axis=0).T))]) if len(points) > 1 else np.zeros(1)
    at = along[-1] * (np.arange(pieces + 1) / pieces)
    return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], 1)


def vertical_runs(y: np.ndarray) -> np.ndarray:
    """Heights of the parts of a stroke that only rise or only fall."""
    steps = np.diff(y)
    steps = steps[steps != 0]
    if not len(steps):
        return np.zeros(0)
    turns = np.flatnonzero(steps[1:] * steps[:-1] < 0) + 1
    return np.abs(np.add.reduceat(steps, np.concatenate([[0], turns])))


@dataclass(slots=True)
class Trace:
    """A written stroke as short segments."""

    points: np.ndarray
    box: np.ndarray = field(init=False)
    """Left, top, right, bottom."""
    heights: tuple[float, float] = field(init=False)
    """Sum of the vertical runs, and of their squares: the second over the first is the stroke's height, tall runs counting more."""
    segments: np.ndarray = field(init=False)
    """(n, 4): x and y of both ends."""

    def __post_init__(self) -> None:
        p = self.points
        self.box = np.concatenate([p.min(0), p.max(0)])
        runs = vertical_runs(p[:, 1])
        self.heights = float(runs.sum()), float((runs * runs).sum())
        length = float(np.hypot(*np.diff(p, axis=0).T).sum()) if len(p) > 1 else 0.0
        own = self.heights[1] / self.heights[0] if self.heights[0] > 0 else 0.0
        step = max(own, float(np.hypot(*(self.box[2:] - self.box[:2]))) / 4) / 8
        pieces = max(1, min(256, int(np.ceil(length / step)))) if step > 0 else 1
        q = resampled(p, pieces)
        self.segments = np.concatenate([q[:-1], q[1:]], 1)


def text_height(heights: np.ndarray) -> float:
    """Mean height of the vertical runs of strokes, each weighted by itself; heights: (n, 2) of `Trace.heights`."""
    total = heights.sum(0)
    return float(total[1] / total[0]) if total[0] > 0 else 0.0


def crossings(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """(len(a), len(b)): whether the segments cross; touching ends do not count."""

    def side(p, q, r):
        return (q[..., 0] - p[..., 0]) * (r[..., 1] - p[..., 1]) - (q[..., 1] - p[..., 1]) * (r[..., 0] - p[..., 0])

    a0, a1, b0, b1 = a[:, None, :2], a[:, None, 2:], b[None, :, :2], b[None, :, 2:]
    return (side(a0, a1, b0) * side(a0, a1, b1) < 0) & (side(b0, b1, a0) * side(b0, b1, a1) < 0)


def reversals(values: np.ndarray, least: float) -> int:
    """The number of times that the values turn back by more than `least`."""
    count, direction, extreme = 0, 0, values[0]
    for v in values:
        if (direction >= 0 and v > extreme) or (direction <= 0 and v < extreme):
            if direction == 0 and abs(v - extreme) > least:
                direction = 1 if v > extreme else -1
            if direction != 0:
                extreme = v
        elif abs(v - extreme) > least:
            direction, extreme, count = -direction, v, count + 1
    return count


def shape(g: np.ndarray, h: float) -> list[float]:
    """The stroke by itself. g: (PIECES + 1, 2); h: text height."""
    low, high = g.min(0), g.max(0)
    width, height = high - low
    diagonal = float(np.hypot(width, height))
    length = float(np.hypot(*np.diff(g, axis=0).T).sum())
    chord = g[-1] - g[0]
    coarse = np.diff(g[::4], axis=0)
    turns = np.arctan2(
        coarse[:-1, 0] * coarse[1:, 1] - coarse[:-1, 1] * coarse[1:, 0], coarse[:-1, 0] * coarse[1:, 0] + coarse[:-1, 1] * coarse[1:, 1]
    )
    centred = g - g.mean(0)
    xx, yy, xy = (centred[:, 0] ** 2).sum(), (centred[:, 1] ** 2).sum(), (centred[:, 0] * centred[:, 1]).sum()
    pieces = np.concatenate([g[:-1:2], g[2::2]], 1)
    # each crossing is found from both sides
    own = int(crossings(pieces, pieces).sum()) // 2
    area = abs(float((g[:, 0] * np.roll(g[:, 1], -1) - np.roll(g[:, 0], -1) * g[:, 1]).sum())) / 2
    reversal = 0.3 * h
    middle = (low + high) / 2
    profile = (g[PROFILE] - middle) / diagonal
    return [
        np.log1p(width / h),
        np.log1p(height / h),
        np.log1p(length / h),
        np.log1p(length / diagonal),
        np.hypot(*chord) / length,
        np.hypot(*chord) / diagonal,
        chord[0] / length,
        chord[1] / length,
        np.log1p(np.abs(turns).sum()),
        abs(turns.sum()) / 6,
        np.abs(turns).max(),
        np.log1p(reversals(g[:, 0], reversal)),
        np.log1p(reversals(g[:, 1], reversal)),
        (xx - yy) / (xx + yy),
        2 * xy / (xx + yy),
        np.log1p(own),
        area / (diagonal * diagonal),
        *profile.reshape(-1),
    ]


def age(ages: np.ndarray) -> list[float]:
    """Logarithmic age of the newest and of the oldest stroke, counted in strokes written since; 0 for none."""
    return [np.log1p(ages.min()), np.log1p(ages.max())] if len(ages) else [0.0, 0.0]


def enclosed(g: np.ndarray, x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Which positions lie within the line, closed by its chord: a ray from them crosses it an odd number of times."""
    ax, ay, bx, by = g[:, 0], g[:, 1], np.roll(g[:, 0], -1), np.roll(g[:, 1], -1)
    with np.errstate(divide="ignore", invalid="ignore"):
        passes = ((ay > y[:, None]) != (by > y[:, None])) & (x[:, None] < (bx - ax) * (y[:, None] - ay) / (by - ay) + ax)
    return passes.sum(1) % 2 == 1


def surroundings(g: np.ndarray, h: float, segments: np.ndarray, ages: np.ndarray) -> list[float]:
    """The stroke among the ink. segments: (n, 4) near it; ages: (n,), 1 for the stroke written last, 2 for the one before …"""
    (left, top), (right, bottom) = g.min(0), g.max(0)
    x, y = (segments[:, 0] + segments[:, 2]) / 2, (segments[:, 1] + segments[:, 3]) / 2
    w = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1]) / h
    length = np.hypot(*np.diff(g, axis=0).T).sum() / h
    in_box = (left <= x) & (x <= right) & (top <= y) & (y <= bottom)
    pieces = np.concatenate([g[:-1], g[1:]], 1)
    touching = (np.maximum(segments[:, :2], segments[:, 2:]) >= (left, top)).all(1)
    touching &= (np.minimum(segments[:, :2], segments[:, 2:]) <= (right, bottom)).all(1)
    crossed = np.zeros((len(pieces), len(segments)), bool)
    crossed[:, touching] = crossings(pieces, segments[touching])
    # all of the strokes that it crosses
    of_crossed = np.isin(ages, ages[crossed.any(0)])
    near = np.hypot(g[::4, 0, None] - x, g[::4, 1, None] - y).min(1) < 0.25 * h
    inside = np.zeros(len(segments), bool)
    inside[in_box] = enclosed(g, x[in_box], y[in_box])
    around = (left - h / 2 <= x) & (x <= right + h / 2) & (top - h / 2 <= y) & (y <= bottom + h / 2)
    beside = (top - h / 2 <= y) & (y <= bottom + h / 2)
    within = (left <= x) & (x <= right)
    cx = (left + right) / 2
    gaps = [min([WINDOW, *(side[beside & (side >= 0)] / h)]) for side in (cx - x, x - cx)]
    reach = [min(max([0.0, *(side[of_crossed] / h)]), WINDOW) for side in (cx - x, x - cx)]
    # the line through the gesture, not steeper than one half
    mx, my = g[:, 0].mean(), g[:, 1].mean()
    xx = ((g[:, 0] - mx) ** 2).sum()
    slope = min(max(float(((g[:, 0] - mx) * (g[:, 1] - my)).sum() / xx) if xx > 0 else 0.0, -0.5), 0.5)
    d = (y - my - slope * (x - mx)) / h
    span = max((right - left) / h, 0.5)
    bands = [np.log1p(w[within & (a <= d) & (d < b)].sum() / span) for a, b in pairwise(EDGES)]
    column = np.minimum(np.floor(16 * (x - left) / max(right - left, 1e-9 * h)), 15)
    columns = [len(np.unique(column[within & part])) / 16 for part in (np.abs(d) < 1, (-2 < d) & (d < -0.1), (0.1 < d) & (d < 2))]
    local = (left - 2 * h <= x) & (x <= right + 2 * h) & (top - 1.5 * h <= y) & (y <= bottom + 1.5 * h)
    total = w[local].sum()
    level = (w[local] * y[local]).sum() / total if total > 0 else (top + bottom) / 2
    spread = np.sqrt((w[local] * (y[local] - level) ** 2).sum() / total) / h if total > 0 else 0.0
    return [
        np.log1p(w[in_box].sum()),
        np.log1p(crossed.sum()),
        crossed.sum() / length,
        near.mean(),
        np.log1p(w[inside].sum()),
        w[inside].sum() / max(w[around].sum(), 1e-9),
        np.log1p(len(np.unique(ages[crossed.any(0)]))),
        np.log1p(len(np.unique(ages[in_box]))),
        *age(ages[crossed.any(0)]),
        *age(ages[in_box]),
        *age(ages[around]),
        np.log1p(w[beside & (x > right)].sum()),
        np.log1p(w[beside & (x < left)].sum()),
        np.log1p(w[within & (y < top)].sum()),
        np.log1p(w[within & (y > bottom)].sum()),
        *gaps,
        *bands,
        *columns,
        (level - top) / h,
        (bottom - level) / h,
        spread,
        np.log1p(w[of_crossed].sum()),
        *reach,
    ]


def features(gesture: np.ndarray, context: list[Trace]) -> np.ndarray | None:
    """The classifier's input for a stroke over written strokes, oldest first; None where there is nothing to be a gesture over."""
    if not context or len(gesture) < 2:
        return None
    boxes = np.array([t.box for t in context])
    heights = np.array([t.heights for t in context])
    low, high = gesture.min(0), gesture.max(0)
    everywhere = text_height(heights)

    def close(margin: float) -> np.ndarray:
        return np.flatnonzero(((boxes[:, :2] - margin <= high) & (boxes[:, 2:] + margin >= low)).all(1))

    h = text_height(heights[close(WINDOW * everywhere)])
    if h <= 0 or np.hypot(*(high - low)) < SMALLEST * h or not len(close(h)):
        return None
    g = resampled(gesture, PIECES)
    chosen = close(WINDOW * h)
    segments = np.concatenate([context[i].segments for i in chosen])
    ages = np.concatenate([np.full(len(context[i].segments), len(context) - i) for i in chosen])
    return np.array(shape(g, h) + surroundings(g, h, segments, ages))
