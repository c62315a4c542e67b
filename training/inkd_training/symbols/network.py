"""The symbol network: the shared encoder, one label for a whole ink.

The scores are a linear layer over the mean of the encoder's hidden states. `Sources/Recognition` computes the same.
"""

from __future__ import annotations

import torch

from ..encoder import InkEncoder


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
        own = (torch.arange(x.shape[1])[None] < n[:, None])[..., None]
        return self.output(self.dropout((x * own).sum(1) / n[:, None])).float()

    def architecture(self) -> dict:
        """Sizes of the layers, as `Sources/Recognition/Model` reads them from a model file's metadata."""
        return super().architecture() | {"kind": "conv-bilstm-mean"}
