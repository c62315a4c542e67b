"""Writes lines that the Swift tests read with the models of scripts: drawn ones alone, so that there is nobody's ink in them.

    python -m inkd_training.scripts.golden --glyphs hershey.jsonl.gz

Cyrillic is in the drawings that nothing is learnt from, Greek in Hershey's, which nothing is learnt from either.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from ..golden import FIXTURES
from ..hands import read
from ..ink import Strokes, box
from .compose import MARKED, Hand, ScriptComposer
from .letters import Source

LINES = {
    "ru": ["привет", "хорошо", "спасибо большое", "вечером дома", "человек", "сегодня утром"],
    "uk": ["дякую", "сьогодні", "добрий день", "його родина", "вечеря", "зроблено"],
    "el": ["καλημέρα", "σήμερα", "ευχαριστώ πολύ", "το βιβλίο", "θάλασσα", "ο κόσμος"],
}
"""What is written, by language."""
UNIT = 40
"""Device units in an x-height."""


class Nobody:
    """Nobody's letters: all are drawn."""

    def choices(self, letter: str) -> list[Source]:
        """None."""
        del letter
        return []


def cyrillic(word: str, random: np.random.Generator) -> Strokes:
    """A word in the drawings that nothing is learnt from, in x-heights."""
    hand = Hand(
        cursive=True, people=0, joins=1, links=0, writer="", unseen=True, wide=1.05, gap=0.1, shake=0.015, blur=1, capital=1
    )  # fmt: skip
    return ScriptComposer("Cyrl", Nobody(), None, []).word(word, hand, random)


def greek(word: str, glyphs: dict, random: np.random.Generator) -> Strokes:
    """A word of Hershey's letters, in x-heights."""
    strokes: Strokes = []
    right = 0.0
    for character in word:
        plain, marks = MARKED.get(character, (character, ()))
        glyph = glyphs["σ" if plain == "ς" else plain]
        letter = [np.array(s) / 420 + random.normal(0, 0.01, (len(s), 2)) for s in glyph["strokes"]]
        if plain == "ς":
            # Hershey has none: a c with a tail
            letter = [np.array([[0.55, -0.9], [0.3, -1.0], [0.05, -0.7], [0.1, -0.3], [0.5, 0.0], [0.5, 0.25], [0.3, 0.35]])]
        low, high = box(letter)
        strokes += [s + [right - low[0], 0] for s in letter]
        over = (right, right + float(high[0] - low[0]))
        strokes += ScriptComposer.marks(marks, over, 1.0, False, random)
        right = over[1] + 0.3
    return strokes


def line(words: str, language: str, glyphs: dict, random: np.random.Generator) -> list[list[int]]:
    """The strokes of a line, x and y of every point one after the other."""
    right, strokes = 0.0, []
    for word in words.split():
        drawn = greek(word, glyphs, random) if language == "el" else cyrillic(word, random)
        left = box(drawn)[0][0]
        strokes += [s + [right - left, 0] for s in drawn]
        right += float(box(drawn)[1][0] - left) + 1.1
    return [np.round(s * UNIT).astype(int).ravel().tolist() for s in strokes]


def main() -> None:
    """Writes the file."""
    parser = argparse.ArgumentParser(description="Write lines of other scripts for the Swift tests.")
    parser.add_argument("--glyphs", type=Path, required=True, help="Hershey's glyphs")
    options = parser.parse_args()
    glyphs = read(options.glyphs)[0]["greeks"]
    random = np.random.default_rng(11)
    rows = [{"language": tag, "text": text, "strokes": line(text, tag, glyphs, random)} for tag, texts in LINES.items() for text in texts]
    body = ",\n".join(json.dumps(row, ensure_ascii=False, separators=(",", ":")) for row in rows)
    path = FIXTURES / "script-lines.json"
    path.write_text(f"[\n{body}\n]\n", encoding="utf-8")
    print(f"{path}: {len(rows)} lines, {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
