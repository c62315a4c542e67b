"""Labelled ink of text, read from ink files."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..ink import decode, line_scale, read_rows

ASCII = "".join(chr(c) for c in range(32, 127))
ACCENTED = "àáâãäåæçèéêëìíîïñòóôõöøùúûüÿœßÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÑÒÓÔÕÖØÙÚÛÜŒ¿¡«»°€"
CENTRAL = "ąćęłńśźżčďěňřšťůžýğışőűășțĄĆĘŁŃŚŹŻČĎĚŇŘŠŤŮŽÝĞİŞŐŰĂȘȚ"
"""What Polish, Czech, Turkish, Hungarian and Romanian have beside these."""
ALPHABET = ASCII + ACCENTED + CENTRAL
"""The characters that the network reads; class 0 of the network is CTC's blank, class k is ALPHABET[k - 1]."""


@dataclass(slots=True)
class Sample:
    """One labelled ink. points: (n, 2) float32 in units of the ink's own height; starts: first index of each stroke."""

    points: np.ndarray
    starts: np.ndarray
    label: str
    writer: str = ""
    scale: float = 1.0
    """Device units in a unit of `points`: by it two inks of one writer keep their sizes."""
    spans: np.ndarray | None = None
    """(len(label), 2): first point of each character and the one after its last, where `align.py` has found them."""


def load(path: Path, limit: int | None = None) -> list[Sample]:
    """The inks of the file, at most `limit`, whose labels are made of the alphabet's characters on one line."""
    samples: list[Sample] = []
    known = set(ALPHABET)
    for row in read_rows(path):
        if limit is not None and len(samples) >= limit:
            break
        label = " ".join(row["label"].split())
        if not label or not set(label) <= known or not any(row["strokes"]):
            continue
        points, starts = decode(row)
        low = points.min(0)
        scale = line_scale(low, points.max(0))
        samples.append(Sample(((points - low) / scale).astype(np.float32), starts, label, row["writer"], float(scale)))
    return samples
