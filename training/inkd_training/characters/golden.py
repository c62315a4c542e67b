"""Writes the characters' golden vectors: a tiny network, and its pictures and scores for inks made from formulas.

python -m inkd_training.characters.golden
"""

from __future__ import annotations

import numpy as np
import torch

from ..golden import FIXTURES, inks, rounded, set_fixed_weights, write_cases
from ..ink import join_strokes
from ..model_file import write
from .features import features
from .network import CharacterNetwork, description

CLASSES = ["人", "木", "あ", "ア", "한", "ω"]
"""The tiny network's classes."""
CONVOLUTIONS, HIDDEN = [(4, 2), (12, 2), (20, 2)], [10]
"""Its layers."""


def tiny_network() -> CharacterNetwork:
    """A network of odd sizes with weights and statistics that are the same on every machine, in evaluation mode."""
    network = CharacterNetwork(len(CLASSES), CONVOLUTIONS, HIDDEN)
    set_fixed_weights(network, seed=31, fan_in=lambda weights: weights[0].numel())
    random = np.random.default_rng(32)
    for norm in network.norms:
        size = len(norm.running_mean)
        norm.running_mean.copy_(torch.from_numpy(random.normal(0, 0.2, size)))
        norm.running_var.copy_(torch.from_numpy(random.uniform(0.5, 1.5, size)))
    return network.eval()


def vectors(network: CharacterNetwork) -> list[dict]:
    """The inks of `golden.inks` with the values of their pictures that are not zero, each [place, value], and scores."""
    cases = []
    for name, strokes in inks().items():
        seen = features(*join_strokes(strokes))
        with torch.no_grad():
            logits = network(torch.from_numpy(seen)[None]).numpy()
        cases.append(
            {
                "name": name,
                "strokes": [s.reshape(-1).tolist() for s in strokes],
                # smaller values come of the blur's far ends
                "features": [[int(i), round(float(seen[i]), 5)] for i in np.flatnonzero(seen > 0.02)],
                "logits": rounded(logits, 5),
            }
        )
    return cases


def main() -> None:
    """Writes tiny-characters.safetensors and characters.json."""
    network = tiny_network()
    about = {"training_data": "none: random weights for tests", "training_data_licence": "none"}
    write(FIXTURES / "tiny-characters.safetensors", network.folded(), description(network, "ja", CLASSES, 1.5) | about)
    write_cases(FIXTURES / "characters.json", vectors(network))


if __name__ == "__main__":
    main()
