"""Accented letters, made of letters and marks that people wrote: UNIPEN has none."""

from __future__ import annotations

import unicodedata

import numpy as np

from ..ink import Strokes, box, turned
from .samples import ACCENTED, CENTRAL, Sample

MARKS = {
    "\u0300": "`\\",
    "\u0301": "'/,",
    "\u0302": "^",
    "\u0303": "~",
    "\u0306": "uU(",
    "\u0307": ".",
    "\u0308": '."',
    "\u030a": "o0",
    "\u030b": '/"',
    "\u030c": "vV",
    "\u0315": "',/",
    "\u0326": ",",
    "\u0327": ",",
    "\u0328": ",c(",
    "\u0335": "/-~",
    "/": "/",
}
"""Combining mark, and the characters that look like it when they are small."""
SIZES = dict.fromkeys("\u0300\u0301\u0302\u0315", 0.45) | dict.fromkeys("\u0303\u0306\u0308\u030b\u030c", 0.5)
SIZES |= dict.fromkeys("\u0326\u0327\u0328", 0.4) | {"\u0307": 0.12, "\u030a": 0.38, "\u0335": 0.7, "/": 1.25}
"""Length of each mark, in x-heights (heights of a small letter)."""
LETTERS: dict[str, tuple[str, str]] = {"ø": ("o", "/"), "Ø": ("O", "/"), "ł": ("l", "\u0335"), "Ł": ("L", "\u0335"), "ı": ("i", "")}
"""Accented letter: the plain letter and its mark; that without its dot has none."""
for letter in ACCENTED + CENTRAL:
    parts = unicodedata.normalize("NFD", letter)
    if len(parts) == 2 and parts[1] in MARKS:
        LETTERS[letter] = (parts[0], parts[1])
OF_PLAIN: dict[str, list[str]] = {}
for letter, (plain, _) in LETTERS.items():
    OF_PLAIN.setdefault(plain, []).append(letter)
JOINED = {"æ": "ae", "œ": "oe", "Æ": "AE", "Œ": "OE"}
"""Ligatures, written as two letters that touch."""


TALL = dict.fromkeys("acemnorsuvwxz", 1.0) | dict.fromkeys("bdfhkltgpqyABCDEFGHIKLMNOPRSTUVWXYZ0123456789", 1.7)
"""Height of characters, in x-heights."""


