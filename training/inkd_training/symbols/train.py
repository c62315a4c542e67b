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
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Subset

from .. import checkpoint, model_file
from ..classifier import AVERAGE, PAUSE, add_device_argument
from ..ink import add_data_argument
from ..quantise import dequantise
from ..sketches.mixing import mix
from ..sketches.network import SketchNetwork
from .augment import LOOSE, STEADY
from .batched import BatchedDraws
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
MOST_INKS = 10**10
"""More than a run by time can learn from."""
HANDS = {"strokes": STEADY, "picture": LOOSE}
"""How inks are changed."""
DECAY = {"strokes": 0.01, "picture": 0.05}
"""Weight decay."""


@dataclass(slots=True)
class TrainingConfig:
    """`inks` is how many are learnt from in all, `every` how many lie between two measurements, `rate` the highest learning rate.

    `sees` is a key of `VIEWS`. With `minutes` the run lasts so long in all, whatever `inks` says. `mixing` is of `mix`, for pictures. Inks
    are made by so many `workers`, or `batched` on the network's device. `strength` is that of the inks' changes, if not the usual one.
    """

    run: Path
    inks: int
    every: int
    batch: int = 128
    rate: float = 2e-3
    seed: int = 1
    sees: str = "strokes"
    minutes: float | None = None
    mixing: float = 0.0
    workers: int = 1
    batched: bool = False
    strength: float | None = None


