"""Accuracy of a symbol network."""

from __future__ import annotations

import torch

from ..encoder import collate
from .dataset import Ink
from .features import features
from .network import SymbolNetwork


def score(network: SymbolNetwork, inks: list[Ink], size: int = 256) -> torch.Tensor:
    """The network's scores of every ink, (inks, classes); size: inks in a batch."""
    order = sorted(range(len(inks)), key=lambda i: len(inks[i].points))
    out = torch.zeros(len(inks), network.output.out_features)
    with torch.no_grad():
        for first in range(0, len(order), size):
            chosen = order[first : first + size]
            out[chosen] = network(*collate([features(inks[i].points, inks[i].starts) for i in chosen]))
    return out


def top_k(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, k: int) -> float:
    """Top-k accuracy among the classes that `members` (classes,) names; scores (inks, classes), labels (inks,)."""
    best = scores.masked_fill(~members, -1e9).topk(min(k, int(members.sum())), 1).indices
    return float((best == labels[:, None]).any(1).float().mean())
