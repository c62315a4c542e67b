"""Writes the two trained symbol networks as one model file with weights of 8 bits.

python -m inkd_training.symbols.export --run runs/symbols --picture-run runs/symbol-pictures --out ../models/symbols.safetensors
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from .. import checkpoint
from ..classifier import AVERAGE
from ..ink import add_data_argument
from ..model_file import weight_arrays, write
from ..quantise import quantise
from ..sketches.features import SKETCH_PIPELINE
from ..sketches.network import SketchNetwork
from .characters import alike, characters
from .classes import CHARACTER, DETEXIFY, DIGIT
from .dataset import Collection, Ink
from .evaluation import merged, score, top_k
from .features import SYMBOL_PIPELINE
from .network import SymbolNetwork
from .train import new_network
from .views import VIEWS

TRAINING_DATA = (
    "Detexify's training data (Kirsch, github.com/kirel/detexify-data); "
    "Pen-Based Recognition of Handwritten Digits (Alpaydin and Alimoglu 1998, UCI); "
    "UNIPEN train_r01_v07 (Guyon et al. 1994, Zenodo 1195803); "
    "Omniglot's Greek and Latin letters (Lake et al. 2015, github.com/brendenlake/omniglot)"
)
LICENCE = (
    "Detexify's data: Open Database License 1.0 (ODbL), https://opendatacommons.org/licenses/odbl/1-0; the digits and UNIPEN: CC BY 4.0; "
    "Omniglot: MIT, Copyright (c) 2015 Brenden Lake. "
    "Whoever passes this model on names these sources and says that it contains information from Detexify's data, "
    "which is available under the ODbL (its section 4.3)"
)
KINDS = ("latex", "digit", "ascii")
"""The groups' names in the file, in the order of `classes.py`."""


Part = tuple[list[torch.Tensor], torch.Tensor, torch.Tensor]
"""Measured inks of one file: every network's scores (inks, classes), labels (inks,), the classes to choose among (classes,)."""


def description(
    network: SymbolNetwork, pictures: SketchNetwork, names: list[str], groups: torch.Tensor, temperature: float
) -> dict[str, str]:
    """The metadata that a reader needs to run the networks."""
    rows = [
        [name, own or "", " ".join(kind for kind, group in zip(KINDS, groups, strict=True) if group[i])]
        for i, (name, own) in enumerate(zip(names, characters(names), strict=True))
    ]
    return {
        "kind": "symbols",
        "language": "zxx-Zsym-x-symbols",
        "symbol_pipeline": str(SYMBOL_PIPELINE),
        "sketch_pipeline": str(SKETCH_PIPELINE),
        "symbols": json.dumps(rows, ensure_ascii=False, separators=(",", ":")),
        "architecture": json.dumps(network.architecture(), sort_keys=True),
        "convolutions": json.dumps(pictures.plan, separators=(",", ":")),
        "temperature": f"{temperature:.4g}",
    }


def arrays(network: SymbolNetwork, pictures: SketchNetwork) -> dict[str, np.ndarray]:
    """The weights of both networks by name, as float32 arrays; those of the second begin with "picture."."""
    return weight_arrays(network) | {f"picture.{name}": array for name, array in pictures.folded().items()}


def fit(parts: list[Part], alike: torch.Tensor, share: float | None = None) -> tuple[float, float]:
    """The first network's share in the sum of both, unless it is given, and the softmax temperature: of least cross-entropy of characters.

    Each part counts the same.
    """

    def loss(share: float, temperature: float) -> float:
        logs = [merged((share * a + (1 - share) * b) / temperature, members, alike) for (a, b), _, members in parts]
        return float(sum(torch.nn.functional.nll_loss(own, alike[labels]) for own, (_, labels, _) in zip(logs, parts, strict=True)))

    if share is None:
        share = float(min(np.arange(0.2, 0.81, 0.05), key=lambda s: min(loss(s, t) for t in (0.5, 0.6, 0.7, 0.8, 0.9))))
    return share, float(min(np.arange(0.3, 1.6, 0.02), key=lambda t: loss(share, t)))


