"""The ink of single symbols that formulas are composed of: people's, by class, those to learn from and those held back."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from ..ink import Strokes, box, decode_strokes, join_strokes, read_rows, resample, split_strokes
from .classes import CLASS_OF

FILES = ("detexify", "unipen_char", "pendigits")
"""Files in train/ and dev/ whose labels are classes."""
HELD_BACK = frozenset({"13", "14", "15"})
"""Omniglot's drawers that are never learnt from."""
STEP = 1 / 40
"""Distance between a symbol's points, in its larger extent."""
MOST = 1500
"""Inks of a class at most, chosen evenly."""
COARSE = frozenset({"apa", "app", "lou"})
"""UNIPEN's contributors whose letters are some 10 to 30 device units high: no tablet of today is so coarse."""
JOINED = frozenset({"CURSIVE", "MIXED"})
"""UNIPEN's styles whose letters were cut out of joined writing; in formulas letters stand alone."""
STRAIGHT = frozenset(["1", "l", "I", "|", "/", "-", ".", ",", "(", ")", r"\setminus", r"\prime", r"\cdot"])
"""Classes that one straight line may be. Of others such an ink is a part: where letters were cut out, some were cut apart."""
LESSER = 0.3
"""Of what is learnt from, coarse and joined ink is this share at most; what is measured on has none."""

Inks = dict[str, list[Strokes]]
"""Drawings of every class, the longer side of each 1, its box begins at 0."""


def normalised(strokes: Strokes) -> Strokes:
    """The strokes resampled, as float32, scaled until the longer side of their box is 1, and moved to 0."""
    low, high = box(strokes)
    size = float((high - low).max()) or 1.0
    points, starts = join_strokes(strokes)
    points, starts = resample((points - low) / size, starts, STEP)
    return split_strokes(points.astype(np.float32), starts)


def read_inks(data: Path, held_back: bool) -> Inks:
    """The drawings to learn from, or those held back."""
    good: dict[str, list[Strokes]] = {}
    lesser: dict[str, list[Strokes]] = {}
    for name in FILES:
        for row in read_rows(data / ("dev" if held_back else "train") / f"{name}.jsonl.gz"):
            label = CLASS_OF.get(row["label"])
            if not label or not any(row["strokes"]):
                continue
            strokes = decode_strokes(row)
            if label in STRAIGHT or not is_line(strokes):
                (lesser if _is_lesser(row) else good).setdefault(label, []).append(strokes)
    for row in read_rows(data / "train/omniglot.jsonl.gz"):
        label = CLASS_OF.get(row.get("char") or "")
        drawer = row["id"].rsplit("/", 1)[1]
        if label and (drawer in HELD_BACK) == held_back and any(row["strokes"]):
            good.setdefault(label, []).append(decode_strokes(row))
    found: Inks = {}
    for label, inks in good.items():
        chosen = _evenly(inks, MOST)
        more = [] if held_back else _evenly(lesser.get(label, []), int(LESSER * len(chosen)))
        found[label] = [normalised(strokes) for strokes in chosen + more]
    return found


def is_line(strokes: Strokes) -> bool:
    """Whether the ink is one straight line, or a dot."""
    if len(strokes) > 1:
        return False
    chord = strokes[0][-1] - strokes[0][0]
    off = strokes[0] - strokes[0][0]
    reach = np.hypot(*chord)
    return bool(reach == 0 or np.abs(off[:, 0] * chord[1] - off[:, 1] * chord[0]).max() < 0.08 * reach * reach)


def _is_lesser(row: dict) -> bool:
    parts = row["id"].split("/")
    return parts[0] == "unipen" and (parts[2] in COARSE or row.get("style") in JOINED)


def _evenly(inks: list[Strokes], most: int) -> list[Strokes]:
    """At most so many of the inks, as far apart in the list as they can be."""
    count = min(most, len(inks))
    return [inks[place * len(inks) // count] for place in range(count)]
