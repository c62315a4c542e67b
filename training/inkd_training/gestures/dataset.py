"""The samples of the gesture classifier: generated gestures, and strokes that writers wrote, over written text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from ..ink import Strokes, decode_strokes, read_rows
from .features import Trace, features
from .generate import KINDS, gesture

GESTURES = 5
"""Gestures made over each line or page."""


def read_inks(path: Path, share: float, random: np.random.Generator) -> Iterator[tuple[str, Strokes]]:
    """Identifier and strokes, (n, 2) each, of a share of the file's inks."""
    for row in read_rows(path):
        if random.random() < share:
            strokes = decode_strokes(row)
            if strokes:
                yield row["id"], strokes


def insert_copies(strokes: Strokes, random: np.random.Generator) -> Strokes:
    """Some neighbouring strokes once more, as if they were written between or above the lines later."""
    first = int(random.integers(len(strokes)))
    copied = strokes[first : first + int(random.integers(1, 7))]
    points = np.concatenate(copied)
    everything = np.concatenate(strokes)
    anchor = points.min(0)
    place = np.array([random.uniform(everything[:, 0].min(), everything[:, 0].max()), anchor[1]])
    size = np.ptp(points[:, 1])
    scale = random.uniform(0.6, 1.1)
    if random.random() < 0.7:
        place[1] -= random.uniform(0.5, 1.2) * size
    return [np.round((s - anchor) * scale + place) for s in copied]


def text_features(strokes: Strokes, traces: list[Trace], orderly: int, random: np.random.Generator) -> Iterator[np.ndarray]:
    """Features of strokes that are text: some in the order of writing, fewer as late additions and insertions."""
    count = len(strokes)
    for k in random.permutation(np.arange(1, count))[:orderly]:
        yield features(strokes[k], traces[:k])
    for k in random.permutation(count)[: orderly // 4]:
        yield features(strokes[k], traces[:k] + traces[k + 1 :])
    if count > 3 and orderly >= 4:
        context = list(traces)
        for s in insert_copies(strokes, random)[: orderly // 4]:
            yield features(s, context)
            context.append(Trace(s))


def samples(path: Path, share: float, orderly: int, gestures: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Features (n, 75) and classes (n,) of strokes of a share of a file's inks.

    orderly: strokes of an ink taken as text, in the order of writing; gestures: gestures generated over each ink.
    """
    random = np.random.default_rng(seed)
    rows, classes = [], []
    for _, strokes in read_inks(path, share, random):
        traces = [Trace(s) for s in strokes]
        for row in text_features(strokes, traces, orderly, random):
            if row is not None:
                rows.append(row)
                classes.append(0)
        for kind in random.integers(len(KINDS), size=gestures):
            context = traces[: max(1, int(random.integers(len(traces) // 2, len(traces)) + 1))]
            made = gesture(KINDS[kind], context, random)
            row = None if made is None else features(made, context)
            if row is not None:
                rows.append(row)
                classes.append(int(kind) + 1)
    return np.array(rows, np.float32), np.array(classes)


def late_samples(path: Path, share: float, each: int, seed: int) -> dict[str, np.ndarray]:
    """Features of strokes of a file's inks as if they were added after all others: stems in the middle of a line look like splits."""
    random = np.random.default_rng(seed)
    rows = []
    for _, strokes in read_inks(path, share, random):
        traces = [Trace(s) for s in strokes]
        rows += [features(strokes[k], traces[:k] + traces[k + 1 :]) for k in random.permutation(len(strokes))[:each]]
    return {"x": np.array([row for row in rows if row is not None], np.float32)}


def features_in_order(path: Path) -> tuple[np.ndarray, int]:
    """Features of every stroke of a file over those before it, where there are any, and how many strokes there are in all."""
    rows, count = [], 0
    for _, strokes in read_inks(path, 1, np.random.default_rng(0)):
        traces = [Trace(s) for s in strokes]
        count += len(strokes)
        rows += [row for k in range(1, len(strokes)) if (row := features(strokes[k], traces[:k])) is not None]
    return np.array(rows, np.float32), count


def cached(path: Path, make: Callable[[], dict[str, np.ndarray]]) -> dict[str, np.ndarray]:
    """The arrays that `make` returns; from the npz file `path` if there is one, else written to it."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **make())
    with np.load(path) as arrays:
        return dict(arrays)


def training_samples(data: Path, share: float) -> dict[str, np.ndarray]:
    """x: features (n, 75), y: classes (n,), of a share of the training inks."""
    parts = [
        samples(data / "train/unipen_text.jsonl.gz", share, 14, GESTURES, 1),
        samples(data / "train/unipen_page.jsonl.gz", share, 30, GESTURES, 2),
        samples(data / "train/unipen_word.jsonl.gz", share * 0.2, 3, 2, 3),
    ]
    return {"x": np.concatenate([p[0] for p in parts]), "y": np.concatenate([p[1] for p in parts])}


def development_samples(data: Path) -> dict[str, np.ndarray]:
    """text: features of strokes that are writing; strokes: how many there are in all; x, y: generated gestures and their classes."""
    text, page = (features_in_order(data / f"dev/unipen_{level}.jsonl.gz") for level in ("text", "page"))
    x, y = samples(data / "dev/unipen_text.jsonl.gz", 1, 0, 3, 4)
    return {"text": np.concatenate([text[0], page[0]]), "strokes": np.array(text[1] + page[1]), "x": x, "y": y}
