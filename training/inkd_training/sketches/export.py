"""Writes a trained sketch classifier as a model file with weights of 8 bits.

python -m inkd_training.sketches.export --run runs/sketches --out ../models/sketches.safetensors
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from .. import checkpoint
from ..classifier import AVERAGE, fit_temperature, write_model
from ..ink import add_data_argument
from .dataset import plain, read_classes, read_sketches
from .network import SketchNetwork, description, score
from .train import ranks

TRAINING_DATA = "Quick, Draw! (Google Creative Lab, github.com/googlecreativelab/quickdraw-dataset; Ha and Eck 2017)"
LICENCE = "CC BY 4.0, https://creativecommons.org/licenses/by/4.0: name Google's Quick, Draw! as the source; the drawings were changed"


def export(data: Path, run: Path, out: Path, precision: str) -> None:
    """Calibrates and measures the run's averaged network on the dev part and writes it."""
    classes = read_classes()
    state = checkpoint.load(run / AVERAGE)
    network = SketchNetwork(len(classes), state["plan"])
    network.load_state_dict({name: weights for name, weights in state["average"].items() if not name.startswith("others.")})
    network.eval()
    dev = read_sketches(data / "dev/quickdraw.jsonl.gz", [name for name, _ in classes])
    scores, labels = score(network, plain(dev)), torch.tensor([s.label for s in dev])
    temperature = fit_temperature(scores, labels)
    print(f"{len(dev)} drawings: {', '.join(f'{key} {100 * value:.2f} %' for key, value in ranks(scores, labels).items())}")
    print(f"temperature {temperature:.2f}")
    about = description(network, classes, temperature)
    write_model(out, network.folded(), about, (TRAINING_DATA, LICENCE, state), precision)


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
