"""What an epoch of training is made of: which inks, in which batches."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch.utils.data import Dataset

from .compose import Composer
from .data import ALPHABET, Sample
from .features import features
from .network import collate
from .vary import vary

INDEX = {c: i + 1 for i, c in enumerate(ALPHABET)}
LINES, ACCENTED_WORDS, SPELLED = 0.3, 0.25, 0.12
"""How many inks of an epoch are composed, in shares of the words: lines, words with accents, texts of single characters."""
GROUP = 4
"""So many batches are made at once and their inks sorted by the lengths that variation gave them: less padding."""
SORTED = 16_384
"""Batches are made of inks that are alike in length among so many."""
EIGHT = 8
"""Batches are of so many inks or a multiple: each is seen twice, and an LSTM of oneDNN is two to six times slower where 16 does not divide the batch."""
MAX_POINTS = 1_000
"""Longer inks are left out of training: they would make whole batches slow."""


class Epoch(Dataset):
    """The batches of one pass over the data, every ink varied anew, all of it a function of (seed, epoch)."""

    def __init__(self, inks: list[Sample], lengths: np.ndarray, composer: Composer | None, seed: int, epoch: int, points: int):
        self.inks, self.composer, self.seed, self.epoch = inks, composer, seed, epoch
        random = np.random.default_rng([seed, epoch])
        # what to make, and about how many rows of features it has
        self.items: list[tuple[str, tuple[int, ...]]] = []
        sizes: list[float] = []
        for i, sample in enumerate(inks):
            # single characters are many and short: a fifth of them in every epoch
            if len(sample.label) > 1 or sample.label.isspace() or random.random() < 0.2:
                self.items.append(("ink", (i,)))
                sizes.append(lengths[i])
        if composer:
            words = len(composer.words)
            for i in random.permutation(words)[: int(LINES * words)]:
                picks = composer.neighbours(int(i), random)
                self.items.append(("line", picks))
                sizes.append(sum(lengths[k] for k in picks))
            for i in random.permutation(composer.accentable)[: int(ACCENTED_WORDS * words)]:
                self.items.append(("accented", (int(i),)))
                sizes.append(1.1 * lengths[i])
            for i in range(int(SPELLED * words)):
                self.items.append(("spelled", (i,)))
                sizes.append(200)
        rows = np.array(sizes)
        order = random.permutation(len(self.items))
        order = order[rows[order] <= MAX_POINTS]
        self.groups: list[list[int]] = []
        for first in range(0, len(order), SORTED):
            batches: list[list[int]] = [[]]
            for i in sorted(order[first : first + SORTED], key=lambda i: rows[i]):
                size = len(batches[-1])
                if size and size % EIGHT == 0 and rows[i] * (size + EIGHT) > points:
                    batches.append([])
                batches[-1].append(int(i))
            # what fills no group waits for another epoch
            for at in range(random.integers(len(batches) % GROUP + 1), len(batches) - GROUP + 1, GROUP):
                self.groups.append([i for batch in batches[at : at + GROUP] for i in batch])
        random.shuffle(self.groups)

    def __len__(self) -> int:
        return len(self.groups)

    def make(self, item: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str]:
        kind, of = self.items[item]
        made = None
        if self.composer and kind == "line":
            made = self.composer.line(of, random)
        elif self.composer and kind == "accented":
            made = self.composer.accented(of[0], random)
        elif self.composer and kind == "spelled":
            made = self.composer.spelled(random)
        if made is None:
            sample = self.inks[of[0]]
            made = sample.points, sample.starts, sample.label
        return made

    def __getitem__(self, number: int) -> list[tuple[torch.Tensor, ...]]:
        made = []
        for item in self.groups[number]:
            random = np.random.default_rng([self.seed, self.epoch, item])
            points, starts, label = self.make(item, random)
            made.append((features(*vary(points, starts, random)), label))
        made.sort(key=lambda ink: len(ink[0]))
        batches, first = [], 0
        for left in range(GROUP, 0, -1):
            size = max(EIGHT, (len(made) - first) // left // EIGHT * EIGHT) if left > 1 else len(made) - first
            some, first = made[first : first + size], first + size
            inks, points = collate([ink for ink, _ in some])
            labels = torch.tensor([INDEX[c] for _, label in some for c in label])
            batches.append((inks, points, labels, torch.tensor([len(label) for _, label in some])))
        random.shuffle(batches)
        return batches


def usable(samples: list[Sample]) -> tuple[list[Sample], np.ndarray]:
    """Those with enough points to spell their label and not too many for a batch; and their lengths."""
    kept, lengths = [], []
    for s in samples:
        n = len(features(s.points.astype(np.float64), s.starts))
        if 4 <= n <= MAX_POINTS and n / 4 >= len(s.label) * 1.2:
            kept.append(s)
            lengths.append(n)
    return kept, np.array(lengths)


def place(samples: list[Sample], path: Path) -> None:
    """Gives the samples the spans of their characters that `align.py` wrote."""
    found = np.load(path)
    spans, first = found["spans"], 0
    for index, count in zip(found["sample"].tolist(), found["count"].tolist()):
        if index < len(samples) and count == len(samples[index].label):
            samples[index].spans = spans[first : first + count]
        first += count
