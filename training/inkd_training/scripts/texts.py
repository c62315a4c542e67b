"""What lines say: words of a script's languages, numbers, dates, signs."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

from .alphabets import ALPHABETS, LANGUAGES, SIGNS

MOST_WORDS = 60_000
"""Of each language's list."""
EVENNESS = 0.5
"""Words are as frequent as in the list to this power."""
HELD_BACK = 10
"""Every so many-th word of a list is measured with and never learnt from."""


def with_final_sigma(word: str) -> str:
    """The word with the sigma that ends Greek words: the lists are case-folded, which loses it."""
    return word[:-1] + "ς" if len(word) > 1 and word.endswith("σ") else word


class Texts:
    """Random texts in the languages of a script."""

    def __init__(self, data: Path, script: str, measured: bool, languages: tuple[str, ...] | None = None):
        """data: the folder with words/; measured: of the words that are held back; languages: those of the script if left out."""
        letters = ALPHABETS[script][len(SIGNS) :]
        self.letters = list(letters)
        known = set(letters) | {"'"}
        self.lists: list[tuple[list[str], np.ndarray]] = []
        for language in languages or LANGUAGES[script]:
            words, counts = [], []
            with gzip.open(data / f"words/{language}.large.txt.gz", "rt") as lines:
                for number, line in zip(range(MOST_WORDS), lines, strict=False):
                    word, count = line.split()
                    word = with_final_sigma(word)
                    if (number % HELD_BACK == HELD_BACK - 1) == measured and set(word) <= known:
                        words.append(word)
                        counts.append(float(count) ** EVENNESS)
            self.lists.append((words, np.cumsum(counts) / np.sum(counts)))

    def word(self, random: np.random.Generator) -> str:
        """A word, in any case."""
        words, shares = self.lists[random.integers(len(self.lists))]
        word = words[min(int(np.searchsorted(shares, random.random())), len(words) - 1)]
        style = random.random()
        if style < 0.06 and set(word.upper()) <= {*self.letters, "'"}:
            return word.upper()
        return word[0].upper() + word[1:] if style < 0.25 and word[0].upper() in self.letters else word

    def line(self, random: np.random.Generator) -> str:
        """One to six words, or a number, a date, any letters."""
        kind = random.random()
        if kind < 0.06:
            return "".join(random.choice(self.letters, int(random.integers(2, 8))))
        if kind < 0.12:
            return self.number(random)
        count = 1 if kind < 0.55 else 2 if kind < 0.82 else int(random.integers(3, 7))
        words = []
        for _ in range(count):
            word = self.word(random)
            chance = random.random()
            if chance < 0.12:
                word += ",.!?;:-)"[random.integers(8)]
            elif chance < 0.14:
                word = ["({})", "«{}»", '"{}"'][random.integers(3)].format(word)
            elif chance < 0.17:
                word = self.number(random)
            words.append(word)
        return " ".join(words)

    @staticmethod
    def number(random: np.random.Generator) -> str:
        """A number, a date, a time, an amount, signs."""

        def digits(n: int) -> str:
            return "".join(str(d) for d in random.integers(0, 10, n))

        kind = random.random()
        if kind < 0.5:
            return digits(int(random.integers(1, 5)))
        if kind < 0.9:
            return random.choice(
                [
                    f"{digits(2)}.{digits(2)}.{digits(4)}",
                    f"{digits(2)}:{digits(2)}",
                    f"{digits(2)},{digits(1)}%",
                    f"{digits(2)}€",
                    f"{digits(2)}°",
                    f"+{digits(2)}{digits(4)}",
                    f"{digits(2)}-{digits(2)}",
                    f"{digits(1)}+{digits(1)}={digits(2)}",
                ]
            )
        return "".join(random.choice(list(SIGNS.replace(" ", "")), int(random.integers(1, 5))))
