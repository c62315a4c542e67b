"""Trains the classifier that tells edit gestures from writing, and writes it as a model for inkd.

    python -m inkd_training.gestures --out ../models/gestures.safetensors

Gestures are made over the training split's writing (`gesture_generation.py`); everything the writers wrote, in order, late or
inserted, is text. The threshold is chosen on the development split. The samples of a run are kept in its folder; without them
they are made again.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch

from .export import write
from .gesture_features import PIPELINE_VERSION, Trace, features
from .gesture_generation import KINDS, gesture

HIDDEN = (128, 64)
GESTURES = 5
"""Gestures made over each line or page."""


def inks(path: Path, share: float, random: np.random.Generator) -> Iterator[tuple[str, list[np.ndarray]]]:
    """Identifier and strokes, (n, 2) each, of a share of the file's inks."""
    with gzip.open(path, "rt") as lines:
        for line in lines:
            if random.random() < share:
                row = json.loads(line)
                strokes = [np.cumsum(np.asarray(s, np.float64).reshape(-1, 2), 0) for s in row["strokes"] if s]
                if strokes:
                    yield row["id"], strokes


def inserted(strokes: list[np.ndarray], random: np.random.Generator) -> list[np.ndarray]:
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


def written(strokes: list[np.ndarray], traces: list[Trace], orderly: int, random: np.random.Generator) -> Iterator[np.ndarray]:
    """Features of strokes that are text: some in the order of writing, fewer as late additions and insertions."""
    count = len(strokes)
    for k in random.permutation(np.arange(1, count))[:orderly]:
        yield features(strokes[k], traces[:k])
    for k in random.permutation(count)[: orderly // 4]:
        yield features(strokes[k], traces[:k] + traces[k + 1 :])
    if count > 3 and orderly >= 4:
        context = list(traces)
        for s in inserted(strokes, random)[: orderly // 4]:
            yield features(s, context)
            context.append(Trace(s))


def samples(path: Path, share: float, orderly: int, gestures: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Features and classes of strokes of a file's inks."""
    random = np.random.default_rng(seed)
    rows, classes = [], []
    for _, strokes in inks(path, share, random):
        traces = [Trace(s) for s in strokes]
        for row in written(strokes, traces, orderly, random):
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
    for _, strokes in inks(path, share, random):
        traces = [Trace(s) for s in strokes]
        for k in random.permutation(len(strokes))[:each]:
            rows.append(features(strokes[k], traces[:k] + traces[k + 1 :]))
    return {"x": np.array([row for row in rows if row is not None], np.float32)}


def network(inputs: int) -> torch.nn.Sequential:
    return torch.nn.Sequential(
        torch.nn.Linear(inputs, HIDDEN[0]), torch.nn.ReLU(), torch.nn.Linear(HIDDEN[0], HIDDEN[1]), torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN[1], len(KINDS) + 1))


def train(x: np.ndarray, y: np.ndarray, epochs: int) -> tuple[torch.nn.Sequential, np.ndarray, np.ndarray]:
    """The classifier, and the mean and deviation that its input is brought to first."""
    torch.manual_seed(7)
    mean, deviation = x.mean(0), np.maximum(x.std(0), 1e-3)
    inputs, targets = torch.from_numpy((x - mean) / deviation), torch.from_numpy(y)
    model = network(x.shape[1])
    batch = 1024
    optimiser = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 4e-3, total_steps=epochs * (len(y) // batch + 1))
    for epoch in range(epochs):
        total = 0.0
        for part in torch.randperm(len(y)).split(batch):
            loss = torch.nn.functional.cross_entropy(model(inputs[part]), targets[part], label_smoothing=0.002)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item() * len(part)
        if epoch % 5 == 4:
            print(f"epoch {epoch + 1}: loss {total / len(y):.4f}", flush=True)
    return model.eval(), mean, deviation


def probabilities(model: torch.nn.Sequential, mean: np.ndarray, deviation: np.ndarray, x: np.ndarray) -> np.ndarray:
    with torch.no_grad():
        return model(torch.from_numpy((x - mean) / deviation)).softmax(1).numpy()


def in_order(path: Path) -> tuple[np.ndarray, int]:
    """Features of every stroke of a file over those before it, where there are any, and how many strokes there are in all."""
    rows, count = [], 0
    for _, strokes in inks(path, 1, np.random.default_rng(0)):
        traces = [Trace(s) for s in strokes]
        count += len(strokes)
        rows += [row for k in range(1, len(strokes)) if (row := features(strokes[k], traces[:k])) is not None]
    return np.array(rows, np.float32), count


def kept(path: Path, make) -> dict[str, np.ndarray]:
    """What `make` gives, from the file if it is there."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        np.savez(path, **make())
    with np.load(path) as arrays:
        return dict(arrays)


def training_samples(data: Path, share: float) -> dict[str, np.ndarray]:
    parts = [
        samples(data / "train/unipen_text.jsonl.gz", share, 14, GESTURES, 1),
        samples(data / "train/unipen_page.jsonl.gz", share, 30, GESTURES, 2),
        samples(data / "train/unipen_word.jsonl.gz", share * 0.2, 3, 2, 3),
    ]
    return {"x": np.concatenate([p[0] for p in parts]), "y": np.concatenate([p[1] for p in parts])}


def development_samples(data: Path) -> dict[str, np.ndarray]:
    text, page = (in_order(data / f"dev/unipen_{level}.jsonl.gz") for level in ("text", "page"))
    x, y = samples(data / "dev/unipen_text.jsonl.gz", 1, 0, 3, 4)
    return {"text": np.concatenate([text[0], page[0]]), "strokes": np.array(text[1] + page[1]), "x": x, "y": y}


def main() -> None:
    parser = argparse.ArgumentParser(description="Train the gesture classifier and write it as a model for inkd.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", "data")))
    parser.add_argument("--run", type=Path, default=Path("runs/gestures"), help="where samples are kept")
    parser.add_argument("--out", type=Path, default=Path("../models/gestures.safetensors"))
    parser.add_argument("--share", type=float, default=0.5, help="of the training inks to use")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--false-positives", type=float, default=0.0015, help="share of development strokes that may become gestures")
    options = parser.parse_args()
    torch.set_num_threads(1)
    made = kept(options.run / f"train-{options.share}.npz", lambda: training_samples(options.data, options.share))
    late = kept(options.run / f"late-{options.share}.npz",
                lambda: late_samples(options.data / "train/unipen_text.jsonl.gz", options.share / 2, 20, 5))
    made = {"x": np.concatenate([made["x"], late["x"]]), "y": np.concatenate([made["y"], np.zeros(len(late["x"]), made["y"].dtype)])}
    print(f"{len(made['y'])} samples, by class {np.bincount(made['y']).tolist()}", flush=True)
    held = kept(options.run / "dev.npz", lambda: development_samples(options.data))
    model, mean, deviation = train(made["x"], made["y"], options.epochs)
    gestureness = 1 - probabilities(model, mean, deviation, held["text"])[:, 0]
    allowed = int(options.false_positives * held["strokes"])
    threshold = float(max(0.5, np.sort(gestureness)[-allowed - 1]))
    found = probabilities(model, mean, deviation, held["x"])
    read = np.where(1 - found[:, 0] > threshold, found[:, 1:].argmax(1) + 1, 0)
    print(f"threshold {threshold:.4f}: {int((gestureness > threshold).sum())} of {int(held['strokes'])} strokes taken for gestures")
    for k, kind in enumerate(["text", *KINDS]):
        of = held["y"] == k
        if of.any():
            precision = (held["y"][read == k] == k).mean() if (read == k).any() else 0
            print(f"{kind:14} {of.sum():5} recall {(read[of] == k).mean():.4f} precision {precision:.4f} "
                  f"read as {np.bincount(read[of], minlength=8).tolist()}")
    print(f"all gestures: recall {(read == held['y']).mean():.4f}")
    tensors = {"mean": mean, "deviation": deviation}
    for index, layer in enumerate(m for m in model if isinstance(m, torch.nn.Linear)):
        tensors |= {f"layer{index}.weight": layer.weight.detach().numpy(), f"layer{index}.bias": layer.bias.detach().numpy()}
    write(options.out, tensors, {
        "kind": "gestures", "language": "mul-Latn-x-gesture", "feature_pipeline": str(PIPELINE_VERSION),
        "classes": " ".join(["text", *KINDS]), "threshold": f"{threshold:.6f}",
        "training_data": "UNIPEN train_r01_v07 (Guyon et al. 1994), Zenodo 1195803; with gestures made by a program",
        "training_data_licence": "CC BY 4.0"})


if __name__ == "__main__":
    main()
