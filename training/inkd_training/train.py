"""Trains the recogniser. One command; resumes from its checkpoint if there is one.

    python -m inkd_training.train --data DATA --run RUN [--sequences 1000000]

Writes RUN/checkpoint.pt (everything needed to go on) and RUN/log.jsonl (one line a measurement). The learning rate
warms up, stays, and falls linearly over the last quarter; resuming with a smaller --sequences therefore brings the
end nearer, with a larger one moves it away. What is measured and exported is an exponential average of the weights.
"""

from __future__ import annotations

import argparse
import copy
import json
import os
import time
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.utils.data import DataLoader, Dataset

from .data import ALPHABET, Sample, load, vary
from .features import features
from .measure import error_rates
from .network import InkNetwork, collate

INDEX = {c: i + 1 for i, c in enumerate(ALPHABET)}
MAX_POINTS = 1_000
"""Longer inks are left out of training: they would make whole batches slow."""


class Epoch(Dataset):
    """The batches of one pass over the data, every ink varied anew, all of it a function of (seed, epoch)."""

    def __init__(self, samples: list[Sample], lengths: np.ndarray, seed: int, epoch: int, points: int):
        self.samples, self.seed, self.epoch = samples, seed, epoch
        random = np.random.default_rng([seed, epoch])
        order = random.permutation(len(samples))
        self.batches: list[list[int]] = []
        for first in range(0, len(order), 4096):
            batch: list[int] = []
            for i in sorted(order[first : first + 4096], key=lambda i: lengths[i]):
                if batch and lengths[i] * (len(batch) + 1) > points:
                    self.batches.append(batch)
                    batch = []
                batch.append(int(i))
            self.batches.append(batch)
        random.shuffle(self.batches)

    def __len__(self) -> int:
        return len(self.batches)

    def __getitem__(self, number: int):
        inks, labels = [], []
        for i in self.batches[number]:
            sample = self.samples[i]
            inks.append(features(*vary(sample, np.random.default_rng([self.seed, self.epoch, i]))))
            labels.append(torch.tensor([INDEX[c] for c in sample.label]))
        batch, points = collate(inks)
        return batch, points, torch.cat(labels), torch.tensor([len(label) for label in labels])


def usable(samples: list[Sample]) -> tuple[list[Sample], np.ndarray]:
    """Those with enough points to spell their label and not too many for a batch; and their lengths."""
    kept, lengths = [], []
    for s in samples:
        n = len(features(s.points.astype(np.float64), s.starts))
        if 4 <= n <= MAX_POINTS and n / 4 >= len(s.label) * 1.2:
            kept.append(s)
            lengths.append(n)
    return kept, np.array(lengths)


def rate(seen: int, total: int, peak: float) -> float:
    """The learning rate after `seen` of `total` sequences."""
    return peak * min(1.0, (seen + 1) / 10_000) * min(1.0, max(0.005, (total - seen) / (0.25 * total)))


def save(path: Path, state: dict) -> None:
    """Whole or not at all."""
    part = path.with_suffix(".part")
    torch.save(state, part)
    os.replace(part, path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train inkd's recogniser on UNIPEN words and lines.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", Path(__file__).resolve().parents[3] / "shared/data")))
    parser.add_argument("--run", type=Path, default=Path("runs/latin"))
    parser.add_argument("--sequences", type=int, default=1_000_000, help="how many inks to learn from in all")
    parser.add_argument("--hidden", type=int, default=192)
    parser.add_argument("--layers", type=int, default=2)
    parser.add_argument("--batch-points", type=int, default=6_000)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--every", type=int, default=40_000, help="measure and save after so many sequences")
    parser.add_argument("--limit", type=int, help="use only so many inks of each file: for a quick look")
    options = parser.parse_args()

    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    options.run.mkdir(parents=True, exist_ok=True)
    checkpoint = options.run / "checkpoint.pt"

    begun = time.monotonic()
    train, lengths = usable([s for kind in ("word", "text") for s in load(options.data / f"train/unipen_{kind}.jsonl.gz", options.limit)])
    words = load(options.data / "dev/unipen_word.jsonl.gz")[::6]
    lines = load(options.data / "dev/unipen_text.jsonl.gz")[::6]
    print(f"{len(train)} inks to learn from, {len(words)} words and {len(lines)} lines to measure on, "
          f"read in {time.monotonic() - begun:.0f} s", flush=True)

    network = InkNetwork(options.hidden, options.layers)
    average = copy.deepcopy(network)
    optimiser = torch.optim.AdamW(network.parameters(), lr=options.rate, weight_decay=1e-4)
    ctc = nn.CTCLoss(zero_infinity=True)
    seen = epoch = done = 0
    spent = 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint, weights_only=True)
        if (state["hidden"], state["layers"]) != (options.hidden, options.layers):
            parser.error(f"{checkpoint} holds a network of another size: name another --run, or give its --hidden and --layers")
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        seen, epoch, done, spent = state["seen"], state["epoch"], state["done"], state["spent"]
        print(f"going on after {seen} sequences", flush=True)
    print(f"{sum(p.numel() for p in network.parameters())} parameters", flush=True)

    def measure(loss: float) -> None:
        word, line = error_rates(average, words), error_rates(average, lines)
        row = {"sequences": seen, "seconds": round(spent + time.monotonic() - started), "loss": round(loss, 4), "word_cer": round(word[0], 4),
               "word_error": round(word[1], 4), "line_cer": round(line[0], 4)}
        with open(options.run / "log.jsonl", "a") as log:
            log.write(json.dumps(row) + "\n")
        save(checkpoint, {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(), "seen": seen,
                          "epoch": epoch, "done": done, "spent": spent + time.monotonic() - started, "hidden": options.hidden, "layers": options.layers})
        print(json.dumps(row), flush=True)

    started, running, measured = time.monotonic(), 0.0, seen
    network.train()
    while seen < options.sequences:
        batches = Epoch(train, lengths, options.seed, epoch, options.batch_points)
        rest = torch.utils.data.Subset(batches, range(done, len(batches)))
        for batch, points, labels, sizes in DataLoader(rest, batch_size=None, num_workers=1, prefetch_factor=8):
            for group in optimiser.param_groups:
                group["lr"] = rate(seen, options.sequences, options.rate)
            scores, steps = network(batch, points)
            loss = ctc(scores.transpose(0, 1), labels, steps, sizes)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 3.0)
            optimiser.step()
            seen, done = seen + len(points), done + 1
            running = loss.item() if running == 0 else 0.99 * running + 0.01 * loss.item()
            keep = min(0.9995, seen / (seen + 20_000))
            with torch.no_grad():
                for a, p in zip(average.parameters(), network.parameters()):
                    a.lerp_(p, 1 - keep)
            if seen - measured >= options.every:
                measured = seen
                measure(running)
            if seen >= options.sequences:
                break
        else:
            epoch, done = epoch + 1, 0
    measure(running)


if __name__ == "__main__":
    main()
