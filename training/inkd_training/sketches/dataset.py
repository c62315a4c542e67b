"""The sketches' ink: Quick, Draw! drawings with their classes, and batches of augmented pictures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from ..ink import decode, fit_unit_box, read_rows
from ..symbols.dataset import Ink
from .augment import augment
from .features import Batch, pictures, prepare

CLASSES = Path(__file__).with_name("classes.txt")
"""A line for each class: its name, a tab, and an emoji where one fits."""

OTHERS = {"detexify": 0.6, "unipen_char": 0.3, "omniglot": 0.1}
"""Files of other things than sketches, and what share of those things each has."""


@dataclass(slots=True)
class Sketch:
    """One drawing. points (n, 2) in the unit box, resampled; starts: first index of each stroke; label: its class."""

    points: np.ndarray
    starts: np.ndarray
    label: int


def read_classes() -> list[tuple[str, str]]:
    """Name and emoji, which may be empty, of every class, in the order of the network's outputs."""
    rows = [line.split("\t") for line in CLASSES.read_text().splitlines() if line]
    return [(name, emoji) for name, emoji in rows]


def read_sketches(path: Path, names: list[str]) -> list[Sketch]:
    """The drawings of a file, each with one of the names as its label."""
    index = {name: i for i, name in enumerate(names)}
    return [Sketch(*prepare(*decode(row)), index[row["label"]]) for row in read_rows(path) if any(row["strokes"])]


def read_others(data: Path) -> tuple[list[Ink], np.ndarray]:
    """Symbols and characters, to learn beside the drawings: inks with a label for every class of every file, and weights (n,)."""
    inks: list[Ink] = []
    weights: list[float] = []
    labels: dict[tuple[str, str], int] = {}
    for kind, share in OTHERS.items():
        found = [row for row in read_rows(data / f"train/{kind}.jsonl.gz") if any(row["strokes"])]
        for row in found:
            points, starts = decode(row)
            label = labels.setdefault((kind, row["label"]), len(labels))
            inks.append(Ink(fit_unit_box(points).astype(np.float32), starts, label))
        weights += [share / len(found)] * len(found)
    return inks, np.array(weights)


def gather(sketches: list[Sketch]) -> Batch:
    """Drawings as one batch."""
    sizes = np.array([len(s.points) for s in sketches])
    starts = np.concatenate([s.starts + first for s, first in zip(sketches, np.cumsum(sizes) - sizes, strict=True)])
    return Batch(np.concatenate([s.points for s in sketches]), starts, np.repeat(np.arange(len(sketches)), sizes))


def augmented(sketches: list[Sketch], random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures (n, PLANES, GRID, GRID), each drawing augmented anew, and labels (n,)."""
    count = len(sketches)
    seen = pictures(augment(gather(sketches), count, random), count)
    return torch.from_numpy(seen).permute(0, 3, 1, 2), torch.tensor([s.label for s in sketches])


def plain(sketches: list[Sketch]) -> torch.Tensor:
    """Pictures (n, PLANES, GRID, GRID) of the drawings as they are."""
    return torch.from_numpy(pictures(gather(sketches), len(sketches))).permute(0, 3, 1, 2)
