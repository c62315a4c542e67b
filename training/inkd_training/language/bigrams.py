"""Word bigrams: how probable a word or a sign is after the token before it.

Witten-Bell smoothing (Witten and Bell 1991, "The zero-frequency problem"): what is left for unseen words grows with the number of
different words that were seen. The lists leave out pairs that are rarer than some count, so every kind of pair stands for CUT_OFF
occurrences that are missing.
"""

from __future__ import annotations

import gzip
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

SENTENCE = "<s>"
"""The token that begins a sentence."""
SIGNS = frozenset(",;:.!?")
"""Signs that count as tokens."""
SIGN_SHARE = {",": 0.063, ".": 0.041, ";": 0.006, "?": 0.0035, "!": 0.003, ":": 0.0013}
"""What share of the tokens each is, for the choice of the pairs that stay."""
CUT_OFF = 12.0
"""Occurrences that are missing for each kind of pair, if pairs are counted from 7 on and as many kinds occur r times as Zipf's law says."""
MODERN_WEIGHT = 20
"""A count in the small list of today's text is worth so many in that of old books."""
FEWEST_SEEN = 20
"""A word must be seen so often within sentences before its capitals count."""


@dataclass
class Bigrams:
    """Counts of pairs in lower case, and of capitals."""

    pairs: dict[tuple[str, str], float] = field(default_factory=lambda: defaultdict(float))
    seen: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Occurrences of a word after another word, where nothing but the word itself asks for a capital."""
    capitals: dict[str, float] = field(default_factory=lambda: defaultdict(float))
    """Those of them that begin with a capital."""

    def capital_share(self, word: str) -> float | None:
        """How often the word begins with a capital within a sentence; None if it was hardly seen."""
        seen = self.seen.get(word, 0.0)
        return self.capitals.get(word, 0.0) / seen if seen >= FEWEST_SEEN else None


def read_pairs(path: Path, weight: float) -> Iterator[tuple[str, str, float]]:
    """Two tokens and their weighted count of every line of a gzip'd list; nothing if there is no such list."""
    if not path.exists():
        return
    with gzip.open(path, "rt") as lines:
        for line in lines:
            before, word, count = line.rstrip("\n").split("\t")
            yield before, word, weight * int(count)


def read_bigrams(data: Path, language: str, listed: dict[str, int]) -> Bigrams | None:
    """The pairs of listed words and signs in the language's lists; None if it has none."""
    bigrams = Bigrams()

    def token(written: str) -> str | None:
        folded = written.lower()
        return folded if folded in listed or folded in SIGNS or folded == SENTENCE else None

    for name, weight in ((f"{language}.bigrams", 1.0), (f"{language}.modern.bigrams", MODERN_WEIGHT)):
        for before, word, count in read_pairs(data / f"words/{name}.txt.gz", weight):
            first, second = token(before), token(word)
            # the decoder knows what ends a sentence as the beginning of the next
            if first is None or second is None or first in ".!?" or second == SENTENCE:
                continue
            bigrams.pairs[first, second] += count
            if first not in SIGNS and first != SENTENCE and second not in SIGNS:
                bigrams.seen[second] += count
                bigrams.capitals[second] += count if word[0].isupper() else 0
    return bigrams if bigrams.pairs else None


def probabilities(bigrams: Bigrams, shares: dict[str, float], most: int) -> dict[tuple[str, str], float]:
    """Probabilities of the pairs without which the model would change most, at most so many with the back-off weights.

    shares: the probability of every listed word. The back-off weight of a token is that of the pair of it and the empty word: what is left
    for words that have no pair of their own.
    """
    words: dict[str, float] = defaultdict(float)
    tokens: dict[str, float] = defaultdict(float)
    kinds: dict[str, int] = defaultdict(int)
    for (before, word), count in bigrams.pairs.items():
        tokens[before] += count + CUT_OFF
        if word not in SIGNS:
            words[before] += count + CUT_OFF
            kinds[before] += 1
    gains: dict[tuple[str, str], float] = {}
    for (before, word), count in bigrams.pairs.items():
        if word in SIGNS:
            gains[before, word] = count * abs(math.log(count / tokens[before] / SIGN_SHARE[word]))
        else:
            unseen = CUT_OFF * kinds[before] / words[before] * shares[word]
            gains[before, word] = count * math.log1p(count / words[before] / unseen)
    ranked = sorted(gains, key=lambda pair: (-gains[pair], pair))
    kept: list[tuple[str, str]] = []
    befores: set[str] = set()
    for pair in ranked:
        if len(kept) + len(befores) + 2 > most:
            break
        kept.append(pair)
        befores.add(pair[0])
    left = dict.fromkeys(befores, 1.0)
    for before, word in kept:
        if word not in SIGNS:
            left[before] -= bigrams.pairs[before, word] / words[before]
    result = {(before, ""): max(rest, 1e-6) for before, rest in left.items()}
    for before, word in kept:
        count = bigrams.pairs[before, word]
        if word in SIGNS:
            result[before, word] = count / tokens[before]
        else:
            result[before, word] = min(1.0, count / words[before] + left[before] * shares[word])
    return result
