"""Writes golden vectors: inks made from formulas, their features, and what a network makes of them.

    python -m inkd_training.golden                                    the tiny network of the tests, and its model file
    python -m inkd_training.golden --run runs/latin --out shipped     for the model that was exported from that run

The Swift tests hold `Sources/Recognition` to these files.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .data import ASCII
from .export import description, tensors, trained, write
from .features import features
from .network import InkNetwork
from .quantise import quantise

FIXTURES = Path(__file__).parents[2] / "Tests/Fixtures/recognition"


def inks() -> dict[str, list[np.ndarray]]:
    """Strokes (n, 2) by the name of the ink; y grows downwards."""
    t = np.linspace(0, 1, 60)
    loop = np.stack([20 * t + 6 * np.sin(19 * t), 10 + 7 * np.cos(19 * t)], 1)
    line = np.linspace(0, 1, 90)
    wave = np.stack([110 * line, 4 * np.sin(44 * line) + 9 * line], 1)
    return {
        "one point": [np.array([[3.0, 4.0]])],
        "loops": [loop],
        "a cross": [np.array([[0.0, 5.0], [10.0, 5.0]]), np.array([[5.0, 0.0], [5.0, 10.0]])],
        "three strokes and a dot": [
            np.array([[0.0, 0.0], [0.5, 4.0], [1.0, 10.0]]),
            loop[:30] * 0.5 + [4, 2],
            loop[20:50] * [0.4, 0.6] + [14, 1],
            np.array([[6.25, -3.5]]),
        ],
        "a long line that rises": [wave[:40], wave[42:60], wave[60:] + [3, 0]],
        "points given twice": [np.repeat(loop[:20], 2, 0), np.repeat([[30.0, 8.0]], 4, 0)],
        "a flat line": [np.array([[0.0, 2.0], [50.0, 2.0]])],
        "written backwards": [loop[::-1] * [1.0, 0.7], np.array([[2.0, 1.0], [-4.0, 3.0], [-6.0, 9.0]])],
        "device units": [np.round(loop * 731 + 10_000), np.round(loop[:25] * 655 + [31_000, 9_000])],
    }


def tiny() -> InkNetwork:
    """A network of odd sizes with the same weights on every machine."""
    random = np.random.default_rng(20)
    network = InkNetwork(hidden=8, layers=2, channels=(4, 12, 8), dropout=0.0, classes=len(ASCII) + 1)
    with torch.no_grad():
        for _, parameter in sorted(network.named_parameters()):
            fan = parameter.shape[1] if parameter.dim() > 1 else 8
            parameter.copy_(torch.from_numpy(random.normal(0, 1.5 / fan**0.5, parameter.shape)))
    return network.eval()


def rounded(rows: np.ndarray, digits: int) -> list[list[float]]:
    """Rows of numbers short enough for a file that is kept: well below what the tests tolerate."""
    return [[round(float(v), digits) for v in row] for row in rows]


def vectors(network: InkNetwork, described: bool) -> list[dict]:
    """Every ink with its strokes, logits (a row a step) and, if `described`, features (rows of 8)."""
    cases = []
    for name, strokes in inks().items():
        points = np.concatenate(strokes)
        starts = np.cumsum([0] + [len(s) for s in strokes[:-1]])
        rows = features(points, starts)
        with torch.no_grad():
            logits = network.logits(torch.from_numpy(rows)[None], torch.tensor([len(rows)]))[0].numpy()
        cases.append({
            "name": name,
            "strokes": [s.reshape(-1).tolist() for s in strokes],
            "features": rounded(rows, 6) if described else [],
            "logits": rounded(logits, 5),
        })
    return cases


def main() -> None:
    parser = argparse.ArgumentParser(description="Write golden vectors for the Swift tests.")
    parser.add_argument("--run", type=Path, help="a run with a checkpoint; the tiny network if it is left out")
    parser.add_argument("--out", default="golden", help=f"name of the JSON file in {FIXTURES}")
    options = parser.parse_args()
    FIXTURES.mkdir(parents=True, exist_ok=True)
    if options.run:
        if options.out == "golden":
            parser.error("golden.json belongs to the tiny network: give --out another name, such as shipped")
        network, _ = trained(options.run)
    else:
        network = tiny()
        about = description(network, ASCII) | {
            "language": "mul-Latn",
            "training_data": "none: random weights for tests",
            "training_data_licence": "none",
        }
        write(FIXTURES / "tiny.safetensors", tensors(network), about)
        write(FIXTURES / "tiny-int8.safetensors", quantise(tensors(network)), about)
    path = FIXTURES / f"{options.out}.json"
    cases = ",\n".join(json.dumps(case, separators=(",", ":")) for case in vectors(network, described=not options.run))
    path.write_text(f'{{"cases":[\n{cases}\n]}}\n')
    print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