def measured(networks: tuple[SymbolNetwork, SketchNetwork], inks: dict[str, list[Ink]], groups: torch.Tensor) -> dict[str, Part]:
    """What the networks make of the inks of every file."""
    return {
        kind: (
            [score(network, inks[kind], view) for network, view in zip(networks, VIEWS.values(), strict=True)],
            torch.tensor([i.label for i in inks[kind]]),
            groups[group],
        )
        for kind, group in (("detexify", DETEXIFY), ("pendigits", DIGIT), ("unipen_char", CHARACTER))
    }


def report(part: Part, share: float, temperature: float, names: list[str]) -> str:
    """Accuracy by class, by character and without size and place, of both networks together, and by character of each alone."""
    scores, labels, members = part
    both = share * scores[0] + (1 - share) * scores[1]
    found = [f"top-{k} {100 * top_k(both, labels, members, k):.2f} %" for k in (1, 3)]
    characters, drawings = alike(names), alike(names, sizes=True)
    ways = (("character", both, characters), ("without size and place", both, drawings))
    ways += (("strokes alone", scores[0], characters), ("picture alone", scores[1], characters))
    for name, own, numbers in ways:
        logs = merged(own / temperature, members, numbers)
        ranks = [100 * top_k(logs, numbers[labels], torch.ones(logs.shape[1], dtype=torch.bool), k) for k in (1, 3)]
        found.append(f"{name} {ranks[0]:.2f} / {ranks[1]:.2f} %")
    return f"{len(labels)} inks, {', '.join(found)}"


def export(data: Path, runs: tuple[Path, Path], out: Path, share: float | None) -> None:
    """Weighs the runs' averaged networks on the inks held back, measures them on the dev part and writes them."""
    collection = Collection(data)
    numbers = alike(collection.names)
    states = [checkpoint.load(run / AVERAGE) for run in runs]
    networks = tuple(new_network(sees, len(collection.names)) for sees in VIEWS)
    for network, state in zip(networks, states, strict=True):
        network.load_state_dict(state["average"])
        network.eval()
    held = measured(networks, collection.held, collection.groups)
    share, temperature = fit(list(held.values()), numbers, share)
    for name, parts in (("held back", held), ("dev", measured(networks, collection.dev, collection.groups))):
        for kind, part in parts.items():
            print(f"{name}: {kind}: {report(part, share, temperature, collection.names)}", flush=True)
    with torch.no_grad():
        for network, weight in zip(networks, (share, 1 - share), strict=True):
            network.output.weight *= weight
            network.output.bias *= weight
    write(
        out,
        quantise(arrays(*networks)),
        description(*networks, collection.names, collection.groups, temperature)
        | {
            "precision": "int8",
            "training_data": TRAINING_DATA,
            "training_data_licence": LICENCE,
            "training_inks": str(sum(state["done"] * state["batch"] for state in states)),
        },
    )
    print(f"{out}: {out.stat().st_size} bytes, strokes count {share:.2f}, temperature {temperature:.2f}")


def main() -> None:
    """Exports the runs that the command line names."""
    parser = argparse.ArgumentParser(description="Write two runs' averaged networks as a symbol model for inkd.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/symbols"), help="of the network that follows the strokes")
    parser.add_argument("--picture-run", type=Path, default=Path("runs/symbol-pictures"), help="of the one that sees a picture")
    parser.add_argument(
        "--share", type=float, help="what the first counts, 0 to 1: needed where it began with a network that knew the inks held back"
    )
    parser.add_argument("--out", type=Path, default=Path("../models/symbols.safetensors"))
    options = parser.parse_args()
    torch.set_num_threads(1)
    export(options.data, (options.run, options.picture_run), options.out, options.share)


if __name__ == "__main__":
    main()
