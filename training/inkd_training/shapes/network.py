"""The shape network: a small convolutional classifier of pictures."""

from __future__ import annotations

import torch
from torch import nn

from .features import GRID, PLANES, SHAPE_PIPELINE
from .plans import PLANS

NAMES = list(PLANS)
"""The classes, in the order of the network's outputs."""


class ShapeNetwork(nn.Module):
    """Pictures (batch, PLANES, GRID, GRID) to scores (batch, classes)."""

    def __init__(self, channels: tuple[int, int, int] = (32, 64, 64), hidden: int = 128, dropout: float = 0.3):
        """channels: of the three convolutions; hidden: units of the layer before the output."""
        super().__init__()
        a, b, c = channels
        self.conv1 = nn.Conv2d(PLANES, a, 3, padding=1)
        self.conv2 = nn.Conv2d(a, b, 3, stride=2, padding=1)
        self.conv3 = nn.Conv2d(b, c, 3, stride=2, padding=1)
        self.hidden = nn.Linear(c * (GRID // 4) ** 2, hidden)
        self.output = nn.Linear(hidden, len(NAMES))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Scores (batch, classes), float32."""
        for conv in (self.conv1, self.conv2, self.conv3):
            x = torch.relu(conv(x))
        x = torch.relu(self.hidden(self.dropout(x.flatten(1))))
        return self.output(self.dropout(x)).float()


def score(network: ShapeNetwork, pictures: torch.Tensor) -> torch.Tensor:
    """Scores (n, classes) of pictures (n, GRID, GRID, PLANES) in 255ths."""
    with torch.no_grad():
        return torch.cat([network(to_input(part)) for part in pictures.split(512)])


def to_input(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures (n, GRID, GRID, PLANES) in 255ths to the network's input (n, PLANES, GRID, GRID); channels stay last in memory: faster."""
    return (pictures.float() / 255).permute(0, 3, 1, 2)


def description(network: ShapeNetwork) -> dict[str, str]:
    """The metadata that a reader needs to run the network."""
    return {
        "kind": "shapes",
        "language": "zxx-Zsym-x-shapes",
        "shape_pipeline": str(SHAPE_PIPELINE),
        "classes": " ".join(NAMES),
        "channels": " ".join(str(conv.out_channels) for conv in (network.conv1, network.conv2, network.conv3)),
        "hidden": str(network.hidden.out_features),
    }
