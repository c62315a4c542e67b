"""Composes the ink of formulas: random ones, each in one hand, of symbols that people drew."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..ink import Strokes
from .grammar import Grammar
from .hand import Hand
from .symbols import Inks
from .typeset import Item, Typesetter

MOST_STROKES = 40
"""Formulas of more strokes are drawn anew."""
BACKWARDS = 0.03
"""Share of strokes that are drawn backwards."""
LATE = frozenset("ijtTEFHAf")
"""Letters whose last stroke is sometimes written when the word is done."""


@dataclass(slots=True)
class Composed:
    """The ink of a formula. strokes: (n, 2) each, y down; symbols: class and stroke numbers of each; latex: the whole."""

    strokes: Strokes
    symbols: list[tuple[str, tuple[int, ...]]]
    latex: str


def compose(grammar: Grammar, inks: Inks, random: np.random.Generator, variety: float = 1.0) -> Composed:
    """One formula. The grammar's generator chooses what it says, `random` how it is written; every drawing is varied by `variety`."""
    while True:
        node = grammar.formula()
        hand = Hand.draw(random)
        typesetter = Typesetter(inks, hand, random)
        typesetter.set(node)
        count = sum(len(item.strokes) for item in typesetter.items)
        if 2 <= count <= MOST_STROKES:
            break
    points, starts, owners = draw(typesetter.items, random, variety)
    strokes = np.split(points, starts[1:])
    order = _order(typesetter.items, hand, random)
    place = np.empty(len(order), int)
    place[order] = np.arange(len(order))
    members: list[list[int]] = [[] for _ in typesetter.items]
    for stroke, owner in enumerate(owners):
        members[owner].append(int(place[stroke]))
    symbols = [(item.label, tuple(sorted(m))) for item, m in zip(typesetter.items, members, strict=True)]
    return Composed([strokes[i] for i in order], symbols, node.latex())


def _order(items: list[Item], hand: Hand, random: np.random.Generator) -> np.ndarray:
    """Numbers of the strokes in the order of writing: mostly as set, some marks and bars of letters later."""
    keys = []
    for place, item in enumerate(items):
        count = len(item.strokes)
        late = hand.late_marks and item.label in LATE and count > 1
        own = [float(place)] * count
        if late:
            own[-1] += random.uniform(0.5, 4)
        keys += own
    keys = np.array(keys)
    if random.random() < 0.03:
        keys = keys + random.normal(0, 2, len(keys))
    return np.argsort(keys, kind="stable")


def draw(items: list[Item], random: np.random.Generator, variety: float = 1.0) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The items' drawings in their boxes, varied: points (n, 2), every stroke's first point, and every stroke's item."""
    strokes = [stroke for item in items for stroke in item.strokes]
    # now and then a stroke is drawn backwards
    strokes = [stroke[::-1] if back else stroke for stroke, back in zip(strokes, random.random(len(strokes)) < BACKWARDS, strict=True)]
    owners = np.repeat(np.arange(len(items)), [len(item.strokes) for item in items])
    sizes = np.array([len(stroke) for stroke in strokes])
    starts = np.cumsum(sizes) - sizes
    points = np.concatenate(strokes).astype(np.float64)
    stroke = np.repeat(np.arange(len(strokes)), sizes)
    own = owners[stroke]
    count = len(items)
    boxes = np.array([item.box for item in items])
    first = np.searchsorted(own, np.arange(count))
    low, high = np.minimum.reduceat(points, first), np.maximum.reduceat(points, first)
    extent = high - low
    target = boxes[:, 2:] - boxes[:, :2]
    scale = np.where(extent > 1e-6, target / np.maximum(extent, 1e-6), 1.0)
    points = (points - ((low + high) / 2)[own]) * scale[own]
    # every symbol turned and slanted a little, and warped; what is long only a little
    size = target.max(1)
    calm = variety * np.minimum(1.0, 0.8 / np.maximum(size, 1e-3))
    turn, slant = random.normal(0, 1, (2, count)) * [[0.05], [0.06]] * calm
    x, y = points.T
    points = np.stack([x + (slant - turn)[own] * y, y + turn[own] * x], 1)
    wave, pitch = random.normal(0, 0.022, (count, 2)) * (size * calm)[:, None], random.uniform(2, 9, (count, 2))
    relative = points / np.maximum(size, 1e-3)[own, None]
    points = points + wave[own] * np.sin(relative[:, ::-1] * pitch[own] + random.uniform(0, 6.3, (count, 2))[own])
    # strokes of a symbol against one another
    moved = random.normal(0, 0.02, (len(strokes), 2)) * (size * calm)[owners, None] * (random.random(count) < 0.5)[owners, None]
    points = points + moved[stroke] + ((boxes[:, 2:] + boxes[:, :2]) / 2)[own]
    return _in_one_hand(points, starts, random), starts, owners


def _in_one_hand(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """The whole formula slanted, on a line that rises or falls and waves, shaken, on a tablet of some resolution, in device units."""
    x, y = points.T
    lean, tilt = random.normal(0, 0.1), random.normal(0, 0.015)
    wave = random.normal(0, 0.03) * np.sin(x * random.uniform(0.3, 1.2) + random.uniform(0, 6.3))
    wide = np.exp(random.normal(0, 0.08))
    points = np.stack([x * wide - lean * y, y + tilt * x + wave], 1)
    if random.random() < 0.3:
        points = points + random.normal(0, random.uniform(0.002, 0.01), points.shape)
    if random.random() < 0.3:
        # corners rounded, ends kept
        inner = np.full(len(points), 0.5 * random.random())
        inner[starts] = 0
        inner[np.append(starts[1:], len(points)) - 1] = 0
        for _ in range(2):
            points[1:-1] += inner[1:-1, None] * ((points[2:] + points[:-2]) / 2 - points[1:-1])
    steps = random.uniform(20, 60) if random.random() < 0.1 else random.uniform(80, 600)
    return np.round((points - points.min(0)) * steps)
