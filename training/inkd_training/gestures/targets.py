"""The targets that a gesture could have in an ink: its words, as far as gaps tell them, and a choice of them."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .features import Trace, text_height


@dataclass(slots=True)
class Word:
    """Strokes that stand close together. box: left, top, right, bottom; middle: mean height of the ink."""

    strokes: list[int]
    box: np.ndarray
    middle: float


def words(traces: list[Trace]) -> list[Word]:
    """Strokes put together by the gaps between them, in reading order of each line."""
    h = text_height(np.array([t.heights for t in traces])) or 1.0
    boxes = np.array([t.box for t in traces])
    middles = np.array([centre(t) for t in traces])
    owner = np.arange(len(traces))
    for i in range(1, len(traces)):
        gap = np.maximum(boxes[:i, 0], boxes[i, 0]) - np.minimum(boxes[:i, 2], boxes[i, 2])
        apart = np.maximum(boxes[:i, 1], boxes[i, 1]) - np.minimum(boxes[:i, 3], boxes[i, 3])
        small = np.minimum(boxes[:i, 3] - boxes[:i, 1], boxes[i, 3] - boxes[i, 1]) < 0.5 * h
        close = (gap < 0.35 * h) & ((np.abs(middles[:i] - middles[i]) < 0.8 * h) | small & (gap < 0) & (apart < 0.7 * h))
        for j in np.unique(owner[:i][close]):
            owner[owner == j] = owner[i]
    result = []
    for o in np.unique(owner):
        of = np.flatnonzero(owner == o)
        box = np.concatenate([boxes[of, :2].min(0), boxes[of, 2:].max(0)])
        high = [middles[i] for i in of if traces[i].heights[0] > 0.3 * h]
        result.append(Word(of.tolist(), box, float(np.mean(high or [middles[of[0]]]))))
    lines = []
    for word in sorted(result, key=lambda w: w.box[0]):
        line = next((line for line in lines if abs(line[-1].middle - word.middle) < h), None)
        line.append(word) if line else lines.append([word])
    return [word for line in lines for word in line]


def centre(trace: Trace) -> float:
    """Mean height of a stroke's ink."""
    s = trace.segments
    length = np.hypot(s[:, 2] - s[:, 0], s[:, 3] - s[:, 1])
    return float((length * (s[:, 1] + s[:, 3]) / 2).sum() / length.sum()) if length.sum() > 0 else float(s[0, 1])


@dataclass(slots=True)
class Target:
    """The target of a gesture. Positions in the ink's units; h: text height; y: mean height of the line's ink."""

    left: float
    right: float
    top: float
    bottom: float
    y: float
    h: float
    gap: tuple[float, float] | None
    """The gap after the word, where another word of the line follows."""
    ink: np.ndarray
    """Horizontal places of the ink between left and right."""


def target(traces: list[Trace], random: np.random.Generator) -> Target | None:
    """One word, several of a line, or a part of one; often the last. None where the ink is too little to choose from."""
    h = text_height(np.array([t.heights for t in traces]))
    all_words = [w for w in words(traces) if w.box[2] - w.box[0] > 0.5 * h or w.box[3] - w.box[1] > 0.7 * h]
    if h <= 0 or not all_words:
        return None

    def near(a: Word, b: Word) -> bool:
        return abs(a.middle - b.middle) < h and -0.3 * h < b.box[0] - a.box[2] < 4 * h

    first = len(all_words) - 1 if random.random() < 0.3 else int(random.integers(len(all_words)))
    last = first
    many = random.choice([0, 0, 0, 1, 2, 3])
    while many and last + 1 < len(all_words) and near(all_words[last], all_words[last + 1]):
        last, many = last + 1, many - 1
    boxes = np.array([w.box for w in all_words[first : last + 1]])
    left, right = float(boxes[:, 0].min()), float(boxes[:, 2].max())
    if random.random() < 0.15 and right - left > 2.5 * h:
        left, right = np.sort(random.uniform(left, right, 2))
        right = max(right, left + h)
    follows = last + 1 < len(all_words) and near(all_words[last], all_words[last + 1])
    gap = (float(boxes[-1, 2]), float(all_words[last + 1].box[0])) if follows else None
    middle = float(np.mean([w.middle for w in all_words[first : last + 1]]))
    ink = np.concatenate([traces[k].segments[:, 0] for w in all_words[first : last + 1] for k in w.strokes])
    return Target(left, right, float(boxes[:, 1].min()), float(boxes[:, 3].max()), middle, h, gap, ink)
