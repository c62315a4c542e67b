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
WORDS_PER_SYMBOL = 0.12
"""A word has some eight symbols, its end included."""


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


def prune(grams: dict[bytes, tuple[float, float]], most: int) -> dict[bytes, tuple[float, float]]:
    """The n-grams without which the model would change most, at most so many, with back-off weights that add up to one again.

    What goes is what shorter n-grams say nearly as well, weighted by how often it is met (weighted difference: Seymore and Rosenfeld 1996,
    "Scalable backoff language models"). Every n-gram keeps those that it begins and ends with, so that a reader finds the longest one
    by going on from the shorter ones. All pairs and single symbols stay.
    """
    if len(grams) <= most:
        return grams
    often: dict[bytes, float] = {b"": 1.0}
    gain: dict[bytes, float] = {}
    for gram in sorted(grams, key=len):
        p = grams[gram][0]
        # how often it is met, a symbol; the beginning of a word as often as there are words
        often[gram] = WORDS_PER_SYMBOL if gram == bytes([BEGIN]) else often.get(gram[:-1], 1.0) * p
        if len(gram) > 2:
            lower = grams[gram[:-1]][1] * grams[gram[1:]][0]
            gain[gram] = often[gram] * abs(math.log(p / lower))
    ranked = sorted(gain, key=gain.__getitem__, reverse=True)
    kept = {gram for gram in grams if len(gram) <= 2}
    for gram in ranked:
        parts = parts_of(gram, kept)
        if len(kept) + len(parts) > most:
            break
        kept.update(parts)
    return renormalise(grams, kept)


def parts_of(gram: bytes, kept: set[bytes]) -> list[bytes]:
    """The n-gram and all parts of it that are not kept yet."""
    waiting, parts = [gram], set()
    while waiting:
        part = waiting.pop()
        if part not in kept and part not in parts:
            parts.add(part)
            waiting += [part[:-1], part[1:]]
    return list(parts)


def renormalise(grams: dict[bytes, tuple[float, float]], kept: set[bytes]) -> dict[bytes, tuple[float, float]]:
    """The kept n-grams; each context's back-off weight is what its own n-grams leave, over what those leave in the shorter context."""
    own: dict[bytes, float] = defaultdict(float)
    shorter: dict[bytes, float] = defaultdict(float)
    for gram in kept:
        if len(gram) > 1:
            own[gram[:-1]] += grams[gram][0]
            shorter[gram[:-1]] += grams[gram[1:]][0]
    return {
        gram: (grams[gram][0], max(1 - own[gram], 1e-6) / max(1 - shorter[gram], 1e-6) if gram in own else 1.0) for gram in sorted(kept)
    }
