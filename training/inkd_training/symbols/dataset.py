"""The symbols' ink: files, the classes of their labels, and the weighted draws that training learns from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import Dataset

from ..encoder import collate
from ..ink import decode, fit_unit_box, read_rows
from .augment import augment
from .classes import CHARACTER, DETEXIFY, DIGIT, DIGITS, class_name, classes
from .features import features

SHARES = {"detexify": 0.72, "pendigits": 0.12, "unipen_char": 0.16}
"""The share of the training inks that is drawn from each file."""
CHUNK = 16
"""So many batches are drawn together and cut into batches of inks of like length."""


@dataclass(slots=True)
class Ink:
    """One labelled ink. points (n, 2) of all strokes; starts: first index of each; label: its class; group: whom it competes with."""

    points: np.ndarray
    starts: np.ndarray
    label: int
    group: int = 0


def read_inks(path: Path, limit: int | None = None) -> list[tuple[np.ndarray, np.ndarray, str]]:
    """Points (n, 2) in the unit box, stroke starts and label of the file's inks, at most `limit`, with a label other than a space."""
    found = []
    for row in read_rows(path):
        if row["label"].strip() and any(row["strokes"]):
            points, starts = decode(row)
            found.append((fit_unit_box(points).astype(np.float32), starts, row["label"]))
        if limit is not None and len(found) >= limit:
            break
    return found


class Collection:
    """The inks of all files, with their classes and weights: `train` with `weights`, `dev` by file."""

    def __init__(self, data: Path, limit: int | None = None, parts: tuple[str, ...] = ("train", "dev")):
        """limit: inks of each file, for a quick look; parts: without "train" only the development inks are read."""
        self.names, self.groups = classes(data)
        index = {name: i for i, name in enumerate(self.names)}

        def inks(part: str, kind: str, step: int = 1) -> list[Ink]:
            result = []
            for points, starts, label in read_inks(data / part / f"{kind}.jsonl.gz", limit)[::step]:
                group = DETEXIFY if kind == "detexify" else DIGIT if label in DIGITS else CHARACTER
                result.append(Ink(points, starts, index[class_name(kind, label)], group))
            return result

        self.train: list[Ink] = []
        weights = []
        for kind, share in SHARES.items() if "train" in parts else ():
            found = inks("train", kind)
            self.train += found
            counts = Counter(i.label for i in found)
            # rarer characters are drawn more often, not equally often; Detexify's counts are not far apart
            weight = np.array([counts[i.label] ** (-0.2 if kind == "detexify" else -0.5) for i in found])
            weights.append(weight / weight.sum() * share)
        self.weights = np.concatenate(weights) if weights else np.zeros(0)
        self.dev = {kind: inks("dev", kind, step) for kind, step in (("detexify", 1), ("pendigits", 1), ("unipen_char", 3))}


class WeightedDraws(Dataset):
    """Batches of inks drawn by weight, each augmented anew: a function of (seed, number of the batch) alone."""

    def __init__(self, inks: list[Ink], weights: np.ndarray, total: int, batch: int, seed: int, order: float = 0.15, back: float = 0.1):
        """weights: of the inks (n,); total: inks to draw in all; batch: inks in a batch; order, back: see `augment`."""
        self.inks, self.total, self.batch, self.seed, self.order, self.back = inks, total, batch, seed, order, back
        self.chunk = (-1, [])
        self.share = np.cumsum(weights / weights.sum())
        self.lengths = np.array([len(features(i.points, i.starts)) for i in inks])

    def __len__(self) -> int:
        """The number of batches."""
        return -(-self.total // self.batch)

    def __getitem__(self, number: int) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]:
        """Features (batch, time, 8), their lengths, labels and groups (batch,)."""
        first = number // CHUNK
        if self.chunk[0] != first:
            random = np.random.default_rng([self.seed, 0, first])
            drawn = np.searchsorted(self.share, random.random(CHUNK * self.batch)).clip(max=len(self.inks) - 1)
            drawn = drawn[np.argsort(self.lengths[drawn])].reshape(CHUNK, -1)
            self.chunk = (first, random.permutation(drawn))
        random = np.random.default_rng([self.seed, 1, number])
        chosen = [self.inks[i] for i in self.chunk[1][number % CHUNK]]
        rows = [features(*augment(i.points, i.starts, random, self.order, self.back)) for i in chosen]
        return *collate(rows), torch.tensor([i.label for i in chosen]), torch.tensor([i.group for i in chosen])
