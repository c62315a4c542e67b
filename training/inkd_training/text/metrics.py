"""Character and word error rates, greedy decoding: the same definition as `inkctl evaluate`."""

from __future__ import annotations

import torch

from ..encoder import collate
from .features import features
from .network import TextNetwork, greedy_decode
from .samples import Sample


def edit_distance(a: str, b: str) -> int:
    """Levenshtein's edit distance in characters."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        diagonal, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            diagonal, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, diagonal + (x != y))
    return row[-1]


def error_rates(network: TextNetwork, samples: list[Sample]) -> tuple[float, float]:
    """Character error rate (edits over characters of the labels), and the share of inks that are not read exactly; leaves the network in
    training mode.
    """
    network.eval()
    inks = sorted(((features(s.points.astype("float64"), s.starts), s.label) for s in samples), key=lambda i: len(i[0]))
    edits = characters = wrong = 0
    with torch.no_grad():
        for first in range(0, len(inks), 64):
            batch = inks[first : first + 64]
            rows, points = collate([f for f, _ in batch])
            device = network.output.weight.device
            for text, (_, label) in zip(greedy_decode(*network(rows.to(device), points.to(device))), batch, strict=True):
                edits += edit_distance(text, label)
                characters += len(label)
                wrong += text != label
    network.train()
    return edits / max(1, characters), wrong / max(1, len(inks))
