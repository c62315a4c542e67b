"""Writes the symbols' golden vectors: a tiny network, and its features and scores for inks made from formulas.

python -m inkd_training.symbols.golden
"""

from __future__ import annotations

import torch

from ..golden import FIXTURES, inks, rounded, set_fixed_weights, write_cases
from ..ink import join_strokes
from ..model_file import weight_arrays, write
from .export import description
from .features import features
from .network import SymbolNetwork

NAMES = ["7", r"\#", r"\alpha", r"\upalpha", "a", r"\Bat"]
"""The tiny network's classes."""


def tiny_network() -> SymbolNetwork:
    """A network of odd sizes with the same weights on every machine, in evaluation mode."""
    network = SymbolNetwork(len(NAMES), 8, 2, (4, 12, 8)).eval()
    set_fixed_weights(network, seed=21)
    return network


def vectors(network: SymbolNetwork) -> list[dict]:
    """The inks of `golden.inks` with their strokes, features (rows of 8) and logits (one row)."""
    cases = []
    for name, strokes in inks().items():
        rows = features(*join_strokes(strokes))
        with torch.no_grad():
            logits = network(torch.from_numpy(rows)[None], torch.tensor([len(rows)]))
        cases.append(
            {
                "name": name,
                "strokes": [s.reshape(-1).tolist() for s in strokes],
                "features": rounded(rows, 6),
                "logits": rounded(logits.numpy(), 5),
            }
        )
    return cases


def main() -> None:
    """Writes tiny-symbols.safetensors and symbols.json."""
    groups = torch.tensor([[n not in "7a" for n in NAMES], [n == "7" for n in NAMES], [n in ("7", "a", r"\#") for n in NAMES]])
    network = tiny_network()
    about = {"training_data": "none: random weights for tests", "training_data_licence": "none"}
    write(FIXTURES / "tiny-symbols.safetensors", weight_arrays(network), description(network, NAMES, groups, 1.5) | about)
    write_cases(FIXTURES / "symbols.json", vectors(network))


if __name__ == "__main__":
    main()
