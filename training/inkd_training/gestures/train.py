"""Trains the classifier that tells edit gestures from writing, and writes it as a model for inkd.

    python -m inkd_training.gestures.train --out ../models/gestures.safetensors

Gestures are generated over the training split's writing (`generate.py`); everything the writers wrote, in order, late or
inserted, is text. The threshold is chosen on the development split. The samples of a run are kept in its folder; without them
they are made again.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from ..ink import add_data_argument
from ..model_file import write
from .dataset import cached, development_samples, late_samples, training_samples
from .features import PIPELINE_VERSION
from .generate import KINDS

HIDDEN = (128, 64)
"""Units of the hidden layers."""


def build_network(inputs: int) -> torch.nn.Sequential:
    """A perceptron from features (n, inputs) to scores (n, 1 + kinds of gestures)."""
    return torch.nn.Sequential(
        torch.nn.Linear(inputs, HIDDEN[0]),
        torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN[0], HIDDEN[1]),
        torch.nn.ReLU(),
        torch.nn.Linear(HIDDEN[1], len(KINDS) + 1),
    )


def train(x: np.ndarray, y: np.ndarray, epochs: int) -> tuple[torch.nn.Sequential, np.ndarray, np.ndarray]:
    """The trained network, and the mean and deviation (features,) by which its input is standardised; x: features, y: classes."""
    torch.manual_seed(7)
    mean, deviation = x.mean(0), np.maximum(x.std(0), 1e-3)
    inputs, targets = torch.from_numpy((x - mean) / deviation), torch.from_numpy(y)
    model = build_network(x.shape[1])
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
    """The probabilities (n, classes) of features x (n, 75)."""
    with torch.no_grad():
        return model(torch.from_numpy((x - mean) / deviation)).softmax(1).numpy()


def choose_threshold(gestureness: np.ndarray, strokes: int, false_positives: float) -> float:
    """The threshold, at least one half, above which at most a share `false_positives` of all `strokes` of text passes for gestures.

    gestureness: probability of any gesture, for those of the strokes that have features.
    """
    allowed = int(false_positives * strokes)
    return float(max(0.5, np.sort(gestureness)[-allowed - 1]))


def print_results(classes: np.ndarray, read: np.ndarray) -> None:
    """Recall, precision and confusions of every class; classes: true, read: recognised, (n,) each."""
    for k, kind in enumerate(["text", *KINDS]):
        of = classes == k
        if of.any():
            precision = (classes[read == k] == k).mean() if (read == k).any() else 0
            confusions = np.bincount(read[of], minlength=8).tolist()
            print(f"{kind:14} {of.sum():5} recall {(read[of] == k).mean():.4f} precision {precision:.4f} read as {confusions}")
    print(f"all gestures: recall {(read == classes).mean():.4f}")


def export(out: Path, model: torch.nn.Sequential, mean: np.ndarray, deviation: np.ndarray, threshold: float) -> None:
    """Writes the model file."""
    tensors = {"mean": mean, "deviation": deviation}
    for index, layer in enumerate(m for m in model if isinstance(m, torch.nn.Linear)):
        tensors |= {f"layer{index}.weight": layer.weight.detach().numpy(), f"layer{index}.bias": layer.bias.detach().numpy()}
    metadata = {
        "kind": "gestures",
        "language": "mul-Latn-x-gesture",
        "feature_pipeline": str(PIPELINE_VERSION),
        "classes": " ".join(["text", *KINDS]),
        "threshold": f"{threshold:.6f}",
        "training_data": "UNIPEN train_r01_v07 (Guyon et al. 1994), Zenodo 1195803; with gestures made by a program",
        "training_data_licence": "CC BY 4.0",
    }
    write(out, tensors, metadata)


def main() -> None:
    """Trains, measures and writes the model."""
    parser = argparse.ArgumentParser(description="Train the gesture classifier and write it as a model for inkd.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/gestures"), help="where samples are kept")
    parser.add_argument("--out", type=Path, default=Path("../models/gestures.safetensors"))
    parser.add_argument("--share", type=float, default=0.5, help="of the training inks to use")
    parser.add_argument("--epochs", type=int, default=30)
    parser.add_argument("--false-positives", type=float, default=0.0015, help="share of development strokes that may become gestures")
    options = parser.parse_args()
    torch.set_num_threads(1)
    made = cached(options.run / f"train-{options.share}.npz", lambda: training_samples(options.data, options.share))
    lines = options.data / "train/unipen_text.jsonl.gz"
    late = cached(options.run / f"late-{options.share}.npz", lambda: late_samples(lines, options.share / 2, 20, 5))
    x = np.concatenate([made["x"], late["x"]])
    y = np.concatenate([made["y"], np.zeros(len(late["x"]), made["y"].dtype)])
    print(f"{len(y)} samples, by class {np.bincount(y).tolist()}", flush=True)
    held = cached(options.run / "dev.npz", lambda: development_samples(options.data))
    model, mean, deviation = train(x, y, options.epochs)
    gestureness = 1 - probabilities(model, mean, deviation, held["text"])[:, 0]
    threshold = choose_threshold(gestureness, int(held["strokes"]), options.false_positives)
    print(f"threshold {threshold:.4f}: {int((gestureness > threshold).sum())} of {int(held['strokes'])} strokes taken for gestures")
    found = probabilities(model, mean, deviation, held["x"])
    print_results(held["y"], np.where(1 - found[:, 0] > threshold, found[:, 1:].argmax(1) + 1, 0))
    export(options.out, model, mean, deviation, threshold)


if __name__ == "__main__":
    main()
