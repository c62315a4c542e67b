"""The symbol networks: one follows the strokes, one sees a picture; a symbol's score is the sum of both.

The first is the shared encoder with a linear layer over the mean of its hidden states, the second is `SketchNetwork` with the plan below.
`Sources/Recognition` computes the same.
"""

from __future__ import annotations

import torch

from ..encoder import InkEncoder
from ..sketches.network import CLOSE, OPEN, PLAIN

PICTURE_PLAN = [(24, 1, PLAIN)]
for _width, _blocks in ((48, 1), (96, 2), (160, 1), (224, 1)):
    PICTURE_PLAN += [(_width, 2, PLAIN), *[(_width, 1, OPEN), (_width, 1, CLOSE)] * _blocks]
"""The convolutions of the network that sees a picture (`sketches.network.plan`): soon coarse, as symbols are simpler than sketches."""


class SymbolNetwork(InkEncoder):
    """features (batch, time, 8) and their lengths to scores (batch, classes)."""

    def __init__(
        self, classes: int, hidden: int = 128, layers: int = 2, channels: tuple[int, int, int] = (64, 128, 128), dropout: float = 0.3
    ):
        """classes: how many symbols; hidden: units of each LSTM direction; channels: of the three convolutions."""
        super().__init__(classes, hidden, layers, channels, dropout)

    def forward(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        """Scores (batch, classes), float32; x: features (batch, time, 8); points: lengths (batch,)."""
        x = self.encode(x, points).float()
        n = self.steps(points)
        own = (torch.arange(x.shape[1], device=x.device)[None] < n[:, None])[..., None]
        return self.output(self.dropout((x * own).sum(1) / n[:, None])).float()

    def architecture(self) -> dict:
        """Sizes of the layers, as `Sources/Recognition/Model` reads them from a model file's metadata."""
        return super().architecture() | {"kind": "conv-bilstm-mean"}
