"""Writes golden vectors: inks made from formulas, their features, and the network's scores for them.

    python -m inkd_training.text.golden                                    the tiny network of the tests, and its model file
    python -m inkd_training.text.golden --run runs/latin --out shipped     for the model that was exported from that run

The Swift tests hold `Sources/Recognition` to these files.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from ..golden import FIXTURES, inks, rounded, set_fixed_weights, write_cases
from ..ink import join_strokes
from ..model_file import weight_arrays, write
from ..quantise import quantise
from .export import description, load_run
from .features import features
from .network import TextNetwork
from .samples import ASCII


def tiny_network() -> TextNetwork:
    """A network of odd sizes with the same weights on every machine, in evaluation mode."""
    network = TextNetwork(hidden=8, layers=2, channels=(4, 12, 8), dropout=0.0, classes=len(ASCII) + 1)
    set_fixed_weights(network, seed=20)
    return network.eval()


def vectors(network: TextNetwork, described: bool) -> list[dict]:
    """Every ink with its strokes, logits (a row a step) and, if `described`, features (rows of 8)."""
    cases = []
    for name, strokes in inks().items():
        rows = features(*join_strokes(strokes))
        with torch.no_grad():
            logits = network.logits(torch.from_numpy(rows)[None], torch.tensor([len(rows)]))[0].numpy()
        cases.append(
            {
                "name": name,
                "strokes": [s.reshape(-1).tolist() for s in strokes],
                "features": rounded(rows, 6) if described else [],
                "logits": rounded(logits, 5),
            }
        )
    return cases


def main() -> None:
    """Writes the files that the command line names."""
    parser = argparse.ArgumentParser(description="Write golden vectors for the Swift tests.")
    parser.add_argument("--run", type=Path, help="a run with a checkpoint; the tiny network if it is left out")
    parser.add_argument("--out", default="golden", help=f"name of the JSON file in {FIXTURES}")
    options = parser.parse_args()
    FIXTURES.mkdir(parents=True, exist_ok=True)
    if options.run:
        if options.out == "golden":
            parser.error("golden.json belongs to the tiny network: give --out another name, such as shipped")
        network, _ = load_run(options.run)
    else:
        network = tiny_network()
        about = description(network, ASCII) | {
            "language": "mul-Latn",
            "training_data": "none: random weights for tests",
            "training_data_licence": "none",
        }
        write(FIXTURES / "tiny.safetensors", weight_arrays(network), about)
        write(FIXTURES / "tiny-int8.safetensors", quantise(weight_arrays(network)), about)
    write_cases(FIXTURES / f"{options.out}.json", vectors(network, described=not options.run))


if __name__ == "__main__":
    main()
