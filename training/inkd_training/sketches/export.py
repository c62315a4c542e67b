"""Writes a trained sketch classifier as a model file with weights of 8 bits.

python -m inkd_training.sketches.export --run runs/sketches --out ../models/sketches.safetensors
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from .. import checkpoint
from ..ink import add_data_argument
from ..model_file import write
from ..quantise import quantise
from .dataset import plain, read_classes, read_sketches
from .network import SketchNetwork, description, score
from .train import ranks

TRAINING_DATA = "Quick, Draw! (Google Creative Lab, github.com/googlecreativelab/quickdraw-dataset; Ha and Eck 2017)"
LICENCE = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0: name Google's Quick, Draw! as the source; the drawings were changed"


def fit_temperature(scores: torch.Tensor, labels: torch.Tensor) -> float:
    """The softmax temperature of least cross-entropy; scores (n, classes)."""
    return min(np.arange(0.3, 3.0, 0.02), key=lambda t: float(torch.nn.functional.cross_entropy(scores / t, labels)))


def export(data: Path, run: Path, out: Path, precision: str) -> None:
    """Calibrates and measures the run's averaged network on the dev part and writes it."""
    classes = read_classes()
    state = checkpoint.load(run / "checkpoint.pt")
    network = SketchNetwork(len(classes), state["plan"])
    network.load_state_dict(state["average"])
    network.eval()
    dev = read_sketches(data / "dev/quickdraw.jsonl.gz", [name for name, _ in classes])
    scores, labels = score(network, plain(dev)), torch.tensor([s.label for s in dev])
    temperature = fit_temperature(scores, labels)
    print(f"{len(dev)} drawings: {', '.join(f'{key} {100 * value:.2f} %' for key, value in ranks(scores, labels).items())}")
    arrays = network.folded()
    about = {
        "precision": precision,
        "training_data": TRAINING_DATA,
        "training_data_licence": LICENCE,
        "training_inks": str(state["done"] * state["batch"]),
    }
    write(out, quantise(arrays) if precision == "int8" else arrays, description(network, classes, temperature) | about)
    print(f"{out}: {out.stat().st_size} bytes, temperature {temperature:.2f}")


def main() -> None:
    """Exports the run that the command line names."""
    parser = argparse.ArgumentParser(description="Write a run's averaged network as a sketch model for inkd.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/sketches"))
    parser.add_argument("--out", type=Path, default=Path("../models/sketches.safetensors"))
    parser.add_argument("--precision", choices=["int8", "fp32"], default="int8")
    options = parser.parse_args()
    torch.set_num_threads(1)
    export(options.data, options.run, options.out, options.precision)


if __name__ == "__main__":
    main()
