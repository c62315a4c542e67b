"""Calibrates a text model: fits how gaps count as spaces and how far its readings can be trusted, and writes both into its metadata.

    python -m inkd_training.text.calibrate --model ../models/latin.safetensors --inkctl ../.build/release/inkctl

`inkctl calibration-samples` reads labelled ink with the model; here are two logistic regressions over what it saw. `space_gaps` is
fitted to single-line texts of the training data. `confidence` is fitted to words and single-line texts of the development data, because
a network is surer of ink that it was trained on: first to half of the writers, to measure on the other half (the figure in `--chart`),
then to all. Run it again whenever the network changes; the weights stay as they are.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import tempfile
import zlib
from pathlib import Path

import numpy as np

from ..ink import add_data_argument, read_rows
from ..model_file import read, write
from .reliability import chart, expected_error

EVIDENCE_VERSION = 1
"""The same as `Confidence.evidence` in Swift."""
SPACED_OUT = re.compile(r"(^| )\S \S( |$)| ['.,;:!?)]|\( | - |\d \d")
"""Labels in which characters are set apart that nobody writes apart: they would teach that spaces need no gap."""
TRAIN_LINES, EVERY = "train/unipen_text.jsonl.gz", 4
DEV = ("dev/unipen_word.jsonl.gz", "dev/unipen_text.jsonl.gz")


def with_metadata(model: Path, out: Path, changes: dict[str, str | None]) -> None:
    """Copies a model with these metadata entries set, or removed where None; the same input always gives the same bytes."""
    arrays, metadata = read(model)
    write(out, arrays, {k: v for k, v in (metadata | changes).items() if v is not None})


def samples(inkctl: Path, model: Path, language: Path, ink: Path, every: int = 1) -> list[dict]:
    """The rows that `inkctl calibration-samples` prints for every `every`-th ink of a file."""
    command = [inkctl, "calibration-samples", "--model", model, "--language", language, "--every", str(every), ink]
    lines = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout.splitlines()
    return [json.loads(line) for line in lines]


def regression(numbers: np.ndarray, truth: np.ndarray, decay: float = 1.0) -> np.ndarray:
    """Constant and weights (1 + columns,) of a logistic regression, by Newton's method.

    numbers: (rows, columns); truth: (rows,), 0 or 1; decay: an L2 penalty, which keeps the weights of uninformative columns at 0.
    """
    x = np.c_[np.ones(len(numbers)), numbers]
    keep = decay * np.r_[0.0, np.ones(x.shape[1] - 1)]
    w = np.zeros(x.shape[1])
    for _ in range(40):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -40, 40)))
        w -= np.linalg.solve((x * (p * (1 - p))[:, None]).T @ x + np.diag(keep + 1e-9), x.T @ (p - truth) + keep * w)
    return w


def probability(w: np.ndarray, numbers: np.ndarray) -> np.ndarray:
    """The probabilities (rows,) that a regression gives for numbers (rows, columns)."""
    return 1 / (1 + np.exp(-np.clip(w[0] + numbers @ w[1:], -40, 40)))


def right_words(text: str, label: str) -> list[bool]:
    """For each word of the text whether it is the label's, by the alignment with the fewest changed words."""
    a, b = text.split(), label.split()
    cost = np.zeros((len(a) + 1, len(b) + 1), int)
    cost[:, 0], cost[0] = np.arange(len(a) + 1), np.arange(len(b) + 1)
    for i in range(len(a)):
        for j in range(len(b)):
            cost[i + 1, j + 1] = min(cost[i, j + 1] + 1, cost[i + 1, j] + 1, cost[i, j] + (a[i] != b[j]))
    right, i, j = [False] * len(a), len(a), len(b)
    while i and j:
        if cost[i, j] == cost[i - 1, j - 1] + (a[i - 1] != b[j - 1]):
            right[i - 1] = a[i - 1] == b[j - 1]
            i, j = i - 1, j - 1
        elif cost[i, j] == cost[i - 1, j] + 1:
            i -= 1
        else:
            j -= 1
    return right


