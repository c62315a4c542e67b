"""Writes the gestures' golden vectors, and gestures over the development split's ink.

    python -m inkd_training.gestures.golden

Neither holds any ink of a data set: the vectors are of inks made from formulas, the gestures name the ink that they are over.
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np

from ..golden import FIXTURES
from ..ink import Strokes, add_data_argument
from .dataset import read_inks
from .features import Trace, features
from .generate import KINDS, gesture


def text() -> Strokes:
    """Strokes (n, 2) that look like two lines of words: loops, bars and dots."""
    t = np.linspace(0, 1, 60)
    word = np.stack([40 * t + 3 * np.sin(40 * t), 5 * np.cos(40 * t)], 1)
    strokes = []
    for line in (0, 1):
        for k in range(3):
            strokes.append(word * [1.0, 1 + 0.2 * k] + [58 * k, 20 + 30 * line])
            strokes.append(np.array([[8.0, 8], [8, 25]]) + [58 * k, 30 * line])
        strokes.append(np.array([[20.0, 11]]) + [0, 30 * line])
    # eighths, so that moving and scaling them by powers of two rounds nothing
    return [np.round(s * 8) / 8 for s in strokes]


def vectors() -> list[dict]:
    """Strokes over `text` with their features."""
    random = np.random.default_rng(7)
    context = text()
    traces = [Trace(s) for s in context]
    cases = [{"name": kind, "over": len(context), "stroke": gesture(kind, traces, random)} for kind in KINDS for _ in range(2)]
    cases += [{"name": f"stroke {k}", "over": k, "stroke": context[k]} for k in range(1, len(context))]
    cases += [
        {"name": "given twice", "over": len(context), "stroke": np.repeat(context[0], 2, 0) + [3, 2]},
        {"name": "a point", "over": len(context), "stroke": np.array([[20.0, 20]])},
        {"name": "far away", "over": len(context), "stroke": context[0] + [900, 900]},
        {"name": "upright", "over": len(context), "stroke": np.array([[49.0, 5], [49, 40]])},
    ]
    for case in cases:
        found = features(case["stroke"], traces[: case["over"]])
        case["stroke"] = case["stroke"].reshape(-1).tolist()
        case["features"] = None if found is None else [round(float(v), 7) for v in found]
    return cases


def gestures_over(path: Path, each: int, seed: int) -> list[dict]:
    """`each` gestures over every ink of a file, of all kinds in turn, as rows of an ink file that name the ink."""
    random = np.random.default_rng(seed)
    rows = []
    for number, (name, strokes) in enumerate(read_inks(path, 1, random)):
        traces = [Trace(s) for s in strokes]
        for k in range(each):
            kind = KINDS[(number * each + k) % len(KINDS)]
            made = gesture(kind, traces, random)
            if made is not None:
                deltas = np.concatenate([made[:1], np.diff(made, axis=0)]).astype(int)
                rows.append({"id": name, "level": "gesture", "label": kind, "strokes": [deltas.reshape(-1).tolist()]})
    return rows


def main() -> None:
    """Writes gestures.json and dev-gestures.jsonl.gz."""
    parser = argparse.ArgumentParser(description="Write golden vectors and measuring gestures for the Swift side.")
    add_data_argument(parser)
    options = parser.parse_args()
    context = [s.reshape(-1).tolist() for s in text()]
    cases = vectors()
    path = FIXTURES / "gestures.json"
    path.write_text(json.dumps({"text": context, "cases": cases}, separators=(",", ":")) + "\n")
    rows = gestures_over(options.data / "dev/unipen_text.jsonl.gz", 1, 11) + gestures_over(options.data / "dev/unipen_page.jsonl.gz", 3, 12)
    measured = FIXTURES / "dev-gestures.jsonl.gz"
    with open(measured, "wb") as raw, gzip.GzipFile("", "wb", mtime=0, fileobj=raw) as file:
        file.write("".join(json.dumps(row, separators=(",", ":")) + "\n" for row in rows).encode())
    print(f"{path}: {len(cases)} cases; {measured}: {len(rows)} gestures, {measured.stat().st_size} bytes")


if __name__ == "__main__":
    main()
