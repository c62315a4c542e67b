"""Hash tables of four-byte slots, as `Sources/Recognition/Lexicon/CharacterModel.swift` reads them where they lie in the file."""

from __future__ import annotations

import math

import numpy as np

LOAD = 0.6
"""Share of the slots that are taken."""
LONGEST_PROBE = 128
"""Slots that a reader looks at before it gives up."""
UNIT = 16
"""Stored logarithms are -ln p times this, at most 255."""


def mix(key: np.ndarray) -> np.ndarray:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014), of an array of uint64."""
    with np.errstate(over="ignore"):
        key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return key ^ (key >> np.uint64(31))


def hash_table(keys: list[int], values: list[int], bits: int) -> np.ndarray:
    """Slots of a hash table with linear probing: (slots, 4) uint8, `bits` of fingerprint below the value.

    keys: distinct, 64 bits; values: one for each key, 32 - bits bits. Exits if a key needs more than LONGEST_PROBE probes.
    """
    hashes = mix(np.array(keys, np.uint64)).tolist()
    slots = int(len(keys) / LOAD) + LONGEST_PROBE
    result = np.zeros(slots, np.uint32)
    taken: dict[int, int] = {}
    longest = 0
    for key_hash, value in zip(hashes, values, strict=True):
        place = (key_hash >> 32) * slots >> 32
        probes = 1
        while place in taken:
            place, probes = (place + 1) % slots, probes + 1
        longest = max(longest, probes)
        # no fingerprint is 0: that is an empty slot
        taken[place] = max(1, key_hash & (1 << bits) - 1) | value << bits
    if longest > LONGEST_PROBE:
        raise SystemExit(f"a key needs {longest} probes, a reader makes {LONGEST_PROBE}: lower LOAD")
    result[list(taken)] = list(taken.values())
    return result.view(np.uint8).reshape(-1, 4)


def quantise_log(p: float) -> int:
    """-ln p in UNITs, 0 to 255, as the tables hold a probability."""
    return min(255, max(0, round(-math.log(p) * UNIT)))


def pair_key(before: str, word: str) -> int:
    """The key of a word after another token."""
    return (word_key(before) * 0x9E3779B97F4A7C15 & 0xFFFFFFFFFFFFFFFF) ^ word_key(word)


def word_key(word: str) -> int:
    """FNV-1a over code points: the key of a word."""
    key = 0xCBF29CE484222325
    for c in word:
        key = ((key ^ ord(c)) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return key
