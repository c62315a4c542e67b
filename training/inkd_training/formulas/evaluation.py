"""Measures the network on formulas of held-back ink, and writes such formulas for `inkctl evaluate formulas`.

python -m inkd_training.formulas.evaluation --data DATA --out formulas.jsonl.gz
python -m inkd_training.formulas.evaluation --data DATA --natural --out natural.jsonl.gz
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
import torch

from ..ink import add_data_argument
from .classes import NONE
from .compose import Composed, compose
from .dataset import NUMBERS, examples
from .features import INPUTS
from .grammar import Grammar
from .natural import NaturalGrammar
from .symbols import Inks, read_inks

SEED = 7_000_001
"""Of formulas that are measured on: training has small seeds."""


def held_back_examples(inks: Inks, count: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Features (n, INPUTS) and classes (n,) of all groups of `count` formulas of the inks."""
    random = np.random.default_rng(SEED + 1)
    grammar = Grammar(random)
    parts = [examples(compose(grammar, inks, random)) for _ in range(count)]
    features = np.concatenate([seen for seen, _ in parts]).reshape(-1, INPUTS)
    return torch.from_numpy(features), torch.from_numpy(np.concatenate([classes for _, classes in parts]))


def shares(scores: torch.Tensor, classes: torch.Tensor) -> dict[str, float]:
    """Percentages. symbols: the right class of those of symbols is the best; kept: symbols that are taken for one; refused: others not."""
    none = NUMBERS[NONE]
    real = classes != none
    probability = scores.softmax(1)[:, none]
    best = scores.clone()
    best[:, none] = -torch.inf
    found = {
        "symbols": (best.argmax(1) == classes)[real],
        "kept": probability[real] < 0.5,
        "refused": probability[~real] >= 0.5,
    }
    return {name: round(100 * right.double().mean().item(), 2) for name, right in found.items()}


def row(formula: Composed, number: int) -> dict:
    """The formula as a row of an ink file, its LaTeX as the label."""
    strokes = []
    for stroke in formula.strokes:
        steps = np.diff(stroke.astype(int), axis=0, prepend=0)
        strokes.append(steps.reshape(-1).tolist())
    return {"id": f"formula/{number}", "level": "formula", "label": formula.latex.strip(), "strokes": strokes}


def write_formulas(inks: Inks, kind: type[Grammar], count: int, seed: int, out: Path) -> None:
    """Writes formulas of the grammar that are composed of the inks."""
    random = np.random.default_rng(seed)
    grammar = kind(random)
    with gzip.open(out, "wt") as file:
        for number in range(count):
            file.write(json.dumps(row(compose(grammar, inks, random), number)) + "\n")


def main() -> None:
    """Writes the formulas that the command line asks for."""
    parser = argparse.ArgumentParser(description="Compose formulas of people's held-back symbols, to measure inkd on.")
    add_data_argument(parser)
    parser.add_argument("--out", type=Path, required=True, help="a file of ink, gzip'd JSON lines")
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--natural", action="store_true", help="symbols as frequent as people write them")
    parser.add_argument("--learnt", action="store_true", help="of the inks that are learnt from, to fit the reader's constants to")
    options = parser.parse_args()
    inks = read_inks(options.data, held_back=not options.learnt)
    write_formulas(inks, NaturalGrammar if options.natural else Grammar, options.count, options.seed, options.out)


if __name__ == "__main__":
    main()
