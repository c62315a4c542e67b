"""What the network learns from: groups of composed formulas' strokes with their classes, made anew all the time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

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


@dataclass
class Pool:
    """Examples that batches are drawn from at random; new ones take the place of the oldest."""

    inks: Inks
    random: np.random.Generator
    size: int = 6_000
    features: np.ndarray = field(init=False)
    classes: np.ndarray = field(init=False)

    def __post_init__(self) -> None:
        """Makes room."""
        self.features = np.empty((self.size, INPUTS), np.float32)
        self.classes = np.empty(self.size, int)

    def batches(self, batch: int) -> Iterator[tuple[np.ndarray, np.ndarray]]:
        """Features (batch, INPUTS) and classes (batch,), without end; an example is in USES of them, on average."""
        grammars, made, wanted = (Grammar(self.random), NaturalGrammar(self.random)), 0, self.size
        while True:
            while made < wanted:
                grammar = grammars[self.random.random() < NATURAL]
                seen, classes = examples(compose(grammar, self.inks, self.random), self.random)
                places = np.arange(made, made + len(classes)) % self.size
                self.features[places], self.classes[places] = seen.reshape(len(classes), INPUTS), classes
                made += len(classes)
            wanted += batch // USES
            chosen = self.random.integers(self.size, size=batch)
            yield self.features[chosen], self.classes[chosen]
