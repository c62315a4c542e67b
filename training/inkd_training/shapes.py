"""Trains the shape recogniser on generated shapes and writes its model. Resumes from its checkpoint.

    python -m inkd_training.shapes --data DATA --run runs/shapes --out ../models/shapes.safetensors

Shapes come from `shape_plans.py`; letters and what is no shape partly from UNIPEN's single characters.
"""

from __future__ import annotations

import argparse
import copy
import gzip
import json
import os
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .classifier import frame
from .data import decode
from .export import tensors, write
from .fit import save
from .shape_features import GRID, PLANES, SHAPE_PIPELINE, picture
from .shape_pen import Pen
from .shape_plans import PLANS

Characters = dict[str, list[list[np.ndarray]]]
Labelled = tuple[torch.Tensor, torch.Tensor]
NAMES = list(PLANS)
PART = 10_000
"""Shapes in one file of a run."""
UNIPEN = {c: c for c in "DHNPT"} | {
    "I": "I", "X": "x", "x": "x", "*": "asterisk", "!": "exclamation-point", "?": "question-mark", "v": "v", "V": "v", "^": "caret",
    "[": "left-square-bracket", "]": "right-square-bracket", "{": "left-curly-brace", "}": "right-curly-brace",
} | {c: "other" for c in "aABFGkKmRQw$&#%5"}
"""Which class UNIPEN's characters help to learn; the others look too much like a shape of another name."""
UNIPEN_SHARE = 0.25
"""How many of those classes' inks come from UNIPEN; of `other` twice as many."""


