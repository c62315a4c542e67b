"""The groups of strokes that may be one symbol each. `Sources/Reading/Formulas/StrokeGroups.swift` finds the same."""

from __future__ import annotations

import numpy as np

from ..ink import Strokes, join_strokes

MOST_STROKES = 4
"""Strokes of one symbol at most."""
MOST_GROUPS = 1_200
"""Groups in all, those of fewer strokes first."""
MOST_NEIGHBOURS = 5
"""Neighbours of a stroke that count, the nearest ones."""
NEARNESS = 0.22
"""Strokes that are nearer than this share of the usual size may be one symbol."""
STACKED_NEARNESS = 0.75
"""A mark or a bar belongs to what is so near above or below it, as a share of the usual size."""
ASIDE = 0.35
"""A mark is so far to the left or right of what it belongs to at most, as a share of the usual size."""
DOT_NEARNESS = 1.1
"""The dots of an ellipsis are so near, as a share of the usual size."""
DOT_SIZE = 0.22
"""Strokes smaller than this share of the usual size are dots."""
MARK_SIZE = 0.45
"""Strokes smaller than this share of the usual size may be marks over or under others."""
BAR_OVERLAP = 0.05
"""Numerators and denominators reach so far over the bar at most, as a share of the usual size."""
LARGEST = 3.5
"""A symbol of several strokes is so many times the usual size at most."""
MOST_POINTS = 24
"""A stroke is looked at by about so many of its samples."""
FLATNESS = 2.5
"""A stroke is flat if it is so many times as wide as high."""


def coarse(stroke: np.ndarray) -> np.ndarray:
    """Every so many samples of a stroke, and its last."""
    step = max(1, len(stroke) // MOST_POINTS)
    return np.concatenate([stroke[::step], stroke[-1:]])


def usual_size(sizes: np.ndarray, flat: np.ndarray) -> float:
    """The median size of the strokes that are neither dot nor bar. sizes: longer sides; flat: whether each is a horizontal line."""
    upright = np.sort(sizes[~flat])
    usual = upright[len(upright) // 2] if len(upright) else 0.0
    large = upright[upright > DOT_SIZE * usual]
    return max(float(large[len(large) // 2] if len(large) else sizes.max(initial=0.0)), 1e-6)


def cross(a: np.ndarray, b: np.ndarray) -> bool:
    """Whether two polylines cross or touch."""
    p, q = a[:-1, None], b[None, :-1]
    ab, cd = np.diff(a, axis=0)[:, None], np.diff(b, axis=0)[None]
    t, u = q - p, q + cd - p
    first = (ab[..., 0] * t[..., 1] - ab[..., 1] * t[..., 0]) * (ab[..., 0] * u[..., 1] - ab[..., 1] * u[..., 0])
    v = p + ab - q
    second = (cd[..., 0] * -t[..., 1] + cd[..., 1] * t[..., 0]) * (cd[..., 0] * v[..., 1] - cd[..., 1] * v[..., 0])
    parallel = ab[..., 0] * cd[..., 1] == ab[..., 1] * cd[..., 0]
    return bool(np.any(~parallel & (first <= 0) & (second <= 0)))


def stroke_groups(strokes: Strokes) -> tuple[list[tuple[int, ...]], float]:
    """The groups, each with its strokes' numbers rising, in the order of finding; and the usual size of a stroke."""
    joined, starts = join_strokes(strokes)
    low, high = np.minimum.reduceat(joined, starts), np.maximum.reduceat(joined, starts)
    extent = high - low
    sizes = extent.max(1)
    flat = (extent[:, 0] >= FLATNESS * extent[:, 1]) & (extent[:, 0] > 0)
    unit = usual_size(sizes, flat)
    points = [coarse(s) for s in strokes]
    neighbours = _neighbours(points, low, high, sizes, flat, unit)
    shapes = (low[:, 1], high[:, 1], flat, sizes >= DOT_SIZE * unit, BAR_OVERLAP * unit)
    boxes = np.concatenate([low, high], 1).tolist()
    groups = [(i,) for i in range(len(strokes))]
    layer, known = groups[:], set(groups)
    for _ in range(1, MOST_STROKES):
        following = []
        for group in layer:
            for near in sorted({n for i in group for n in neighbours[i]} - set(group)):
                if len(groups) >= MOST_GROUPS:
                    return groups, unit
                grown = tuple(sorted((*group, near)))
                if grown in known:
                    continue
                known.add(grown)
                members = list(grown)
                if _size(members, boxes) <= LARGEST * unit and not _is_fraction(members, shapes, points):
                    following.append(grown)
                    groups.append(grown)
        layer = following
    return groups, unit


def _size(group: list[int], boxes: list[list[float]]) -> float:
    """The longer side of the group's box. boxes: left, top, right and bottom of every stroke."""
    left, top, right, bottom = zip(*(boxes[i] for i in group), strict=True)
    return max(max(right) - min(left), max(bottom) - min(top))


def _neighbours(points: Strokes, low: np.ndarray, high: np.ndarray, sizes: np.ndarray, flat: np.ndarray, unit: float) -> list[list[int]]:
    count = len(points)
    # gaps between boxes along x and y, negative where they overlap
    gaps = np.maximum(low[None] - high[:, None], low[:, None] - high[None])
    dot, mark = sizes < DOT_SIZE * unit, sizes < MARK_SIZE * unit
    least = 0.1 * unit
    common = np.minimum(high[:, None, 0], high[None, :, 0]) - np.maximum(low[:, None, 0], low[None, :, 0])
    width = high[:, 0] - low[:, 0]
    overlap = (common + least) / (np.minimum(width[:, None], width[None]) + least)
    down = gaps[..., 1]
    both = gaps.max(2)
    over = (overlap >= 0.4) & (flat[:, None] | flat[None]) | (gaps[..., 0] <= ASIDE * unit) & (mark[:, None] | mark[None])
    stacked = over & (down <= STACKED_NEARNESS * unit)
    result: list[list[tuple[float, int]]] = [[] for _ in range(count)]
    for i, j in zip(*np.nonzero(np.triu(both < DOT_NEARNESS * unit, 1)), strict=True):
        if dot[i] and dot[j]:
            distance = max(both[i, j], 0.0)
        elif stacked[i, j]:
            distance = max(down[i, j], 0.0)
        elif both[i, j] < NEARNESS * unit:
            a, b = points[i], points[j]
            touching = both[i, j] <= 0 and cross(a, b)
            distance = 0.0 if touching else float(np.sqrt(((a[:, None] - b[None]) ** 2).sum(2).min()))
            if distance >= NEARNESS * unit:
                continue
        else:
            continue
        result[i].append((float(distance), int(j)))
        result[j].append((float(distance), int(i)))
    return [[j for _, j in sorted(near)[:MOST_NEIGHBOURS]] for near in result]


def _is_fraction(group: list[int], shapes: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, float], points: Strokes) -> bool:
    """Whether a bar that touches nothing lies between writing above and below it.

    shapes: top and bottom of every stroke, whether it is flat, whether it is more than a dot, and how far it may reach over a bar.
    """
    top, bottom, flat, large, overlap = shapes
    writing = [i for i in group if not flat[i] and large[i]]
    for bar in group:
        if not flat[bar] or not large[bar] or len(writing) < 2:
            continue
        above = any(bottom[i] <= top[bar] + overlap for i in writing)
        below = any(top[i] >= bottom[bar] - overlap for i in writing)
        if above and below and not any(cross(points[i], points[bar]) for i in group if i != bar):
            return True
    return False
