"""Ink files to arrays."""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ASCII = "".join(chr(c) for c in range(32, 127))
ACCENTED = "àáâãäåæçèéêëìíîïñòóôõöøùúûüÿœßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ¿¡«»°€"
ALPHABET = ASCII + ACCENTED
"""What can be read; class 0 of the network is CTC's blank, class k is ALPHABET[k - 1]."""


@dataclass(slots=True)
class Sample:
    """One labelled ink. points: (n, 2) float32 in units of the ink's own height; starts: first index of each stroke."""

    points: np.ndarray
    starts: np.ndarray
    label: str
    contributor: str
    writer: str = ""
    scale: float = 1.0
    """Device units in a unit of `points`: by it two inks of one writer keep their sizes."""
    spans: np.ndarray | None = None
    """(len(label), 2): first point of each character and the one after its last, where `align.py` has found them."""


def decode(row: dict) -> tuple[np.ndarray, np.ndarray]:
    """The strokes of a row of an ink JSON-lines file, delta-decoded: points (n, 2) and stroke starts."""
    strokes = [np.cumsum(np.asarray(s, np.float64).reshape(-1, 2), 0) for s in row["strokes"] if s]
    starts = np.cumsum([0] + [len(s) for s in strokes[:-1]])
    return np.concatenate(strokes), starts


def load(path: Path, limit: int | None = None) -> list[Sample]:
    """Every ink of the file whose label is made of the alphabet's characters, on one line."""
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
            samples.append(Sample(
                ((points - low) / scale).astype(np.float32), starts, label, parts[2] if len(parts) > 2 else "?", row["writer"], float(scale)))
    return samples
