"""Trains the network of all scripts. One command; resumes from its checkpoint if there is one.

    python -m inkd_training.scripts.train --data DATA --run RUN --minutes 60

Begins with the weights of the Latin network, whose output becomes one for the scripts' characters: each of these begins as the Latin one
that looks like it. Every ink is composed anew. The learning rate follows the time: it rises over the first twentieth, stays until two
fifths, and falls to nothing at the end. Writes RUN/checkpoint.pt and RUN/log.jsonl.
"""

from __future__ import annotations

import argparse
import copy
import json
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, IterableDataset

from .. import checkpoint
from ..encoder import collate
from ..ink import add_data_argument
from ..text.augment import augment
from ..text.features import features
from ..text.metrics import edit_distance
from ..text.network import TextNetwork, load_network
from ..text.samples import load
from .alphabets import ALPHABETS, LATIN_LIKE, TOGETHER, classes_of
from .compose import ScriptComposer, is_transliterated
from .letters import People
from .texts import Texts

SHARES = {"Cyrl": 0.6, "Grek": 0.4}
"""Of what is learnt from."""
POOL = 384
"""So many inks of a script are composed at once and put into batches by their length."""
ROWS = 10_000
"""About so many rows of features in a batch."""
MOST_ROWS = 1_100
MULTIPLE = 16
DROPOUT = 0.15
MEASURED = 150
"""Inks of each script that are measured on."""
UNSEEN_SEED = 1_000_003


class Composed(IterableDataset):
    """Batches without end: features, lengths in rows, classes of all labels, their lengths, and the script."""

    def __init__(self, data: Path, seed: int, rows: int = ROWS):
        """data: the folder with train/ and words/."""
        people = People(data, measured=False)
        words = [s for s in load(data / "train/unipen_word.jsonl.gz") if is_transliterated(s)]
        self.composers = {script: ScriptComposer(script, people, Texts(data, script, measured=False), words) for script in ALPHABETS}
        self.seed, self.rows = seed, rows

    def __iter__(self) -> Iterator[tuple]:
        """Composes."""
        random = np.random.default_rng(self.seed)
        names = list(SHARES)
        while True:
            batches = []
            for script in random.choice(names, 2, p=list(SHARES.values())):
                batches += self.pool(str(script), random)
            random.shuffle(batches)
            yield from batches

    def pool(self, script: str, random: np.random.Generator) -> list[tuple]:
        """Batches of `POOL` inks."""
        classes = {c: k + 1 for k, c in enumerate(ALPHABETS[script])}
        made = []
        while len(made) < POOL:
            points, starts, label = self.composers[script].line(random)
            rows = features(*augment(points, starts, random))
            if len(label) * 4 * 1.2 <= len(rows) <= MOST_ROWS:
                made.append((rows, [classes[c] for c in label]))
        made.sort(key=lambda ink: len(ink[0]))
        batches, first = [], 0
        while first < len(made):
            size = MULTIPLE
            while first + size + MULTIPLE <= len(made) and (size + MULTIPLE) * len(made[first + size + MULTIPLE - 1][0]) <= self.rows:
                size += MULTIPLE
            some, first = made[first : first + size], first + size
            inks, rows = collate([ink for ink, _ in some])
            labels = torch.tensor([c for _, label in some for c in label])
            batches.append((inks, rows, labels, torch.tensor([len(label) for _, label in some]), script))
        return batches


def new_network(latin: Path) -> TextNetwork:
    """The Latin network with an output for the characters of all scripts."""
    old, alphabet = load_network(latin)
    network = TextNetwork(old.hidden, old.layers, dropout=DROPOUT, classes=len(TOGETHER) + 1)
    weights = old.state_dict()
    rows = [0] + [alphabet.index(LATIN_LIKE.get(c, c)) + 1 for c in TOGETHER]
    for name in ("output.weight", "output.bias"):
        weights[name] = weights[name][rows].clone()
    network.load_state_dict(weights)
    return network


