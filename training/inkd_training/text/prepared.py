"""Training inks in one file that is read in seconds: what `data.load_training_data` makes of ink files, without the composer.

Rows of JSON take minutes to decode and to measure, which is long beside a run of half an hour on a GPU.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from .samples import Sample


def save(path: Path, lists: dict[str, list[Sample]], lengths: np.ndarray) -> None:
    """Writes lists of inks under their names; lengths: rows of features of all trainable inks. Points are kept as the device's integers."""
    # an ink may be in several lists
    samples = list({id(sample): sample for some in lists.values() for sample in some}.values())
    place = {id(sample): number for number, sample in enumerate(samples)}
    device = [np.rint(s.points.astype(np.float64) * s.scale).astype(np.int32) for s in samples]
    deltas = np.concatenate([np.diff(p, axis=0, prepend=np.zeros((1, 2), np.int32)) for p in device])
    if np.abs(deltas).max() <= np.iinfo(np.int16).max:
        deltas = deltas.astype(np.int16)
    about = {
        "counts": {name: len(some) for name, some in lists.items()},
        "labels": [s.label for s in samples],
        "writers": [s.writer for s in samples],
    }
    # spans follow on one another: their lengths say where they are
    spans = [np.diff(s.spans, axis=1)[:, 0] if s.spans is not None else np.zeros(0, np.int32) for s in samples]
    np.savez_compressed(
        path,
        deltas=deltas,
        points=np.array([len(s.points) for s in samples], np.int32),
        starts=np.concatenate([np.diff(s.starts, prepend=0) for s in samples]).astype(np.int32),
        strokes=np.array([len(s.starts) for s in samples], np.int32),
        scale=np.array([s.scale for s in samples]),
        spans=np.concatenate(spans).astype(np.int32),
        spanned=np.array([len(s) for s in spans], np.int32),
        lists=np.array([place[id(sample)] for some in lists.values() for sample in some], np.int32),
        lengths=lengths.astype(np.int32),
        about=np.frombuffer(json.dumps(about).encode(), np.uint8),
    )


def load(path: Path) -> tuple[dict[str, list[Sample]], np.ndarray]:
    """The lists of inks and the lengths that `save` wrote."""
    with np.load(path) as file:
        arrays = dict(file)
    about = json.loads(arrays["about"].tobytes())
    device = np.split(arrays["deltas"].astype(np.int32), np.cumsum(arrays["points"])[:-1])
    starts = np.split(arrays["starts"], np.cumsum(arrays["strokes"])[:-1])
    spans = np.split(arrays["spans"], np.cumsum(arrays["spanned"])[:-1])

    def edges(lengths: np.ndarray) -> np.ndarray | None:
        ends = np.cumsum(lengths)
        return np.stack([ends - lengths, ends], 1) if len(lengths) else None

    samples = [
        Sample((np.cumsum(d, 0) / scale).astype(np.float32), np.cumsum(s), label, writer, scale, edges(span))
        for d, s, scale, span, label, writer in zip(
            device, starts, arrays["scale"].tolist(), spans, about["labels"], about["writers"], strict=True
        )
    ]
    lists, first = {}, 0
    for name, count in about["counts"].items():
        lists[name] = [samples[number] for number in arrays["lists"][first : first + count]]
        first += count
    return lists, arrays["lengths"]
