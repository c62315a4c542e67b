"""Writes the sketches' golden vectors: a tiny network, and its pictures and scores for inks made from formulas.

python -m inkd_training.sketches.golden
"""

from __future__ import annotations

import numpy as np
import torch

from ..golden import FIXTURES, inks, rounded, set_fixed_weights, write_cases
from ..ink import join_strokes
from ..model_file import write
from .features import picture
from .network import CLOSE, OPEN, PLAIN, SketchNetwork, description

CLASSES = [("cat", "🐱"), ("mug", "☕"), ("coffee cup", "☕"), ("fence", "")]
"""The tiny network's classes."""
PLAN = [(4, 1, PLAIN), (12, 2, PLAIN), (12, 1, OPEN), (12, 1, CLOSE), (20, 2, PLAIN)]
"""Its convolutions."""


def tiny_network() -> SketchNetwork:
    """A network of odd sizes with the same weights on every machine, in evaluation mode."""
    return with_fixed_weights(SketchNetwork(len(CLASSES), PLAN), seed=22)


def with_fixed_weights(network: SketchNetwork, seed: int) -> SketchNetwork:
    """The network with weights and statistics that are the same on every machine, in evaluation mode."""
    set_fixed_weights(network, seed=seed, fan_in=lambda weights: weights[0].numel())
    random = np.random.default_rng(seed + 1)
    for norm in network.norms:
        size = len(norm.running_mean)
        norm.running_mean.copy_(torch.from_numpy(random.normal(0, 0.2, size)))
        norm.running_var.copy_(torch.from_numpy(random.uniform(0.5, 1.5, size)))
    return network.eval()


def vectors(network: SketchNetwork) -> list[dict]:
    """The inks of `golden.inks` with the cells of their pictures that are not zero, each [place, value], and scores."""
    cases = []
    for name, strokes in inks().items():
        seen = picture(*join_strokes(strokes))
        with torch.no_grad():
            logits = network(torch.from_numpy(seen).permute(2, 0, 1)[None]).numpy()
        flat = seen.reshape(-1)
        cases.append(
            {
                "name": name,
                "strokes": [s.reshape(-1).tolist() for s in strokes],
                "features": [[int(i), round(float(flat[i]), 6)] for i in np.flatnonzero(flat > 1e-7)],
                "logits": rounded(logits, 5),
            }
        )
    return cases


def main() -> None:
    """Writes tiny-sketches.safetensors and sketches.json."""
    network = tiny_network()
    about = {"training_data": "none: random weights for tests", "training_data_licence": "none"}
    write(FIXTURES / "tiny-sketches.safetensors", network.folded(), description(network, CLASSES, 1.5) | about)
    write_cases(FIXTURES / "sketches.json", vectors(network))


if __name__ == "__main__":
    main()