def scores(network: TextNetwork, script: str, inks: torch.Tensor, rows: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Log-probabilities (batch, steps, classes of the script), and each ink's steps."""
    classes = torch.from_numpy(classes_of(script))
    hidden = network.dropout(network.encode(inks, rows))
    logits = nn.functional.linear(hidden, network.output.weight[classes], network.output.bias[classes])
    return logits.log_softmax(-1), network.steps(rows)


def greedy(values: torch.Tensor, steps: torch.Tensor, alphabet: str) -> list[str]:
    """The texts of the most probable classes."""
    texts = []
    for best, n in zip(values.argmax(-1).tolist(), steps.tolist(), strict=True):
        kept = [c for k, c in enumerate(best[:n]) if c and (k == 0 or best[k - 1] != c)]
        texts.append("".join(alphabet[c - 1] for c in kept))
    return texts


def error_rate(network: TextNetwork, script: str, inks: list[tuple[np.ndarray, str]]) -> float:
    """Edits by characters; inks: features and label."""
    network.eval()
    inks = sorted(inks, key=lambda ink: len(ink[0]))
    edits = 0
    with torch.no_grad():
        for first in range(0, len(inks), 32):
            some = inks[first : first + 32]
            texts = greedy(*scores(network, script, *collate([f for f, _ in some])), ALPHABETS[script])
            edits += sum(edit_distance(text, label) for text, (_, label) in zip(texts, some, strict=True))
    network.train()
    return edits / sum(len(label) for _, label in inks)


def measured(data: Path) -> dict[str, list[tuple[np.ndarray, str]]]:
    """Features and labels to measure on, by script and "unseen" drawings."""
    random = np.random.default_rng(UNSEEN_SEED)
    people = People(data, measured=True)
    words = [s for s in load(data / "dev/unipen_word.jsonl.gz") if is_transliterated(s)]
    found = {}
    for name, script, unseen in (("Cyrl", "Cyrl", False), ("Cyrl unseen", "Cyrl", True), ("Grek", "Grek", False)):
        composer = ScriptComposer(script, people, Texts(data, script, measured=True), words)
        inks = [composer.line(random, unseen) for _ in range(MEASURED)]
        found[name] = [(features(*augment(p, s, random)), label) for p, s, label in inks]
    return found


def learning_rate(progress: float, peak: float) -> float:
    """The learning rate at a share of the run's time."""
    return peak * min(1.0, progress / 0.05 + 0.01) * min(1.0, max(0.01, (1 - progress) / 0.6))


def train(options: argparse.Namespace) -> None:
    """Trains until the time is up."""
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    options.run.mkdir(parents=True, exist_ok=True)
    network = new_network(options.begin)
    average = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-4)
    seen, before = 0, 0.0
    file = options.run / "checkpoint.pt"
    if file.exists():
        state = checkpoint.load(file)
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        seen, before = state["seen"], state["spent"]
    held = measured(options.data)
    loss_of = nn.CTCLoss(zero_infinity=True)
    begun = recorded = time.monotonic()
    loss = 0.0
    network.train()

    def record() -> None:
        row = {"sequences": seen, "seconds": round(before + time.monotonic() - begun), "loss": round(loss, 4)}
        row |= {f"cer {name}": round(error_rate(average, name.split()[0], inks), 4) for name, inks in held.items()}
        with open(options.run / "log.jsonl", "a") as log:
            log.write(json.dumps(row) + "\n")
        print(json.dumps(row), flush=True)
        state = {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(), "seen": seen}
        checkpoint.save(file, state | {"spent": before + time.monotonic() - begun, "hidden": network.hidden, "layers": network.layers})

    for inks, rows, labels, sizes, script in DataLoader(
        Composed(options.data, options.seed + seen), batch_size=None, num_workers=1, prefetch_factor=16
    ):
        # --minutes may be changed while it runs
        minutes = float((options.run / "minutes").read_text()) if (options.run / "minutes").exists() else options.minutes
        progress = (before + time.monotonic() - begun) / (60 * minutes)
        if progress >= 1:
            break
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(progress, options.rate)
        values, steps = scores(network, script, inks, rows)
        ctc = loss_of(values.transpose(0, 1), labels, steps, sizes)
        optimiser.zero_grad()
        ctc.backward()
        nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        seen += len(rows)
        loss = ctc.item() if loss == 0 else 0.98 * loss + 0.02 * ctc.item()
        horizon = min(0.15 * seen, 12_000) + 100
        checkpoint.update_average(average, network, max(0.0, 1 - len(rows) / horizon))
        if time.monotonic() - recorded > options.every:
            record()
            recorded = time.monotonic()
    record()


def main() -> None:
    """Trains as the command line says."""
    parser = argparse.ArgumentParser(description="Train the network of Cyrillic and Greek lines.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/scripts"))
    parser.add_argument("--begin", type=Path, default=Path(__file__).resolve().parents[3] / "models/reference/latin-fp32.safetensors")
    parser.add_argument("--minutes", type=float, default=60, help="how long to train; a file RUN/minutes overrides it while it runs")
    parser.add_argument("--rate", type=float, default=1e-3, help="the highest learning rate")
    parser.add_argument("--every", type=float, default=300, help="measure and save after so many seconds")
    parser.add_argument("--seed", type=int, default=1)
    train(parser.parse_args())


if __name__ == "__main__":
    main()
