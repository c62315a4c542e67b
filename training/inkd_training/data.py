"""Ink files to arrays, and the variation that training adds to them."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ALPHABET = "".join(chr(c) for c in range(32, 127))
"""Printable ASCII; class 0 of the network is CTC's blank, class k is ALPHABET[k - 1]."""


@dataclass(slots=True)
class Sample:
    """One labelled ink. points: (n, 2) float32 in units of the ink's own height; starts: first index of each stroke."""

    points: np.ndarray
    starts: np.ndarray
    label: str
    contributor: str


def decode(row: dict) -> tuple[np.ndarray, np.ndarray]:
    """The strokes of a row of an ink JSON-lines file, delta-decoded: points (n, 2) and stroke starts."""
    strokes = [np.cumsum(np.asarray(s, np.float64).reshape(-1, 2), 0) for s in row["strokes"] if s]
    starts = np.cumsum([0] + [len(s) for s in strokes[:-1]])
    return np.concatenate(strokes), starts


def load(path: Path, limit: int | None = None) -> list[Sample]:
    """Every ink of the file whose label is printable ASCII on one line."""
    samples: list[Sample] = []
    known = set(ALPHABET)
    with gzip.open(path, "rt") as lines:
        for line in lines:
            if limit is not None and len(samples) >= limit:
                break
            row = json.loads(line)
            label = " ".join(row["label"].split())
            if not label or not set(label) <= known or not any(row["strokes"]):
                continue
            points, starts = decode(row)
            low, high = points.min(0), points.max(0)
            scale = max(high[1] - low[1], 0.05 * (high[0] - low[0])) or 1.0
            # the identifiers read "unipen/7/apd/…": the third part names who contributed it
            parts = row["id"].split("/")
            samples.append(
                Sample(((points - low) / scale).astype(np.float32), starts, label, parts[2] if len(parts) > 2 else "?")
            )
    return samples


def vary(sample: Sample, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The ink as another hand and another tablet might have given it: slant, proportions, rotation, jitter, coarse grid."""
    points = sample.points.astype(np.float64)
    slant, turn = random.normal(0, 0.18), random.normal(0, 0.03)
    wide, high = np.exp(random.normal(0, 0.15, 2))
    points = points @ np.array([[wide, turn], [slant, high]])
    if random.random() < 0.3:
        points = points + random.normal(0, random.uniform(0.002, 0.012), points.shape)
    if random.random() < 0.2:
        grid = random.uniform(0.015, 0.04)
        points = np.round(points / grid) * grid
    if random.random() < 0.3:
        # a slow wave through the line: nobody writes on a ruler
        length = random.uniform(2, 8)
        points[:, 1] += random.normal(0, 0.04) * np.sin(points[:, 0] / length + random.uniform(0, 6.3))
    starts = sample.starts
    if len(starts) > 1 and random.random() < 0.3:
        # pen-up gaps between strokes vary more than the strokes themselves
        shift = np.cumsum(np.concatenate([[0], np.where(np.diff(points[starts, 0]) > 0, random.normal(0, 0.05, len(starts) - 1), 0)]))
        points[:, 0] += np.repeat(shift, np.diff(np.append(starts, len(points))))
    return points, starts
