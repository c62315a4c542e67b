"""Writes a trained symbol classifier as a model file with weights of 8 bits, and the vectors that the Swift tests compare with.

    python -m inkd_training.symbol_export --run runs/symbols --out ../models/symbols.safetensors
    python -m inkd_training.symbol_export --golden         a tiny network with random weights and its vectors, for the tests
"""

from __future__ import annotations

import argparse
import json
import os
from pathlib import Path

import numpy as np
import torch

from .classifier import SYMBOL_PIPELINE, InkClassifier, features
from .export import architecture, tensors, write
from .golden import FIXTURES, inks, rounded
from .quantise import quantise
from .symbol_characters import character, table
from .symbols import CHARACTER, COMMAND, DETEXIFY, DIGIT, Collection, scores, top

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
"""What the groups of `symbols.py` are called in the file, in their order."""


def described(network: InkClassifier, names: list[str], groups: torch.Tensor, temperature: float) -> dict[str, str]:
    """The metadata that a reader needs to run the network."""
    known = table() | {command: letter for letter, command in COMMAND.items()}
    rows = [
        [name, character(name, known) or "", " ".join(kind for kind, group in zip(KINDS, groups) if group[i])]
        for i, name in enumerate(names)
    ]
    return {
        "kind": "symbols",
        "language": "zxx-Zsym-x-symbols",
        "symbol_pipeline": str(SYMBOL_PIPELINE),
        "symbols": json.dumps(rows, ensure_ascii=False, separators=(",", ":")),
        "architecture": json.dumps(architecture(network) | {"kind": "conv-bilstm-mean"}, sort_keys=True),
        "temperature": f"{temperature:.4g}",
    }


def calibrated(parts: list[tuple[torch.Tensor, torch.Tensor, torch.Tensor]]) -> float:
    """The temperature at which the probabilities of (scores, labels, members) are likeliest, each part counting the same."""
    def loss(temperature: float) -> float:
        return float(sum(torch.nn.functional.cross_entropy(s.masked_fill(~m, -1e9) / temperature, y) for s, y, m in parts))

    return min(np.arange(0.3, 2.0, 0.02), key=loss)


def alike(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, characters: list[str], k: int) -> float:
    """Like `top`, but any symbol of the label's character is right, and what is of one character counts as one candidate."""
    right = 0
    for row, label in zip(scores.masked_fill(~members, -1e9).argsort(1, descending=True)[:, :200].tolist(), labels.tolist()):
        right += characters[label] in list(dict.fromkeys(characters[i] for i in row))[:k]
    return right / len(labels)


def export(data: Path, run: Path, out: Path) -> None:
    """Calibrates and measures the run's averaged network on the dev part and writes it."""
    collection = Collection(data, parts=("dev",))
    state = torch.load(run / "checkpoint.pt", map_location="cpu", weights_only=True)
    network = InkClassifier(len(collection.names), state["hidden"], state["layers"])
    network.load_state_dict(state["average"])
    network.eval()
    parts = {}
    for kind, group in (("detexify", DETEXIFY), ("pendigits", DIGIT), ("unipen_char", CHARACTER)):
        own = collection.dev[kind]
        parts[kind] = (scores(network, own), torch.tensor([i.label for i in own]), collection.groups[group])
    temperature = calibrated(list(parts.values()))
    metadata = described(network, collection.names, collection.groups, temperature)
    characters = [row[1] or row[0] for row in json.loads(metadata["symbols"])]
    for kind, part in parts.items():
        own = [f"top-{k} {100 * top(*part, k):.2f} %" for k in (1, 3, 10)]
        same = [f"top-{k} {100 * alike(*part, characters, k):.2f} %" for k in (1, 3)]
        print(f"{kind}: {len(part[1])} inks, {', '.join(own)}; counting by character {', '.join(same)}")
    arrays = quantise(tensors(network))
    write(out, arrays, metadata | {
        "precision": "int8",
        "training_data": TRAINING_DATA,
        "training_data_licence": LICENCE,
        "training_inks": str(state["done"] * state.get("batch", 128)),
    })
    print(f"{out}: {out.stat().st_size} bytes, temperature {temperature:.2f}")


def golden() -> None:
    """Writes a tiny network with the same random weights on every machine, and what it makes of the inks of `golden.py`."""
    names = ["7", r"\#", r"\alpha", r"\upalpha", "a", r"\Bat"]
    groups = torch.tensor([[n not in "7a" for n in names], [n == "7" for n in names], [n in ("7", "a", r"\#") for n in names]])
    random = np.random.default_rng(21)
    network = InkClassifier(len(names), 8, 2, (4, 12, 8)).eval()
    with torch.no_grad():
        for _, parameter in sorted(network.named_parameters()):
            fan = parameter.shape[1] if parameter.dim() > 1 else 8
            parameter.copy_(torch.from_numpy(random.normal(0, 1.5 / fan**0.5, parameter.shape)))
    write(FIXTURES / "tiny-symbols.safetensors", tensors(network), described(network, names, groups, 1.5) | {
        "training_data": "none: random weights for tests", "training_data_licence": "none",
    })
    cases = []
    for name, strokes in inks().items():
        rows = features(np.concatenate(strokes), np.cumsum([0] + [len(s) for s in strokes[:-1]]))
        with torch.no_grad():
            logits = network(torch.from_numpy(rows)[None], torch.tensor([len(rows)]))
        cases.append({"name": name, "strokes": [s.reshape(-1).tolist() for s in strokes], "features": rounded(rows, 6),
                      "logits": rounded(logits.numpy(), 5)})
    lines = ",\n".join(json.dumps(case, separators=(",", ":")) for case in cases)
    (FIXTURES / "symbols.json").write_text(f'{{"cases":[\n{lines}\n]}}\n')


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a run's averaged network as a symbol model for inkd.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", "data")))
    parser.add_argument("--run", type=Path, default=Path("runs/symbols"))
    parser.add_argument("--out", type=Path, default=Path("../models/symbols.safetensors"))
    parser.add_argument("--golden", action="store_true", help=f"write the tiny network and its vectors to {FIXTURES} instead")
    options = parser.parse_args()
    torch.set_num_threads(1)
    golden() if options.golden else export(options.data, options.run, options.out)


if __name__ == "__main__":
    main()