class ShapeNetwork(nn.Module):
    """Pictures (batch, PLANES, GRID, GRID) to scores (batch, classes)."""

    def __init__(self, channels: tuple[int, int, int] = (32, 64, 64), hidden: int = 128, dropout: float = 0.3):
        super().__init__()
        a, b, c = channels
        self.conv1 = nn.Conv2d(PLANES, a, 3, padding=1)
        self.conv2 = nn.Conv2d(a, b, 3, stride=2, padding=1)
        self.conv3 = nn.Conv2d(b, c, 3, stride=2, padding=1)
        self.hidden = nn.Linear(c * (GRID // 4) ** 2, hidden)
        self.output = nn.Linear(hidden, len(NAMES))
        self.dropout = nn.Dropout(dropout)

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        for conv in (self.conv1, self.conv2, self.conv3):
            x = torch.relu(conv(x))
        x = torch.relu(self.hidden(self.dropout(x.flatten(1))))
        return self.output(self.dropout(x)).float()


WEIGHTS = {name: 1.0 for name in NAMES} | {"other": 2.0, "hexagon": 0.5, "pentagon": 0.5, "heart": 0.5, "cloud": 0.5}
"""How often a shape is drawn for training: what people draw seldom is seldom what they meant."""


def draw(name: str, pen: Pen, characters: Characters) -> list[np.ndarray]:
    """One ink of the class."""
    found = characters.get(name, [])
    if found and pen.chance(2 * UNIPEN_SHARE if name == "other" else UNIPEN_SHARE):
        return pen.finish(found[pen.rng.integers(len(found))], 0.05, 0.1, 0.05)
    return PLANS[name](pen)


def drawn(run: Path, count: int, characters: Characters, seed: int) -> tuple[torch.Tensor, torch.Tensor]:
    """Pictures (count, GRID, GRID, PLANES) in 255ths and labels (count,); kept in files of the run, so that nothing is drawn twice."""
    run.mkdir(parents=True, exist_ok=True)
    share = np.array([WEIGHTS[name] for name in NAMES])
    pictures, labels = [], []
    for first in range(0, count, PART):
        path = run / f"shapes-{seed}-{first}.npz"
        if not path.exists():
            rng = np.random.default_rng([seed, first])
            names = rng.choice(len(NAMES), PART, p=share / share.sum())
            rows = np.stack([np.round(255 * picture(draw(NAMES[k], Pen(rng), characters))).astype(np.uint8) for k in names])
            np.savez_compressed(path, pictures=rows, labels=names)
            print(f"{first + PART} shapes drawn", flush=True)
        with np.load(path) as part:
            pictures.append(torch.from_numpy(part["pictures"]))
            labels.append(torch.from_numpy(part["labels"]))
    return torch.cat(pictures)[:count], torch.cat(labels)[:count]


def characters(path: Path) -> Characters:
    """UNIPEN's characters by class, each centred, its longer side 2."""
    found: Characters = {}
    with gzip.open(path, "rt") as lines:
        for line in lines:
            row = json.loads(line)
            name = UNIPEN.get(row["label"])
            if name is None or not any(row["strokes"]):
                continue
            points, starts = decode(row)
            points = 2 * frame(points)
            width, height = np.ptp(points, axis=0)
            # an I without its serifs is a line
            if name == "I" and width < 0.3 * height:
                continue
            found.setdefault(name, []).append(np.split(points, starts[1:]))
    return found


def temperature(scores: torch.Tensor, labels: torch.Tensor) -> float:
    """What the scores are divided by so that their probabilities are right on average (Guo et al. 2017)."""
    log = torch.zeros(1, requires_grad=True)
    optimiser = torch.optim.LBFGS([log], max_iter=50)

    def closure() -> torch.Tensor:
        optimiser.zero_grad()
        loss = nn.functional.cross_entropy(scores / log.exp(), labels)
        loss.backward()
        return loss

    optimiser.step(closure)
    return float(log.exp().detach())


def scores(network: ShapeNetwork, pictures: torch.Tensor) -> torch.Tensor:
    """(n, classes) scores of pictures in 255ths."""
    with torch.no_grad():
        return torch.cat([network(inputs(part)) for part in pictures.split(512)])


def inputs(pictures: torch.Tensor) -> torch.Tensor:
    """Pictures in 255ths as the network takes them; the channels stay last in memory, which is faster."""
    return (pictures.float() / 255).permute(0, 3, 1, 2)


def train(network: ShapeNetwork, shapes: Labelled, check: Labelled, options: argparse.Namespace) -> tuple[ShapeNetwork, int]:
    """Returns the averaged network and how many shapes it has learnt from."""
    checkpoint, average = options.run / "checkpoint.pt", copy.deepcopy(network).eval()
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-2)
    pictures, labels = shapes
    epoch = len(labels) // options.batch
    total, done, running = epoch * options.epochs, 0, 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        done = state["done"]
    while done < total:
        if done % epoch == 0 or running == 0:
            order = torch.from_numpy(np.random.default_rng([options.seed, done // epoch]).permutation(len(labels)))
        chosen = order[done % epoch * options.batch :][: options.batch]
        for parameters in optimiser.param_groups:
            parameters["lr"] = options.rate * min(1.0, (done + 1) / 200, max(0.005, (1 - done / total) / 0.7))
        with torch.autocast("cpu", torch.bfloat16):
            found = network(inputs(pictures[chosen]))
        loss = nn.functional.cross_entropy(found, labels[chosen], label_smoothing=0.03)
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        done += 1
        running = loss.item() if running == 0 else 0.99 * running + 0.01 * loss.item()
        with torch.no_grad():
            for a, p in zip(average.parameters(), network.parameters()):
                a.lerp_(p, 1 - min(0.998, done / (done + 50)))
        if done % options.every == 0 or done == total:
            right = float((scores(average, check[0]).argmax(1) == check[1]).float().mean())
            states = {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
            save(checkpoint, states | {"done": done})
            print(json.dumps({"shapes": done * options.batch, "loss": round(running, 4), "held_out": round(right, 4)}), flush=True)
    return average, done * options.batch


def description(network: ShapeNetwork) -> dict[str, str]:
    """What a reader must know to run the network."""
    return {
        "kind": "shapes",
        "language": "zxx-Zsym-x-shapes",
        "shape_pipeline": str(SHAPE_PIPELINE),
        "classes": " ".join(NAMES),
        "channels": " ".join(str(conv.out_channels) for conv in (network.conv1, network.conv2, network.conv3)),
        "hidden": str(network.hidden.out_features),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Train inkd's shape recogniser.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", "data")))
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
    letters = characters(options.data / "train/unipen_char.jsonl.gz")
    check = drawn(options.run, PART, letters, options.seed + 1)
    network = ShapeNetwork().to(memory_format=torch.channels_last)
    network, seen = train(network, drawn(options.run, options.shapes, letters, options.seed), check, options)
    write(options.out, tensors(network), description(network) | {
        "temperature": repr(round(temperature(scores(network, check[0]), check[1]), 4)),
        "training_data": "generated shapes; letters and no shapes also from UNIPEN train_r01_v07 (Guyon et al. 1994), Zenodo 1195803",
        "training_data_licence": "CC BY 4.0",
        "training_shapes": str(seen),
    })
    print(f"{options.out}: {options.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
