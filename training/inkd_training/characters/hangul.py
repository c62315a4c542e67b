"""Korean syllables composed of jamo that people wrote: a lead, a vowel and perhaps a tail in a square."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

import numpy as np

from ..ink import Strokes, box

LEADS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
TAILS = ("", *"ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ")
PAIRS = {
    "ㄳ": "ㄱㅅ",
    "ㄵ": "ㄴㅈ",
    "ㄶ": "ㄴㅎ",
    "ㄺ": "ㄹㄱ",
    "ㄻ": "ㄹㅁ",
    "ㄼ": "ㄹㅂ",
    "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ",
    "ㄿ": "ㄹㅍ",
    "ㅀ": "ㄹㅎ",
    "ㅄ": "ㅂㅅ",
}
"""Tails of two different letters."""
MIXED = {"ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ", "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ"}
"""Vowels that stand under the lead and beside it."""
BELOW = frozenset("ㅗㅛㅜㅠㅡ")
"""Vowels that stand under the lead."""
Jamo = dict[str, list[Strokes]]
"""Drawings of every letter."""


@dataclass(slots=True)
class Box:
    """Where a letter goes: the square is 1 wide and high, y down."""

    left: float
    top: float
    right: float
    bottom: float


def parts(syllable: str) -> tuple[str, str, str]:
    """Lead, vowel and tail (empty if none) of a precomposed syllable."""
    index = ord(unicodedata.normalize("NFC", syllable)) - ord("가")
    return LEADS[index // 588], VOWELS[index // 28 % 21], TAILS[index % 28]


def _place(drawing: Strokes, at: Box, random: np.random.Generator, shaking: float = 0.035) -> Strokes:
    """The drawing stretched into the box, whose edges are a little elsewhere each time; lines keep about their thickness of zero."""
    low, high = box(drawing)
    size = high - low
    room = np.array([at.right - at.left, at.bottom - at.top])
    room = room * np.exp(random.normal(0, 2.2 * shaking, 2))
    centre = np.array([at.left + at.right, at.top + at.bottom]) / 2 + random.normal(0, shaking, 2)
    # what is much longer than wide is not stretched in its narrow side beyond its own proportions
    scale = room / np.maximum(size, 1e-9)
    scale = np.minimum(scale, 2.2 * scale.min())
    middle = (low + high) / 2
    return [(stroke - middle) * scale + centre for stroke in drawing]


def compose(syllable: str, jamo: Jamo, random: np.random.Generator) -> Strokes:
    """The strokes of the syllable (y down, about 1 wide and high), each letter as somebody drew it, in the order of writing."""
    lead, vowel, tail = parts(syllable)

    def draw(letter: str, at: Box) -> Strokes:
        if letter in PAIRS and letter not in jamo:
            middle = (at.left + at.right) / 2
            first, second = PAIRS[letter]
            strokes = draw(first, Box(at.left, at.top, middle - 0.03, at.bottom))
            return strokes + draw(second, Box(middle + 0.03, at.top, at.right, at.bottom))
        drawings = jamo[letter]
        return _place(drawings[random.integers(len(drawings))], at, random)

    foot = random.uniform(0.58, 0.68) if tail else 1.0
    strokes: Strokes = []
    if vowel in MIXED and random.random() < 0.85:
        under, beside = MIXED[vowel]
        edge, floor = random.uniform(0.62, 0.72), foot * random.uniform(0.54, 0.64)
        strokes += draw(lead, Box(0.08, 0.02, edge - 0.08, floor - 0.06))
        strokes += draw(under, Box(0.0, floor, edge - 0.02, foot - 0.06 if tail else 0.9))
        strokes += draw(beside, Box(edge + 0.04, 0.0, 0.98, foot - 0.02 if tail else 1.0))
    elif vowel in MIXED:
        # as it was drawn in one piece, about the lead
        strokes += draw(lead, Box(0.1, 0.0, 0.55, foot * 0.52))
        strokes += draw(vowel, Box(0.0, 0.0, 1.0, foot - 0.03))
    elif vowel in BELOW:
        floor = foot * random.uniform(0.5, 0.6)
        strokes += draw(lead, Box(0.18, 0.0, 0.82, floor - 0.05))
        low = floor + (foot - floor) * 0.5 if vowel == "ㅡ" else floor
        strokes += draw(vowel, Box(0.0, low, 1.0, foot - 0.08 if tail else 0.92))
    else:
        edge = random.uniform(0.5, 0.64)
        strokes += draw(lead, Box(0.02, 0.06, edge - 0.06, foot - 0.08 if tail else 0.88))
        strokes += draw(vowel, Box(edge, 0.0, 0.95, foot - 0.03 if tail else 1.0))
    if tail:
        strokes += draw(tail, Box(0.14, foot + 0.03, 0.9, 1.0))
    return strokes
