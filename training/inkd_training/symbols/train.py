"""Trains the symbol classifier's two networks, one at a time. Resumes from its checkpoint.

    python -m inkd_training.symbols.train --data DATA --sees strokes --run runs/symbols
    python -m inkd_training.symbols.train --data DATA --sees picture --run runs/symbol-pictures

Half of the loss is that among the classes of an ink's own group, half that among all classes. In both an ink's character counts, and less
which of the character's classes is meant: no drawing shows it.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import nn
from torch.utils.data import DataLoader, Subset

from .. import checkpoint, model_file
from ..ink import add_data_argument
from ..quantise import dequantise
from ..sketches.network import SketchNetwork
from .augment import LOOSE, STEADY
from .characters import alike
from .classes import CHARACTER, DETEXIFY, DIGIT
from .dataset import Collection, Ink, WeightedDraws
from .evaluation import merged, score, top_k
from .network import PICTURE_PLAN, SymbolNetwork
from .views import VIEWS

SMOOTHING = 0.1
"""Label smoothing."""
WITHIN = 0.25
"""What it counts which of a character's classes is meant, beside which character."""
DECAY = {"strokes": 0.01, "picture": 0.05}
"""Weight decay."""


@dataclass(slots=True)
class TrainingConfig:
    """`inks` is how many are learnt from in all, `every` how many lie between two measurements, `rate` the highest learning rate.

    `sees` is a key of `VIEWS`.
    """

    run: Path
    inks: int
    every: int
    batch: int = 128
    rate: float = 2e-3
    seed: int = 1
    sees: str = "strokes"


def loss_within(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, alike: torch.Tensor, smoothing: float) -> torch.Tensor:
    """Cross-entropy of characters, and a little of classes, among those classes that each row of `members` (1 or batch, classes) names.

    alike: see `characters.alike`; smoothing: of the labels, over the same classes.
    """
    logs = scores.masked_fill(~members, -1e9).log_softmax(1)
    even = logs.masked_fill(~members, 0).sum(1) / members.sum(1)
    own = logs.gather(1, labels[:, None])[:, 0]
    same = logs.masked_fill(alike != alike[labels][:, None], -1e9).logsumexp(1)
    return -((1 - smoothing) * ((1 - WITHIN) * same + WITHIN * own) + smoothing * even).mean()


def measure(network: nn.Module, sees: str, held: dict[str, list[Ink]], groups: torch.Tensor, alike: torch.Tensor) -> dict[str, float]:
    """Top-1 and top-3 accuracy by character on inks held back: Detexify among its classes, digits among digits, characters among theirs."""
    found = {}
    for kind, group, ranks in (("detexify", DETEXIFY, (1, 3)), ("pendigits", DIGIT, (1,)), ("unipen_char", CHARACTER, (1, 3))):
        inks = held[kind]
        labels = torch.tensor([i.label for i in inks], dtype=torch.long)
        scores = merged(score(network, inks, VIEWS[sees]), groups[group], alike)
        everything = torch.ones(scores.shape[1], dtype=torch.bool)
        found |= {f"{kind}_top{k}": round(top_k(scores, alike[labels], everything, k), 4) for k in ranks}
    return found


