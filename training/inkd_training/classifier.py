"""What training and writing the classifiers of pictures have in common: sketches, characters and formulas."""

from __future__ import annotations

import argparse
import copy
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from . import checkpoint
from .model_file import write
from .quantise import quantise

PAUSE = 60
"""Seconds between two measurements of a run on a GPU."""
AVERAGE = "average.pt"
"""What is exported of a run, beside its checkpoint: the averaged network and how much it learnt from."""


def add_device_argument(parser: argparse.ArgumentParser) -> None:
    """Adds `--device`, where the network learns: a GPU, if there is one."""
    parser.add_argument("--device", type=torch.device, default="cuda" if torch.cuda.is_available() else "cpu", help="where to learn")


class ClassifierRun:
    """A run: the network in training, its moving average, and how far it is. Goes on from RUN/checkpoint.pt.

    The rate rises for a hundred batches and then falls as a cosine: by the inks, or by the time if `options` has `minutes`.
    """

    def __init__(self, network: nn.Module, options: argparse.Namespace, weight_decay: float, plan: list, fused: bool = False):
        """options: `run`, `inks`, `batch`, `rate`, `every`; plan: of the network's layers, for the checkpoint."""
        options.run.mkdir(parents=True, exist_ok=True)
        self.network, self.options, self.plan = network, options, plan
        self.average = copy.deepcopy(network).eval()
        decayed = [p for p in network.parameters() if p.dim() > 1]
        others = [p for p in network.parameters() if p.dim() <= 1]
        groups = [{"params": decayed, "weight_decay": weight_decay}, {"params": others, "weight_decay": 0.0}]
        self.optimiser = torch.optim.AdamW(groups, lr=options.rate, fused=fused)
        self.path = options.run / "checkpoint.pt"
        self.done, self.batches = 0, -(-options.inks // options.batch)
        self.loss: float | torch.Tensor = 0.0
        self.seconds_before = 0.0
        if self.path.exists():
            state = checkpoint.load(self.path)
            network.load_state_dict(state["network"])
            self.average.load_state_dict(state["average"])
            self.optimiser.load_state_dict(state["optimiser"])
            self.done, self.seconds_before = state["done"], state.get("spent", 0.0)
        self.is_on_gpu = next(network.parameters()).is_cuda
        self.started = self.recorded = time.monotonic()
        self.minutes: float | None = getattr(options, "minutes", None)
        network.train()

    @property
    def seconds(self) -> float:
        """Seconds that the run has taken so far, earlier parts included."""
        return self.seconds_before + time.monotonic() - self.started

    @property
    def is_finished(self) -> bool:
        """Whether it has learnt from all inks, or as long as it may."""
        return self.progress >= 1

    @property
    def progress(self) -> float:
        """How much of the run is done, 0 to 1 or a little more."""
        if self.minutes is None:
            return self.done / self.batches
        return self.seconds / (60 * self.minutes)

    @property
    def is_due(self) -> bool:
        """Whether it is time to measure and save."""
        if self.is_on_gpu:
            return time.monotonic() - self.recorded > PAUSE or self.is_finished
        return self.done % max(1, self.options.every // self.options.batch) == 0 or self.is_finished

    def step(self, loss: torch.Tensor) -> None:
        """Learns from the loss of one batch."""
        left = max(0.0, 1 - self.progress)
        for part in self.optimiser.param_groups:
            part["lr"] = self.options.rate * min(1.0, (self.done + 1) / 100, 0.5 - 0.5 * float(np.cos(np.pi * left)) + 1e-3)
        self.optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(self.network.parameters(), 3.0)
        self.optimiser.step()
        self.done += 1
        # never read on the way: that would wait for the device
        own = loss.detach()
        self.loss = 0.98 * self.loss + 0.02 * own if isinstance(self.loss, torch.Tensor) else own
        checkpoint.update_average(self.average, self.network, min(0.998, self.done / (self.done + 50)))

    def record(self, measured: dict[str, float]) -> None:
        """Appends a row with what was measured of the averaged network to RUN/log.jsonl, and saves the checkpoint."""
        seconds = self.seconds
        row = {"inks": self.done * self.options.batch, "seconds": round(seconds), "loss": round(float(self.loss), 4)} | measured
        with open(self.options.run / "log.jsonl", "a") as log:
            log.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
        state = {"network": self.network.state_dict(), "optimiser": self.optimiser.state_dict(), "spent": seconds}
        average = {"average": self.average.state_dict(), "done": self.done, "batch": self.options.batch, "plan": self.plan}
        checkpoint.save(self.path, state | average)
        checkpoint.save(self.options.run / AVERAGE, average)
        self.recorded = time.monotonic()


def fit_temperature(scores: torch.Tensor, labels: torch.Tensor) -> float:
    """The softmax temperature of least cross-entropy; scores (n, classes)."""
    return min(np.arange(0.3, 3.0, 0.02), key=lambda t: float(torch.nn.functional.cross_entropy(scores / t, labels)))


def write_model(out: Path, arrays: dict[str, np.ndarray], about: dict[str, str], training: tuple[str, str, dict], precision: str) -> None:
    """Writes weights and metadata as a model file of 8 bits or, with the precision "fp32", of single precision.

    training: the data, their licence, and the run's checkpoint.
    """
    source, licence, state = training
    about = {
        "precision": precision,
        "training_data": source,
        "training_data_licence": licence,
        "training_inks": str(state["done"] * state["batch"]),
    } | about
    write(out, quantise(arrays) if precision == "int8" else arrays, about)
    print(f"{out}: {out.stat().st_size} bytes")
