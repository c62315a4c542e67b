"""Shared by the golden vectors of text, symbols and shapes: inks made from formulas, and networks with fixed weights."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .ink import Strokes

FIXTURES = Path(__file__).resolve().parents[2] / "Tests/Fixtures/recognition"
"""The folder whose files the Swift tests hold `Sources/Recognition` to."""


def inks() -> dict[str, Strokes]:
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


def input_channels(weights: torch.Tensor) -> int:
    """The second dimension of a weight tensor."""
    return weights.shape[1]


def set_fixed_weights(network: nn.Module, seed: int, fan_in: Callable[[torch.Tensor], int] = input_channels) -> None:
    """Normally distributed weights from NumPy's generator: the same on every machine. fan_in: inputs of a weight matrix's row."""
    random = np.random.default_rng(seed)
    with torch.no_grad():
        for _, parameter in sorted(network.named_parameters()):
            fan = fan_in(parameter) if parameter.dim() > 1 else 8
            parameter.copy_(torch.from_numpy(random.normal(0, 1.5 / fan**0.5, parameter.shape)))


def rounded(rows: np.ndarray, digits: int) -> list[list[float]]:
    """Rows of numbers short enough for a file that is kept: well below what the tests tolerate."""
    return [[round(float(v), digits) for v in row] for row in rows]


def write_cases(path: Path, cases: list[dict]) -> None:
    """Writes `{"cases": […]}`, one case a line, and prints the file's size."""
    rows = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    path.write_text(f'{{"cases":[\n{rows}\n]}}\n')
    print(f"{path}: {path.stat().st_size} bytes")


def read_cases(name: str) -> list[dict]:
    """The cases of a file in FIXTURES."""
    return json.loads((FIXTURES / name).read_text())["cases"]
