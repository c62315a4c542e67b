"""Writes what the Swift tests hold `Sources/Recognition/Shapes` to: a tiny network, what it makes of a few inks.

    python -m inkd_training.shape_golden
"""

from __future__ import annotations

import json

import numpy as np
import torch

from .export import tensors, write
from .golden import FIXTURES, inks, rounded
from .shape_features import GRID, picture
from .shape_pen import Pen
from .shape_plans import PLANS
from .shapes import ShapeNetwork, description

DRAWN = 4
"""Shapes of every class."""
SAMPLES = 32
"""Samples of one stroke that are kept, at most."""


def tiny() -> ShapeNetwork:
    """A network of odd sizes with the same weights on every machine."""
    random = np.random.default_rng(21)
    network = ShapeNetwork(channels=(4, 8, 8), hidden=12)
    with torch.no_grad():
        for _, parameter in sorted(network.named_parameters()):
            fan = parameter[0].numel() if parameter.dim() > 1 else 8
            parameter.copy_(torch.from_numpy(random.normal(0, 1.5 / fan**0.5, parameter.shape)))
    return network.eval()


def vectors(network: ShapeNetwork) -> list[dict]:
    """The inks of `golden.py` with their pictures, row by row, and scores."""
    cases = []
    for name, strokes in inks().items():
        seen = picture(strokes)
        with torch.no_grad():
            logits = network(torch.from_numpy(seen).permute(2, 0, 1)[None]).numpy()
        cases.append({
            "name": name,
            "strokes": [s.reshape(-1).tolist() for s in strokes],
            "features": rounded(seen.reshape(GRID, -1), 6),
            "logits": rounded(logits, 5),
        })
    return cases


def drawn() -> list[dict]:
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


def keep(name: str, cases: list[dict]) -> None:
    path = FIXTURES / name
    rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path.write_text(f'{{"cases":[\n{rows}\n]}}\n')
    print(f"{path}: {path.stat().st_size} bytes")


def main() -> None:
    network = tiny()
    write(FIXTURES / "tiny-shapes.safetensors", tensors(network), description(network) | {
        "temperature": "1.5",
        "training_data": "none: random weights for tests",
        "training_data_licence": "none",
    })
    keep("shapes.json", vectors(network))
    keep("drawn-shapes.json", drawn())


if __name__ == "__main__":
    main()
