"""The network body that text and symbols share: three convolutions that shorten the sequence four times, then bidirectional LSTM layers."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache

import numpy as np
import torch
from torch import nn

FEATURES = 8
"""Numbers in a row of the features, of text and of symbols."""


class PermuteRows(torch.autograd.Function):
    """rows (n, channels) in the order of a permutation that is its own inverse, which makes the gradient one more `index_select`."""

    @staticmethod
    def forward(ctx, rows: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
        """Rows (n, channels) by `order` (n,)."""
        ctx.save_for_backward(order)
        return rows.index_select(0, order)

    @staticmethod
    def backward(ctx, gradient: torch.Tensor) -> tuple[torch.Tensor, None]:
        """The gradient (n, channels) by the same order."""
        return gradient.index_select(0, ctx.saved_tensors[0]), None


class Dropout(nn.Dropout):
    """`nn.Dropout`; on a CPU to 1/256 exact and twenty times as fast: eight random bytes from every random number."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        """Any shape to the same shape."""
        if not self.training or self.p == 0:
            return x
        if x.is_cuda:
            return super().forward(x)
        drawn = torch.empty((x.numel() + 7) // 8, dtype=torch.int64).random_(-(2**63), None).view(torch.uint8)[: x.numel()]
        dropped = round(self.p * 256)
        kept = (drawn >= dropped).view_as(x).to(x.dtype)
        return x * kept.mul_(256 / (256 - dropped))


@contextmanager
def beside(x: torch.Tensor) -> Iterator[Callable[[torch.Tensor], torch.Tensor]]:
    """On a GPU, a stream of its own for what is made of `x`, beside what follows; what is yielded waits for a result of it."""
    if not x.is_cuda:
        yield lambda result: result
        return
    main, other = torch.cuda.current_stream(x.device), _stream(x.device)
    other.wait_stream(main)
    x.record_stream(other)

    def finish(result: torch.Tensor) -> torch.Tensor:
        main.wait_stream(other)
        result.record_stream(main)
        return result

    with torch.cuda.stream(other):
        yield finish


@cache
def _stream(device: torch.device) -> torch.cuda.Stream:
    return torch.cuda.Stream(device)


class InkEncoder(nn.Module):
    """features (batch, time, 8) to hidden states (batch, time / 4, 2 * hidden); a subclass adds what `output` is applied to."""

    def __init__(self, classes: int, hidden: int, layers: int, channels: tuple[int, int, int], dropout: float):
        """classes: outputs of the last linear layer; hidden: units of each LSTM direction; channels: of the three convolutions."""
        super().__init__()
        self.hidden, self.layers = hidden, layers
        a, b, c = channels
        self.conv1 = nn.Conv1d(FEATURES, a, 5, padding=2)
        self.conv2 = nn.Conv1d(a, b, 5, stride=2, padding=2)
        self.conv3 = nn.Conv1d(b, c, 3, stride=2, padding=1)
        sizes = [c] + [2 * hidden] * (layers - 1)
        # one module a direction and no packing: twice as fast on a CPU as a packed bidirectional nn.LSTM
        self.forwards = nn.ModuleList(nn.LSTM(size, hidden) for size in sizes)
        self.backwards = nn.ModuleList(nn.LSTM(size, hidden) for size in sizes)
        self.dropout = Dropout(dropout)
        self.output = nn.Linear(2 * hidden, classes)

    @staticmethod
    def steps(points: torch.Tensor) -> torch.Tensor:
        """The number of output time steps for a number of rows of features: each stride of 2 rounds up."""
        return ((points + 1) // 2 + 1) // 2

    def encode(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        """Hidden states of the last layer, (batch, time / 4, 2 * hidden); arbitrary beyond a sequence's own steps.

        x: features (batch, time, 8), zero beyond each sequence. points: (batch,), the sequences' lengths in rows.
        """
        return self.encode_layers(x, points)[-1]

    def encode_layers(self, x: torch.Tensor, points: torch.Tensor) -> list[torch.Tensor]:
        """Hidden states of every LSTM layer, as `encode` has those of the last."""

        # padding is zeroed after every convolution, so that a sequence's result does not depend on its batch
        def mask(y: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
            return y * (torch.arange(y.shape[2], device=y.device)[None, None, :] < n[:, None, None])

        x = mask(torch.relu(self.conv1(x.transpose(1, 2))), points)
        x = mask(torch.relu(self.conv2(x)), (points + 1) // 2)
        n = self.steps(points)
        x = torch.relu(self.conv3(x)).permute(2, 0, 1)
        # every sequence reversed within its own length, padding left at the end
        time, batch = torch.arange(x.shape[0], device=x.device)[:, None], torch.arange(x.shape[1], device=x.device)
        order = (torch.where(time < n, n - 1 - time, time) * len(n) + batch).flatten()

        def reverse(y: torch.Tensor) -> torch.Tensor:
            return PermuteRows.apply(y.flatten(0, 1), order).view(y.shape)

        layers = []
        for ahead, back in zip(self.forwards, self.backwards, strict=True):
            if layers:
                x = self.dropout(x)
            with beside(x) as finish:
                second = reverse(back(reverse(x))[0])
            x = torch.cat([ahead(x)[0], finish(second)], 2)
            layers.append(x.transpose(0, 1))
        return layers

    def architecture(self) -> dict:
        """Sizes of the layers, as `Sources/Recognition/Model` reads them from a model file's metadata."""
        convolutions = [self.conv1, self.conv2, self.conv3]
        return {
            "kind": "conv-bilstm-ctc",
            "features": FEATURES,
            "channels": [c.out_channels for c in convolutions],
            "kernels": [c.kernel_size[0] for c in convolutions],
            "strides": [c.stride[0] for c in convolutions],
            "hidden": self.hidden,
            "layers": self.layers,
            "classes": self.output.out_features,
        }


def collate(inks: list[np.ndarray]) -> tuple[torch.Tensor, torch.Tensor]:
    """Feature arrays (time, 8) of different lengths to one zero-padded batch (batch, time, 8) and the lengths (batch,)."""
    points = torch.tensor([len(f) for f in inks])
    batch = torch.zeros(len(inks), int(points.max()), FEATURES)
    for row, ink in enumerate(inks):
        batch[row, : len(ink)] = torch.from_numpy(ink)
    return batch, points
