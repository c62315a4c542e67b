"""The text network: the shared encoder, CTC scores for every step."""

from __future__ import annotations

import json
from pathlib import Path

import torch

from ..encoder import InkEncoder
from ..model_file import read
from .accents import LETTERS
from .samples import ALPHABET

NEW_BIAS = -2.0
"""A new character begins a little less probable than its plain letter."""


class TextNetwork(InkEncoder):
    """features (batch, time, 8) to log-probabilities (batch, time / 4, classes); class 0 is CTC's blank."""

    def __init__(
        self,
        hidden: int = 160,
        layers: int = 2,
        channels: tuple[int, int, int] = (64, 128, 128),
        dropout: float = 0.3,
        classes: int = len(ALPHABET) + 1,
    ):
        """hidden: units of each LSTM direction; channels: of the three convolutions; classes: characters of the alphabet and the blank."""
        super().__init__(classes, hidden, layers, channels, dropout)

    def logits(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        """Scores (batch, time / 4, classes) before the softmax; arbitrary beyond a sequence's own steps."""
        return self.output(self.dropout(self.encode(x, points)))

    def forward(self, x: torch.Tensor, points: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Log-probabilities (batch, time / 4, classes), and each sequence's number of steps (batch,)."""
        return self.logits(x, points).float().log_softmax(-1), self.steps(points)


def load_network(path: Path) -> tuple[TextNetwork, str]:
    """The network in a float32 model file, in evaluation mode, and its alphabet."""
    arrays, about = read(path)
    shape = json.loads(about["architecture"])
    network = TextNetwork(shape["hidden"], shape["layers"], tuple(shape["channels"]), classes=shape["classes"])
    network.load_state_dict({name: torch.from_numpy(array.copy()) for name, array in arrays.items()})
    return network.eval(), about["alphabet"]


def with_alphabet(weights: dict[str, torch.Tensor], old: str, new: str, new_bias: float = NEW_BIAS) -> dict[str, torch.Tensor]:
    """The network's weights with outputs for the characters of `new`; one that `old` lacks has those of its plain letter.

    new_bias: added to the bias of these; NaN makes their weights NaN as well.
    """
    plain = {c: LETTERS[c][0] for c in new if c not in old}
    rows = [0] + [old.index(plain.get(c, c)) + 1 for c in new]
    added = torch.tensor([0.0] + [new_bias if c in plain else 0.0 for c in new])
    weight, bias = weights["output.weight"][rows], weights["output.bias"][rows]
    return weights | {"output.weight": weight + 0 * added[:, None], "output.bias": bias + added}


def grow(weights: dict[str, torch.Tensor], network: TextNetwork) -> None:
    """Gives the network the weights of a smaller one of the same alphabet. Units and layers that it has more keep their random weights.

    What the smaller one has is not moved by further units. With further layers, which come last, the output is learnt anew.
    """
    old = weights["forwards.0.weight_hh_l0"].shape[1]
    new, layers = network.hidden, sum(name.endswith("weight_hh_l0") for name in weights) // 2
    own = network.state_dict()

    def places(name: str, axis: int, size: int) -> torch.Tensor:
        """Where the smaller network's rows (axis 0) or columns (axis 1) of a tensor are."""
        at = torch.arange(size)
        part = name.split(".")
        if part[0] in ("forwards", "backwards"):
            # rows are those of the four gates; columns the units of both directions, or of the last convolution
            if axis == 0:
                return at // old * new + at % old
            if "_ih" in name and part[1] != "0":
                return at // old * new + at % old
        if part[0] == "output" and axis == 1:
            return at // old * new + at % old
        return at

    for name, value in weights.items():
        if name.startswith("output") and layers < network.layers:
            continue
        rows = places(name, 0, value.shape[0])
        if value.ndim == 1:
            own[name][rows] = value
            continue
        columns = places(name, 1, value.shape[1])
        own[name][rows] = 0
        own[name][rows[:, None], columns] = value
    network.load_state_dict(own)


def greedy_decode(scores: torch.Tensor, steps: torch.Tensor) -> list[str]:
    """Greedy CTC decoding: the best class of every step, repeats merged, blanks dropped. scores (batch, time, classes); steps (batch,)."""
    texts = []
    for best, n in zip(scores.argmax(-1).tolist(), steps.tolist(), strict=True):
        text, last = [], 0
        for c in best[:n]:
            if c and c != last:
                text.append(ALPHABET[c - 1])
            last = c
        texts.append("".join(text))
    return texts