class Glyphs:
    """Single characters by character and writer."""

    def __init__(self, chars: list[Sample]):
        """Keeps the characters of writers whose x-height can be measured."""
        self.all: dict[str, list[Sample]] = {}
        self.own: dict[str, dict[str, list[Sample]]] = {}
        heights: dict[str, list[float]] = {}
        for sample in chars:
            if sample.label in TALL:
                heights.setdefault(sample.writer, []).append(sample.scale / TALL[sample.label])
        # the height of every writer's small letters, in units of the device: by it characters of two writers fit together
        self.small = {writer: float(np.median(of)) for writer, of in heights.items()}
        chars = [s for s in chars if s.writer in self.small]
        for sample in chars:
            if len(sample.label) == 1:
                self.all.setdefault(sample.label, []).append(sample)
                self.own.setdefault(sample.writer, {}).setdefault(sample.label, []).append(sample)

    def draw(self, character: str, random: np.random.Generator, writer: str = "") -> tuple[Strokes, float] | None:
        """One way of writing the character, the writer's own if there is one, 1 high; and its height in the writer's x-heights.

        None if nobody wrote the character.
        """
        pool = self.own.get(writer, {}).get(character) or self.all.get(character)
        if not pool:
            return None
        sample = pool[random.integers(len(pool))]
        strokes = [s.astype(np.float64) for s in np.split(sample.points, sample.starts[1:])]
        high = sample.scale / self.small[sample.writer]
        usual = TALL.get(character)
        if usual and not 0.5 < high / usual < 2:
            # some writers' characters were written at several sizes
            high = usual
        return strokes, min(high, 2.5)

    def mark(self, mark: str, size: float, random: np.random.Generator) -> Strokes | None:
        """A mark about `size` long, centred on 0."""
        shape = MARKS[mark][random.integers(len(MARKS[mark]))]
        drawn = self.draw(shape, random)
        if drawn is None:
            return None
        strokes = drawn[0]
        if mark == "\u030b" and shape == "/":
            # two strokes beside each other
            gap = random.uniform(0.3, 0.7)
            strokes = strokes + [s * np.exp(random.normal(0, 0.1)) + [gap, random.normal(0, 0.06)] for s in strokes]
        elif mark == "\u0306" and shape == "(":
            strokes = [turned(s, -np.pi / 2) for s in strokes]
        elif mark == "\u0328" and shape == ",":
            # its hook is open to the right
            strokes = [s * [-1, 1] for s in strokes]
        elif mark == "\u0308" and shape == ".":
            other = self.draw(".", random)
            if other is None:
                return None
            # two dots beside each other, each a tenth of the whole or so
            gap = random.uniform(0.5, 1.1)
            strokes = [s * random.uniform(0.05, 0.25) for s in strokes] + [
                s * random.uniform(0.05, 0.25) + [gap, random.normal(0, 0.06)] for s in other[0]
            ]
        low, high = box(strokes)
        length = float(np.hypot(*(high - low))) or 1.0
        factor = size * np.exp(random.normal(0, 0.2)) / length
        turn = random.normal(0, 0.12)
        if shape in "/\\" and mark not in "/\u0335":
            turn += random.uniform(-0.3, 0.3)
        return [turned((s - (low + high) / 2) * factor, turn) for s in strokes]

    def accent(self, letter: Strokes, plain: str, mark: str, small: float, random: np.random.Generator) -> tuple[Strokes, Strokes] | None:
        """The letter without its dot, and its mark where it belongs; `small` is the height of a small letter."""
        if plain in "ij" and len(letter) > 1:
            # the mark stands in the dot's place
            top = min(s[:, 1].min() for s in letter)
            kept = [s for s in letter if np.ptp(s, axis=0).max() > 0.35 * small or s[:, 1].min() > top + 0.3 * small]
            letter = kept or letter
        if not mark:
            return letter, []
        if mark == "\u030c" and plain in "dt" and random.random() < 0.7:
            # mostly written as an apostrophe
            mark = "\u0315"
        drawn = self.mark(mark, SIZES[mark] * small, random)
        if drawn is None:
            return None
        low, high = box(letter)
        width = max(high[0] - low[0], 0.3 * small)
        centre = (low[0] + high[0]) / 2 + random.normal(0, 0.12) * width
        half = (box(drawn)[1] - box(drawn)[0]) / 2
        if mark == "/":
            at = (low + high) / 2 + random.normal(0, 0.06, 2) * small
            drawn = [s * max(1.0, 1.15 * float(np.hypot(*(high - low))) / max(1e-6, float(np.hypot(*(2 * half))))) for s in drawn]
        elif mark == "\u0335":
            # across the stem
            at = np.array([centre if plain == "l" else low[0] + 0.15 * width, (low[1] + high[1]) / 2 + random.normal(0, 0.12) * small])
        elif mark == "\u0315":
            at = np.array([high[0] + half[0] + small * random.uniform(0.02, 0.25), low[1] + half[1] + small * random.normal(0, 0.12)])
        elif mark == "\u0328":
            # it begins at the letter's lower right end
            at = np.array([high[0] - width * random.uniform(0, 0.4), high[1] + half[1] * random.uniform(0.6, 1.1)])
        elif mark in "\u0326\u0327":
            at = np.array([centre, high[1] + half[1] * random.uniform(0.5, 1.2)])
        else:
            at = np.array([centre + 0.1 * small, low[1] - half[1] - small * random.uniform(0.02, 0.4)])
        return letter, [s + at for s in drawn]

    def letter(self, letter: str, random: np.random.Generator, writer: str) -> tuple[Strokes, float] | None:
        """Any character of the alphabet, composed if nobody wrote it."""
        if letter in LETTERS:
            plain, mark = LETTERS[letter]
            drawn = self.draw(plain, random, writer)
            if drawn is None:
                return None
            small = 1 / TALL.get(plain, 1.0)
            both = self.accent(drawn[0], plain, mark, small * min(1.0, float(np.ptp(np.concatenate(drawn[0])[:, 1])) or 1.0), random)
            return (both[0] + both[1], drawn[1]) if both else None
        if letter in JOINED:
            return self.pair(JOINED[letter], random, writer, overlap=random.uniform(-0.05, 0.25))
        if letter == "ß":
            # like a B with a long stem, or a long s and a 3
            if random.random() < 0.6:
                drawn = self.draw("B", random, writer)
                return None if drawn is None else ([s * [random.uniform(0.5, 0.8), 1.0] for s in drawn[0]], drawn[1])
            return self.pair("l3" if random.random() < 0.5 else "f3", random, writer, overlap=random.uniform(0.05, 0.3))
        if letter == "€":
            first, second = self.draw("C", random, writer), self.draw("=", random, writer)
            if first is None or second is None:
                return None
            width = float(np.ptp(np.concatenate(first[0])[:, 0]))
            bars = [s / max(1e-6, float(np.ptp(np.concatenate(second[0])[:, 0]))) * width * random.uniform(0.7, 1) for s in second[0]]
            offset = [-width * random.uniform(0.05, 0.3), 0.5 - float(np.ptp(np.concatenate(bars)[:, 1])) / 2]
            return first[0] + [s + offset for s in bars], first[1]
        if letter in "«»":
            return self.pair("<<" if letter == "«" else ">>", random, writer, overlap=random.uniform(-0.2, 0.2))
        if letter == "°":
            return self.draw("o", random, writer)
        if letter == "¡":
            drawn = self.draw("!", random, writer)
            return None if drawn is None else ([1.0 - s for s in drawn[0]], drawn[1])
        return self.draw(letter, random, writer)

    def pair(self, letters: str, random: np.random.Generator, writer: str, overlap: float) -> tuple[Strokes, float] | None:
        """Two characters standing on one line, the second `overlap` of its height into the first."""
        first, second = self.draw(letters[0], random, writer), self.draw(letters[1], random, writer)
        if first is None or second is None:
            return None
        strokes = [s * first[1] for s in first[0]]
        more = [s * second[1] for s in second[0]]
        (_, high), (low, bottom) = box(strokes), box(more)
        shift = [high[0] - low[0] - overlap * (bottom[1] - low[1]), high[1] - bottom[1]]
        strokes += [s + shift for s in more]
        low, bottom = box(strokes)
        tall = float(bottom[1] - low[1]) or 1.0
        return [(s - low) / tall for s in strokes], tall
