"""Trains the recogniser. One command; resumes from its checkpoint if there is one.

    python -m inkd_training.train --data DATA --run RUN [--sequences 1000000]

Writes RUN/checkpoint.pt (everything needed to go on), RUN/log.jsonl (one line a measurement) and RUN/curve.svg. The learning rate
warms up, stays, and falls linearly over the last third; resuming with a smaller --sequences therefore brings the
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

from .align import network_of
from .compose import Composer
from .consistency import divergence, hide
from .curve import draw
from .data import ALPHABET, Sample, load
from .features import features
from .measure import error_rates
from .network import InkNetwork, collate
from .vary import vary

INDEX = {c: i + 1 for i, c in enumerate(ALPHABET)}
BF16 = "avx512_bf16" in Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else False
LINES, ACCENTED_WORDS, SPELLED = 0.3, 0.25, 0.12
"""How many inks of an epoch are composed, in shares of the words: lines, words with accents, texts of single characters."""
MAX_POINTS = 1_000
"""Longer inks are left out of training: they would make whole batches slow."""


class Epoch(Dataset):
    """The batches of one pass over the data, every ink varied anew, all of it a function of (seed, epoch)."""

    def __init__(self, inks: list[Sample], lengths: np.ndarray, composer: Composer | None, seed: int, epoch: int, points: int):
        self.inks, self.composer, self.seed, self.epoch = inks, composer, seed, epoch
        random = np.random.default_rng([seed, epoch])
        # what to make, and about how many rows of features it has
        self.items: list[tuple[str, tuple[int, ...]]] = []
        sizes: list[float] = []
        for i, sample in enumerate(inks):
            # single characters are many and short: a fifth of them in every epoch
            if len(sample.label) > 1 or sample.label.isspace() or random.random() < 0.2:
                self.items.append(("ink", (i,)))
                sizes.append(lengths[i])
        if composer:
            words = len(composer.words)
            for i in random.permutation(words)[: int(LINES * words)]:
                picks = composer.neighbours(int(i), random)
                self.items.append(("line", picks))
                sizes.append(sum(lengths[k] for k in picks))
            for i in random.permutation(composer.accentable)[: int(ACCENTED_WORDS * words)]:
                self.items.append(("accented", (int(i),)))
                sizes.append(1.1 * lengths[i])
            for i in range(int(SPELLED * words)):
                self.items.append(("spelled", (i,)))
                sizes.append(200)
        rows = np.array(sizes)
        order = random.permutation(len(self.items))
        order = order[rows[order] <= MAX_POINTS]
        self.batches: list[list[int]] = []
        for first in range(0, len(order), 4096):
            batch: list[int] = []
            for i in sorted(order[first : first + 4096], key=lambda i: rows[i]):
                if batch and rows[i] * (len(batch) + 1) > points:
                    self.batches.append(batch)
                    batch = []
                batch.append(int(i))
            self.batches.append(batch)
        random.shuffle(self.batches)

    def __len__(self) -> int:
        return len(self.batches)

    def make(self, item: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str]:
        kind, of = self.items[item]
        made = None
        if self.composer and kind == "line":
            made = self.composer.line(of, random)
        elif self.composer and kind == "accented":
            made = self.composer.accented(of[0], random)
        elif self.composer and kind == "spelled":
            made = self.composer.spelled(random)
        if made is None:
            sample = self.inks[of[0]]
            made = sample.points, sample.starts, sample.label
        return made

    def __getitem__(self, number: int):
        inks, labels = [], []
        for item in self.batches[number]:
            random = np.random.default_rng([self.seed, self.epoch, item])
            points, starts, label = self.make(item, random)
            inks.append(features(*vary(points, starts, random)))
            labels.append(torch.tensor([INDEX[c] for c in label]))
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


def place(samples: list[Sample], path: Path) -> None:
    """Gives the samples the spans of their characters that `align.py` wrote."""
    found = np.load(path)
    spans, first = found["spans"], 0
    for index, count in zip(found["sample"].tolist(), found["count"].tolist()):
        if index < len(samples) and count == len(samples[index].label):
            samples[index].spans = spans[first : first + count]
        first += count


def rate(seen: int, total: int, peak: float) -> float:
    """The learning rate after `seen` of `total` sequences."""
    return peak * min(1.0, (seen + 1) / 10_000) * min(1.0, max(0.005, (total - seen) / (total / 3)))


def save(path: Path, state: dict) -> None:
    """Whole or not at all."""
    part = path.with_suffix(".part")
    torch.save(state, part)
    os.replace(part, path)


def main() -> None:
    parser = argparse.ArgumentParser(description="Train inkd's recogniser on UNIPEN words and lines.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", Path(__file__).resolve().parents[3] / "shared/data")))
    parser.add_argument("--run", type=Path, default=Path("runs/latin"))
    parser.add_argument("--spans", type=Path, help="what align.py found: with it, lines, accents and texts of single characters are composed")
    parser.add_argument("--begin", type=Path, help="a float32 model file to begin a new run with, such as models/reference/latin-fp32.safetensors")
    parser.add_argument("--sequences", type=int, default=1_000_000, help="how many inks to learn from in all")
    parser.add_argument("--hidden", type=int, default=224)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--batch-points", type=int, default=6_000, help="rows of features in a batch, each of which is seen twice")
    parser.add_argument("--consistency", type=float, default=0.2, help="weight of the two views' divergence")
    parser.add_argument("--precision", choices=("fp32", "bf16"), default="bf16" if BF16 else "fp32", help="of the multiplications; bf16 is twice as fast where the processor has it")
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
    every = load(options.data / "train/unipen_word.jsonl.gz", options.limit)
    if options.spans:
        place(every, options.spans)
    words, word_lengths = usable(every)
    chars = load(options.data / "train/unipen_char.jsonl.gz", options.limit) if options.spans else []
    others, other_lengths = usable(load(options.data / "train/unipen_text.jsonl.gz", options.limit) + chars)
    train, lengths = words + others, np.concatenate([word_lengths, other_lengths])
    composer = Composer(words, chars, options.data / "words") if options.spans else None
    dev_words = load(options.data / "dev/unipen_word.jsonl.gz")[::6]
    dev_lines = load(options.data / "dev/unipen_text.jsonl.gz")[::6]
    print(f"{len(train)} inks to learn from, {len(dev_words)} words and {len(dev_lines)} lines to measure on, "
          f"read in {time.monotonic() - begun:.0f} s", flush=True)

    network = InkNetwork(options.hidden, options.layers)
    if options.begin:
        network.load_state_dict(network_of(options.begin)[0].state_dict())
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
        word, line = error_rates(average, dev_words), error_rates(average, dev_lines)
        row = {"sequences": seen, "seconds": round(spent + time.monotonic() - started), "loss": round(loss, 4), "word_cer": round(word[0], 4),
               "word_error": round(word[1], 4), "line_cer": round(line[0], 4)}
        with open(options.run / "log.jsonl", "a") as log:
            log.write(json.dumps(row) + "\n")
        save(checkpoint, {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(), "seen": seen,
                          "epoch": epoch, "done": done, "spent": spent + time.monotonic() - started, "hidden": options.hidden, "layers": options.layers})
        draw(options.run, options.run / "curve.svg")
        print(json.dumps(row), flush=True)

    started, running, measured = time.monotonic(), 0.0, seen
    network.train()
    while seen < options.sequences:
        batches = Epoch(train, lengths, composer, options.seed, epoch, options.batch_points)
        rest = torch.utils.data.Subset(batches, range(done, len(batches)))
        for batch, points, labels, sizes in DataLoader(rest, batch_size=None, num_workers=1, prefetch_factor=8):
            for group in optimiser.param_groups:
                group["lr"] = rate(seen, options.sequences, options.rate)
            views = torch.cat([hide(batch, points), hide(batch, points)])
            with torch.autocast("cpu", torch.bfloat16, enabled=options.precision == "bf16"):
                scores, steps = network(views, points.repeat(2))
            scores = scores.float()
            read = ctc(scores.transpose(0, 1), labels.repeat(2), steps, sizes.repeat(2))
            loss = read + options.consistency * divergence(scores, steps[: len(points)], sizes)
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 3.0)
            optimiser.step()
            seen, done = seen + len(points), done + 1
            running = read.item() if running == 0 else 0.99 * running + 0.01 * read.item()
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
