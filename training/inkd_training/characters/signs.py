"""Teaches a trained network of characters digits, Latin letters and signs, and leaves all that it knew as it was.

New units stand beside those of the hidden layer, and new outputs behind the old ones. The old outputs do not see the new units, so the
scores of the characters stay what they were, to the last bit; only the new weights learn, from the activations before the hidden layer,
which are worked out once. Goes on from RUN/checkpoint.pt of the characters, and writes OUT/checkpoint.pt.

python -m inkd_training.characters.signs --data DATA --language ja --run runs/characters/ja --out runs/characters/ja-signs
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .. import checkpoint
from ..ink import add_data_argument
from .classes import NETWORKS
from .dataset import Character, augmented, read_characters, read_signs
from .network import CharacterNetwork

UNITS = 128
"""New units of the hidden layer."""
BATCH = 512


def pooled(network: CharacterNetwork, pictures: torch.Tensor) -> torch.Tensor:
    """What the hidden layer gets of pictures."""
    x = pictures.view(-1, network.side, network.side, network.planes).permute(0, 3, 1, 2)
    for convolution, norm in zip(network.convolutions, network.norms, strict=True):
        x = torch.relu(norm(convolution(x)))
    return x.permute(0, 2, 3, 1).flatten(1)


@dataclass(slots=True)
class Seen:
    """What the network makes of inks (n rows each) before anything is learnt.

    inputs: what the hidden layer gets, half precision; hidden: what its old units give; all: the logarithm of the sum of the old classes'
    exponentials; own: the score of the ink's own class, 0 for a new one; labels: its class.
    """

    inputs: torch.Tensor
    hidden: torch.Tensor
    all: torch.Tensor
    own: torch.Tensor
    labels: torch.Tensor


def look(network: CharacterNetwork, characters: list[Character], count: int, random: np.random.Generator) -> Seen:
    """So many inks, each varied anew and chosen by its weight, as the network that knows no signs sees them."""
    bounds = np.cumsum([c.weight for c in characters])
    parts = []
    with torch.no_grad():
        for _ in range(-(-count // 256)):
            chosen = np.searchsorted(bounds, random.uniform(0, bounds[-1], 256)).clip(max=len(characters) - 1)
            seen, labels = augmented([characters[i] for i in chosen], random)
            inputs = pooled(network, seen)
            hidden = torch.relu(network.layers[0](inputs))
            scores = network.output(hidden)
            known = labels < scores.shape[1]
            own = torch.where(known, scores.gather(1, labels.clamp(max=scores.shape[1] - 1)[:, None])[:, 0], 0)
            parts.append((inputs.half(), hidden, scores.logsumexp(1), own, labels))
    return Seen(*(torch.cat(column) for column in zip(*parts, strict=True)))


class Signs(nn.Module):
    """New units beside the old ones, and the new classes' scores."""

    def __init__(self, inputs: int, hidden: int, units: int, classes: int):
        """inputs: of the hidden layer; hidden: its old units; units: the new ones."""
        super().__init__()
        self.layer, self.output, self.dropout = nn.Linear(inputs, units), nn.Linear(hidden + units, classes), nn.Dropout(0.1)

    def forward(self, inputs: torch.Tensor, hidden: torch.Tensor) -> torch.Tensor:
        """Scores (n, classes)."""
        new = torch.relu(self.layer(self.dropout(inputs)))
        return self.output(self.dropout(torch.cat([hidden, new], 1)))


def learn(signs: Signs, known: int, seen: Seen, epochs: int, rate: float) -> None:
    """Fits the new weights by the cross-entropy among all classes, of which the first `known` keep their scores."""
    optimiser = torch.optim.AdamW(signs.parameters(), lr=rate, weight_decay=0.02)
    schedule = torch.optim.lr_scheduler.CosineAnnealingLR(optimiser, epochs * -(-len(seen.labels) // BATCH))
    order = torch.Generator().manual_seed(1)
    for epoch in range(epochs):
        total = 0.0
        for part in torch.randperm(len(seen.labels), generator=order).split(BATCH):
            scores = signs(seen.inputs[part].float(), seen.hidden[part])
            label = seen.labels[part] - known
            new = scores.gather(1, label.clamp(min=0)[:, None])[:, 0]
            right = torch.where(label >= 0, new, seen.own[part])
            loss = (torch.logaddexp(seen.all[part], scores.logsumexp(1)) - right).mean()
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
            total += loss.item() * len(part)
        print(f"epoch {epoch + 1}: loss {total / len(seen.labels):.4f}", flush=True)
    signs.eval()


def joined(network: CharacterNetwork, signs: Signs) -> CharacterNetwork:
    """One network of both: the old classes see the old units alone, and are scored as before."""
    (before,) = network.hidden
    known, units = network.output.out_features, signs.layer.out_features
    both = CharacterNetwork(known + signs.output.out_features, network.plan, [before + units])
    weights = network.state_dict()
    old_output = torch.cat([weights["output.weight"], torch.zeros(known, units)], 1)
    weights |= {
        "layers.0.weight": torch.cat([weights["layers.0.weight"], signs.layer.weight]),
        "layers.0.bias": torch.cat([weights["layers.0.bias"], signs.layer.bias]),
        "output.weight": torch.cat([old_output, signs.output.weight]),
        "output.bias": torch.cat([weights["output.bias"], signs.output.bias]),
    }
    both.load_state_dict(weights)
    return both.eval()


def main() -> None:
    """Widens the run that the command line names."""
    parser = argparse.ArgumentParser(description="Teach a network of characters digits, Latin letters and signs.")
    add_data_argument(parser)
    parser.add_argument("--language", choices=NETWORKS, required=True)
    parser.add_argument("--run", type=Path, required=True, help="of the network that knows the characters")
    parser.add_argument("--out", type=Path, required=True, help="where the widened network's checkpoint goes")
    parser.add_argument("--inks", type=int, default=120_000, help="how many to learn from")
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--rate", type=float, default=2e-3)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(1)
    classes, others = read_characters(options.data, options.language)
    names, signs = read_signs(options.data, options.language, first=len(classes))
    state = checkpoint.load(options.run / "checkpoint.pt")
    known = len(state["average"]["output.bias"])
    if known != len(classes):
        raise SystemExit(f"{options.run}: its network has {known} classes, expected {len(classes)}: give a run of characters without signs")
    network = CharacterNetwork(known, *state["plan"])
    network.load_state_dict(state["average"])
    network.eval()
    print(f"{len(signs)} inks of {len(names)} signs, {len(others)} of {known} characters", flush=True)
    random = np.random.default_rng(5)
    # of the characters it has to learn only what is no sign
    parts = [look(network, inks, count, random) for inks, count in ((signs, options.inks * 2 // 3), (others, options.inks // 3))]
    print("seen", flush=True)
    seen = Seen(*(torch.cat([getattr(part, field.name) for part in parts]) for field in fields(Seen)))
    added = Signs(seen.inputs.shape[1], seen.hidden.shape[1], UNITS, len(names))
    learn(added, known, seen, options.epochs, options.rate)
    network = joined(network, added)
    options.out.mkdir(parents=True, exist_ok=True)
    plan = [network.plan, network.hidden]
    done = state["done"] + -(-options.inks // state["batch"])
    checkpoint.save(options.out / "checkpoint.pt", {"average": network.state_dict(), "plan": plan, "done": done, "batch": state["batch"]})


if __name__ == "__main__":
    main()
