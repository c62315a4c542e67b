"""The state of a training run, one step of it, and its checkpoints."""

from __future__ import annotations

import copy
import time

import torch
from torch import distributed, nn

from .. import checkpoint
from .config import TrainingConfig
from .consistency import consistency_loss, mask_time
from .data import Position
from .dataset import Batch
from .network import TextNetwork, load_network, with_alphabet
from .samples import ALPHABET

WARM_UP = 10_000
"""Inks until the learning rate is at its highest."""


def learning_rate(seen: int, total: int, peak: float) -> float:
    """The learning rate after `seen` of `total` sequences: warm-up, constant, linear decay over the last third."""
    return peak * min(1.0, (seen + 1) / WARM_UP) * min(1.0, max(0.005, (total - seen) / (total / 3)))


def average_gradients(network: nn.Module, inks: int, processes: int) -> int:
    """Averages the gradients over all processes; returns how many inks they learn from together in this step."""
    if processes == 1:
        return inks
    gradients = [p.grad for p in network.parameters() if p.grad is not None]
    flat = torch.cat([torch.tensor([float(inks)])] + [g.flatten() for g in gradients])
    distributed.all_reduce(flat)
    first = 1
    for g in gradients:
        g.copy_(flat[first : first + g.numel()].view_as(g)).div_(processes)
        first += g.numel()
    return round(flat[0].item())


class Trainer:
    """The network, its moving average and optimiser, and how far the run is."""

    def __init__(self, config: TrainingConfig):
        """A new run, or the one that `config.checkpoint` holds. Exits if that has a network of another size."""
        self.config = config
        self.network = TextNetwork(config.hidden, config.layers)
        if config.begin:
            network, alphabet = load_network(config.begin)
            self.network.load_state_dict(with_alphabet(network.state_dict(), alphabet, ALPHABET))
        self.average = copy.deepcopy(self.network)
        self.optimiser = torch.optim.AdamW(self.network.parameters(), lr=config.rate, weight_decay=1e-4)
        self.ctc = nn.CTCLoss(zero_infinity=True)
        self.seen = 0
        self.position = Position()
        self.loss = 0.0
        """The CTC loss, smoothed over about a hundred steps since the run was begun or resumed."""
        self.seconds_before = 0.0
        self.resumed = config.checkpoint.exists()
        if self.resumed:
            self.restore(checkpoint.load(config.checkpoint))
        if config.processes > 1:
            # each process drew weights of its own
            for tensor in [*self.network.parameters(), *self.average.parameters()]:
                distributed.broadcast(tensor.detach(), 0)
        self.started = time.monotonic()
        self.network.train()

    @property
    def seconds(self) -> float:
        """Seconds that the run has taken so far, earlier parts included."""
        return self.seconds_before + time.monotonic() - self.started

    @property
    def end(self) -> int:
        """How many inks the run will have, as far as it can be told: with `minutes` as many as there is time for."""
        if self.config.minutes is None:
            return self.config.sequences
        return round(self.seen * 60 * self.config.minutes / max(self.seconds, 1))

    @property
    def is_finished(self) -> bool:
        """Whether the run has had its inks or its time."""
        return self.seen > 0 and self.seen >= self.end

    def state(self) -> dict:
        """Everything needed to resume, as `torch.save` takes it."""
        return {
            "network": self.network.state_dict(),
            "average": self.average.state_dict(),
            "optimiser": self.optimiser.state_dict(),
            "seen": self.seen,
            "epoch": self.position.epoch,
            "done": self.position.done,
            "spent": self.seconds,
            "hidden": self.config.hidden,
            "layers": self.config.layers,
        }

    def restore(self, state: dict) -> None:
        """Takes over what `state` returned. Exits if the network has another size than the configuration's."""
        if (state["hidden"], state["layers"]) != (self.config.hidden, self.config.layers):
            raise SystemExit(
                f"{self.config.checkpoint} holds a network of another size: name another --run, or give its --hidden and --layers"
            )
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seen, self.position, self.seconds_before = state["seen"], Position(state["epoch"], state["done"]), state["spent"]

    def step(self, batch: Batch) -> None:
        """Learns from one batch of `EpochDataset`, and with the other processes from theirs."""
        config, network = self.config, self.network
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(self.seen, max(1, self.end), config.rate)
        ctc, consistency = self.losses(batch)
        self.optimiser.zero_grad()
        (ctc + config.consistency * consistency).backward()
        together = average_gradients(network, len(batch[1]), config.processes)
        nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        self.optimiser.step()
        self.seen += together
        self.loss = ctc.item() if self.loss == 0 else 0.99 * self.loss + 0.01 * ctc.item()
        checkpoint.update_average(self.average, network, min(1 - together / config.average, self.seen / (self.seen + 20_000)))

    def losses(self, batch: Batch) -> tuple[torch.Tensor, torch.Tensor]:
        """The CTC loss and the consistency loss of two randomly masked views of every ink, scalars."""
        inks, points, labels, sizes = batch
        views = torch.cat([mask_time(inks, points), mask_time(inks, points)])
        with torch.autocast("cpu", torch.bfloat16, enabled=self.config.precision == "bf16"):
            scores, steps = self.network(views, points.repeat(2))
        scores = scores.float()
        ctc = self.ctc(scores.transpose(0, 1), labels.repeat(2), steps, sizes.repeat(2))
        return ctc, consistency_loss(scores, steps[: len(points)], sizes)
