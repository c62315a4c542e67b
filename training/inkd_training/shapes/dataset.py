"""The shapes to learn from: drawn by a program, letters and what is no shape partly from UNIPEN's single characters."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch

from ..ink import Strokes, decode, fit_unit_box, read_rows, split_strokes
from .features import picture
from .network import NAMES
from .pen import Pen
from .plans import PLANS

Characters = dict[str, list[Strokes]]
"""Inks of characters, by the class that they help to learn."""
Labelled = tuple[torch.Tensor, torch.Tensor]
"""Pictures (n, GRID, GRID, PLANES) in 255ths and labels (n,)."""
PART = 10_000
"""Shapes in one file of a run."""
UNIPEN = (
    {c: c for c in "DHNPT"}
    | {
        "I": "I",
        "X": "x",
        "x": "x",
        "*": "asterisk",
        "!": "exclamation-point",
        "?": "question-mark",
        "v": "v",
        "V": "v",
        "^": "caret",
        "[": "left-square-bracket",
        "]": "right-square-bracket",
        "{": "left-curly-brace",
        "}": "right-curly-brace",
    }
    | dict.fromkeys("aABFGkKmRQw$&#%5", "other")
)
"""Which class UNIPEN's characters help to learn; the others look too much like a shape of another name."""
UNIPEN_SHARE = 0.25
"""The share of those classes' inks that comes from UNIPEN; of `other` twice as much."""
WEIGHTS = dict.fromkeys(NAMES, 1.0) | {"other": 2.0, "hexagon": 0.5, "pentagon": 0.5, "heart": 0.5, "cloud": 0.5}
"""Relative frequency of each class in training: shapes that people seldom draw are seldom meant."""


def draw(name: str, pen: Pen, characters: Characters) -> list[np.ndarray]:
    """One ink of the class."""
    found = characters.get(name, [])
    if found and pen.chance(2 * UNIPEN_SHARE if name == "other" else UNIPEN_SHARE):
        return pen.finish(found[pen.rng.integers(len(found))], 0.05, 0.1, 0.05)
    return PLANS[name](pen)


def draw_dataset(run: Path, count: int, characters: Characters, seed: int) -> Labelled:
    """`count` shapes of all classes by WEIGHTS; kept in files of the run, so that nothing is drawn twice."""
    run.mkdir(parents=True, exist_ok=True)
    share = np.array([WEIGHTS[name] for name in NAMES])
    pictures, labels = [], []
    for first in range(0, count, PART):
        path = run / f"shapes-{seed}-{first}.npz"
        if not path.exists():
            rng = np.random.default_rng([seed, first])
            names = rng.choice(len(NAMES), PART, p=share / share.sum())
            rows = np.stack([np.round(255 * picture(draw(NAMES[k], Pen(rng), characters))).astype(np.uint8) for k in names])
            np.savez_compressed(path, pictures=rows, labels=names)
            print(f"{first + PART} shapes drawn", flush=True)
        with np.load(path) as part:
            pictures.append(torch.from_numpy(part["pictures"]))
            labels.append(torch.from_numpy(part["labels"]))
    return torch.cat(pictures)[:count], torch.cat(labels)[:count]


def read_characters(path: Path) -> Characters:
    """UNIPEN's characters by class, each centred, its longer side 2."""
    found: Characters = {}
    for row in read_rows(path):
        name = UNIPEN.get(row["label"])
        if name is None or not any(row["strokes"]):
            continue
        points, starts = decode(row)
        points = 2 * fit_unit_box(points)
        width, height = np.ptp(points, axis=0)
        # an I without its serifs is a line
        if name == "I" and width < 0.3 * height:
            continue
        found.setdefault(name, []).append(split_strokes(points, starts))
    return found
