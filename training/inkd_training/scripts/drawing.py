"""Drawings of single letters in text, and the smooth strokes that a pen makes of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np

from ..ink import Strokes

SAMPLES = 6
"""Samples between two points of a drawing."""


@dataclass(slots=True)
class Letter:
    """A drawn letter: y grows downwards from the baseline, a small letter is 1 high.

    body, late: points (n, 3) of x, y and 1 at corners, of what is drawn at once, and of what when the word is finished. joins: the pen may
    go on to the next letter from the end of the body.
    """

    body: Strokes
    late: Strokes
    joins: bool


@cache
def parse(drawing: str) -> Letter:
    """A letter of its drawing; see `cyrillic.py`."""
    at_once, _, later = drawing.partition("|")
    before, joins, behind = at_once.partition(">")
    return Letter(strokes(before), strokes(behind) + strokes(later), bool(joins))


def strokes(text: str) -> Strokes:
    """The points (n, 3) of every stroke of a drawing's part."""
    made = []
    for stroke in text.replace(" !", "!").split("/"):
        words = [(*word.rstrip("!").split(","), word.endswith("!")) for word in stroke.split()]
        if words:
            made.append(np.array([(float(x) / 100, -float(y) / 100, float(corner)) for x, y, corner in words]))
    return made


def smooth(control: np.ndarray) -> np.ndarray:
    """The curve (m, 2) through points (n, 3), x, y and whether it is a corner: Catmull and Rom's, tangents of length nought at corners."""
    if len(control) < 2:
        return control[:, :2]
    p = control[:, :2]
    tangent = np.empty_like(p)
    tangent[1:-1] = (p[2:] - p[:-2]) / 2
    tangent[0], tangent[-1] = p[1] - p[0], p[-1] - p[-2]
    step = np.hypot(*np.diff(p, axis=0).T)
    # no loops where a long piece meets a short one
    length = np.hypot(*tangent.T)
    most = 1.3 * np.minimum(np.append(step, step[-1]), np.insert(step, 0, step[0])) + 1e-9
    tangent *= np.minimum(1, most / np.maximum(length, 1e-9))[:, None]
    tangent[control[:, 2] > 0] *= 0.15
    t = (np.arange(SAMPLES) / SAMPLES)[None, :, None]
    a, b, u, v = p[:-1, None], p[1:, None], tangent[:-1, None], tangent[1:, None]
    curve = (2 * t**3 - 3 * t**2 + 1) * a + (t**3 - 2 * t**2 + t) * u + (-2 * t**3 + 3 * t**2) * b + (t**3 - t**2) * v
    return np.concatenate([curve.reshape(-1, 2), p[-1:]])


def blurred(curve: np.ndarray, width: int) -> np.ndarray:
    """A stroke as a hasty pen draws it: every sample the mean of so many beside it, the ends kept."""
    if width < 1 or len(curve) < 2 * width + 3:
        return curve
    padded = np.concatenate([np.repeat(curve[:1], width, 0), curve, np.repeat(curve[-1:], width, 0)])
    total = np.cumsum(np.concatenate([np.zeros((1, 2)), padded]), 0)
    mean = (total[2 * width + 1 :] - total[: -2 * width - 1]) / (2 * width + 1)
    mean[0], mean[-1] = curve[0], curve[-1]
    return mean
