"""Trains the sketch classifier on Quick, Draw! drawings. Saves its averaged weights and goes on from RUN/checkpoint.pt.

python -m inkd_training.sketches.train --data DATA --run runs/sketches
python -m inkd_training.sketches.train --data DATA --run runs/wider --width 28 --blocks 1 3 2 2 --beside --batch 512 --minutes 22
python -m inkd_training.sketches.train --data DATA --run runs/longer --begin ../models/sketches.safetensors --minutes 60
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from ..checkpoint import unfold
from ..classifier import ClassifierRun, add_device_argument
from ..ink import add_data_argument
from ..model_file import read
from ..quantise import dequantise
from ..symbols.augment import LOOSE
from ..symbols.batched import BatchedDraws
from ..symbols.dataset import Ink
from .batched import Chance, Pool, drawn, sketch_changes
from .dataset import Sketch, augmented, plain, read_classes, read_others, read_sketches
from .mixing import mix
from .network import SketchNetwork, plan, score

SMOOTHING = 0.1
"""Label smoothing."""
MIXING = 0.2
"""How evenly pictures are mixed: see `mix`."""
BESIDE = 0.5
"""What the loss of other things counts."""
LOT = 16
"""So many batches are made together on a GPU."""


@dataclass(slots=True)
class Regularisation:
    """What keeps a network from learning its drawings by heart: `mixing` and `cut` of `mix`, the weights' `decay`, and the `strength` of
    the changes of drawings, which counts only where they are made in torch.
    """

    mixing: float = MIXING
    cut: float = 0.0
    decay: float = 0.05
    strength: float = 1.0


USUAL = Regularisation()


def loss_of(
    network: SketchNetwork, pictures: torch.Tensor, labels: torch.Tensor, random: np.random.Generator, ways: Regularisation
) -> torch.Tensor:
    """Cross-entropy of a batch whose pictures (n, PLANES, GRID, GRID) are mixed with one another."""
    mixed, other, share = mix(pictures, random, ways.mixing, ways.cut)
    with torch.autocast(pictures.device.type, torch.bfloat16):
        scores = network(mixed)
    return mixed_loss(scores, labels, other, share)


def loss_beside(
    network: SketchNetwork, batches: list[tuple[torch.Tensor, torch.Tensor]], random: np.random.Generator, ways: Regularisation
) -> torch.Tensor:
    """As `loss_of`, of a batch of drawings and one of other things, which counts less."""
    mixtures = [mix(pictures, random, ways.mixing, ways.cut) for pictures, _ in batches]
    together = torch.cat([mixed for mixed, _, _ in mixtures]).contiguous(memory_format=torch.channels_last)
    with torch.autocast(together.device.type, torch.bfloat16):
        scores = network.both(together, len(batches[0][0]))
    losses = [mixed_loss(n, labels, *mixture[1:]) for n, (_, labels), mixture in zip(scores, batches, mixtures, strict=True)]
    return losses[0] + BESIDE * losses[1]


def mixed_loss(scores: torch.Tensor, labels: torch.Tensor, other: torch.Tensor, share: torch.Tensor) -> torch.Tensor:
    """Cross-entropy of pictures that are mixed; other, share: of `mix`."""
    own, foreign = (nn.functional.cross_entropy(scores, n, label_smoothing=SMOOTHING, reduction="none") for n in (labels, labels[other]))
    return (share * own + (1 - share) * foreign).mean()


def batches(sketches: list[Sketch], size: int, run: ClassifierRun, seed: int) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """Changed pictures and labels without end, every drawing as often as any other."""
    order = np.zeros(0, int)
    while True:
        random = np.random.default_rng([seed, run.done])
        if len(order) < size:
            order = np.append(order, random.permutation(len(sketches)))
        chosen, order = order[:size], order[size:]
        yield augmented([sketches[i] for i in chosen], random)


def batches_on(
    device: torch.device, sketches: list[Sketch], size: int, seed: int, strength: float
) -> Iterator[tuple[torch.Tensor, torch.Tensor]]:
    """As `batches`, made on a device, many at a time: it seldom has to be waited for."""
    chance = Chance(seed, device)
    pool, labels = Pool([(s.points, s.starts) for s in sketches], device), torch.tensor([s.label for s in sketches], device=device)
    order = labels.new_zeros(0)
    while True:
        while len(order) < LOT * size:
            order = torch.cat([order, torch.randperm(len(sketches), generator=chance.generator, device=device)])
        chosen, order = order[: LOT * size], order[LOT * size :]
        seen = drawn(sketch_changes(pool, chosen, chance, strength))
        yield from zip(seen.split(size), labels[chosen].split(size), strict=True)


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


def train(
    network: SketchNetwork,
    sketches: list[Sketch],
    dev: list[Sketch],
    options: argparse.Namespace,
    ways: Regularisation = USUAL,
    batched: bool = False,
    others: tuple[list[Ink], np.ndarray] | None = None,
) -> SketchNetwork:
    """Learns from `options.inks` drawings, saving on the way; returns the averaged network, in evaluation mode.

    batched: make the pictures on the network's device. others: things to learn beside, see `read_others`; only with `batched`.
    """
    device = network.output.weight.device
    run = ClassifierRun(network, options, ways.decay, plan=network.plan, fused=device.type == "cuda")
    pictures, labels = plain(dev), torch.tensor([s.label for s in dev])
    network.to(memory_format=torch.channels_last)
    made = (
        batches_on(device, sketches, options.batch, options.seed + run.done, ways.strength)
        if batched
        else batches(sketches, options.batch, run, options.seed)
    )
    beside = iter(BatchedDraws(*others, options.batch, options.seed + run.done, "picture", LOOSE, device)) if others else None
    while not run.is_finished:
        random = np.random.default_rng([options.seed, run.done, 1])
        seen, wanted = next(made)
        if beside is None:
            run.step(loss_of(network, seen, wanted, random, ways))
        else:
            (strange,), theirs, _ = next(beside)
            run.step(loss_beside(network, [(seen, wanted), (strange, theirs)], random, ways))
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
    parser.add_argument("--blocks", type=int, nargs=4, default=(0, 1, 1, 1), help="residual blocks at each size of the picture")
    parser.add_argument("--dropout", type=float, default=0.3)
    parser.add_argument("--beside", action="store_true", help="learn symbols and characters beside the drawings")
    parser.add_argument("--skip", type=float, default=0.0, help="how often a residual block is left out")
    parser.add_argument("--mixing", type=float, default=MIXING, help="how evenly pictures are mixed")
    parser.add_argument("--cut", type=float, default=0.0, help="share of the pictures with a box of another in them")
    parser.add_argument("--decay", type=float, default=0.05, help="weight decay")
    parser.add_argument("--strength", type=float, default=1.0, help="how much drawings are changed; needs --batched")
    add_device_argument(parser)
    parser.add_argument("--batched", action="store_true", help="make the pictures in torch, as is always done on a GPU")
    parser.add_argument("--batch", type=int, default=96)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(options.seed)
    names = [name for name, _ in read_classes()]
    sketches, dev = (read_sketches(options.data / part / "quickdraw.jsonl.gz", names) for part in ("train", "dev"))
    others = read_others(options.data) if options.beside else None
    classes = max(ink.label for ink in others[0]) + 1 if others else 0
    network = SketchNetwork(len(names), plan(options.width, options.blocks), options.dropout, options.skip, classes)
    print(f"{len(sketches)} drawings, {len(names)} classes, {sum(p.numel() for p in network.parameters())} parameters", flush=True)
    if options.begin:
        begin(network, options.begin, augmented(sketches[:512], np.random.default_rng(options.seed))[0])
    torch.backends.cudnn.benchmark = True
    network.to(options.device)
    ways = Regularisation(options.mixing, options.cut, options.decay, options.strength)
    train(network, sketches, dev, options, ways, options.batched or options.device.type == "cuda", others)


if __name__ == "__main__":
    main()
