"""Digits, Latin letters and signs among the characters: what people wrote of them, and brackets and question marks that are drawn."""

from __future__ import annotations

import string
from pathlib import Path

import numpy as np

from ..ink import Strokes, decode_strokes, read_rows

WRITTEN = frozenset(string.digits + string.ascii_letters + "!():%&@$+-=/")
"""What people wrote, of ASCII. Full stops and commas are told by their size and place; what is left out looks like a character."""
FULL_WIDTH = str.maketrans("!?()", "！？（）")
"""As these signs stand among characters in Japanese and Chinese."""
BRACKETS = frozenset("「」『』")
"""Quotation marks in Japanese and Chinese."""
DIGIT_WEIGHT = 2.0
"""A digit is so much commoner than a letter."""
MOST = 1000
"""Inks of a class that are learnt from: more of them would only be more of the same."""
DRAWN = 40
"""Drawings of each sign that is made up."""


def signs(language: str) -> frozenset[str]:
    """The classes that the language's model has besides the characters of its script."""
    if language == "el":
        return frozenset()
    if language == "ko":
        return WRITTEN | {"?"}
    return frozenset(c.translate(FULL_WIDTH) for c in WRITTEN | {"?"}) | BRACKETS


def read_written(data: Path, language: str, part: str) -> dict[str, list[Strokes]]:
    """What people wrote of the language's signs, by class; part: "train" or "dev", which have no writer in common (UNIPEN, pendigits)."""
    wanted, found = signs(language), {}
    for name in ("unipen_char", "pendigits"):
        for row in read_rows(data / part / f"{name}.jsonl.gz"):
            label = row["label"] if language == "ko" else row["label"].translate(FULL_WIDTH)
            if label in wanted and any(row["strokes"]):
                found.setdefault(label, []).append(decode_strokes(row))
    return found


def learnt(data: Path, language: str, random: np.random.Generator) -> dict[str, list[Strokes]]:
    """What is learnt from of every sign of the language: at most MOST inks of people, drawings of those that nobody wrote."""
    wanted = signs(language)
    if not wanted:
        return {}
    written = read_written(data, language, "train")
    chosen = {name: [inks[i] for i in random.permutation(len(inks))[:MOST]] for name, inks in written.items()}
    return chosen | {name: [draw(name, random) for _ in range(DRAWN)] for name in wanted - written.keys()}


def draw(name: str, random: np.random.Generator) -> Strokes:
    """A bracket or a question mark, of other proportions each time (y down)."""
    if name in "?？":
        return _question_mark(random)
    wide, high = random.uniform(0.25, 0.7), 1.0
    points = np.array([[wide, 0.0], [0.0, 0.0], [0.0, high]])
    if name in "『』":
        thick = random.uniform(0.1, 0.22)
        points = np.array([[wide, 0], [0, 0], [0, high], [thick, high], [thick, thick], [wide, thick], [wide, 0]])
    if name in "」』":
        points = -points
    return [_rounded(points, random.choice([0, 1, 2]))]


def _question_mark(random: np.random.Generator) -> Strokes:
    """A hook that is open to the left, a stem, and a dot or a small ring or line under it."""
    wide, tall, stem = random.uniform(0.2, 0.36), random.uniform(0.16, 0.28), random.uniform(0.1, 0.35)
    turn = np.linspace(np.pi * random.uniform(0.95, 1.25), np.pi * random.uniform(2.35, 2.6), 16)
    hook = np.stack([wide * np.cos(turn), tall * np.sin(turn)], 1)
    foot = hook[-1] + [random.uniform(-0.08, 0.02), stem]
    bend = [foot[0], (hook[-1][1] + foot[1]) / 2]
    dot = foot + [random.uniform(-0.03, 0.03), random.uniform(0.1, 0.25)]
    size = random.uniform(0.0, 0.06)
    around = np.linspace(0, 2 * np.pi, 7)
    mark = dot + size * np.stack([np.cos(around), np.sin(around)], 1)
    if random.random() < 0.3:
        mark = np.stack([dot, dot + [0.0, 2 * size]])
    return [np.concatenate([hook, [bend, foot]]), mark]


def _rounded(points: np.ndarray, times: int) -> np.ndarray:
    """The points with their corners cut so many times (Chaikin), ends kept."""
    for _ in range(times):
        first, second = 0.85 * points[:-1] + 0.15 * points[1:], 0.15 * points[:-1] + 0.85 * points[1:]
        points = np.concatenate([points[:1], np.stack([first, second], 1).reshape(-1, 2), points[-1:]])
    return points
