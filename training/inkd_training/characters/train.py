"""Trains the characters' network of a language. Saves its averaged weights and goes on from RUN/checkpoint.pt.

python -m inkd_training.characters.train --data DATA --language ja --run runs/characters/ja
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
from .classes import NETWORKS
from .dataset import Character, augmented, plain, read_characters
from .evaluation import people, ranks
from .network import CONVOLUTIONS, HIDDEN, CharacterNetwork, score

SMOOTHING = 0.1
"""Label smoothing."""


def train(network: CharacterNetwork, characters: list[Character], dev: list[Character], options: argparse.Namespace) -> CharacterNetwork:
    """Learns from `options.inks` characters, saving on the way; returns the averaged network, in evaluation mode."""
    options.run.mkdir(parents=True, exist_ok=True)
    average = copy.deepcopy(network).eval()
    decayed = [p for p in network.parameters() if p.dim() > 1]
    others = [p for p in network.parameters() if p.dim() <= 1]
    groups = [{"params": decayed, "weight_decay": 0.02}, {"params": others, "weight_decay": 0.0}]
    optimiser = torch.optim.AdamW(groups, lr=options.rate, fused=True)
    path = options.run / "checkpoint.pt"
    done, batches, mean_loss = 0, -(-options.inks // options.batch), 0.0
    if path.exists():
        state = checkpoint.load(path)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        done = state["done"]
    inputs, labels = plain(dev) if dev else None, torch.tensor([c.label for c in dev])
    bounds = np.cumsum([c.weight for c in characters])
    started = time.monotonic()
    network.train()
    while done < batches:
        random = np.random.default_rng([options.seed, done])
        chosen = np.searchsorted(bounds, random.uniform(0, bounds[-1], options.batch)).clip(max=len(characters) - 1)
        left = 1 - done / batches
        for part in optimiser.param_groups:
            part["lr"] = options.rate * min(1.0, (done + 1) / 100, 0.5 - 0.5 * float(np.cos(np.pi * left)) + 1e-3)
        seen, wanted = augmented([characters[i] for i in chosen], random)
        loss = nn.functional.cross_entropy(network(seen), wanted, label_smoothing=SMOOTHING)
        optimiser.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        done += 1
        mean_loss = loss.item() if mean_loss == 0 else 0.98 * mean_loss + 0.02 * loss.item()
        update_average(average, network, min(0.998, done / (done + 50)))
        if done % max(1, options.every // options.batch) == 0 or done == batches:
            row = {"inks": done * options.batch, "seconds": round(time.monotonic() - started), "loss": round(mean_loss, 4)}
            row |= ranks(score(average, inputs), labels) if dev else {}
            with open(options.run / "log.jsonl", "a") as log:
                log.write(json.dumps(row) + "\n")
            print(json.dumps(row), flush=True)
            state = {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
            checkpoint.save(path, state | {"done": done, "batch": options.batch, "plan": [network.plan, network.hidden]})
    return average.eval()


def main() -> None:
    """Trains the run that the command line names."""
    parser = argparse.ArgumentParser(description="Train inkd's recogniser of characters for a language.")
    add_data_argument(parser)
    parser.add_argument("--language", choices=NETWORKS, required=True)
    parser.add_argument("--run", type=Path, help="default: runs/characters/LANGUAGE")
    parser.add_argument("--inks", type=int, default=1_000_000, help="how many characters to learn from in all")
    parser.add_argument("--every", type=int, default=50_000, help="measure and save after so many")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    options.run = options.run or Path("runs/characters") / options.language
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    classes, characters = read_characters(options.data, options.language)
    network = CharacterNetwork(len(classes), CONVOLUTIONS, HIDDEN)
    parameters = sum(p.numel() for p in network.parameters())
    print(f"{len(characters)} inks, {len(classes)} classes, {parameters} parameters", flush=True)
    train(network, characters, people(options.data, options.language, classes), options)


if __name__ == "__main__":
    main()
