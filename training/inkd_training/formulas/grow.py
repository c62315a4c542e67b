"""Begins a network with the weights of a model file whose layers may be narrower, and its convolutions fewer.

What is new in a layer begins at random and counts for nothing in the next one, and a new convolution gives what it gets: so the network
gives what the model does (the idea of Chen, Goodfellow and Shlens 2016, "Net2Net: accelerating learning via knowledge transfer").
"""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import torch

from ..checkpoint import unfold
from ..model_file import read
from ..quantise import dequantise
from .network import FormulaNetwork


def grown(network: FormulaNetwork, model: Path, seen: torch.Tensor) -> None:
    """Gives the network the model's weights. seen: pictures (n, INPUTS) that its statistics are taken from.

    It has as many hidden layers, and the model's convolutions in their order; those that it has besides keep the side and the channels.
    """
    arrays = {name: torch.from_numpy(np.array(a, np.float32)) for name, a in dequantise(read(model)[0]).items()}
    numbers = _counterparts(network.plan, sum(name.startswith("conv") and name.endswith(".weight") for name in arrays))
    with torch.no_grad():
        x = seen.view(-1, network.side, network.side, network.planes).permute(0, 3, 1, 2)
        before = network.planes
        for number, convolution, norm in zip(numbers, network.convolutions, network.norms, strict=True):
            if number is None:
                torch.nn.init.dirac_(convolution.weight)
                bias = torch.zeros(len(convolution.weight))
            else:
                weight, bias = arrays[f"conv{number}.weight"], arrays[f"conv{number}.bias"]
                _put(convolution.weight, weight, before)
                before = len(weight)
            y = convolution(x)
            unfold(norm, y, bias)
            norm.eval()
            x = torch.relu(norm(y))
        cells = x.shape[2] * x.shape[3]
        for number, layer in enumerate(network.layers, 1):
            _put_rows(layer, arrays[f"hidden{number}.weight"], arrays[f"hidden{number}.bias"], before, cells)
            before, cells = len(arrays[f"hidden{number}.bias"]), 1
        _put_rows(network.output, arrays["output.weight"], arrays["output.bias"], before, cells)


def _counterparts(plan: list[tuple[int, int]], count: int) -> list[int | None]:
    """For each convolution of the plan which of the model's, of `count`, it begins with; none for one that is new."""
    if len(plan) == count:
        return list(range(1, count + 1))
    new = [False, *(stride == 1 and channels == before for (before, _), (channels, stride) in pairwise(plan))]
    if new.count(False) != count:
        raise ValueError(f"{plan} has other convolutions than the model's {count} and such as keep side and channels")
    numbers = iter(range(1, count + 1))
    return [None if is_new else next(numbers) for is_new in new]


def _put(weight: torch.Tensor, old: torch.Tensor, before: int) -> None:
    """Old weights (out, in, …) into the corner of wider ones; the old outputs take nothing of the new inputs."""
    count = len(old)
    weight[:count, before:] = 0
    weight[:count, :before] = old


def _put_rows(layer: torch.nn.Linear, old: torch.Tensor, bias: torch.Tensor, before: int, cells: int) -> None:
    """The same for a layer whose inputs are the channels of `cells` cells."""
    count = len(bias)
    inner = layer.weight.view(len(layer.weight), cells, -1)
    inner[:count, :, before:] = 0
    inner[:count, :, :before] = old.view(count, cells, before)
    layer.bias[:count] = bias
