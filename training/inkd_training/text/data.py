"""The data pipeline of training: ink files to an endless stream of batches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from . import prepared
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
    """Reads the training and development files of a run, or what `--prepared` keeps of them, which is written if it is missing."""
    if config.prepared and config.prepared.exists():
        lists, lengths = prepared.load(config.prepared)
    else:
        lists, lengths = read_inks(config)
        if config.prepared:
            prepared.save(config.prepared, lists, lengths)
    words, characters = lists["words"], lists["characters"]
    return TrainingData(
        inks=words + lists["others"],
        lengths=lengths,
        composer=Composer(words, characters, config.data / "words") if characters else None,
        dev_words=lists["dev_words"],
        dev_lines=lists["dev_lines"],
    )


def read_inks(config: TrainingConfig) -> tuple[dict[str, list[Sample]], np.ndarray]:
    """The inks of a run by what they are for, and the rows of features of those to learn from: words and others."""
    all_words = load(config.data / "train/unipen_word.jsonl.gz", config.limit)
    if config.spans:
        attach_spans(all_words, config.spans)
    words, word_lengths = filter_trainable(all_words)
    characters = load(config.data / "train/unipen_char.jsonl.gz", config.limit) if config.spans else []
    line_files = [config.data / "train/unipen_text.jsonl.gz", *config.lines]
    lines = [sample for path in line_files for sample in load(path, config.limit)]
    others, other_lengths = filter_trainable(lines + characters)
    lists = {
        "words": words,
        "others": others,
        "characters": characters,
        "dev_words": load(config.data / "dev/unipen_word.jsonl.gz")[::DEV_STEP],
        "dev_lines": load(config.data / "dev/unipen_text.jsonl.gz")[::DEV_STEP],
    }
    return lists, np.concatenate([word_lengths, other_lengths])


class GroupStream(IterableDataset):
    """The groups of batches of one process from a position on, without end, each with its epoch and number; workers share them out."""

    def __init__(self, data: TrainingData, config: TrainingConfig, begin: Position, process: int):
        """begin: what is done; process: the number of this one among those that train."""
        self.data, self.config, self.begin, self.process = data, config, begin, process

    def __iter__(self) -> Iterator[tuple[list[Batch], int, int]]:
        """Batches of a group, the epoch and what of it was done before."""
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info else (0, 1)
        data, config = self.data, self.config
        together = workers * config.processes
        epoch, done = self.begin.epoch, self.begin.done
        while True:
            groups = EpochDataset(data.inks, data.lengths, data.composer, config.seed, epoch, config.batch_points)
            if len(groups) < together:
                raise ValueError(f"an epoch has {len(groups)} groups of batches for {together} workers: take fewer, or smaller batches")
            # as many for each
            end = done + (len(groups) - done) // together * together
            for first in range(done + worker * config.processes, end, together):
                yield groups[first + self.process], epoch, first
            epoch, done = epoch + 1, 0


def batches(data: TrainingData, config: TrainingConfig, begin: Position, process: int = 0) -> Iterator[tuple[Batch, Position]]:
    """The batches of one of the processes from `begin` on, without end, each with the position of its group.

    A group that a checkpoint cuts short is made again from its beginning when the run resumes.
    """
    stream = GroupStream(data, config, begin, process)
    pinned = config.device.startswith("cuda")
    for group, epoch, done in DataLoader(stream, batch_size=None, num_workers=config.workers, prefetch_factor=4, pin_memory=pinned):
        for batch in group:
            yield batch, Position(epoch, done)
