"""Generated variation of characters, a whole batch at a time: as other hands write them, carefully and in a hurry."""

from __future__ import annotations

import numpy as np

from ..sketches.augment import fit_boxes
from ..sketches.features import Batch

JOINT = 8
"""Points that make the way between two strokes that are joined."""
FLICK = 3
"""Points that a hook at a stroke's end has."""


def augment(batch: Batch, count: int, strength: np.ndarray, random: np.random.Generator) -> Batch:
    """Strokes moved, bent, cut, joined and rounded; inks turned, slanted and warped. Every ink fills the unit box again.

    batch: resampled inks; count: how many they are; strength (count,): 1 for ideal glyphs, less for people's ink, which varies already.
    """
    # some hands are careful, some are not
    wild = strength * random.choice([0.45, 0.8, 1.1, 1.5], count, p=[0.2, 0.35, 0.3, 0.15])
    points = _vary_strokes(batch, wild, random)
    batch = _cut_ends(Batch(points, batch.starts, batch.inks), strength, random)
    batch = _join(batch, count, strength, random)
    points = _round_corners(batch, count, strength, random)
    points = _warp(points, batch.inks, wild, random)
    points = points + random.normal(0, 1, points.shape) * (0.006 * strength * (random.random(count) < 0.4))[batch.inks, None]
    return Batch(fit_boxes(points, batch.inks, count), batch.starts, batch.inks)


def _sizes(batch: Batch) -> np.ndarray:
    """Points of every stroke."""
    return np.diff(np.append(batch.starts, len(batch.points)))


def _along(batch: Batch) -> tuple[np.ndarray, np.ndarray]:
    """Number of every point's stroke, and how much of the stroke lies before it, 0…1."""
    sizes = _sizes(batch)
    stroke = np.repeat(np.arange(len(sizes)), sizes)
    return stroke, (np.arange(len(batch.points)) - batch.starts[stroke]) / np.maximum(sizes[stroke] - 1, 1)


