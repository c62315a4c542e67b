"""What the two symbol networks see of inks: rows of numbers along the strokes, and pictures."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import torch

from ..encoder import collate
from ..sketches.features import Batch, pictures, prepare
from .features import features

Points = tuple[np.ndarray, np.ndarray]
"""Points (n, 2) of all strokes of an ink, and every stroke's first index."""
View = Callable[[list[Points]], tuple[torch.Tensor, ...]]
"""Inks to the arguments of a network."""


def strokes(inks: list[Points]) -> tuple[torch.Tensor, torch.Tensor]:
    """Features (batch, time, 8) and their lengths (batch,), for `SymbolNetwork`."""
    return collate([features(*ink) for ink in inks])


def picture(inks: list[Points]) -> tuple[torch.Tensor]:
    """Pictures (batch, PLANES, GRID, GRID) as of sketches, for `SketchNetwork`."""
    prepared = [prepare(*ink) for ink in inks]
    sizes = np.array([len(points) for points, _ in prepared])
    starts = np.concatenate([own + first for (_, own), first in zip(prepared, np.cumsum(sizes) - sizes, strict=True)])
    batch = Batch(np.concatenate([points for points, _ in prepared]), starts, np.repeat(np.arange(len(inks)), sizes))
    return (torch.from_numpy(pictures(batch, len(inks))).permute(0, 3, 1, 2).contiguous(memory_format=torch.channels_last),)


VIEWS: dict[str, View] = {"strokes": strokes, "picture": picture}
"""The networks by what they see."""
