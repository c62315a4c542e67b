"""Trains the symbol classifier: LaTeX symbols, digits, letters and ASCII punctuation. Resumes from its checkpoint.

    python -m inkd_training.symbols --data DATA --run runs/symbols

A class is the way LaTeX writes the symbol: a command of Detexify's, or the character itself.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
from collections import Counter
from pathlib import Path

import numpy as np
import torch

from .classifier import InkClassifier, features, frame
from .data import decode
from .fit import Ink, Plan, fit
from .network import collate

COMMAND = {c: "\\" + c for c in "#$%&_{}"} | {
    "\\": r"\textbackslash", "^": r"\textasciicircum", "~": r"\textasciitilde", "<": r"\textless", ">": r"\textgreater",
    '"': r"\textquotedbl", "'": r"\textquotesingle",
}
"""How LaTeX writes those ASCII characters that do not stand for themselves; where Detexify has the command it is one class."""
DIGITS = "0123456789"
DETEXIFY, DIGIT, CHARACTER = 0, 1, 2
"""Groups: the classes of Detexify, the ten digits, the printable ASCII characters."""
SHARES = {"detexify": 0.72, "pendigits": 0.12, "unipen_char": 0.16}
"""How much of what is learnt from comes from which file."""


def rows(path: Path, limit: int | None = None) -> list[tuple[np.ndarray, np.ndarray, str]]:
    """Points, stroke starts and label of every ink of the file that has ink and a label other than a space."""
    found = []
    with gzip.open(path, "rt") as lines:
        for line in lines:
            row = json.loads(line)
            if row["label"].strip() and any(row["strokes"]):
                points, starts = decode(row)
                found.append((frame(points).astype(np.float32), starts, row["label"]))
            if limit is not None and len(found) >= limit:
                break
    return found


def named(kind: str, label: str) -> str:
    """The class of a file's label."""
    return label if kind == "detexify" else COMMAND.get(label, label)


def classes(data: Path) -> tuple[list[str], torch.Tensor]:
    """All classes in the order of the network's outputs, and which of them each group has, (3, classes)."""
    commands = set()
    for part in ("train", "dev"):
        with gzip.open(data / part / "detexify.jsonl.gz", "rt") as lines:
            commands |= {json.loads(line)["label"] for line in lines}
    characters = {COMMAND.get(chr(c), chr(c)) for c in range(33, 127)}
    names = sorted(commands | characters)
    groups = [[name in group for name in names] for group in (commands, set(DIGITS), characters)]
    return names, torch.tensor(groups)


def scores(network: InkClassifier, inks: list[Ink], size: int = 256) -> torch.Tensor:
    """(inks, classes) scores of every ink."""
    order = sorted(range(len(inks)), key=lambda i: len(inks[i].points))
    out = torch.zeros(len(inks), network.output.out_features)
    with torch.no_grad():
        for first in range(0, len(order), size):
            chosen = order[first : first + size]
            out[chosen] = network(*collate([features(inks[i].points, inks[i].starts) for i in chosen]))
    return out


def top(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, k: int) -> float:
    """Share of rows whose label is among the k best of the classes that `members` names."""
    best = scores.masked_fill(~members, -1e9).topk(min(k, int(members.sum())), 1).indices
    return float((best == labels[:, None]).any(1).float().mean())


class Collection:
    """The files, their classes, and what is measured on the dev part; inks of those `parts` only."""

    def __init__(self, data: Path, limit: int | None = None, parts: tuple[str, ...] = ("train", "dev")):
        self.names, self.groups = classes(data)
        index = {name: i for i, name in enumerate(self.names)}

        def inks(part: str, kind: str, step: int = 1) -> list[Ink]:
            result = []
            for points, starts, label in rows(data / part / f"{kind}.jsonl.gz", limit)[::step]:
                group = DETEXIFY if kind == "detexify" else DIGIT if label in DIGITS else CHARACTER
                result.append(Ink(points, starts, index[named(kind, label)], group))
            return result

        self.train: list[Ink] = []
        weights = []
        for kind, share in SHARES.items() if "train" in parts else ():
            found = inks("train", kind)
            self.train += found
            counts = Counter(i.label for i in found)
            # rarer characters are drawn more often, not equally often; Detexify's counts are not far apart
            weight = np.array([counts[i.label] ** (-0.2 if kind == "detexify" else -0.5) for i in found])
            weights.append(weight / weight.sum() * share)
        self.weights = np.concatenate(weights) if weights else np.zeros(0)
        self.dev = {kind: inks("dev", kind, step) for kind, step in (("detexify", 1), ("pendigits", 1), ("unipen_char", 3))}

    def measure(self, network: InkClassifier) -> dict[str, float]:
        """Top-1 and top-3 of Detexify among its classes, digits among digits, characters among characters."""
        found = {}
        for kind, group, ranks in (("detexify", DETEXIFY, (1, 3)), ("pendigits", DIGIT, (1,)), ("unipen_char", CHARACTER, (1, 3))):
            inks = self.dev[kind]
            result, labels = scores(network, inks), torch.tensor([i.label for i in inks])
            found |= {f"{kind}_top{k}": round(top(result, labels, self.groups[group], k), 4) for k in ranks}
        return found


def main() -> None:
    parser = argparse.ArgumentParser(description="Train inkd's symbol classifier.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", "data")))
    parser.add_argument("--run", type=Path, default=Path("runs/symbols"))
    parser.add_argument("--inks", type=int, default=1_400_000, help="how many inks to learn from in all")
    parser.add_argument("--every", type=int, default=100_000, help="measure and save after so many")
    parser.add_argument("--hidden", type=int, default=128)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, help="use only so many inks of each file: for a quick look")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    collection = Collection(options.data, options.limit)
    network = InkClassifier(len(collection.names), options.hidden, options.layers)
    size = sum(p.numel() for p in network.parameters())
    print(f"{len(collection.train)} inks, {len(collection.names)} classes, {size} parameters", flush=True)
    plan = Plan(options.run, options.inks, options.every, options.batch, options.rate, seed=options.seed)
    fit(network, collection.train, collection.weights, collection.groups, plan, collection.measure)


if __name__ == "__main__":
    main()
