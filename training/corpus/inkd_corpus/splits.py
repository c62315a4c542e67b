"""Which writer's inks go to which split: none is in two of them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

SPLITS = ("train", "validation", "test")
GENEROSITY = 1.5
"""A split may have so many times its share of the inks."""


def split_writers(counts: Mapping[str, int], share: float = 0.1, seed: int = 0) -> dict[str, str]:
    """The split of each writer, of the number of inks that each has written.

    The same names, numbers and seed give the same splits. `share` is that of the inks which test, and then validation, are to have. Two
    writers are train and test, one alone is train.
    """
    order = sorted(counts, key=lambda writer: hashlib.sha256(f"{seed}\n{writer}".encode()).digest())
    wanted = share * sum(counts.values())
    splits: dict[str, str] = {}
    for split in ("test", "validation")[: len(order) - 1]:
        free = [writer for writer in order if writer not in splits]
        # somebody has to be left to learn from, and for each split that comes later
        spare = len(free) - 1 - (split == "test" and len(order) > 2)
        have = 0
        taken: list[str] = []
        for writer in free:
            if have < wanted and have + counts[writer] <= GENEROSITY * wanted and len(taken) < spare:
                taken.append(writer)
                have += counts[writer]
        if not taken:
            taken = [min(free, key=lambda writer: abs(counts[writer] - wanted))]
        splits.update(dict.fromkeys(taken, split))
    return {writer: splits.get(writer, "train") for writer in counts}
