"""Ink as arrays: strokes, rows of ink files, resampling.

Points are (n, 2) arrays of x and y, y down, all strokes one after the other; `starts` has the index of every stroke's first point.
"""

from __future__ import annotations

import gzip
import json
import os
from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path

import numpy as np

Strokes = list[np.ndarray]
"""Strokes (n, 2), in the order in which they were written."""
MIN_PIECES = 3
"""Every stroke, a dot too, is cut into at least this many pieces, so that it fills a step of the text network's output."""
SMALLEST_SIZE = 1e-300
"""Ink smaller than this counts as a dot: a step of it would be rounded to nothing."""
MAX_POINTS = 20_000
"""Resampling never makes more points than this of one ink: the step grows instead."""


def add_data_argument(parser: ArgumentParser) -> None:
    """Adds `--data`, the folder with train/, dev/ and words/; INKD_DATA is the default."""
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", "data")))


def read_rows(path: Path) -> Iterator[dict]:
    """The rows of a gzip'd JSON-lines file."""
    with gzip.open(path, "rt") as lines:
        yield from map(json.loads, lines)


def decode_strokes(row: dict) -> Strokes:
    """The strokes of a row of an ink file, delta-decoded, float64; empty ones are left out."""
    return [np.cumsum(np.asarray(s, np.float64).reshape(-1, 2), 0) for s in row["strokes"] if s]


def decode(row: dict) -> tuple[np.ndarray, np.ndarray]:
    """The points (n, 2) and stroke starts of a row of an ink file."""
    return join_strokes(decode_strokes(row))


def split_strokes(points: np.ndarray, starts: np.ndarray) -> Strokes:
    """Points and starts to strokes."""
    return np.split(points, starts[1:])


def join_strokes(strokes: Strokes) -> tuple[np.ndarray, np.ndarray]:
    """Strokes to points and starts."""
    return np.concatenate(strokes), np.cumsum([0] + [len(s) for s in strokes[:-1]])


def box(strokes: Strokes) -> tuple[np.ndarray, np.ndarray]:
    """The lowest and highest coordinates, (2,) each."""
    points = np.concatenate(strokes)
    return points.min(0), points.max(0)


def line_scale(low: np.ndarray, high: np.ndarray) -> float:
    """The height of a box, or 1/20 of its width if that is more; 1 for a dot."""
    return max(high[1] - low[1], 0.05 * (high[0] - low[0])) or 1.0


def fit_unit_box(points: np.ndarray) -> np.ndarray:
    """(n, 2) points centred on the middle of their box, the longer side of which becomes 1; a dot stays a dot."""
    low, high = points.min(0), points.max(0)
    size = float((high - low).max())
    if size <= SMALLEST_SIZE:
        size = 1.0
    return (points - (low + high) / 2) / size


def turned(points: np.ndarray, angle: float) -> np.ndarray:
    """The points turned clockwise about the origin."""
    c, s = np.cos(angle), np.sin(angle)
    return points @ np.array([[c, s], [-s, c]])


def resample(points: np.ndarray, starts: np.ndarray, step: float, most: int = MAX_POINTS) -> tuple[np.ndarray, np.ndarray]:
    """Points equally spaced along every stroke, both ends kept.

    points: (n, 2) of all strokes in order; further columns are interpolated with them. starts: index of every stroke's first point,
    ascending, first is 0. step: distance between points, in units of `points`, or more where that would make more than about `most` points.
    Returns (m, 2 or more) and the new starts.
    """
    n = len(points)
    gap = np.hypot(*(points[1:, :2] - points[:-1, :2]).T) if n > 1 else np.zeros(0)
    first = np.zeros(n, bool)
    first[starts] = True
    gap = np.where(first[1:], 0.0, gap)
    along = np.concatenate([[0.0], np.cumsum(gap)])
    ends = np.append(starts[1:], n) - 1
    length = along[ends] - along[starts]
    total = float(length.sum())
    step = max(step, total / most)
    pieces = np.maximum(MIN_PIECES, np.floor(length / step + 0.5)).astype(int)
    out_starts = np.concatenate([[0], np.cumsum(pieces + 1)[:-1]])
    count = np.repeat(pieces, pieces + 1)
    number = np.arange(len(count)) - np.repeat(out_starts, pieces + 1)
    # where along its stroke each new point is; strokes are told apart by a gap, so that all are interpolated at once
    gaps = np.arange(len(starts)) * (2 * total or 1.0)
    at = np.repeat(along[starts] + gaps, pieces + 1) + np.repeat(length, pieces + 1) * (number / count)
    own = along + np.repeat(gaps, ends - starts + 1)
    out = np.stack([np.interp(at, own, points[:, column]) for column in range(points.shape[1])], 1)
    out[out_starts] = points[starts]
    out[out_starts + pieces] = points[ends]
    return out, out_starts
