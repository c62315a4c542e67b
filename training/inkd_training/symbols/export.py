"""Writes a trained symbol classifier as a model file with weights of 8 bits.

python -m inkd_training.symbols.export --run runs/symbols --out ../models/symbols.safetensors
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .. import checkpoint
from ..ink import add_data_argument
from ..model_file import weight_arrays, write
from ..quantise import quantise
from .characters import character, table
from .classes import CHARACTER, COMMAND, DETEXIFY, DIGIT
from .dataset import Collection
from .evaluation import score, top_k
from .features import SYMBOL_PIPELINE
from .network import SymbolNetwork

TRAINING_DATA = (
    "Detexify's training data (Kirsch, github.com/kirel/detexify-data); "
    "Pen-Based Recognition of Handwritten Digits (Alpaydin and Alimoglu 1998, UCI); "
    "UNIPEN train_r01_v07 (Guyon et al. 1994, Zenodo 1195803)"
)
LICENCE = (
    "Detexify's data: Open Database License 1.0 (ODbL), https://opendatacommons.org/licenses/odbl/1-0; the digits and UNIPEN: CC BY 4.0. "
    "Whoever passes this model on names these sources and says that it contains information from Detexify's data, "
    "which is available under the ODbL (its section 4.3)"
)
KINDS = ("latex", "digit", "ascii")
"""The groups' names in the file, in the order of `classes.py`."""


def description(network: SymbolNetwork, names: list[str], groups: torch.Tensor, temperature: float) -> dict[str, str]:
    """The metadata that a reader needs to run the network."""
    known = table() | {command: letter for letter, command in COMMAND.items()}
    rows = [
        [name, character(name, known) or "", " ".join(kind for kind, group in zip(KINDS, groups, strict=True) if group[i])]
        for i, name in enumerate(names)
    ]
    return {
        "kind": "symbols",
        "language": "zxx-Zsym-x-symbols",
        "symbol_pipeline": str(SYMBOL_PIPELINE),
        "symbols": json.dumps(rows, ensure_ascii=False, separators=(",", ":")),
        "architecture": json.dumps(network.architecture(), sort_keys=True),
        "temperature": f"{temperature:.4g}",
    }


def fit_temperature(parts: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]) -> float:
    """The softmax temperature of least cross-entropy over parts (scores, labels, members), each part counting the same."""

    def loss(temperature: float) -> float:
        return float(sum(torch.nn.functional.cross_entropy(s.masked_fill(~m, -1e9) / temperature, y) for s, y, m in parts))

    return min(np.arange(0.3, 2.0, 0.02), key=loss)


def top_k_characters(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, characters: list[str], k: int) -> float:
    """Like `top_k`, but any symbol of the label's character is right, and what is of one character counts as one candidate."""
    right = 0
    ranked = scores.masked_fill(~members, -1e9).argsort(1, descending=True)[:, :200]
    for row, label in zip(ranked.tolist(), labels.tolist(), strict=True):
        right += characters[label] in list(dict.fromkeys(characters[i] for i in row))[:k]
    return right / len(labels)


def export(data: Path, run: Path, out: Path) -> None:
    """Calibrates and measures the run's averaged network on the dev part and writes it."""
    collection = Collection(data, parts=("dev",))
    state = checkpoint.load(run / "checkpoint.pt")
    network = SymbolNetwork(len(collection.names), state["hidden"], state["layers"])
    network.load_state_dict(state["average"])
    network.eval()
    parts = {}
    for kind, group in (("detexify", DETEXIFY), ("pendigits", DIGIT), ("unipen_char", CHARACTER)):
        own = collection.dev[kind]
        parts[kind] = (score(network, own), torch.tensor([i.label for i in own]), collection.groups[group])
    temperature = fit_temperature(list(parts.values()))
    metadata = description(network, collection.names, collection.groups, temperature)
    characters = [row[1] or row[0] for row in json.loads(metadata["symbols"])]
    for kind, part in parts.items():
        own = [f"top-{k} {100 * top_k(*part, k):.2f} %" for k in (1, 3, 10)]
        same = [f"top-{k} {100 * top_k_characters(*part, characters, k):.2f} %" for k in (1, 3)]
        print(f"{kind}: {len(part[1])} inks, {', '.join(own)}; counting by character {', '.join(same)}")
    arrays = quantise(weight_arrays(network))
    write(
        out,
        arrays,
        metadata
        | {
            "precision": "int8",
            "training_data": TRAINING_DATA,
            "training_data_licence": LICENCE,
            "training_inks": str(state["done"] * state.get("batch", 128)),
        },
    )
    print(f"{out}: {out.stat().st_size} bytes, temperature {temperature:.2f}")


def main() -> None:
    """Exports the run that the command line names."""
    parser = argparse.ArgumentParser(description="Write a run's averaged network as a symbol model for inkd.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/symbols"))
    parser.add_argument("--out", type=Path, default=Path("../models/symbols.safetensors"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    export(options.data, options.run, options.out)


if __name__ == "__main__":
    main()
