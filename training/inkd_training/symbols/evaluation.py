"""Accuracy of a symbol network, by class and by character."""

from __future__ import annotations

import torch
from torch import nn

from .dataset import Ink
from .views import View, strokes


def score(network: nn.Module, inks: list[Ink], view: View = strokes, size: int = 256) -> torch.Tensor:
    """The network's scores of every ink, (inks, classes); view: what it sees of them; size: inks in a batch."""
    order = sorted(range(len(inks)), key=lambda i: len(inks[i].points))
    out = torch.zeros(len(inks), network.output.out_features)
    device = network.output.weight.device
    with torch.no_grad():
        for first in range(0, len(order), size):
            chosen = order[first : first + size]
            seen = view([(inks[i].points, inks[i].starts) for i in chosen])
            out[chosen] = network(*(part.to(device) for part in seen)).cpu()
    return out


def top_k(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, k: int) -> float:
    """Top-k accuracy among the classes that `members` (classes,) names; scores (inks, classes), labels (inks,)."""
    best = scores.masked_fill(~members, -1e9).topk(min(k, int(members.sum())), 1).indices
    return float((best == labels[:, None]).any(1).float().mean())


def merged(scores: torch.Tensor, members: torch.Tensor, alike: torch.Tensor) -> torch.Tensor:
    """Logarithms of the characters' probabilities (inks, characters), among the classes of `members`; alike: see `characters.alike`."""
    probabilities = scores.masked_fill(~members, -1e9).softmax(1)
    return torch.zeros(len(scores), int(alike.max()) + 1).index_add_(1, alike, probabilities).clamp_min(1e-30).log()
