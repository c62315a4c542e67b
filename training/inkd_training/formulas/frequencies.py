"""Gives a model of formulas natural frequencies: it learnt from formulas in which rare symbols are more frequent than people write them.

python -m inkd_training.formulas.frequencies --model ../models/formulas.safetensors --out natural.safetensors

By Bayes' rule the log probability of a class moves by the logarithm of how much more frequent it is (Saerens, Latinne and Decaestecker
2002, "Adjusting the outputs of a classifier to new a priori probabilities"); it moves by a share of that, as the tables are estimates.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

import numpy as np

from ..model_file import read, write
from .classes import CLASSES, NONE
from .grammar import ACCENTS, Grammar
from .natural import NaturalGrammar
from .node import Node

SHARE = 0.4
"""How far the model is moved, 0 to 1; chosen on formulas of inks that were learnt from."""
COUNTED = 20_000
"""Formulas that frequencies are counted in."""
KEY = "natural_frequencies"
"""The metadata that says how far a model was moved."""


def drawn(node: Node) -> list[str]:
    """The classes of the symbols that a formula is drawn with."""
    match node.kind:
        case "number" | "function":
            own = list(node.text)
        case "symbol" | "large":
            own = [node.text]
        case "fraction":
            own = ["-"]
        case "root":
            own = [r"\surd"]
        case "fenced":
            own = [node.text, node.close]
        case "accent":
            own = [ACCENTS[node.text]]
        case _:
            own = []
    return own + [symbol for part in node.parts if part is not None for symbol in drawn(part)]


def frequencies(kind: type[Grammar], count: int, seed: int) -> np.ndarray:
    """The share of every class but none among the symbols of `count` formulas; what is in none counts as half a symbol."""
    grammar = kind(np.random.default_rng(seed))
    found = Counter(symbol for _ in range(count) for symbol in drawn(grammar.formula()))
    counts = np.array([found[name] + 0.5 for name in CLASSES if name != NONE])
    return counts / counts.sum()


def with_natural_frequencies(arrays: dict[str, np.ndarray], temperature: float, share: float = SHARE) -> dict[str, np.ndarray]:
    """The arrays of a model whose outputs are CLASSES, the output's biases moved."""
    ratio = np.log(frequencies(NaturalGrammar, COUNTED, 12)) - np.log(frequencies(Grammar, COUNTED, 11))
    bias = arrays["output.bias"].copy()
    bias[: len(ratio)] += share * temperature * ratio
    return arrays | {"output.bias": bias.astype(np.float32)}


def main() -> None:
    """Moves the model that the command line names."""
    parser = argparse.ArgumentParser(description="Give a model of formulas natural frequencies of symbols.")
    parser.add_argument("--model", type=Path, required=True, help="a model that export wrote")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--share", type=float, default=SHARE)
    options = parser.parse_args()
    arrays, about = read(options.model)
    if KEY in about:
        parser.error(f"{options.model} has natural frequencies already, by {about[KEY]}: give a model without {KEY}")
    moved = with_natural_frequencies(arrays, float(about["temperature"]), options.share)
    # the checksum is that of the weights as they are written
    del about["data_sha256"]
    write(options.out, moved, about | {KEY: str(options.share)})


if __name__ == "__main__":
    main()
