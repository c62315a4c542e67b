"""Trains the characters' network of a language. Saves its averaged weights and goes on from RUN/checkpoint.pt.

python -m inkd_training.characters.train --data DATA --language ja --run runs/characters/ja
python -m inkd_training.characters.train --data DATA --language ja --run runs/characters/ja-signs --signs --begin runs/characters/ja
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .. import checkpoint
from ..classifier import ClassifierRun
from ..ink import add_data_argument
from ..picture_network import CONVOLUTIONS, HIDDEN, score
from .classes import NETWORKS
from .dataset import Character, augmented, plain, read_characters, with_signs
from .evaluation import people, ranks
from .network import CharacterNetwork

SMOOTHING = 0.1
"""Label smoothing."""


def train(network: CharacterNetwork, characters: list[Character], dev: list[Character], options: argparse.Namespace) -> CharacterNetwork:
    """Learns from `options.inks` characters, saving on the way; returns the averaged network, in evaluation mode."""
    run = ClassifierRun(network, options, weight_decay=0.02, plan=[network.plan, network.hidden], fused=True)
    inputs, labels = plain(dev) if dev else None, torch.tensor([c.label for c in dev])
    bounds = np.cumsum([c.weight for c in characters])
    while not run.is_finished:
        random = np.random.default_rng([options.seed, run.done])
        chosen = np.searchsorted(bounds, random.uniform(0, bounds[-1], options.batch)).clip(max=len(characters) - 1)
        seen, wanted = augmented([characters[i] for i in chosen], random)
        run.step(nn.functional.cross_entropy(network(seen), wanted, label_smoothing=SMOOTHING))
        if run.is_due:
            run.record(ranks(score(run.average, inputs), labels) if dev else {})
    return run.average.eval()


def begin(network: CharacterNetwork, run: Path) -> None:
    """Gives the network the averaged weights of another run, whose classes are the first of its own."""
    own, weights = network.state_dict(), checkpoint.load(run / "checkpoint.pt")["average"]
    known = len(weights["output.bias"])
    weights |= {name: torch.cat([weights[name], own[name][known:]]) for name in ("output.weight", "output.bias")}
    network.load_state_dict(weights)


def main() -> None:
    """Trains the run that the command line names."""
    parser = argparse.ArgumentParser(description="Train inkd's recogniser of characters for a language.")
    add_data_argument(parser)
    parser.add_argument("--language", choices=NETWORKS, required=True)
    parser.add_argument("--run", type=Path, help="default: runs/characters/LANGUAGE")
    parser.add_argument("--signs", action="store_true", help="learn digits, Latin letters and signs, too")
    parser.add_argument("--begin", type=Path, metavar="RUN", help="begin with the weights of another run, which may lack the signs")
    parser.add_argument("--minutes", type=float, help="how long to learn, whatever --inks says")
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
    if options.signs:
        classes, characters = with_signs(options.data, options.language, classes, characters)
    network = CharacterNetwork(len(classes), CONVOLUTIONS, HIDDEN)
    if options.begin:
        begin(network, options.begin)
    parameters = sum(p.numel() for p in network.parameters())
    print(f"{len(characters)} inks, {len(classes)} classes, {parameters} parameters", flush=True)
    train(network, characters, people(options.data, options.language, classes), options)


if __name__ == "__main__":
    main()
