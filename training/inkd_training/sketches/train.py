"""Trains the sketch classifier on Quick, Draw! drawings. Saves its averaged weights and goes on from RUN/checkpoint.pt.

python -m inkd_training.sketches.train --data DATA --run runs/sketches
python -m inkd_training.sketches.train --data DATA --run runs/longer --begin ../models/sketches.safetensors --minutes 60
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..checkpoint import unfold
from ..classifier import ClassifierRun
from ..ink import add_data_argument
from ..model_file import read
from ..quantise import dequantise
from .dataset import Sketch, augmented, plain, read_classes, read_sketches
from .network import SketchNetwork, plan, score

SMOOTHING = 0.1
"""Label smoothing."""
MIXING = 0.2
"""Both parameters of the beta distribution by which pictures are mixed (Zhang et al. 2018, "mixup")."""


def loss_of(network: SketchNetwork, pictures: torch.Tensor, labels: torch.Tensor, random: np.random.Generator) -> torch.Tensor:
    """Cross-entropy of a batch whose pictures (n, PLANES, GRID, GRID) are mixed with one another."""
    share = float(random.beta(MIXING, MIXING))
    other = torch.from_numpy(random.permutation(len(labels)))
    mixed = (share * pictures + (1 - share) * pictures[other]).contiguous(memory_format=torch.channels_last)
    with torch.autocast("cpu", torch.bfloat16):
        scores = network(mixed)
    return share * nn.functional.cross_entropy(scores, labels, label_smoothing=SMOOTHING) + (1 - share) * nn.functional.cross_entropy(
        scores, labels[other], label_smoothing=SMOOTHING
    )


def begin(network: SketchNetwork, model: Path, seen: torch.Tensor) -> None:
    """Gives the network the weights of a model of the same plan, whose normalisation is folded into its convolutions.

    seen: pictures (n, PLANES, GRID, GRID) that the statistics of the normalisation are taken from.
    """
    arrays = {name: torch.from_numpy(np.array(a, np.float32)) for name, a in dequantise(read(model)[0]).items()}
    network.eval()
    with torch.no_grad():
        network.output.weight.copy_(arrays["output.weight"])
        network.output.bias.copy_(arrays["output.bias"])
        for number, (convolution, norm) in enumerate(zip(network.convolutions, network.norms, strict=True), 1):
            convolution.weight.copy_(arrays[f"conv{number}.weight"])
            results: list[torch.Tensor] = []
            hook = convolution.register_forward_hook(lambda _module, _inputs, result, found=results: found.append(result))
            network(seen)
            hook.remove()
            unfold(norm, results[0], arrays[f"conv{number}.bias"])


def ranks(scores: torch.Tensor, labels: torch.Tensor) -> dict[str, float]:
    """Top-1, top-3 and top-5 accuracy of scores (n, classes)."""
    best = scores.topk(5, 1).indices == labels[:, None]
    return {f"top{k}": round(float(best[:, :k].any(1).float().mean()), 4) for k in (1, 3, 5)}


def train(network: SketchNetwork, sketches: list[Sketch], dev: list[Sketch], options: argparse.Namespace) -> SketchNetwork:
    """Learns from `options.inks` drawings, saving on the way; returns the averaged network, in evaluation mode."""
    run = ClassifierRun(network, options, weight_decay=0.05, plan=network.plan)
    pictures, labels = plain(dev), torch.tensor([s.label for s in dev])
    order = np.zeros(0, int)
    network.to(memory_format=torch.channels_last)
    while not run.is_finished:
        random = np.random.default_rng([options.seed, run.done])
        if len(order) < options.batch:
            order = np.append(order, random.permutation(len(sketches)))
        chosen, order = order[: options.batch], order[options.batch :]
        run.step(loss_of(network, *augmented([sketches[i] for i in chosen], random), random))
        if run.is_due:
            run.record(ranks(score(run.average, pictures), labels))
    return run.average.eval()


def main() -> None:
    """Trains the run that the command line names."""
    parser = argparse.ArgumentParser(description="Train inkd's sketch classifier.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/sketches"))
    parser.add_argument("--inks", type=int, default=400_000, help="how many drawings to learn from in all")
    parser.add_argument("--minutes", type=float, help="how long to learn, whatever --inks says")
    parser.add_argument("--begin", type=Path, metavar="MODEL", help="begin with the weights of a model of the same width")
    parser.add_argument("--every", type=int, default=20_000, help="measure and save after so many")
    parser.add_argument("--width", type=int, default=24, help="channels of the first convolution")
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    names = [name for name, _ in read_classes()]
    sketches, dev = (read_sketches(options.data / part / "quickdraw.jsonl.gz", names) for part in ("train", "dev"))
    network = SketchNetwork(len(names), plan(options.width))
    print(f"{len(sketches)} drawings, {len(names)} classes, {sum(p.numel() for p in network.parameters())} parameters", flush=True)
    if options.begin:
        begin(network, options.begin, augmented(sketches[:512], np.random.default_rng(options.seed))[0])
    train(network, sketches, dev, options)


if __name__ == "__main__":
    main()
