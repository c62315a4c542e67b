"""Writes the symbols' golden vectors: two tiny networks, and their features and scores for inks made from formulas.

python -m inkd_training.symbols.golden
"""

from __future__ import annotations

import torch

from ..golden import FIXTURES, inks, rounded, set_fixed_weights, write_cases
from ..ink import join_strokes
from ..model_file import write
from ..sketches.golden import with_fixed_weights
from ..sketches.network import CLOSE, OPEN, PLAIN, SketchNetwork
from .export import arrays, description
from .features import features
from .network import SymbolNetwork
from .views import picture

NAMES = ["7", r"\#", r"\alpha", r"\upalpha", "a", r"\Bat"]
"""The tiny networks' classes."""
PLAN = [(4, 2, PLAIN), (12, 2, PLAIN), (12, 1, OPEN), (12, 1, CLOSE)]
"""Convolutions of the one that sees pictures."""


def tiny_networks() -> tuple[SymbolNetwork, SketchNetwork]:
    """Networks of odd sizes with the same weights on every machine, in evaluation mode: for strokes, for pictures."""
    network = SymbolNetwork(len(NAMES), 8, 2, (4, 12, 8)).eval()
    set_fixed_weights(network, seed=21)
    return network, with_fixed_weights(SketchNetwork(len(NAMES), PLAN), seed=24)


def vectors(network: SymbolNetwork, pictures: SketchNetwork) -> list[dict]:
    """The inks of `golden.inks` with their strokes, features (rows of 8) and logits (one row): the sum of both networks'."""
    cases = []
    for name, strokes in inks().items():
        points = join_strokes(strokes)
        rows = features(*points)
        with torch.no_grad():
            logits = network(torch.from_numpy(rows)[None], torch.tensor([len(rows)])) + pictures(*picture([points]))
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
    networks = tiny_networks()
    about = {"training_data": "none: random weights for tests", "training_data_licence": "none"}
    write(FIXTURES / "tiny-symbols.safetensors", arrays(*networks), description(*networks, NAMES, groups, 1.5) | about)
    write_cases(FIXTURES / "symbols.json", vectors(*networks))


if __name__ == "__main__":
    main()
