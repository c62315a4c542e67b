"""The characters' network: over the blurred direction planes."""

from __future__ import annotations

from ..picture_network import PictureNetwork
from .classes import is_wanted
from .features import CHARACTER_PIPELINE, DIRECTIONS, SAMPLES


class CharacterNetwork(PictureNetwork):
    """Features (batch, SAMPLES · SAMPLES · DIRECTIONS) to scores (batch, classes)."""

    def __init__(self, classes: int, convolutions: list[tuple[int, int]], hidden: list[int], dropout: float = 0.1):
        """As a `PictureNetwork` for characters' features."""
        super().__init__(SAMPLES, DIRECTIONS, classes, convolutions, hidden, dropout)


def chosen(network: CharacterNetwork, classes: list[str], language: str) -> tuple[CharacterNetwork, list[str]]:
    """The network with the outputs of the language's characters alone, and those."""
    kept = [number for number, name in enumerate(classes) if is_wanted(language, name)]
    result = CharacterNetwork(len(kept), network.plan, network.hidden)
    weights = network.state_dict()
    weights |= {name: weights[name][kept] for name in ("output.weight", "output.bias")}
    result.load_state_dict(weights)
    return result.eval(), [classes[number] for number in kept]


def description(network: CharacterNetwork, language: str, classes: list[str], temperature: float) -> dict[str, str]:
    """The metadata that a reader needs to run the network."""
    # a language's characters are not the language: its text may have a model, too
    kind = {"kind": "characters", "language": f"{language}-x-char", "character_pipeline": str(CHARACTER_PIPELINE)}
    return kind | network.description(classes, temperature)
