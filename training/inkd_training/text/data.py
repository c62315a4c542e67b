"""The data pipeline of training: ink files to an endless stream of batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from torch.utils.data import DataLoader, Subset

from .compose import Composer
from .config import TrainingConfig
from .dataset import Batch, EpochDataset, attach_spans, filter_trainable
from .samples import Sample, load

DEV_STEP = 6
"""Every so many-th ink of the development split is measured on."""


@dataclass(slots=True)
class TrainingData:
    """The inks of a run. lengths: rows of features of each of `inks`; composer: makes further inks, if spans of characters are known."""

    inks: list[Sample]
    lengths: np.ndarray
    composer: Composer | None
    dev_words: list[Sample]
    dev_lines: list[Sample]


@dataclass(slots=True)
class Position:
    """The position of a run in its data: the epoch, and the number of its groups of batches that all processes together have done."""

    epoch: int = 0
    done: int = 0


def load_training_data(config: TrainingConfig) -> TrainingData:
    """Reads the training and development files of a run."""
    all_words = load(config.data / "train/unipen_word.jsonl.gz", config.limit)
    if config.spans:
        attach_spans(all_words, config.spans)
    words, word_lengths = filter_trainable(all_words)
    characters = load(config.data / "train/unipen_char.jsonl.gz", config.limit) if config.spans else []
    line_files = [config.data / "train/unipen_text.jsonl.gz", *config.lines]
    lines = [sample for path in line_files for sample in load(path, config.limit)]
    others, other_lengths = filter_trainable(lines + characters)
    return TrainingData(
        inks=words + others,
        lengths=np.concatenate([word_lengths, other_lengths]),
        composer=Composer(words, characters, config.data / "words") if config.spans else None,
        dev_words=load(config.data / "dev/unipen_word.jsonl.gz")[::DEV_STEP],
        dev_lines=load(config.data / "dev/unipen_text.jsonl.gz")[::DEV_STEP],
    )


def batches(data: TrainingData, config: TrainingConfig, begin: Position, process: int = 0) -> Iterator[tuple[Batch, Position]]:
    """The batches of one of the processes from `begin` on, without end, each with the position of its group.

    A group that a checkpoint cuts short is made again from its beginning when the run resumes.
    """
    epoch, done = begin.epoch, begin.done
    while True:
        groups = EpochDataset(data.inks, data.lengths, data.composer, config.seed, epoch, config.batch_points)
        mine = range(done + process, len(groups) // config.processes * config.processes, config.processes)
        for group in DataLoader(Subset(groups, mine), batch_size=None, num_workers=1, prefetch_factor=4):
            for batch in group:
                yield batch, Position(epoch, done)
            done += config.processes
        epoch, done = epoch + 1, 0
