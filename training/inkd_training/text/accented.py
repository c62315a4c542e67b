"""Writes made inks of languages with accents, for `inkctl evaluate text`: single characters of writers who are not learnt from.

    python -m inkd_training.text.accented --data DATA --language pl --out pl.jsonl.gz
    inkctl evaluate text --language pl pl.jsonl.gz

The marks are small characters that these writers wrote, composed as in training. The words are held back from training, two in three of
them with an accent; the language data list them.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from ..ink import add_data_argument
from ..scripts.evaluation import distorted, row, write
from .compose import LANGUAGES, Composer, common_words, in_capitals, is_accented
from .samples import load

SEED = 9_000_011
ACCENTED_SHARE = 2 / 3
CAPITALISED = 0.2
"""So many words begin with a capital."""


def inks(data: Path, language: str, count: int, seed: int = SEED) -> list[dict]:
    """`count` inks of one to three words."""
    composer = Composer([], load(data / "dev/unipen_char.jsonl.gz"), data / "words")
    random = np.random.default_rng([seed, *language.encode()])
    words = common_words(data / "words", language, measured=True)
    accented = [w for w in words if is_accented(w)]
    rows: list[dict] = []
    while len(rows) < count:
        some = []
        for _ in range(int(random.integers(1, 4))):
            pool = accented if random.random() < ACCENTED_SHARE else words
            word = pool[random.integers(len(pool))]
            some.append(in_capitals(word[0], language) + word[1:] if random.random() < CAPITALISED else word)
        made = composer.spell(" ".join(some), random)
        if made is not None:
            points, starts, label = made
            rows.append(row("accented", len(rows), distorted(points, starts, random), starts, label, language))
    return rows


def main() -> None:
    """Writes the file that the command line names; the same command always gives the same bytes."""
    parser = argparse.ArgumentParser(description="Write made inks of a language with accents, for inkctl evaluate text.")
    add_data_argument(parser)
    parser.add_argument("--language", required=True, choices=sorted(LANGUAGES))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    write(options.out, inks(options.data, options.language, options.count))


if __name__ == "__main__":
    main()
