"""An interpolated Kneser-Ney n-gram over the characters of words (Chen and Goodman 1999, one discount)."""

from __future__ import annotations

import math
from collections import Counter, defaultdict

from .hash_table import UNIT

ORDER = 6
DISCOUNT = 0.75
FLATTEN = 0.75
"""Counts are raised to this power for the n-gram, which has to judge words that are in no list."""
BEGIN, END, FIRST = 1, 2, 3
"""Symbols: both ends of a word, then the characters."""


def kneser_ney(counts: dict[str, int], ids: dict[str, int]) -> dict[bytes, tuple[float, float]]:
    """For every n-gram the probability of its last symbol after the others, and its back-off weight as a context.

    counts: of words; ids: a symbol (FIRST …) for each letter. The keys of the result are the symbols as bytes.
    """
    least = min(counts.values())
    grams: list[defaultdict[bytes, float]] = [defaultdict(float) for _ in range(ORDER + 1)]
    for word, count in counts.items():
        weight = (count / least) ** FLATTEN
        symbols = bytes([BEGIN] + [ids[c] for c in word] + [END])
        for end in range(2, len(symbols) + 1):
            grams[ORDER][symbols[max(0, end - ORDER) : end]] += weight
    # below the highest order an n-gram counts how many symbols it follows; those at a word's beginning follow none
    full = grams[ORDER]
    grams[ORDER] = defaultdict(float)
    for gram, weight in full.items():
        grams[len(gram)][gram] += weight
    for order in range(ORDER, 1, -1):
        for gram in grams[order]:
            if len(gram) > 1:
                grams[order - 1][gram[1:]] += 1
    result: dict[bytes, tuple[float, float]] = {}
    mass: dict[bytes, float] = defaultdict(float)
    kinds: Counter[bytes] = Counter()
    for order in range(1, ORDER + 1):
        for gram, weight in grams[order].items():
            mass[gram[:-1]] += weight
            kinds[gram[:-1]] += 1
    probability: dict[bytes, float] = {}
    backoff = {context: DISCOUNT * kinds[context] / mass[context] for context in mass}
    uniform = 1 / (len(ids) + 1)
    for order in range(1, ORDER + 1):
        for gram, weight in grams[order].items():
            context = gram[:-1]
            lower = probability[gram[1:]] if order > 1 else uniform
            probability[gram] = (weight - DISCOUNT) / mass[context] + backoff[context] * lower
    for context in backoff:
        if context and context not in probability:
            probability[context] = math.exp(-255 / UNIT)
    for gram, p in probability.items():
        result[gram] = (p, backoff.get(gram, 1.0))
    return result
