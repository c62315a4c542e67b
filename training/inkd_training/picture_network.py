"""A classifier of pictures: convolutions, layers of rectified units, and a score for every class. Characters and formulas are read with it.

`Sources/Recognition/Network/PictureNetwork.swift` computes the same, with the batch normalisation folded into the convolutions.
"""

from __future__ import annotations

import json
from itertools import pairwise

import numpy as np
import torch
from torch import nn

CONVOLUTIONS = [(32, 1), (64, 2), (128, 2)]
"""Output channels and stride of each convolution; kernels are 3 × 3."""
HIDDEN = [256]
"""Units of each layer after them."""


class PictureNetwork(nn.Module):
    """Pictures (batch, side · side · planes) to scores (batch, classes)."""

    def __init__(self, side: int, planes: int, classes: int, convolutions: list[tuple[int, int]], hidden: list[int], dropout: float = 0.1):
        """side: cells along a side of the picture; `convolutions` and `hidden` are as CONVOLUTIONS and HIDDEN."""
        super().__init__()
        self.side, self.planes = side, planes
        self.plan, self.hidden = [tuple(c) for c in convolutions], list(hidden)
        width = planes
        self.convolutions, self.norms = nn.ModuleList(), nn.ModuleList()
        for channels, stride in convolutions:
            self.convolutions.append(nn.Conv2d(width, channels, 3, stride, padding=1, bias=False))
            self.norms.append(nn.BatchNorm2d(channels))
            side, width = (side - 1) // stride + 1, channels
        widths = [side * side * width, *hidden]
        self.layers = nn.ModuleList(nn.Linear(before, after) for before, after in pairwise(widths))
        self.output = nn.Linear(widths[-1], classes)
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores (batch, classes), float32."""
        x = x.view(-1, self.side, self.side, self.planes).permute(0, 3, 1, 2)
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = torch.relu(norm(convolution(x)))
        # rows, in each the columns, in each the channels
        x = self.dropout(x.permute(0, 2, 3, 1).flatten(1))
        for layer in self.layers:
            x = self.dropout(torch.relu(layer(x)))
        return self.output(x).float()

    def folded(self) -> dict[str, np.ndarray]:
        """The weights with the normalisation in them: conv1.weight (out, in, 3, 3), conv1.bias (out,), …, hidden1.weight, …"""
        arrays = {}
        for number, (convolution, norm) in enumerate(zip(self.convolutions, self.norms, strict=True), 1):
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            arrays[f"conv{number}.weight"] = convolution.weight * scale[:, None, None, None]
            arrays[f"conv{number}.bias"] = norm.bias - norm.running_mean * scale
        for number, layer in enumerate(self.layers, 1):
            arrays |= {f"hidden{number}.weight": layer.weight, f"hidden{number}.bias": layer.bias}
        arrays |= {"output.weight": self.output.weight, "output.bias": self.output.bias}
        return {name: array.detach().numpy().astype(np.float32) for name, array in arrays.items()}

    def description(self, classes: list[str], temperature: float) -> dict[str, str]:
        """The part of a model's metadata that says how the network is built and what its outputs mean."""
        return {
            "classes": json.dumps(classes, ensure_ascii=False, separators=(",", ":")),
            "convolutions": json.dumps(self.plan, separators=(",", ":")),
            "hidden": json.dumps(self.hidden, separators=(",", ":")),
            "temperature": f"{temperature:.4g}",
        }


def score(network: PictureNetwork, pictures: torch.Tensor) -> torch.Tensor:
    """Scores (n, classes) of pictures (n, side · side · planes)."""
    with torch.no_grad():
        return torch.cat([network(part) for part in pictures.split(256)])
