"""Trains the text recogniser. One command; resumes from its checkpoint if there is one.

    python -m inkd_training.text.train --data DATA --run RUN [--sequences 1000000]

Writes RUN/checkpoint.pt (everything needed to go on), RUN/log.jsonl (one line a measurement) and RUN/curve.svg. The learning rate
warms up, stays, and falls linearly over the last third; resuming with a smaller --sequences therefore brings the
end nearer, with a larger one moves it away. What is measured and exported is an exponential average of the weights.
"""

from __future__ import annotations

import time
from pathlib import Path

import torch
from torch import distributed

from .config import TrainingConfig, parse_arguments
from .data import batches, load_training_data
from .evaluation import record
from .trainer import Trainer


def train(process: int, config: TrainingConfig, rendezvous: Path | None = None) -> None:
    """Runs one of the processes that train, number `process`; they find each other by the file `rendezvous`, None for one alone."""
    if rendezvous:
        distributed.init_process_group("gloo", f"file://{rendezvous.resolve()}", rank=process, world_size=config.processes)
    torch.set_num_threads(config.threads)
    torch.set_flush_denormal(True)
    if config.device != "cpu":
        # the GPU's matrix units, with ten bits of mantissa
        torch.set_float32_matmul_precision("high")
    torch.manual_seed(config.seed + process)

    begun = time.monotonic()
    data = load_training_data(config)
    print(
        f"{len(data.inks)} inks to learn from, {len(data.dev_words)} words and {len(data.dev_lines)} lines to measure on, "
        f"read in {time.monotonic() - begun:.0f} s",
        flush=True,
    )
    trainer = Trainer(config)
    if trainer.resumed:
        print(f"going on after {trainer.seen} sequences", flush=True)
    print(f"{sum(p.numel() for p in trainer.network.parameters())} parameters", flush=True)

    recorded = trainer.seen
    for batch, position in batches(data, config, trainer.position, process):
        trainer.position = position
        if trainer.is_finished:
            break
        trainer.step(batch)
        if trainer.seen - recorded >= config.every:
            recorded = trainer.seen
            if process == 0:
                record(trainer, data)
    if process == 0:
        record(trainer, data)


def main() -> None:
    """Trains with as many processes as the command line asks for."""
    config = parse_arguments()
    config.run.mkdir(parents=True, exist_ok=True)
    if config.processes == 1:
        train(0, config)
    else:
        rendezvous = config.run / "processes"
        rendezvous.unlink(missing_ok=True)
        torch.multiprocessing.spawn(train, (config, rendezvous), config.processes)


if __name__ == "__main__":
    main()
