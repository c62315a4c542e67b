"""What the network learns from: groups of composed formulas' strokes with their classes, made anew all the time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from .classes import CLASSES, NONE
from .compose import Composed, compose
from .features import INPUTS, pictures
from .grammar import Grammar
from .groups import stroke_groups
from .natural import NaturalGrammar
from .symbols import Inks

NUMBERS = {name: number for number, name in enumerate(CLASSES)}
"""The network's output of every class."""
NONE_SHARE = 0.5
"""Of the groups that are no symbol, so many are learnt from; the rest is left out."""
NATURAL = 0.6
"""Share of formulas that are learnt from with natural frequencies; in the others rare symbols are not rare."""
USES = 2
"""Batches that an example is in, on average: composing one takes longer than learning from it."""
BLOCK = 512
"""Examples that a process of its own makes before it hands them over."""


def from_left(formula: Composed) -> Composed:
    """The same formula with its strokes in the order of their left edges, as the reader has them."""
    order = sorted(range(len(formula.strokes)), key=lambda i: (formula.strokes[i][:, 0].min(), i))
    place = {stroke: number for number, stroke in enumerate(order)}
    symbols = [(label, tuple(sorted(place[i] for i in members))) for label, members in formula.symbols]
    return Composed([formula.strokes[i] for i in order], symbols, formula.latex)


def examples(formula: Composed, random: np.random.Generator | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Pictures (n, GRID, GRID, PLANES) and classes (n,) of the formula's groups; with a generator not of all that are no symbol."""
    formula = from_left(formula)
    groups, unit = stroke_groups(formula.strokes)
    known = {members: NUMBERS[label] for label, members in formula.symbols}
    classes = [known.get(group, NUMBERS[NONE]) for group in groups]
    kept = [k for k, number in enumerate(classes) if number != NUMBERS[NONE] or random is None or random.random() < NONE_SHARE]
    return pictures(formula.strokes, unit, [groups[k] for k in kept]), np.array([classes[k] for k in kept])


def made(inks: Inks, random: np.random.Generator, variety: float = 1.0) -> Iterator[tuple[np.ndarray, np.ndarray]]:
    """Features (n, INPUTS) and classes (n,) of one new formula after the other, without end."""
    grammars = Grammar(random), NaturalGrammar(random)
    while True:
        grammar = grammars[random.random() < NATURAL]
        seen, classes = examples(compose(grammar, inks, random, variety), random)
        yield seen.reshape(len(classes), INPUTS), classes


@dataclass
class Blocks(IterableDataset):
    """The same in blocks, for a `DataLoader`: each of its processes has a generator of its own. Features are of half precision."""

    inks: Inks
    seed: int
    variety: float

    def __iter__(self) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Blocks of BLOCK examples or a few more."""
        worker = get_worker_info()
        source = made(self.inks, np.random.default_rng([self.seed, worker.id if worker else 0]), self.variety)
        while True:
            parts: list[tuple[np.ndarray, np.ndarray]] = []
            while sum(len(classes) for _, classes in parts) < BLOCK:
                parts.append(next(source))
            yield np.concatenate([seen for seen, _ in parts]).astype(np.float16), np.concatenate([classes for _, classes in parts])


@dataclass
class Pool:
    """Examples that batches are drawn from at random; new ones take the place of the oldest.

    workers: processes that make them, with one thread each; 0 for this one. device: where the examples are kept. uses: batches that one is
    in, on average. variety: of the drawings, as in `compose`.
    """

    inks: Inks
    random: np.random.Generator
    size: int = 6_000
    workers: int = 0
    device: torch.device | str = "cpu"
    uses: int = USES
    variety: float = 1.0
    features: torch.Tensor = field(init=False)
    classes: torch.Tensor = field(init=False)

    def __post_init__(self) -> None:
        """Makes room."""
        self.features = torch.empty((self.size, INPUTS), device=self.device)
        self.classes = torch.empty(self.size, dtype=torch.long, device=self.device)

    def batches(self, batch: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
        """Features (batch, INPUTS) and classes (batch,), without end."""
        source, count, wanted = self._source(), 0, self.size
        while True:
            while count < wanted:
                seen, classes = map(torch.as_tensor, next(source))
                places = torch.arange(count, count + len(classes), device=self.device) % self.size
                self.features[places], self.classes[places] = seen.to(self.device).float(), classes.to(self.device).long()
                count += len(classes)
            wanted += batch // self.uses
            chosen = torch.from_numpy(self.random.integers(self.size, size=batch)).to(self.device)
            yield self.features[chosen], self.classes[chosen]

    def _source(self) -> Iterator[tuple[np.ndarray, np.ndarray]] | Iterator[list[torch.Tensor]]:
        if not self.workers:
            return made(self.inks, self.random, self.variety)
        blocks = Blocks(self.inks, int(self.random.integers(2**31)), self.variety)
        # a forked process has the inks already
        return iter(DataLoader(blocks, batch_size=None, num_workers=self.workers, multiprocessing_context="fork"))