def space_gaps(rows: list[dict]) -> np.ndarray:
    """The weights of `SpaceGaps`."""
    rows = [r for r in rows if r["gaps"] and r["isSpace"] is not None and not SPACED_OUT.search(r["label"])]
    numbers, truth = np.concatenate([r["gaps"] for r in rows]), np.concatenate([r["isSpace"] for r in rows]).astype(float)
    print(f"space_gaps: {len(truth)} gaps of {len(rows)} lines, {truth.mean():.1%} of them spaces")
    return regression(numbers, truth)


def confidence(rows: list[dict], writers: dict[str, str], figure: Path | None) -> dict[str, list[float]]:
    """The weights of `Confidence`, measured on writers whom they were not fitted to."""
    read = [r for r in rows if r["words"]]
    second = np.array([zlib.crc32(writers[r["id"]].encode()) % 2 == 1 for r in read])
    words = np.concatenate([r["words"] for r in read])
    right = np.concatenate([right_words(r["text"], r["label"]) for r in read]).astype(float)
    of_second = np.repeat(second, [len(r["words"]) for r in read])
    texts, exact = np.array([r["whole"] for r in read]), np.array([r["text"] == r["label"] for r in read], float)
    curves = {}
    for name, x, y, part in (("words", words, right, of_second), ("whole inks", texts, exact, second)):
        # the first number is the logit of the share that the word or text has of the readings found: what there is without calibration
        before, after = 1 / (1 + np.exp(-x[part, 0])), probability(regression(x[~part], y[~part]), x[part])
        curves[name] = (before, after, y[part])
        print(
            f"confidence of {name}: {part.sum()} of other writers, {y[part].mean():.1%} right; expected calibration error "
            f"{expected_error(before, y[part]):.2%} before, {expected_error(after, y[part]):.2%} after"
        )
    if figure:
        figure.write_text(chart(curves))
    return {"word": regression(words, right).round(4).tolist(), "text": regression(texts, exact).round(4).tolist()}


def main() -> None:
    """Calibrates the model that the command line names, in place or into `--out`."""
    parser = argparse.ArgumentParser(description="Fit what a text model says about gaps and confidence, and write it into the model.")
    parser.add_argument("--model", type=Path, default=Path("../models/latin.safetensors"))
    parser.add_argument("--inkctl", type=Path, default=Path("../.build/release/inkctl"), help="the program, of the same sources")
    add_data_argument(parser)
    parser.add_argument("--chart", type=Path, help="write the reliability diagram here, as SVG")
    parser.add_argument("--out", type=Path, help="write the model here; default: in place")
    parser.add_argument("--also", type=Path, help="write the same into this model too: the network in single precision")
    options = parser.parse_args()
    language = options.model.parent / "language/en.safetensors"
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.safetensors"
        with_metadata(options.model, model, {"space_gaps": None, "confidence": None})
        weights = space_gaps(samples(options.inkctl, model, language, options.data / TRAIN_LINES, EVERY))
        with_metadata(model, model, {"space_gaps": json.dumps({"weights": weights.round(4).tolist()})})
        rows, writers = [], {}
        for name in DEV:
            rows += samples(options.inkctl, model, language, options.data / name)
            writers |= {row["id"]: row["writer"] or row["id"] for row in read_rows(options.data / name)}
        fitted = confidence(rows, writers, options.chart) | {"evidence": EVIDENCE_VERSION}
        found = {"space_gaps": json.dumps({"weights": weights.round(4).tolist()}), "confidence": json.dumps(fitted, sort_keys=True)}
        for source, target in [(model, options.out or options.model)] + ([(options.also, options.also)] if options.also else []):
            with_metadata(source, target, found)
    print(f"{options.out or options.model}: space_gaps {weights.round(4).tolist()}, confidence {fitted}")


if __name__ == "__main__":
    main()
