"""Data augmentation of text: the ink as another hand and another tablet might have given it."""

from __future__ import annotations

import numpy as np

from ..ink import join_strokes, split_strokes, turned
from .contact import break_strokes, join_close_strokes, lose_beginnings


def augment(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Randomly slanted, turned, stretched, warped, jittered and shifted ink; sometimes with delayed strokes, fewer samples or bad contact.

    points: (n, 2) in units of the ink's height; starts: first index of each stroke. Returns the new points (m, 2), float64, and starts, of
    which there may be more or fewer.
    """
    points = points.astype(np.float64)
    if random.random() < 0.15:
        points, starts = delay_marks(points, starts, random)
    if random.random() < 0.2:
        points, starts = drop_samples(points, starts, random)
    if random.random() < 0.3:
        points = round_off(points, starts, random)
    for distort, often in ((lose_beginnings, 0.2), (break_strokes, 0.12), (join_close_strokes, 0.15)):
        if random.random() < often:
            points, starts = distort(points, starts, random)
    if random.random() < 0.3:
        points = move_strokes(points, starts, random)
    slant, turn = random.normal(0, 0.28), random.normal(0, 0.03)
    wide, high = np.exp(random.normal(0, 0.2, 2))
    points = points @ np.array([[wide, turn], [slant, high]])
    if random.random() < 0.1:
        # a tablet that lies crooked
        points = turned(points, random.uniform(-0.2, 0.2))
    if random.random() < 0.4:
        # letters are not equally wide and high along a line, and their slant wanders
        length, phase = random.uniform(0.7, 4), random.uniform(0, 6.3, 3)
        x, y = points[:, 0].copy(), points[:, 1].copy()
        points[:, 0] += random.normal(0, 0.08) * length * np.sin(x / length + phase[0]) + random.normal(0, 0.08) * y * np.sin(
            x / length + phase[1]
        )
        points[:, 1] *= 1 + random.normal(0, 0.08) * np.sin(x / length + phase[2])
    if random.random() < 0.3:
        points = points + random.normal(0, random.uniform(0.002, 0.012), points.shape)
    if random.random() < 0.2:
        grid = random.uniform(0.015, 0.045)
        points = np.round(points / grid) * grid
    if random.random() < 0.3:
        # a slow wave through the line: nobody writes on a ruler
        length = random.uniform(2, 8)
        points[:, 1] += random.normal(0, 0.05) * np.sin(points[:, 0] / length + random.uniform(0, 6.3))
    if len(starts) > 1 and random.random() < 0.3:
        # pen-up gaps between strokes vary more than the strokes themselves
        right = np.diff(points[starts, 0]) > 0
        shift = np.cumsum(np.concatenate([[0], np.where(right, random.normal(0, 0.05, len(starts) - 1), 0)]))
        points[:, 0] += np.repeat(shift, np.diff(np.append(starts, len(points))))
    return points, starts


def round_off(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The strokes with their turns rounder, as a hurried hand writes them, or sharper.

    points: in units of the ink's height. Every point moves towards the mean of its neighbours in time, or away from it; ends stay.
    """
    reach, share = random.uniform(0.05, 0.22), random.uniform(-0.5, 1.0)
    rounded = []
    for stroke in split_strokes(points, starts):
        steps = np.hypot(*np.diff(stroke, axis=0).T)
        half = min(int(reach / max(steps.mean(), 1e-6)), (len(stroke) - 1) // 2) if len(stroke) > 2 else 0
        if half > 0:
            # point reflection at both ends keeps these where they are
            before, behind = 2 * stroke[0] - stroke[half:0:-1], 2 * stroke[-1] - stroke[-2 : -half - 2 : -1]
            sums = np.cumsum(np.concatenate([np.zeros((1, 2)), before, stroke, behind]), 0)
            mean = (sums[2 * half + 1 :] - sums[: -2 * half - 1]) / (2 * half + 1)
            stroke = stroke + share * (mean - stroke)
        rounded.append(stroke)
    return np.concatenate(rounded)


def move_strokes(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Every stroke a little larger or smaller, and a little away from where it was; points: in units of the ink's height."""
    counts = np.diff(np.append(starts, len(points)))
    centre = (np.minimum.reduceat(points, starts) + np.maximum.reduceat(points, starts)) / 2
    size = np.exp(random.normal(0, 0.06, (len(starts), 2)))
    shift = random.normal(0, 0.025, (len(starts), 2))
    return points * np.repeat(size, counts, 0) + np.repeat(centre * (1 - size) + shift, counts, 0)


def delay_marks(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Delayed strokes: all dots and bars above others go to the end of the ink, or right after the stroke that they stand above."""
    strokes = split_strokes(points, starts)
    if len(strokes) < 3:
        return points, starts
    high = points[:, 1].max() - points[:, 1].min()
    late = random.random() < 0.5
    kept: list[np.ndarray] = []
    small: list[np.ndarray] = []
    for index, stroke in enumerate(strokes):
        size, centre = np.ptp(stroke, axis=0), stroke.mean(0)
        under = [k for k, s in enumerate(kept) if s[:, 0].min() <= centre[0] <= s[:, 0].max() and s[:, 1].max() > centre[1]]
        if index and size[1] < 0.2 * high and size[0] < 0.5 * high and under:
            if late:
                small.append(stroke)
            else:
                kept.insert(under[-1] + 1, stroke)
        else:
            kept.append(stroke)
    return join_strokes(kept + small)


def drop_samples(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Every second or third sample of every stroke and its last, as a slower tablet gives them.

    A stroke that would lose its shape keeps all.
    """
    step = int(random.integers(2, 4))
    high = points[:, 1].max() - points[:, 1].min()
    thinned = []
    for stroke in split_strokes(points, starts):
        if len(stroke) > 2:
            keep = np.unique(np.append(np.arange(0, len(stroke), step), len(stroke) - 1))
            # a device that samples sparsely as it is would lose the shape
            gaps = np.hypot(*np.diff(stroke[keep], axis=0).T)
            if len(gaps) and gaps.max() < 0.25 * high:
                stroke = stroke[keep]
        thinned.append(stroke)
    return join_strokes(thinned)
