"""Checkpoints of a training run, and the exponential moving average of the weights that is measured and exported."""

from __future__ import annotations

import os
from pathlib import Path

import torch
from torch import nn


def save(path: Path, state: dict) -> None:
    """Writes the state with `torch.save`; the file appears whole or not at all."""
    part = path.with_suffix(".part")
    torch.save(state, part)
    os.replace(part, path)


def load(path: Path) -> dict:
    """The state that `save` wrote: tensors and plain values only."""
    return torch.load(path, map_location="cpu", weights_only=True)


def unfold(norm: nn.BatchNorm2d, seen: torch.Tensor, bias: torch.Tensor) -> None:
    """Has a normalisation give back what it sees plus a bias, as in a network whose convolutions it was folded into.

    seen: the convolution's output (n, channels, rows, columns), whose statistics it takes; bias: of the first channels; what comes behind
    these stays normalised.
    """
    count, mean, variance = len(bias), seen.mean((0, 2, 3)), seen.var((0, 2, 3))
    with torch.no_grad():
        norm.running_mean.copy_(mean)
        norm.running_var.copy_(variance)
        norm.weight[:count] = torch.sqrt(variance + norm.eps)[:count]
        norm.bias[:count] = bias + mean[:count]


def update_average(average: nn.Module, network: nn.Module, decay: float) -> None:
    """Moves every weight of `average`, and the statistics of its normalisation, towards the network's:
    average = decay * average + (1 - decay) * network.
    """
    with torch.no_grad():
        for mean, value in zip(average.state_dict().values(), network.state_dict().values(), strict=True):
            if mean.is_floating_point():
                mean.lerp_(value, 1 - decay)