def loss_within(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, alike: torch.Tensor, smoothing: float) -> torch.Tensor:
    """Cross-entropy (batch,) of characters, and a little of classes, among those that each row of `members` (1 or batch, classes) names.

    alike: see `characters.alike`; smoothing: of the labels, over the same classes.
    """
    logs = scores.masked_fill(~members, -1e9).log_softmax(1)
    even = logs.masked_fill(~members, 0).sum(1) / members.sum(1)
    own = logs.gather(1, labels[:, None])[:, 0]
    same = logs.masked_fill(alike != alike[labels][:, None], -1e9).logsumexp(1)
    return -((1 - smoothing) * ((1 - WITHIN) * same + WITHIN * own) + smoothing * even)


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
        self.device = network.output.weight.device
        self.network, self.groups, self.alike, self.config = network, groups.to(self.device), alike.to(self.device), config
        self.all_classes = torch.ones_like(self.groups[0])[None]
        self.average = copy.deepcopy(network)
        self.optimiser = torch.optim.AdamW(
            network.parameters(), lr=config.rate, weight_decay=DECAY[config.sees], fused=self.device.type == "cuda"
        )
        self.batches = -(-config.inks // config.batch)
        self.done, self.seconds_before = 0, 0.0
        self.loss: float | torch.Tensor = 0.0
        self.path = config.run / "checkpoint.pt"
        if self.path.exists():
            state = checkpoint.load(self.path)
            network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done, self.seconds_before = state["done"], state["spent"]
            print(f"going on after {self.done * config.batch} inks", flush=True)
        self.started = self.recorded = time.monotonic()
        network.train()

    @property
    def seconds(self) -> float:
        """Seconds that the run has taken so far, earlier parts included."""
        return self.seconds_before + time.monotonic() - self.started

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1 or a little more."""
        if self.config.minutes is None:
            return self.done / self.batches
        return self.seconds / (60 * self.config.minutes)

    @property
    def is_finished(self) -> bool:
        """Whether it has learnt from all inks, or as long as it may."""
        return self.progress >= 1

    @property
    def is_due(self) -> bool:
        """Whether it is time to measure and save."""
        if self.config.minutes is not None:
            return time.monotonic() - self.recorded > PAUSE or self.is_finished
        return self.done % max(1, self.config.every // self.config.batch) == 0 or self.is_finished

    def losses(self, scores: torch.Tensor, labels: torch.Tensor, group: torch.Tensor) -> torch.Tensor:
        """The loss of every ink, (batch,)."""
        among_own, among_all = (
            loss_within(scores, labels, members, self.alike, SMOOTHING) for members in (self.groups[group], self.all_classes)
        )
        return 0.5 * among_own + 0.5 * among_all

    def step(self, seen: tuple[torch.Tensor, ...], labels: torch.Tensor, group: torch.Tensor) -> None:
        """Learns from one batch of `WeightedDraws` or `BatchedDraws`."""
        left = 1 - self.progress
        if self.config.mixing:
            mixed, other, share = mix(seen[0], np.random.default_rng([self.config.seed, self.done]), self.config.mixing)
            seen = (mixed,)
        for parameters in self.optimiser.param_groups:
            parameters["lr"] = self.config.rate * min(1.0, (self.done + 1) / 300, max(0.005, left / 0.7))
        # on a GPU the LSTM layers of the strokes' network give NaN in bfloat16
        with torch.autocast(self.device.type, torch.bfloat16, enabled=self.device.type == "cpu" or self.config.sees == "picture"):
            scores = self.network(*seen)
        losses = self.losses(scores, labels, group)
        if self.config.mixing:
            losses = share * losses + (1 - share) * self.losses(scores, labels[other], group[other])
        loss = losses.mean()
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 3.0)
        self.optimiser.step()
        self.done += 1
        # never read on the way: that would wait for the device
        own = loss.detach()
        self.loss = 0.99 * self.loss + 0.01 * own if isinstance(self.loss, torch.Tensor) else own
        checkpoint.update_average(self.average, self.network, min(0.999, self.done / (self.done + 100)))

    def record(self, held: dict[str, list[Ink]]) -> None:
        """Measures the averaged network, appends to RUN/log.jsonl and saves the checkpoint."""
        config, seconds = self.config, self.seconds
        row = {"inks": self.done * config.batch, "seconds": round(seconds), "loss": round(float(self.loss), 4)}
        row |= measure(self.average.eval(), config.sees, held, self.groups.cpu(), self.alike.cpu())
        with open(config.run / "log.jsonl", "a") as log:
            log.write(json.dumps(row) + "\n")
        state = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "spent": seconds}
        average = {"average": self.average.state_dict(), "done": self.done, "batch": config.batch}
        checkpoint.save(self.path, state | average)
        checkpoint.save(config.run / AVERAGE, average)
        print(json.dumps(row), flush=True)
        self.recorded = time.monotonic()


def train(network: nn.Module, collection: Collection, config: TrainingConfig) -> nn.Module:
    """Trains to the end of `config.inks` or `config.minutes`, saving on the way; returns the averaged network, in evaluation mode."""
    config.run.mkdir(parents=True, exist_ok=True)
    trainer = Trainer(network, collection.groups, alike(collection.names), config)
    view, hand = VIEWS[config.sees], HANDS[config.sees]
    if config.strength is not None:
        hand = replace(hand, strength=config.strength)
    inks, weights = collection.train, collection.weights
    if config.batched:
        batches = BatchedDraws(inks, weights, config.batch, config.seed + trainer.done, config.sees, hand, trainer.device)
    else:
        total = config.inks if config.minutes is None else MOST_INKS
        draws = WeightedDraws(inks, weights, total, config.batch, config.seed, view, hand)
        rest = Subset(draws, range(trainer.done, len(draws)))
        batches = DataLoader(rest, batch_size=None, num_workers=config.workers, prefetch_factor=16)
    if trainer.is_finished:
        return trainer.average.eval()
    for seen, labels, groups in batches:
        trainer.step(tuple(part.to(trainer.device) for part in seen), labels.to(trainer.device), groups.to(trainer.device))
        is_last = trainer.is_finished
        if trainer.is_due:
            trainer.record(collection.held)
        if is_last:
            break
    return trainer.average.eval()


def new_network(sees: str, classes: int, skip: float = 0.0) -> nn.Module:
    """A network for a key of `VIEWS`, of the size that is shipped; skip: of `SketchNetwork`."""
    if sees == "strokes":
        return SymbolNetwork(classes)
    return SketchNetwork(classes, PICTURE_PLAN, skip=skip).to(memory_format=torch.channels_last)


def main() -> None:
    """Trains the run that the command line names."""
    parser = argparse.ArgumentParser(description="Train one of inkd's two symbol classifiers.")
    add_data_argument(parser)
    parser.add_argument("--sees", choices=VIEWS, default="strokes", help="which network")
    parser.add_argument("--run", type=Path, default=Path("runs/symbols"))
    parser.add_argument("--begin", type=Path, help="begin a new run with the strokes' network of this symbol model")
    parser.add_argument("--inks", type=int, default=2_000_000, help="how many inks to learn from in all")
    parser.add_argument("--minutes", type=float, help="how long to learn, whatever --inks says: measures and saves every minute")
    parser.add_argument("--every", type=int, default=100_000, help="measure and save after so many inks")
    parser.add_argument("--batch", type=int, default=128)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--mixing", type=float, default=0.0, help="how evenly pictures are mixed with one another; 0: not at all")
    parser.add_argument("--skip", type=float, default=0.0, help="how often a residual block of the picture's network is left out")
    parser.add_argument("--strength", type=float, help="how much inks are bent (default: 1, of pictures 1.35)")
    add_device_argument(parser)
    parser.add_argument("--workers", type=int, default=1, help="processes that make what a CPU learns from")
    parser.add_argument("--batched", action="store_true", help="make it in torch, as is always done on a GPU")
    parser.add_argument("--limit", type=int, help="use only so many inks of each file: for a quick look")
    options = parser.parse_args()
    if options.mixing and options.sees != "picture":
        parser.error("only pictures can be mixed")
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    collection = Collection(options.data, options.limit, parts=("train",))
    network = new_network(options.sees, len(collection.names), options.skip)
    if options.begin:
        arrays = dequantise(model_file.read(options.begin)[0])
        network.load_state_dict({name: torch.from_numpy(arrays[name].copy()) for name in network.state_dict()})
    size = sum(p.numel() for p in network.parameters())
    print(f"{len(collection.train)} inks, {len(collection.names)} classes, {size} parameters", flush=True)
    config = TrainingConfig(
        options.run,
        options.inks,
        options.every,
        options.batch,
        options.rate,
        options.seed,
        options.sees,
        options.minutes,
        options.mixing,
        options.workers,
        options.batched or options.device.type == "cuda",
        options.strength,
    )
    # rows come in many lengths, each of which would be measured anew
    torch.backends.cudnn.benchmark = options.sees == "picture"
    network.to(options.device)
    train(network, collection, config)


if __name__ == "__main__":
    main()