class Trainer:
    """The network, its moving average and optimiser, and how far the run is."""

    def __init__(self, network: nn.Module, groups: torch.Tensor, alike: torch.Tensor, config: TrainingConfig):
        """A new run with this network, or the one that RUN/checkpoint.pt holds; groups: see `classes`; alike: see `characters`."""
        self.network, self.groups, self.alike, self.config = network, groups, alike, config
        self.all_classes = torch.ones_like(groups[0])[None]
        self.average = copy.deepcopy(network)
        self.optimiser = torch.optim.AdamW(network.parameters(), lr=config.rate, weight_decay=DECAY[config.sees])
        self.batches = -(-config.inks // config.batch)
        self.done, self.loss, self.seconds_before = 0, 0.0, 0.0
        self.path = config.run / "checkpoint.pt"
        if self.path.exists():
            state = checkpoint.load(self.path)
            network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done, self.seconds_before = state["done"], state["spent"]
            print(f"going on after {self.done * config.batch} inks", flush=True)
        self.started = time.monotonic()
        network.train()

    @property
    def seconds(self) -> float:
        """Seconds that the run has taken so far, earlier parts included."""
        return self.seconds_before + time.monotonic() - self.started

    def step(self, seen: tuple[torch.Tensor, ...], labels: torch.Tensor, group: torch.Tensor) -> None:
        """Learns from one batch of `WeightedDraws`."""
        left = 1 - self.done / self.batches
        for parameters in self.optimiser.param_groups:
            parameters["lr"] = self.config.rate * min(1.0, (self.done + 1) / 300, max(0.005, left / 0.7))
        with torch.autocast("cpu", torch.bfloat16):
            scores = self.network(*seen)
        among_all = loss_within(scores, labels, self.all_classes, self.alike, SMOOTHING)
        loss = 0.5 * loss_within(scores, labels, self.groups[group], self.alike, SMOOTHING) + 0.5 * among_all
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 3.0)
        self.optimiser.step()
        self.done += 1
        self.loss = loss.item() if self.loss == 0 else 0.99 * self.loss + 0.01 * loss.item()
        checkpoint.update_average(self.average, self.network, min(0.999, self.done / (self.done + 100)))

    def record(self, held: dict[str, list[Ink]]) -> None:
        """Measures the averaged network, appends to RUN/log.jsonl and saves the checkpoint."""
        config, seconds = self.config, self.seconds
        row = {"inks": self.done * config.batch, "seconds": round(seconds), "loss": round(self.loss, 4)}
        row |= measure(self.average.eval(), config.sees, held, self.groups, self.alike)
        with open(config.run / "log.jsonl", "a") as log:
            log.write(json.dumps(row) + "\n")
        state = {"network": self.network.state_dict(), "average": self.average.state_dict(), "optimiser": self.optimiser.state_dict()}
        checkpoint.save(self.path, state | {"done": self.done, "spent": seconds, "batch": config.batch})
        print(json.dumps(row), flush=True)


def train(network: nn.Module, collection: Collection, config: TrainingConfig) -> nn.Module:
    """Trains to the end of `config.inks`, saving on the way; returns the averaged network, in evaluation mode."""
    config.run.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(network, collection.groups, alike(collection.names), config)
    view, hand = VIEWS[config.sees], {"strokes": STEADY, "picture": LOOSE}[config.sees]
    draws = WeightedDraws(collection.train, collection.weights, config.inks, config.batch, config.seed, view, hand)
    rest = Subset(draws, range(trainer.done, len(draws)))
    for batch in DataLoader(rest, batch_size=None, num_workers=1, prefetch_factor=16):
        trainer.step(*batch)
        if trainer.done % max(1, config.every // config.batch) == 0 or trainer.done == len(draws):
            trainer.record(collection.held)
    return trainer.average.eval()


def new_network(sees: str, classes: int) -> nn.Module:
    """A network for a key of `VIEWS`, of the size that is shipped."""
    if sees == "strokes":
        return SymbolNetwork(classes)
    return SketchNetwork(classes, PICTURE_PLAN).to(memory_format=torch.channels_last)


def main() -> None:
    """Trains the run that the command line names."""
    parser = argparse.ArgumentParser(description="Train one of inkd's two symbol classifiers.")
    add_data_argument(parser)
    parser.add_argument("--sees", choices=VIEWS, default="strokes", help="which network")
    parser.add_argument("--run", type=Path, default=Path("runs/symbols"))
    parser.add_argument("--begin", type=Path, help="begin a new run with the strokes' network of this symbol model")
    parser.add_argument("--inks", type=int, default=2_000_000, help="how many inks to learn from in all")
    parser.add_argument("--every", type=int, default=100_000, help="measure and save after so many")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, help="use only so many inks of each file: for a quick look")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    collection = Collection(options.data, options.limit, parts=("train",))
    network = new_network(options.sees, len(collection.names))
    if options.begin:
        arrays = dequantise(model_file.read(options.begin)[0])
        network.load_state_dict({name: torch.from_numpy(arrays[name].copy()) for name in network.state_dict()})
    size = sum(p.numel() for p in network.parameters())
    print(f"{len(collection.train)} inks, {len(collection.names)} classes, {size} parameters", flush=True)
    config = TrainingConfig(options.run, options.inks, options.every, options.batch, options.rate, options.seed, options.sees)
    train(network, collection, config)


if __name__ == "__main__":
    main()
