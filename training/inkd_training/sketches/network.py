"""The sketch network: a small residual convolutional classifier of pictures (He et al. 2016, "Deep residual learning").

`Sources/Recognition/Sketches/SketchNetwork.swift` computes the same, with the batch normalisation folded into the convolutions.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

import numpy as np
import torch
from torch import nn

from .features import PLANES, SKETCH_PIPELINE

PLAIN, OPEN, CLOSE = "plain", "open", "close"
"""What a convolution does: nothing more; keep its input; add the input that was kept, before the rectification."""


def plan(width: int, blocks: Sequence[int] = (0, 1, 1, 1)) -> list[tuple[int, int, str]]:
    """The convolutions: output channels, stride, and what each does; blocks: residual ones at each size of the picture."""
    layers: list[tuple[int, int, str]] = []
    for level, count in zip((1, 2, 4, 8), blocks, strict=True):
        channels = level * width
        layers += [(channels, 1 if level == 1 else 2, PLAIN), *[(channels, 1, OPEN), (channels, 1, CLOSE)] * count]
    return layers


class SketchNetwork(nn.Module):
    """Pictures (batch, PLANES, GRID, GRID) to scores (batch, classes)."""

    def __init__(self, classes: int, layers: list[tuple[int, int, str]], dropout: float = 0.3, skip: float = 0.0, others: int = 0):
        """layers: see `plan`; kernels are 3 × 3. skip: how often a picture goes past a block (Huang et al. 2016, "stochastic depth").

        others: classes of other things that are learnt beside, as `both` scores them; they are no part of a model.
        """
        super().__init__()
        self.skip = skip
        self.plan = [tuple(layer) for layer in layers]
        widths = [PLANES, *(channels for channels, _, _ in layers)]
        self.convolutions = nn.ModuleList(
            nn.Conv2d(width, channels, 3, stride, padding=1, bias=False)
            for width, (channels, stride, _) in zip(widths[:-1], layers, strict=True)
        )
        self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for channels, _, _ in layers)
        self.output = nn.Linear(widths[-1], classes)
        self.others = nn.Linear(widths[-1], others) if others else None
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores (batch, classes), float32."""
        return self.output(self.means(x)).float()

    def both(self, x: torch.Tensor, count: int) -> tuple[torch.Tensor, torch.Tensor]:
        """Scores (count, classes) of the first `count` pictures, and (batch - count, others) of those of other things, float32."""
        means = self.means(x)
        return self.output(means[:count]).float(), self.others(means[count:]).float()

    def means(self, x: torch.Tensor) -> torch.Tensor:
        """The mean of all places after the last convolution, (batch, channels)."""
        kept = x
        for convolution, norm, (_, _, role) in zip(self.convolutions, self.norms, self.plan, strict=True):
            if role == OPEN:
                kept = x
            x = norm(convolution(x))
            if role == CLOSE and self.training and self.skip:
                stays = torch.rand(len(x), 1, 1, 1, device=x.device) >= self.skip
                x = x * (stays / (1 - self.skip)).to(x.dtype)
            x = torch.relu(x + kept if role == CLOSE else x)
        return self.dropout(x.float().mean((2, 3)))

    def folded(self) -> dict[str, np.ndarray]:
        """The weights with the normalisation in them: conv1.weight (out, in, 3, 3), conv1.bias (out,), …, output.weight, output.bias."""
        arrays = {}
        for number, (convolution, norm) in enumerate(zip(self.convolutions, self.norms, strict=True), 1):
            scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
            arrays[f"conv{number}.weight"] = convolution.weight * scale[:, None, None, None]
            arrays[f"conv{number}.bias"] = norm.bias - norm.running_mean * scale
        arrays |= {"output.weight": self.output.weight, "output.bias": self.output.bias}
        return {name: array.detach().numpy().astype(np.float32) for name, array in arrays.items()}


def score(network: SketchNetwork, pictures: torch.Tensor) -> torch.Tensor:
    """Scores (n, classes) of pictures (n, PLANES, GRID, GRID)."""
    device = network.output.weight.device
    with torch.no_grad():
        return torch.cat([network(part.to(device)).cpu() for part in pictures.split(256)])


def description(network: SketchNetwork, classes: list[tuple[str, str]], temperature: float) -> dict[str, str]:
    """The metadata that a reader needs to run the network; classes: name and emoji."""
    return {
        "kind": "sketches",
        "language": "zxx-Zsym-x-autodraw",
        "sketch_pipeline": str(SKETCH_PIPELINE),
        "classes": json.dumps(classes, ensure_ascii=False, separators=(",", ":")),
        "convolutions": json.dumps(network.plan, separators=(",", ":")),
        "temperature": f"{temperature:.4g}",
    }
