"""Trains the network of formulas. Saves its averaged weights and goes on from RUN/checkpoint.pt.

python -m inkd_training.formulas.train --data DATA --run runs/formulas
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .. import checkpoint
from ..ink import add_data_argument
from ..sketches.train import update_average
from .classes import CLASSES
from .dataset import Pool
from .evaluation import held_back_examples, shares
from .network import CONVOLUTIONS, HIDDEN, FormulaNetwork, score
from .symbols import read_inks

SMOOTHING = 0.02
"""Label smoothing."""
MEASURED = 300
"""Formulas of held-back ink that are measured on the way."""


def train(
    network: FormulaNetwork, pool: Pool, dev: tuple[torch.Tensor, torch.Tensor] | None, options: argparse.Namespace
) -> FormulaNetwork:
    """Learns from `options.inks` groups, saving on the way; returns the averaged network, in evaluation mode."""
    options.run.mkdir(parents=True, exist_ok=True)
    average = copy.deepcopy(network).eval()
    decayed = [p for p in network.parameters() if p.dim() > 1]
    others = [p for p in network.parameters() if p.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=options.rate, fused=True)
    path = options.run / "checkpoint.pt"
    done, total, mean_loss = 0, -(-options.inks // options.batch), 0.0
    if path.exists():
        state = checkpoint.load(path)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        done = state["done"]
    pool.random = np.random.default_rng([options.seed, done])
    batches = pool.batches(options.batch)
    started = time.monotonic()
    network.train()
    while done < total:
        left = 1 - done / total
        for part in optimiser.param_groups:
            part["lr"] = options.rate * min(1.0, (done + 1) / 100, 0.5 - 0.5 * float(np.cos(np.pi * left)) + 1e-3)
        seen, wanted = next(batches)
        loss = nn.functional.cross_entropy(network(torch.from_numpy(seen)), torch.from_numpy(wanted), label_smoothing=SMOOTHING)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        done += 1
        mean_loss = loss.item() if mean_loss == 0 else 0.98 * mean_loss + 0.02 * loss.item()
        update_average(average, network, min(0.998, done / (done + 50)))
        if done % max(1, options.every // options.batch) == 0 or done == total:
            row = {"inks": done * options.batch, "seconds": round(time.monotonic() - started), "loss": round(mean_loss, 4)}
            row |= shares(score(average, dev[0]), dev[1]) if dev else {}
            with open(options.run / "log.jsonl", "a") as log:
                log.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)
            state = {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
            checkpoint.save(path, state | {"done": done, "batch": options.batch, "plan": [network.plan, network.hidden]})
    return average.eval()


def main() -> None:
    """Trains the run that the command line names."""
    parser = argparse.ArgumentParser(description="Train inkd's recogniser of formulas' symbols.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/formulas"))
    parser.add_argument("--inks", type=int, default=3_000_000, help="how many groups of strokes to learn from in all")
    parser.add_argument("--every", type=int, default=100_000, help="measure and save after so many")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    dev = held_back_examples(read_inks(options.data, held_back=True), MEASURED)
    inks = read_inks(options.data, held_back=False)
    network = FormulaNetwork(len(CLASSES), CONVOLUTIONS, HIDDEN)
    print(f"{sum(map(len, inks.values()))} inks, {sum(p.numel() for p in network.parameters())} parameters", flush=True)
    train(network, Pool(inks, np.random.default_rng()), dev, options)


if __name__ == "__main__":
    main()
