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
import shutil
import time
from pathlib import Path

import numpy as np
import torch
from torch import distributed, nn
from torch.utils.data import DataLoader, Subset

from .align import network_of
from .checkpoint import save
from .compose import Composer
from .consistency import divergence, hide
from .curve import draw
from .data import load
from .epoch import Epoch, place, usable
from .measure import error_rates
from .network import InkNetwork

BF16 = "avx512_bf16" in Path("/proc/cpuinfo").read_text() if Path("/proc/cpuinfo").exists() else False
AVERAGED = 100_000
"""What is measured and exported is the average over about so many inks."""


def rate(seen: int, total: int, peak: float) -> float:
    """The learning rate after `seen` of `total` sequences."""
    return peak * min(1.0, (seen + 1) / 10_000) * min(1.0, max(0.005, (total - seen) / (total / 3)))


def share(network: nn.Module, inks: int, processes: int) -> int:
    """Averages the gradients over all processes; gives how many inks they learn from together in this step."""
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


def main() -> None:
    parser = argparse.ArgumentParser(description="Train inkd's recogniser on UNIPEN words and lines.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", "data")))
    parser.add_argument("--run", type=Path, default=Path("runs/latin"))
    parser.add_argument("--spans", type=Path, help="what align.py found: with it, lines, accents and texts of single characters are composed")
    parser.add_argument("--lines", type=Path, nargs="*", default=[], help="more written lines, such as pages.py cuts out of pages")
    parser.add_argument("--begin", type=Path, help="a float32 model file to begin a new run with, such as models/reference/latin-fp32.safetensors")
    parser.add_argument("--sequences", type=int, default=1_000_000, help="how many inks to learn from in all")
    parser.add_argument("--hidden", type=int, default=224)
    parser.add_argument("--layers", type=int, default=3)
    parser.add_argument("--batch-points", type=int, default=10_000, help="about so many rows of features in a batch, each of which is seen twice")
    parser.add_argument("--consistency", type=float, default=0.2, help="weight of the two views' divergence")
    parser.add_argument("--precision", choices=("fp32", "bf16"), default="bf16" if BF16 else "fp32", help="of the multiplications; bf16 is twice as fast where the processor has it")
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1, help="of every process")
    parser.add_argument("--processes", type=int, default=1, help="each learns from batches of its own, the gradients are averaged: one for every core")
    parser.add_argument("--every", type=int, default=40_000, help="measure and save after so many sequences")
    parser.add_argument("--keep", action="store_true", help="keep what is saved with every measurement, in RUN/kept, for average.py")
    parser.add_argument("--limit", type=int, help="use only so many inks of each file: for a quick look")
    options = parser.parse_args()
    options.run.mkdir(parents=True, exist_ok=True)
    if options.processes == 1:
        train(0, options)
    else:
        meeting = options.run / "processes"
        meeting.unlink(missing_ok=True)
        torch.multiprocessing.spawn(train, (options, meeting), options.processes)


def train(process: int, options: argparse.Namespace, meeting: Path | None = None) -> None:
    """One of the processes that train; they find each other by the file `meeting`."""
    processes = options.processes
    if meeting:
        distributed.init_process_group("gloo", f"file://{meeting.resolve()}", rank=process, world_size=processes)
    torch.set_num_threads(options.threads)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed + process)
    checkpoint = options.run / "checkpoint.pt"

    begun = time.monotonic()
    every = load(options.data / "train/unipen_word.jsonl.gz", options.limit)
    if options.spans:
        place(every, options.spans)
    words, word_lengths = usable(every)
    chars = load(options.data / "train/unipen_char.jsonl.gz", options.limit) if options.spans else []
    texts = [options.data / "train/unipen_text.jsonl.gz", *options.lines]
    others, other_lengths = usable([sample for path in texts for sample in load(path, options.limit)] + chars)
    inks, lengths = words + others, np.concatenate([word_lengths, other_lengths])
    composer = Composer(words, chars, options.data / "words") if options.spans else None
    dev_words = load(options.data / "dev/unipen_word.jsonl.gz")[::6]
    dev_lines = load(options.data / "dev/unipen_text.jsonl.gz")[::6]
    print(f"{len(inks)} inks to learn from, {len(dev_words)} words and {len(dev_lines)} lines to measure on, "
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
            raise SystemExit(f"{checkpoint} holds a network of another size: name another --run, or give its --hidden and --layers")
        network.load_state_dict(state["network"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        seen, epoch, done, spent = state["seen"], state["epoch"], state["done"], state["spent"]
        print(f"going on after {seen} sequences", flush=True)
    print(f"{sum(p.numel() for p in network.parameters())} parameters", flush=True)

    def measure(loss: float) -> None:
        if process > 0:
            return
        word, line = error_rates(average, dev_words), error_rates(average, dev_lines)
        row = {"sequences": seen, "seconds": round(spent + time.monotonic() - started), "loss": round(loss, 4), "word_cer": round(word[0], 4),
               "word_error": round(word[1], 4), "line_cer": round(line[0], 4)}
        with open(options.run / "log.jsonl", "a") as log:
            log.write(json.dumps(row) + "\n")
        save(checkpoint, {"network": network.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict(), "seen": seen,
                          "epoch": epoch, "done": done, "spent": spent + time.monotonic() - started, "hidden": options.hidden, "layers": options.layers})
        if options.keep:
            (options.run / "kept").mkdir(exist_ok=True)
            shutil.copyfile(checkpoint, options.run / "kept" / f"{seen:09}.pt")
        draw(options.run, options.run / "curve.svg")
        print(json.dumps(row), flush=True)

    started, running, measured = time.monotonic(), 0.0, seen
    network.train()

    def batches(epoch: int, done: int):
        """This process's batches from there on without end, each with its epoch and how many groups of that are done."""
        while True:
            groups = Epoch(inks, lengths, composer, options.seed, epoch, options.batch_points)
            mine = range(done + process, len(groups) // processes * processes, processes)
            for group in DataLoader(Subset(groups, mine), batch_size=None, num_workers=1, prefetch_factor=4):
                for batch in group:
                    yield batch, epoch, done
                done += processes
            epoch, done = epoch + 1, 0

    for (batch, points, labels, sizes), epoch, done in batches(epoch, done):
        if seen >= options.sequences:
            break
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
        together = share(network, len(points), processes)
        nn.utils.clip_grad_norm_(network.parameters(), 3.0)
        optimiser.step()
        seen += together
        running = read.item() if running == 0 else 0.99 * running + 0.01 * read.item()
        keep = min(1 - together / AVERAGED, seen / (seen + 20_000))
        with torch.no_grad():
            for a, p in zip(average.parameters(), network.parameters()):
                a.lerp_(p, 1 - keep)
        if seen - measured >= options.every:
            measured = seen
            measure(running)
    measure(running)


if __name__ == "__main__":
    main()
