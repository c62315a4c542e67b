"""The formulas' network: over a group's picture and its window's."""

from __future__ import annotations

from ..picture_network import PictureNetwork
from .features import FORMULA_PIPELINE, GRID, PLANES

CONVOLUTIONS = [(64, 1), (64, 1), (128, 2), (128, 1), (256, 2), (256, 1)]
"""Output channels and stride of each convolution; kernels are 3 × 3."""
HIDDEN = [384]
"""Units of each layer after them."""


class FormulaNetwork(PictureNetwork):
    """Pictures (batch, GRID · GRID · PLANES) to scores (batch, classes)."""

    def __init__(self, classes: int, convolutions: list[tuple[int, int]], hidden: list[int], dropout: float = 0.1):
        """As a `PictureNetwork` for groups' pictures."""
        super().__init__(GRID, PLANES, classes, convolutions, hidden, dropout)


def description(network: FormulaNetwork, classes: list[str], temperature: float) -> dict[str, str]:
    """The metadata that a reader needs to run the network."""
    # mathematical notation, which ISO 15924 calls Zmth
    kind = {"kind": "formulas", "language": "zxx-Zmth-x-formula", "formula_pipeline": str(FORMULA_PIPELINE)}
    return kind | network.description(classes, temperature)
