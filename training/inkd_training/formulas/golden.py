"""Writes the formulas' golden vectors: a tiny network, and its pictures and scores for groups of inks made from formulas.

python -m inkd_training.formulas.golden
"""

from __future__ import annotations

import numpy as np
import torch

from ..golden import FIXTURES, inks, rounded, set_fixed_weights, write_cases
from ..model_file import write
from .classes import NONE
from .features import pictures
from .groups import stroke_groups
from .network import FormulaNetwork, description

CLASSES = ["x", "2", "+", r"\alpha", "(", NONE]
"""The tiny network's classes."""
CONVOLUTIONS, HIDDEN = [(4, 2), (12, 2), (20, 2)], [10]
"""Its layers."""


def tiny_network() -> FormulaNetwork:
    """A network of odd sizes with weights and statistics that are the same on every machine, in evaluation mode."""
    network = FormulaNetwork(len(CLASSES), CONVOLUTIONS, HIDDEN)
    set_fixed_weights(network, seed=41, fan_in=lambda weights: weights[0].numel())
    random = np.random.default_rng(42)
    for norm in network.norms:
        size = len(norm.running_mean)
        norm.running_mean.copy_(torch.from_numpy(random.normal(0, 0.2, size)))
        norm.running_var.copy_(torch.from_numpy(random.uniform(0.5, 1.5, size)))
    return network.eval()


def vectors(network: FormulaNetwork) -> list[dict]:
    """The inks of `golden.inks` with their usual sizes, their groups and every group's scores.

    `features` are the values of the last group's picture that are not zero, each [place, value].
    """
    cases = []
    for name, strokes in inks().items():
        groups, unit = stroke_groups(strokes)
        seen = pictures(strokes, unit, groups)
        with torch.no_grad():
            logits = network(torch.from_numpy(seen.reshape(len(groups), -1))).numpy()
        last = seen[-1].reshape(-1)
        cases.append(
            {
                "name": name,
                "strokes": [s.reshape(-1).tolist() for s in strokes],
                "unit": unit,
                "groups": groups,
                "features": [[int(i), round(float(last[i]), 5)] for i in np.flatnonzero(last > 1e-6)],
                "logits": rounded(logits, 5),
            }
        )
    return cases


def main() -> None:
    """Writes tiny-formulas.safetensors and formulas.json."""
    network = tiny_network()
    about = {"training_data": "none: random weights for tests", "training_data_licence": "none"}
    write(FIXTURES / "tiny-formulas.safetensors", network.folded(), description(network, CLASSES, 1.5) | about)
    write_cases(FIXTURES / "formulas.json", vectors(network))


if __name__ == "__main__":
    main()
