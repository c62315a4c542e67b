"""Writes the shapes' golden vectors: a tiny network, its features and scores for a few inks, and shapes of every class.

python -m inkd_training.shapes.golden
"""

from __future__ import annotations

import numpy as np
import torch

from ..golden import FIXTURES, inks, rounded, set_fixed_weights, write_cases
from ..model_file import weight_arrays, write
from .features import GRID, picture
from .network import ShapeNetwork, description
from .pen import Pen
from .plans import PLANS

DRAWN = 4
"""Shapes of every class."""
SAMPLES = 32
"""Samples of one stroke that are kept, at most."""


def tiny_network() -> ShapeNetwork:
    """A network of odd sizes with the same weights on every machine, in evaluation mode."""
    network = ShapeNetwork(channels=(4, 8, 8), hidden=12)
    set_fixed_weights(network, seed=21, fan_in=lambda weights: weights[0].numel())
    return network.eval()


def vectors(network: ShapeNetwork) -> list[dict]:
    """The inks of `golden.inks` with their pictures, row by row, and scores."""
    cases = []
    for name, strokes in inks().items():
        seen = picture(strokes)
        with torch.no_grad():
            logits = network(torch.from_numpy(seen).permute(2, 0, 1)[None]).numpy()
        cases.append(
            {
                "name": name,
                "strokes": [s.reshape(-1).tolist() for s in strokes],
                "features": rounded(seen.reshape(GRID, -1), 6),
                "logits": rounded(logits, 5),
            }
        )
    return cases


def draw_shapes() -> list[dict]:
    """Shapes of every class but "other", in whole units, about 500 in size."""
    rng = np.random.default_rng(2026)
    cases = []
    for name, plan in PLANS.items():
        for _ in range(0 if name == "other" else DRAWN):
            strokes = plan(Pen(rng))
            every = np.concatenate(strokes)
            scale = 500 / float(np.ptp(every, axis=0).max())
            kept = [s[np.unique(np.linspace(0, len(s) - 1, min(len(s), SAMPLES)).astype(int))] for s in strokes]
            cases.append({"name": name, "strokes": [np.round((s - every.min(0)) * scale).astype(int).reshape(-1).tolist() for s in kept]})
    return cases


def main() -> None:
    """Writes tiny-shapes.safetensors, shapes.json and drawn-shapes.json."""
    network = tiny_network()
    write(
        FIXTURES / "tiny-shapes.safetensors",
        weight_arrays(network),
        description(network)
        | {
            "temperature": "1.5",
            "training_data": "none: random weights for tests",
            "training_data_licence": "none",
        },
    )
    write_cases(FIXTURES / "shapes.json", vectors(network))
    write_cases(FIXTURES / "drawn-shapes.json", draw_shapes())


if __name__ == "__main__":
    main()
