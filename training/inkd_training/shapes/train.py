"""Trains the shape recogniser on generated shapes and writes its model. Resumes from its checkpoint.

python -m inkd_training.shapes.train --data DATA --run runs/shapes --out ../models/shapes.safetensors
"""

from __future__ import annotations

import argparse
import copy
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .. import checkpoint
from ..ink import add_data_argument
from ..model_file import weight_arrays, write
from .dataset import PART, Labelled, draw_dataset, read_characters
from .network import ShapeNetwork, description, score, to_input


@dataclass(slots=True)
class TrainingConfig:
    """`every` is how many batches lie between two measurements, `rate` the highest learning rate."""

    run: Path
    epochs: int
    batch: int = 128
    every: int = 500
    rate: float = 2e-3
    seed: int = 1


class Trainer:
    """The network, its moving average and optimiser, and how far the run is, in batches."""

    def __init__(self, network: ShapeNetwork, total: int, config: TrainingConfig):
        """A new run of `total` batches with this network, or the one that RUN/checkpoint.pt holds."""
        self.network, self.total, self.config = network, total, config
        self.average = copy.deepcopy(network).eval()
        self.optimiser = torch.optim.AdamW(network.parameters(), lr=config.rate, weight_decay=1e-2)
        self.done, self.loss = 0, 0.0
        self.path = config.run / "checkpoint.pt"
        if self.path.exists():
            state = checkpoint.load(self.path)
            network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done = state["done"]

    def step(self, pictures: torch.Tensor, labels: torch.Tensor) -> None:
        """Learns from one batch: pictures (batch, GRID, GRID, PLANES) in 255ths, labels (batch,)."""
        for parameters in self.optimiser.param_groups:
            parameters["lr"] = self.config.rate * min(1.0, (self.done + 1) / 200, max(0.005, (1 - self.done / self.total) / 0.7))
        with torch.autocast("cpu", torch.bfloat16):
            scores = self.network(to_input(pictures))
        loss = nn.functional.cross_entropy(scores, labels, label_smoothing=0.03)
        self.optimiser.zero_grad()
        loss.backward()
        self.optimiser.step()
        self.done += 1
        self.loss = loss.item() if self.loss == 0 else 0.99 * self.loss + 0.01 * loss.item()
        checkpoint.update_average(self.average, self.network, min(0.998, self.done / (self.done + 50)))

    def record(self, check: Labelled) -> None:
        """Measures the averaged network on held-out shapes and saves the checkpoint."""
        right = float((score(self.average, check[0]).argmax(1) == check[1]).float().mean())
        state = {"network": self.network.state_dict(), "average": self.average.state_dict(), "optimiser": self.optimiser.state_dict()}
        checkpoint.save(self.path, state | {"done": self.done})
        print(json.dumps({"shapes": self.done * self.config.batch, "loss": round(self.loss, 4), "held_out": round(right, 4)}), flush=True)


def train(network: ShapeNetwork, shapes: Labelled, check: Labelled, config: TrainingConfig) -> tuple[ShapeNetwork, int]:
    """Returns the averaged network and how many shapes it has learnt from; check: held-out shapes."""
    pictures, labels = shapes
    per_epoch = len(labels) // config.batch
    trainer = Trainer(network, per_epoch * config.epochs, config)
    while trainer.done < trainer.total:
        epoch, first = divmod(trainer.done, per_epoch)
        order = torch.from_numpy(np.random.default_rng([config.seed, epoch]).permutation(len(labels)))
        for chosen in order[first * config.batch : per_epoch * config.batch].split(config.batch):
            trainer.step(pictures[chosen], labels[chosen])
            if trainer.done % config.every == 0 or trainer.done == trainer.total:
                trainer.record(check)
    return trainer.average, trainer.done * config.batch


def fit_temperature(scores: torch.Tensor, labels: torch.Tensor) -> float:
    """The softmax temperature at which the probabilities are right on average (Guo et al. 2017); scores (n, classes), labels (n,)."""
    log = torch.zeros(1, requires_grad=True)
    optimiser = torch.optim.LBFGS([log], max_iter=50)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = nn.functional.cross_entropy(scores / log.exp(), labels)
        loss.backward()
        return loss

    optimiser.step(closure)
    return float(log.exp().detach())


def main() -> None:
    """Trains the run that the command line names and writes its model."""
    parser = argparse.ArgumentParser(description="Train inkd's shape recogniser.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/shapes"))
    parser.add_argument("--out", type=Path, default=Path("../models/shapes.safetensors"))
    parser.add_argument("--shapes", type=int, default=400_000, help="how many shapes to draw")
    parser.add_argument("--epochs", type=int, default=2, help="how often to learn from each")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--every", type=int, default=500, help="measure and save after so many batches")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    letters = read_characters(options.data / "train/unipen_char.jsonl.gz")
    check = draw_dataset(options.run, PART, letters, options.seed + 1)
    network = ShapeNetwork().to(memory_format=torch.channels_last)
    shapes = draw_dataset(options.run, options.shapes, letters, options.seed)
    config = TrainingConfig(options.run, options.epochs, options.batch, options.every, options.rate, options.seed)
    network, seen = train(network, shapes, check, config)
    write(
        options.out,
        weight_arrays(network),
        description(network)
        | {
            "temperature": repr(round(fit_temperature(score(network, check[0]), check[1]), 4)),
            "training_data": "generated shapes; letters and no shapes also from UNIPEN train_r01_v07 (Guyon et al. 1994), Zenodo 1195803",
            "training_data_licence": "CC BY 4.0",
            "training_shapes": str(seen),
        },
    )
    print(f"{options.out}: {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
