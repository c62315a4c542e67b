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
from .network import TextNetwork, grow, load_network, with_alphabet
from .samples import ALPHABET


def learning_rate(seen: int, total: int, config: TrainingConfig) -> float:
    """The learning rate after `seen` of `total` sequences: warm-up, constant, linear decay over the last `config.fall` of them."""
    return config.rate * min(1.0, (seen + 1) / config.warm_up) * min(1.0, max(0.005, (total - seen) / (total * config.fall)))


def average_gradients(learning: list[nn.Parameter], inks: int, processes: int) -> int:
    """Averages the gradients over all processes; returns how many inks they learn from together in this step."""
    if processes == 1:
        return inks
    gradients = [p.grad for p in learning if p.grad is not None]
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
        self.network = TextNetwork(config.hidden, config.layers, dropout=config.dropout)
        if config.begin:
            network, alphabet = load_network(config.begin)
            grow(with_alphabet(network.state_dict(), alphabet, ALPHABET), self.network)
        self.network.to(config.device)
        self.average = copy.deepcopy(self.network)
        # the layer in the middle is scored by an output of its own, which only training needs
        self.middle = nn.Linear(2 * config.hidden, len(ALPHABET) + 1).to(config.device) if config.middle else None
        self.learning = [*self.network.parameters(), *(self.middle.parameters() if self.middle else ())]
        self.optimiser = torch.optim.AdamW(self.learning, lr=config.rate, weight_decay=config.decay)
        self.ctc = nn.CTCLoss(zero_infinity=True)
        self.seen = 0
        self.position = Position()
        self.loss: torch.Tensor | None = None
        """The CTC loss, smoothed over about a hundred steps since the run was begun or resumed."""
        self.seconds_before = 0.0
        self.resumed = config.checkpoint.exists()
        if self.resumed:
            self.restore(checkpoint.load(config.checkpoint))
        if config.processes > 1:
            # each process drew weights of its own
            for tensor in [*self.learning, *self.average.parameters()]:
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
        minutes = self.minutes
        if minutes is None:
            return self.config.sequences
        return round(self.seen * 60 * minutes / max(self.seconds, 1))

    @property
    def minutes(self) -> float | None:
        """How long the run is: a file RUN/minutes moves the end while the run goes on."""
        moved = self.config.run / "minutes"
        return float(moved.read_text()) if moved.exists() else self.config.minutes

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
        } | ({"middle": self.middle.state_dict()} if self.middle else {})

    def restore(self, state: dict) -> None:
        """Takes over what `state` returned. Exits if the network has another size than the configuration's."""
        if (state["hidden"], state["layers"]) != (self.config.hidden, self.config.layers):
            raise SystemExit(
                f"{self.config.checkpoint} holds a network of another size: name another --run, or give its --hidden and --layers"
            )
        self.network.load_state_dict(state["network"])
        self.average.load_state_dict(state["average"])
        if self.middle and "middle" in state:
            self.middle.load_state_dict(state["middle"])
        self.optimiser.load_state_dict(state["optimiser"])
        self.seen, self.position, self.seconds_before = state["seen"], Position(state["epoch"], state["done"]), state["spent"]

    def step(self, batch: Batch) -> None:
        """Learns from one batch of `EpochDataset`, and with the other processes from theirs."""
        config, network = self.config, self.network
        for group in self.optimiser.param_groups:
            group["lr"] = learning_rate(self.seen, max(1, self.end), config)
        loss = self.losses(batch)
        self.optimiser.zero_grad()
        loss.backward()
        together = average_gradients(self.learning, len(batch[1]), config.processes)
        nn.utils.clip_grad_norm_(self.learning, 3.0)
        self.optimiser.step()
        self.seen += together
        checkpoint.update_average(self.average, network, min(1 - together / config.average, self.seen / (self.seen + 20_000)))

    def losses(self, batch: Batch) -> torch.Tensor:
        """The sum of the losses of two randomly masked views of every ink: CTC, consistency, and the CTC of the layer in the middle."""
        config = self.config
        inks, points, labels, sizes = (tensor.to(config.device, non_blocking=True) for tensor in batch)
        views = torch.cat([mask_time(inks, points), mask_time(inks, points)])
        with torch.autocast(views.device.type, torch.bfloat16, enabled=config.precision == "bf16"):
            scores, middle = self.scores(views, points.repeat(2))
        steps, labels = self.network.steps(points), labels.repeat(2)
        # lengths where the batch was made: the loss reads them on the CPU, and need not wait for a GPU
        lengths = self.network.steps(batch[1]).repeat(2), batch[3].repeat(2)
        ctc = self.ctc(scores.transpose(0, 1), labels, *lengths)
        self.loss = ctc.detach() if self.loss is None else self.loss.lerp(ctc.detach(), 0.01)
        total = ctc + config.consistency * consistency_loss(scores, steps, sizes)
        if middle is not None:
            total = total + config.middle * self.ctc(middle.transpose(0, 1), labels, *lengths)
        return total

    def scores(self, views: torch.Tensor, points: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor | None]:
        """Log-probabilities (inks, time, classes), and those of the layer in the middle if that has a loss of its own."""
        network = self.network
        layers = network.encode_layers(views, points)
        scores = network.output(network.dropout(layers[-1])).float().log_softmax(-1)
        middle = self.middle(network.dropout(layers[(len(layers) - 1) // 2])).float().log_softmax(-1) if self.middle else None
        return scores, middle
