"""The training loop of the classifiers (`symbols.py`, `shapes.py`): weighted draws, an average of the weights, checkpoints."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from .checkpoint import save
from .classifier import InkClassifier, features, vary
from .network import collate

CHUNK = 16
"""So many batches are drawn together and cut into batches of inks of like length."""


@dataclass(slots=True)
class Ink:
    """One labelled ink. points (n, 2) of all strokes; starts: first index of each; label: its class; group: whom it competes with."""

    points: np.ndarray
    starts: np.ndarray
    label: int
    group: int = 0


@dataclass(slots=True)
class Plan:
    """How long and how fast: `inks` is how many are learnt from in all, `every` how many lie between two measurements."""

    run: Path
    inks: int
    every: int
    batch: int = 128
    rate: float = 2e-3
    smoothing: float = 0.1
    seed: int = 1
    order: float = 0.15
    back: float = 0.1


class Draws(Dataset):
    """Batches of inks drawn by weight, each varied anew, all of it a function of (seed, number of the batch)."""

    def __init__(self, inks: list[Ink], weights: np.ndarray, plan: Plan):
        self.inks, self.plan, self.chunk = inks, plan, (-1, [])
        self.share = np.cumsum(weights / weights.sum())
        self.lengths = np.array([len(features(i.points, i.starts)) for i in inks])

    def __len__(self) -> int:
        return -(-self.plan.inks // self.plan.batch)

    def __getitem__(self, number: int):
        first = number // CHUNK
        if self.chunk[0] != first:
            random = np.random.default_rng([self.plan.seed, 0, first])
            drawn = np.searchsorted(self.share, random.random(CHUNK * self.plan.batch)).clip(max=len(self.inks) - 1)
            drawn = drawn[np.argsort(self.lengths[drawn])].reshape(CHUNK, -1)
            self.chunk = (first, random.permutation(drawn))
        random = np.random.default_rng([self.plan.seed, 1, number])
        chosen = [self.inks[i] for i in self.chunk[1][number % CHUNK]]
        rows = [features(*vary(i.points, i.starts, random, self.plan.order, self.plan.back)) for i in chosen]
        return *collate(rows), torch.tensor([i.label for i in chosen]), torch.tensor([i.group for i in chosen])


def loss_within(scores: torch.Tensor, labels: torch.Tensor, members: torch.Tensor, smoothing: float) -> torch.Tensor:
    """Cross-entropy among those classes that each row of `members` names, with label smoothing over the same."""
    logs = scores.masked_fill(~members, -1e9).log_softmax(1)
    even = logs.masked_fill(~members, 0).sum(1) / members.sum(1)
    return -((1 - smoothing) * logs.gather(1, labels[:, None])[:, 0] + smoothing * even).mean()


def fit(
    network: InkClassifier, inks: list[Ink], weights: np.ndarray, groups: torch.Tensor, plan: Plan,
    measure: Callable[[InkClassifier], dict[str, float]],
) -> InkClassifier:
    """Trains `network` and returns the average of its weights; goes on from plan.run/checkpoint.pt if that exists.

    weights: how often each ink is drawn. groups (g, classes): which classes an ink of a group competes with; half of the
    loss is among these, half among all classes. A line of log.jsonl is written at every measurement.
    """
    plan.run.mkdir(parents=True, exist_ok=True)
    checkpoint = plan.run / "checkpoint.pt"
    average = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=plan.rate, weight_decay=1e-2)
    done, spent = 0, 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        done, spent = state["done"], state["spent"]
        print(f"going on after {done * plan.batch} inks", flush=True)
    draws = Draws(inks, weights, plan)
    everything = torch.ones_like(groups[0])[None]
    started, running = time.monotonic(), 0.0
    network.train()
    rest = torch.utils.data.Subset(draws, range(done, len(draws)))
    for batch, points, labels, group in DataLoader(rest, batch_size=None, num_workers=1, prefetch_factor=16):
        left = 1 - done / len(draws)
        for parameters in optimiser.param_groups:
            parameters["lr"] = plan.rate * min(1.0, (done + 1) / 300, max(0.005, left / 0.7))
        with torch.autocast("cpu", torch.bfloat16):
            scores = network(batch, points)
        among_all = loss_within(scores, labels, everything, plan.smoothing)
        loss = 0.5 * loss_within(scores, labels, groups[group], plan.smoothing) + 0.5 * among_all
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        done += 1
        running = loss.item() if running == 0 else 0.99 * running + 0.01 * loss.item()
        keep = min(0.999, done / (done + 100))
        with torch.no_grad():
            for a, p in zip(average.parameters(), network.parameters()):
                a.lerp_(p, 1 - keep)
        if done % max(1, plan.every // plan.batch) == 0 or done == len(draws):
            seconds = spent + time.monotonic() - started
            row = {"inks": done * plan.batch, "seconds": round(seconds), "loss": round(running, 4)} | measure(average.eval())
            with open(plan.run / "log.jsonl", "a") as log:
                log.write(json.dumps(row) + "\n")
            save(checkpoint, {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(),
                              "done": done, "batch": plan.batch, "spent": seconds, "hidden": network.hidden, "layers": network.layers})
            print(json.dumps(row), flush=True)
    return average.eval()
