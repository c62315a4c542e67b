"""The configuration of a training run of the text recogniser: its command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, field, fields
from pathlib import Path

import torch

from ..ink import add_data_argument

CPUINFO = Path("/proc/cpuinfo")
HAS_BF16 = CPUINFO.exists() and "avx512_bf16" in CPUINFO.read_text()
"""Whether the processor multiplies bfloat16, twice as fast as float32."""


@dataclass(slots=True)
class TrainingConfig:
    """The options of `python -m inkd_training.text.train`, with their defaults; `parse_arguments` documents each."""

    data: Path
    run: Path = Path("runs/latin")
    spans: Path | None = None
    lines: list[Path] = field(default_factory=list)
    begin: Path | None = None
    prepared: Path | None = None
    sequences: int = 1_000_000
    minutes: float | None = None
    average: int = 100_000
    hidden: int = 224
    layers: int = 3
    dropout: float = 0.3
    batch_points: int = 10_000
    consistency: float = 0.2
    middle: float = 0.0
    decay: float = 1e-4
    precision: str = "bf16" if HAS_BF16 else "fp32"
    rate: float = 2e-3
    fall: float = 1 / 3
    warm_up: int = 10_000
    seed: int = 1
    threads: int = 1
    processes: int = 1
    workers: int = 1
    device: str = "cuda" if torch.cuda.is_available() else "cpu"
    every: int = 40_000
    keep: bool = False
    limit: int | None = None

    @property
    def checkpoint(self) -> Path:
        """The file with everything needed to resume the run."""
        return self.run / "checkpoint.pt"


def parse_arguments(arguments: Sequence[str] | None = None) -> TrainingConfig:
    """The configuration that a command line gives; `sys.argv` if `arguments` is None."""
    parser = argparse.ArgumentParser(description="Train inkd's recogniser on UNIPEN words and lines.")
    add_data_argument(parser)

    # a list needs a new default each time
    default = {f.name: [] if f.name == "lines" else f.default for f in fields(TrainingConfig)}

    def option(name: str, **settings) -> None:
        parser.add_argument(f"--{name.replace('_', '-')}", default=default[name], **settings)

    option("run", type=Path)
    option("spans", type=Path, help="the spans that align.py wrote: with them, lines, accents and texts of single characters are composed")
    option("lines", type=Path, nargs="*", help="more written lines, such as pages.py cuts out of pages")
    option("begin", type=Path, help="a float32 model file to begin a new run with, such as models/reference/latin-fp32.safetensors")
    option("prepared", type=Path, help="a file for the inks as they are learnt from, which is written if missing, and read in seconds")
    option("sequences", type=int, help="how many inks to learn from in all")
    option("minutes", type=float, help="how long to learn, in place of --sequences")
    option("average", type=int, help="measure and export the average over about so many inks")
    option("hidden", type=int, help="units of each LSTM direction; more than a network that is begun with has are added")
    option("layers", type=int, help="of the LSTM; more than a network that is begun with has are added at its end")
    option("dropout", type=float, help="the share of a layer's results that is left out")
    option("batch_points", type=int, help="about so many rows of features in a batch, each of which is seen twice")
    option("consistency", type=float, help="weight of the consistency loss between the two views")
    option("middle", type=float, help="weight of the CTC loss of the layer in the middle")
    option("decay", type=float, help="weight decay")
    option("precision", choices=("fp32", "bf16"), help="of the multiplications; bf16 is twice as fast where the processor has it")
    option("rate", type=float, help="the highest learning rate")
    option("fall", type=float, help="the share of the run, its last, in which the rate falls")
    option("warm_up", type=int, help="inks until the rate is at its highest")
    option("seed", type=int)
    option("threads", type=int, help="of every process")
    option("processes", type=int, help="each learns from batches of its own, the gradients are averaged: one for every core")
    option("workers", type=int, help="of every process: they make its batches")
    option("device", help="that the network learns on: cpu, cuda")
    option("every", type=int, help="measure and save after so many sequences")
    parser.add_argument("--keep", action="store_true", help="keep the checkpoint of every measurement, in RUN/kept, for average.py")
    option("limit", type=int, help="use only so many inks of each file: for a quick look")
    return TrainingConfig(**vars(parser.parse_args(arguments)))
