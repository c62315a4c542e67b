"""The training batches: which inks an epoch has, and in which batches they come."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
from torch.utils.data import Dataset

from ..encoder import collate
from .augment import augment
from .compose import Composer
from .features import features
from .samples import ALPHABET, Sample

CLASS_OF = {c: i + 1 for i, c in enumerate(ALPHABET)}
"""The network's class of every character; 0 is CTC's blank."""
LINES, ACCENTED_WORDS, SPELLED, SPLICED = 0.3, 0.25, 0.12, 0.3
"""Composed inks of an epoch, as shares of the number of words: lines, words with accents, texts of single characters, words that are
made of two halves.
"""
GROUP_BATCHES = 4
"""So many batches are made at once and their inks sorted by the lengths that augmentation gave them: less padding."""
SORT_WINDOW = 16_384
"""Batches are made of inks that are alike in length among so many."""
BATCH_MULTIPLE = 8
"""Batches are of so many inks or a multiple: each is seen twice, and an LSTM of oneDNN is two to six times slower where 16 does not divide
the batch."""
MAX_ROWS = 1_000
"""Longer inks are left out of training: they would make whole batches slow."""


Batch = tuple[torch.Tensor, torch.Tensor, torch.Tensor, torch.Tensor]
"""Features, their lengths, all labels' classes, the labels' lengths; see `EpochDataset`."""


class EpochDataset(Dataset):
    """The batches of one pass over the data, every ink augmented anew: a function of (seed, epoch) alone.

    An item is a group of `GROUP_BATCHES` batches; see `__getitem__`.
    """

    def __init__(self, inks: list[Sample], lengths: np.ndarray, composer: Composer | None, seed: int, epoch: int, points: int):
        """Takes inks and their lengths in rows of features; composer: makes lines and accented words, None for written ink alone; points:
        about how many rows of features a batch has.
        """
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
            for i in random.permutation(words)[: int(SPLICED * words)]:
                self.items.append(("spliced", (int(i),)))
                sizes.append(lengths[i])
            for i in range(int(SPELLED * words)):
                self.items.append(("spelled", (i,)))
                sizes.append(200)
        rows = np.array(sizes)
        order = random.permutation(len(self.items))
        order = order[rows[order] <= MAX_ROWS]
        self.groups: list[list[int]] = []
        for first in range(0, len(order), SORT_WINDOW):
            batches: list[list[int]] = [[]]
            for i in sorted(order[first : first + SORT_WINDOW], key=lambda i: rows[i]):
                size = len(batches[-1])
                if size and size % BATCH_MULTIPLE == 0 and rows[i] * (size + BATCH_MULTIPLE) > points:
                    batches.append([])
                batches[-1].append(int(i))
            # what fills no group waits for another epoch
            for at in range(random.integers(len(batches) % GROUP_BATCHES + 1), len(batches) - GROUP_BATCHES + 1, GROUP_BATCHES):
                self.groups.append([i for batch in batches[at : at + GROUP_BATCHES] for i in batch])
        random.shuffle(self.groups)

    def __len__(self) -> int:
        """The number of groups of batches."""
        return len(self.groups)

    def make(self, item: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str]:
        """Points (n, 2), stroke starts and label of one ink, before augmentation."""
        kind, of = self.items[item]
        made = None
        if self.composer and kind == "line":
            made = self.composer.line(of, random)
        elif self.composer and kind == "accented":
            made = self.composer.accented(of[0], random)
        elif self.composer and kind == "spliced":
            made = self.composer.spliced(of[0], random)
        elif self.composer and kind == "spelled":
            made = self.composer.spelled(random)
        if made is None:
            sample = self.inks[of[0]]
            made = sample.points, sample.starts, sample.label
        return made

    def __getitem__(self, number: int) -> list[Batch]:
        """The batches of a group: features (batch, time, 8), their lengths (batch,), all labels' classes (characters,), and the labels'
        lengths (batch,).
        """
        made = []
        for item in self.groups[number]:
            random = np.random.default_rng([self.seed, self.epoch, item])
            points, starts, label = self.make(item, random)
            made.append((features(*augment(points, starts, random)), label))
        made.sort(key=lambda ink: len(ink[0]))
        batches, first = [], 0
        for left in range(GROUP_BATCHES, 0, -1):
            size = max(BATCH_MULTIPLE, (len(made) - first) // left // BATCH_MULTIPLE * BATCH_MULTIPLE) if left > 1 else len(made) - first
            some, first = made[first : first + size], first + size
            inks, points = collate([ink for ink, _ in some])
            labels = torch.tensor([CLASS_OF[c] for _, label in some for c in label])
            batches.append((inks, points, labels, torch.tensor([len(label) for _, label in some])))
        random.shuffle(batches)
        return batches


def filter_trainable(samples: list[Sample]) -> tuple[list[Sample], np.ndarray]:
    """The samples with enough points to spell their label and not too many for a batch; and their lengths in rows of features."""
    kept, lengths = [], []
    for s in samples:
        n = len(features(s.points.astype(np.float64), s.starts))
        if 4 <= n <= MAX_ROWS and n / 4 >= len(s.label) * 1.2:
            kept.append(s)
            lengths.append(n)
    return kept, np.array(lengths)


def attach_spans(samples: list[Sample], path: Path) -> None:
    """Gives the samples the spans of their characters that `align.py` wrote."""
    found = np.load(path)
    spans, first = found["spans"], 0
    for index, count in zip(found["sample"].tolist(), found["count"].tolist(), strict=True):
        if index < len(samples) and count == len(samples[index].label):
            samples[index].spans = spans[first : first + count]
        first += count
