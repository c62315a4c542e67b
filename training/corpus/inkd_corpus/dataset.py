"""A data set on the disk: Parquet files named as Hugging Face's `datasets` and Hub expect them, and a card."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from inkd_corpus.card import card
from inkd_corpus.rows import CHANNELS, ENDINGS, NUMBERS, TEXTS, RowError, files, read
from inkd_corpus.splits import SPLITS, split_writers

SCHEMA = pa.schema(
    [(name, pa.string()) for name in TEXTS]
    + [(name, pa.float64()) for name in NUMBERS]
    + [(name, pa.list_(pa.list_(pa.int64()))) for name in ("x", "y")]
    + [(name, pa.list_(pa.list_(pa.float64()))) for name in CHANNELS]
)
GROUP = 1000
"""Inks that are in memory, and in a row group of a file."""
PARTS = {"train": "train", "dev": "validation", "test": "test"}
"""The files that `inkctl corpus split` makes."""


@dataclass
class Options:
    """What is made of a corpus."""

    licence: str
    title: str
    languages: list[str] = field(default_factory=list)
    share: float = 0.1
    seed: int = 0
    rows: int = 50_000
    unknown_to_train: bool = False
    skip_damaged: bool = False
    force: bool = False


@dataclass
class Summary:
    """What there is in a data set."""

    inks: Counter[str] = field(default_factory=Counter)
    """By split."""
    writers: dict[str, set[str]] = field(default_factory=dict)
    """By split."""
    levels: Counter[str] = field(default_factory=Counter)
    labelled: int = 0
    strokes: int = 0
    points: int = 0
    channels: Counter[str] = field(default_factory=Counter)
    unknown: int = 0
    """Inks that do not tell their writer."""

    def add(self, split: str, ink: dict[str, Any]) -> None:
        """Counts an ink."""
        self.inks[split] += 1
        if ink["writer"] is None:
            self.unknown += 1
        else:
            self.writers.setdefault(split, set()).add(ink["writer"])
        self.levels[ink["level"] or "not said"] += 1
        self.labelled += ink["label"] is not None
        self.strokes += len(ink["x"])
        self.points += sum(map(len, ink["x"]))
        self.channels.update(name for name in CHANNELS if ink[name] is not None)


def given_parts(paths: list[Path]) -> dict[Path, str] | None:
    """The split of each file, where the only path is a folder that `inkctl corpus split` has made."""
    if len(paths) != 1 or not paths[0].is_dir():
        return None
    found = {}
    for file in files(paths[0]):
        stem = next(file.name.removesuffix(ending) for ending in reversed(ENDINGS) if file.name.endswith(ending))
        if stem not in PARTS or file.parent != paths[0]:
            return None
        found[file] = PARTS[stem]
    return found if len(set(found.values())) == len(found) and "train" in found.values() else None


def write(paths: list[Path], output: Path, options: Options) -> Summary:
    """Writes the data set of a corpus, whole or not at all.

    Raises RowError for a corpus that cannot be taken, FileExistsError, and OSError.
    """
    if output.exists() and not (options.force and is_dataset(output)):
        raise FileExistsError(f"{output} is there already" + (", and is no data set" if options.force else ": give --force to replace it"))
    inputs = [file for path in paths for file in files(path)]
    parts = given_parts(paths)
    counts: Counter[str | None] = Counter()
    sizes: Counter[str] = Counter()
    for file in inputs:
        for ink in read(file, options.skip_damaged):
            counts[ink["writer"]] += 1
            if parts:
                sizes[parts[file]] += 1
    if not counts:
        raise RowError("there is no ink in it")
    if not parts:
        if counts[None] and not options.unknown_to_train:
            raise RowError(f"{counts[None]} inks do not tell their writer, and may be anybody's: give --unknown-to-train, or a writer")
        chosen = split_writers({writer: count for writer, count in counts.items() if writer is not None}, options.share, options.seed)
        for writer, count in counts.items():
            sizes[chosen.get(writer, "train")] += count

    def rows() -> Iterator[tuple[str, dict[str, Any]]]:
        for file in inputs:
            for ink in read(file, options.skip_damaged):
                yield (parts[file] if parts else chosen.get(ink["writer"], "train")), ink

    output.parent.mkdir(parents=True, exist_ok=True)
    # beside its place, so that it can be moved there in one step; for its owner alone, as all that inkctl writes of people's hands
    work = Path(tempfile.mkdtemp(prefix=f".{output.name}-", dir=output.parent))
    try:
        (work / "data").mkdir(mode=0o700)
        summary = write_files(rows(), work / "data", sizes, options.rows)
        (work / "README.md").write_text(card(summary, options), encoding="utf-8")
        for file in [work / "README.md", *(work / "data").iterdir()]:
            file.chmod(0o600)
        if output.exists():
            shutil.rmtree(output)
        os.replace(work, output)
    except BaseException:
        shutil.rmtree(work, ignore_errors=True)
        raise
    return summary


def is_dataset(folder: Path) -> bool:
    """Whether a folder has a card and Parquet files, and nothing else."""
    if not folder.is_dir() or folder.is_symlink():
        return False
    names = {str(path.relative_to(folder)) for path in folder.rglob("*")}
    files = names - {"README.md", "data"}
    return "README.md" in names and all(name.startswith("data/") and name.endswith(".parquet") for name in files)


def write_files(inks: Iterable[tuple[str, dict[str, Any]]], folder: Path, sizes: Counter[str], limit: int) -> Summary:
    """Writes inks, each with its split, into files of `limit` rows at most. `sizes` has the number of inks of each split."""
    summary = Summary()
    writers = {split: SplitWriter(folder, split, sizes[split], limit) for split in SPLITS if sizes[split]}
    try:
        for split, ink in inks:
            writers[split].add(ink)
            summary.add(split, ink)
    finally:
        for writer in writers.values():
            writer.close()
    return summary


class SplitWriter:
    """The files of a split, one after the other, all of the same number of rows or one less."""

    def __init__(self, folder: Path, split: str, size: int, limit: int) -> None:
        """For so many inks."""
        self.folder, self.split = folder, split
        self.files = -(-size // limit)
        self.ends = [size * (index + 1) // self.files for index in range(self.files)]
        self.index = self.written = 0
        self.waiting: list[dict[str, Any]] = []
        self.writer: pq.ParquetWriter | None = None

    def add(self, ink: dict[str, Any]) -> None:
        """Takes the next ink."""
        self.waiting.append(ink)
        if len(self.waiting) == GROUP or self.written + len(self.waiting) == self.ends[self.index]:
            self.flush()

    def flush(self) -> None:
        """Writes what waits, and ends the file if it has its rows."""
        if self.writer is None:
            name = f"{self.split}-{self.index:05}-of-{self.files:05}.parquet"
            self.writer = pq.ParquetWriter(self.folder / name, SCHEMA, compression="zstd")
        self.writer.write_table(pa.Table.from_pylist(self.waiting, SCHEMA))
        self.written += len(self.waiting)
        self.waiting = []
        if self.written == self.ends[self.index]:
            self.close()
            self.index = min(self.index + 1, self.files - 1)

    def close(self) -> None:
        """Ends the file."""
        if self.writer is not None:
            self.writer.close()
            self.writer = None
