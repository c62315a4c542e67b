"""Trains the network of formulas. Saves its averaged weights and goes on from RUN/checkpoint.pt.

python -m inkd_training.formulas.train --data DATA --run runs/formulas
python -m inkd_training.formulas.train --data DATA --run runs/formulas --begin ../models/formulas.safetensors --minutes 60
python -m inkd_training.formulas.train --data DATA --run runs/formulas --workers 4 --minutes 20 --pool 200000 --uses 4 --batch 1024
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..classifier import ClassifierRun, add_device_argument
from ..ink import add_data_argument
from ..picture_network import score
from .classes import CLASSES
from .dataset import USES, Pool
from .evaluation import held_back_examples, shares
from .grow import grown
from .network import CONVOLUTIONS, HIDDEN, FormulaNetwork
from .symbols import read_inks

SMOOTHING = 0.02
"""Label smoothing."""
MEASURED = 300
"""Formulas of held-back ink that are measured on the way."""


def train(
    network: FormulaNetwork, pool: Pool, dev: tuple[torch.Tensor, torch.Tensor] | None, options: argparse.Namespace
) -> FormulaNetwork:
    """Learns from `options.inks` groups, saving on the way; returns the averaged network, in evaluation mode."""
    run = ClassifierRun(network, options, weight_decay=0.02, plan=[network.plan, network.hidden], fused=True)
    pool.random = np.random.default_rng([options.seed, run.done])
    batches = pool.batches(options.batch)
    kind = pool.features.device.type
    while not run.is_finished:
        seen, wanted = next(batches)
        with torch.autocast(kind, torch.bfloat16, enabled=kind == "cuda"):
            scores = network(seen)
        run.step(nn.functional.cross_entropy(scores, wanted, label_smoothing=SMOOTHING))
        if run.is_due:
            run.record(shares(score(run.average, dev[0]), dev[1]) if dev else {})
    return run.average.eval()


def main() -> None:
    """Trains the run that the command line names."""
    parser = argparse.ArgumentParser(description="Train inkd's recogniser of formulas' symbols.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/formulas"))
    parser.add_argument("--inks", type=int, default=3_000_000, help="how many groups of strokes to learn from in all")
    parser.add_argument("--minutes", type=float, help="how long to learn, whatever --inks says")
    parser.add_argument("--begin", type=Path, help="begin a new run with the weights of this model of formulas, which may be smaller")
    parser.add_argument("--every", type=int, default=100_000, help="measure and save after so many; on a GPU every minute")
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--dropout", type=float, default=0.1)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--seed", type=int, default=1)
    add_device_argument(parser)
    parser.add_argument("--workers", type=int, default=0, help="how many processes compose formulas; 0: the one that learns does")
    parser.add_argument("--pool", type=int, default=6_000, help="how many groups batches are drawn from")
    parser.add_argument("--uses", type=int, default=USES, help="how many batches a group is in, on average")
    parser.add_argument("--variety", type=float, default=1.0, help="how much drawings are varied, beside how much those measured on are")
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.backends.cudnn.benchmark = True
    torch.manual_seed(options.seed)
    features, classes = held_back_examples(read_inks(options.data, held_back=True), MEASURED)
    inks = read_inks(options.data, held_back=False)
    network = FormulaNetwork(len(CLASSES), CONVOLUTIONS, HIDDEN, options.dropout)
    if options.begin and not (options.run / "checkpoint.pt").exists():
        seen, _ = next(Pool(inks, np.random.default_rng(options.seed)).batches(2048))
        grown(network, options.begin, seen)
    network.to(options.device)
    pool = Pool(
        inks,
        np.random.default_rng(options.seed),
        options.pool,
        workers=options.workers,
        device=options.device,
        uses=options.uses,
        variety=options.variety,
    )
    print(f"{sum(map(len, inks.values()))} inks, {sum(p.numel() for p in network.parameters())} parameters", flush=True)
    train(network, pool, (features.to(options.device), classes.to(options.device)), options)


if __name__ == "__main__":
    main()