def _vary_strokes(batch: Batch, wild: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Every stroke's ends and middle elsewhere, its size and angle changed; strokes that follow one another are moved alike."""
    stroke, along = _along(batch)
    count = len(batch.starts)
    first, last = batch.points[batch.starts], batch.points[batch.starts + _sizes(batch) - 1]
    reach = np.hypot(*(last - first).T)
    own = wild[batch.inks[batch.starts]]
    size = (own * (0.018 + 0.04 * reach))[:, None]
    begin, end, bulge = random.normal(0, 1, (3, count, 2)) * [[[1.0]], [[1.25]], [[0.8]]] * size
    u = along[:, None]
    points = batch.points + begin[stroke] * (1 - u) + end[stroke] * u + bulge[stroke] * 4 * u * (1 - u)
    centre = (first + last) / 2
    angle, grow = random.normal(0, 1, (2, count)) * own * [[0.06], [0.10]]
    c, s = (np.cos(angle) * np.exp(grow))[stroke], (np.sin(angle) * np.exp(grow))[stroke]
    x, y = (points - centre[stroke]).T
    points = np.stack([x * c - y * s, x * s + y * c], 1) + centre[stroke]
    # parts of a character drift against one another
    number = np.arange(count)
    inks = len(wild)
    pitch, phase = random.uniform(0.3, 1.6, (inks, 2)), random.uniform(0, 6.3, (inks, 2))
    drift = random.normal(0, 0.028, (inks, 2)) * wild[:, None]
    of = batch.inks[batch.starts]
    return points + (drift[of] * np.sin(pitch[of] * number[:, None] + phase[of]))[stroke]


def _cut_ends(batch: Batch, strength: np.ndarray, random: np.random.Generator) -> Batch:
    """Some strokes begin later or end sooner, which drops hooks; at least two points of each stay."""
    stroke, along = _along(batch)
    count = len(batch.starts)
    likely = 0.25 * strength[batch.inks[batch.starts]]
    begin, end = random.uniform(0, [[0.14], [0.24]], (2, count)) * (random.random((2, count)) < likely)
    kept = (along >= begin[stroke]) & (along <= 1 - end[stroke])
    sizes = np.bincount(stroke[kept], minlength=count)
    return Batch(batch.points[kept], np.cumsum(sizes) - sizes, batch.inks[kept])


def _join(batch: Batch, count: int, strength: np.ndarray, random: np.random.Generator) -> Batch:
    """Strokes joined to the next by the pen's way, or ended by a hook towards it: more of them the more hurried the hand is."""
    sizes, number = _sizes(batch), len(batch.starts)
    of = batch.inks[batch.starts]
    hurried = strength * np.where(random.random(count) < 0.5, 0, random.uniform(0, 0.8, count) ** 1.3)
    followed = np.append(of[1:] == of[:-1], False)
    last = batch.points[batch.starts + sizes - 1]
    ahead = batch.points[np.append(batch.starts[1:], 0)] - last
    gap = np.hypot(*ahead.T)
    # short ways are joined sooner than long ones
    joined = followed & (random.random(number) < hurried[of] * np.exp(-1.2 * gap) * 1.3)
    flicked = followed & ~joined & (random.random(number) < 0.04 + 0.25 * hurried[of])
    added = np.where(joined, JOINT, np.where(flicked, FLICK, 0))
    wide = sizes + added
    begins = np.cumsum(wide) - wide
    stroke = np.repeat(np.arange(number), wide)
    place = np.arange(int(wide.sum())) - begins[stroke]
    written = place < sizes[stroke]
    points = batch.points[np.where(written, batch.starts[stroke] + place, 0)]
    part = np.where(joined, 1.0, random.uniform(0.08, 0.35, number))
    u = (place - sizes[stroke] + 1) / (added[stroke] + joined[stroke] + 1e-9)
    bow = random.normal(0, 0.12, number) * gap
    way = last[stroke] + ahead[stroke] * (part[stroke] * u)[:, None]
    across = np.stack([-ahead[:, 1], ahead[:, 0]], 1) / np.maximum(gap, 1e-9)[:, None]
    way = way + across[stroke] * (bow[stroke] * 4 * u * (1 - u))[:, None]
    points = np.where(written[:, None], points, way)
    begin = ~np.append(False, joined[:-1])
    return Batch(points, begins[begin], batch.inks[batch.starts][stroke])


def _round_corners(batch: Batch, count: int, strength: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Corners rounded in half of the inks, ends kept."""
    points = batch.points.copy()
    rounding = strength * np.where(random.random(count) < 0.5, 0, random.uniform(0.1, 1, count))
    weight = (0.5 * rounding)[batch.inks]
    weight[batch.starts] = 0
    weight[np.append(batch.starts[1:], len(points)) - 1] = 0
    inner = weight[1:-1, None]
    for _ in range(random.choice([2, 4, 8])):
        points[1:-1] += inner * ((points[2:] + points[:-2]) / 2 - points[1:-1])
    return points


def _warp(points: np.ndarray, inks: np.ndarray, wild: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Inks turned, slanted, made wider or narrower, in perspective, and bent by two slow waves along each axis and across it."""
    count = len(wild)
    turn, slant, wide, lean, tall = random.normal(0, 1, (5, count)) * wild * [[0.07], [0.13], [0.16], [0.12], [0.12]]
    c, s = np.cos(turn), np.sin(turn)
    x, y = points.T
    x, y = x * (1 + lean[inks] * y), y * (1 + tall[inks] * x)
    x = x * np.exp(wide / 2)[inks] + y * slant[inks]
    y = y * np.exp(-wide / 2)[inks]
    points = np.stack([x * c[inks] - y * s[inks], x * s[inks] + y * c[inks]], 1)
    for low, high, across, along in ((2.0, 5.0, 0.025, 0.035), (5.0, 11.0, 0.010, 0.010)):
        strength = random.normal(0, 1, (2, count, 2)) * wild[:, None] * np.array([across, along])[:, None, None]
        pitch, phase = random.uniform(low, high, (2, count, 2)), random.uniform(0, 6.3, (2, count, 2))
        moved = strength[0][inks] * np.sin(points[:, ::-1] * pitch[0][inks] + phase[0][inks])
        points = points + moved + strength[1][inks] * np.sin(points * pitch[1][inks] + phase[1][inks])
    return points
