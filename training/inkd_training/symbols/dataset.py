"""The symbols' ink: files, the classes of their labels, and the weighted draws that training learns from."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.utils.data import Dataset

from ..ink import decode, fit_unit_box, read_rows
from .augment import STEADY, Hand, augment
from .classes import CHARACTER, DETEXIFY, DIGIT, DIGITS, GREEK, OMNIGLOT, class_name, classes
from .features import features
from .views import View, strokes

SHARES = {"detexify": 0.71, "pendigits": 0.09, "unipen_char": 0.18, "omniglot": 0.02}
"""The share of the training inks that is drawn from each file."""
HELD = 25
"""One training ink in so many is held back to choose by: a writer's all or none, where writers are known."""
CHUNK = 16
"""So many batches are drawn together and cut into batches of inks of like length."""


@dataclass(slots=True)
class Ink:
    """One labelled ink. points (n, 2) of all strokes; starts: first index of each; label: its class; group: whom it competes with."""

    points: np.ndarray
    starts: np.ndarray
    label: int
    group: int = 0


def read_inks(path: Path, limit: int | None = None) -> list[tuple[np.ndarray, np.ndarray, str, bool]]:
    """Points (n, 2) in the unit box, stroke starts, label and whether it is held back, of at most `limit` of the file's inks.

    A label is the Unicode character, where the row has one. Omniglot's other alphabets are left out, and so are spaces.
    """
    found = []
    for row in read_rows(path):
        label = row.get("char") or row["label"]
        if path.name.startswith("omniglot") and label not in OMNIGLOT:
            continue
        if label.strip() and any(row["strokes"]):
            points, starts = decode(row)
            held = (int(row["writer"], 16) if row.get("writer") else len(found)) % HELD == 0
            found.append((fit_unit_box(points).astype(np.float32), starts, label, held))
        if limit is not None and len(found) >= limit:
            break
    return found


class Collection:
    """The inks of all files, with their classes and weights: `train` with `weights`; `held` back from training and `dev` by file."""

    def __init__(self, data: Path, limit: int | None = None, parts: tuple[str, ...] = ("train", "dev")):
        """limit: inks of each file, for a quick look; parts: without "train" only the development inks are read."""
        self.names, self.groups = classes(data)
        index = {name: i for i, name in enumerate(self.names)}

        def inks(part: str, kind: str, step: int = 1) -> tuple[list[Ink], list[Ink]]:
            result: tuple[list[Ink], list[Ink]] = ([], [])
            for points, starts, label, held in read_inks(data / part / f"{kind}.jsonl.gz", limit)[::step]:
                name = class_name(kind, label)
                group = DETEXIFY if kind == "detexify" or name in GREEK.values() else DIGIT if label in DIGITS else CHARACTER
                result[held].append(Ink(points, starts, index[name], group))
            return result

        self.train: list[Ink] = []
        self.held: dict[str, list[Ink]] = {}
        weights = []
        for kind, share in SHARES.items() if "train" in parts else ():
            found, self.held[kind] = inks("train", kind)
            self.train += found
            counts = Counter(i.label for i in found)
            # rarer characters are drawn more often, not equally often; Detexify's are as frequent as people looked for them
            weight = np.array([counts[i.label] ** (0 if kind == "detexify" else -0.5) for i in found])
            weights.append(weight / weight.sum() * share)
        self.weights = np.concatenate(weights) if weights else np.zeros(0)
        steps = (("detexify", 1), ("pendigits", 1), ("unipen_char", 3)) if "dev" in parts else ()
        self.dev = {kind: [ink for half in inks("dev", kind, step) for ink in half] for kind, step in steps}


class WeightedDraws(Dataset):
    """Batches of inks drawn by weight, each augmented anew: a function of (seed, number of the batch) alone."""

    def __init__(self, inks: list[Ink], weights: np.ndarray, total: int, batch: int, seed: int, view: View = strokes, hand: Hand = STEADY):
        """weights: of the inks (n,); total: inks to draw in all; batch: inks in a batch; view: what is made of them; hand: their change."""
        self.inks, self.total, self.batch, self.seed, self.view, self.hand = inks, total, batch, seed, view, hand
        self.chunk = (-1, [])
        self.share = np.cumsum(weights / weights.sum())
        self.lengths = np.array([len(features(i.points, i.starts)) for i in inks])

    def __len__(self) -> int:
        """The number of batches."""
        return -(-self.total // self.batch)

    def __getitem__(self, number: int) -> tuple[tuple[torch.Tensor, ...], torch.Tensor, torch.Tensor]:
        """What the network sees, labels and groups (batch,)."""
        first = number // CHUNK
        if self.chunk[0] != first:
            random = np.random.default_rng([self.seed, 0, first])
            drawn = np.searchsorted(self.share, random.random(CHUNK * self.batch)).clip(max=len(self.inks) - 1)
            drawn = drawn[np.argsort(self.lengths[drawn])].reshape(CHUNK, -1)
            self.chunk = (first, random.permutation(drawn))
        random = np.random.default_rng([self.seed, 1, number])
        chosen = [self.inks[i] for i in self.chunk[1][number % CHUNK]]
        seen = self.view([augment(i.points, i.starts, random, self.hand) for i in chosen])
        return seen, torch.tensor([i.label for i in chosen]), torch.tensor([i.group for i in chosen])
