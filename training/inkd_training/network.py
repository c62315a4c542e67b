"""The network: three convolutions that shorten the sequence four times, bidirectional LSTM layers, CTC scores."""

from __future__ import annotations

import torch
from torch import nn

from .data import ALPHABET
from .features import FEATURES


class Mirror(torch.autograd.Function):
    """rows (n, channels) in another order, which is its own inverse: a row goes where the one that comes in its place was."""

    @staticmethod
    def forward(ctx, rows: torch.Tensor, order: torch.Tensor) -> torch.Tensor:
        ctx.save_for_backward(order)
        return rows.index_select(0, order)

    @staticmethod
    def backward(ctx, above: torch.Tensor) -> tuple[torch.Tensor, None]:
        return above.index_select(0, ctx.saved_tensors[0]), None


class Dropout(nn.Dropout):
    """`nn.Dropout` to 1/256 exact, twenty times as fast on a CPU: eight random bytes from every random number."""

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        if not self.training or self.p == 0:
            return x
        drawn = torch.empty((x.numel() + 7) // 8, dtype=torch.int64).random_(-(2**63), None).view(torch.uint8)[: x.numel()]
        dropped = round(self.p * 256)
        kept = (drawn >= dropped).view_as(x).to(x.dtype)
        return x * kept.mul_(256 / (256 - dropped))


class InkNetwork(nn.Module):
    """features (batch, time, 8) to log-probabilities (batch, time / 4, 96)."""

    def __init__(
        self, hidden: int = 160, layers: int = 2, channels: tuple[int, int, int] = (64, 128, 128), dropout: float = 0.3,
        classes: int = len(ALPHABET) + 1,
    ):
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
        """How many time steps come out for so many points: each stride of 2 rounds up."""
        return ((points + 1) // 2 + 1) // 2

    def encode(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        """What the last layer makes of every step, (batch, time / 4, 2 * hidden); arbitrary beyond a sequence's own steps."""
        # padding is zeroed after every convolution, so that a sequence's result does not depend on its batch
        def mask(y: torch.Tensor, n: torch.Tensor) -> torch.Tensor:
            return y * (torch.arange(y.shape[2])[None, None, :] < n[:, None, None])

        x = mask(torch.relu(self.conv1(x.transpose(1, 2))), points)
        x = mask(torch.relu(self.conv2(x)), (points + 1) // 2)
        n = self.steps(points)
        x = torch.relu(self.conv3(x)).permute(2, 0, 1)
        # every sequence reversed within its own length, padding left at the end
        time, batch = torch.arange(x.shape[0])[:, None], torch.arange(x.shape[1])
        order = (torch.where(time < n, n - 1 - time, time) * len(n) + batch).flatten()

        def reverse(y: torch.Tensor) -> torch.Tensor:
            return Mirror.apply(y.flatten(0, 1), order).view(y.shape)

        for index, (ahead, back) in enumerate(zip(self.forwards, self.backwards)):
            if index:
                x = self.dropout(x)
            x = torch.cat([ahead(x)[0], reverse(back(reverse(x))[0])], 2)
        return x.transpose(0, 1)

    def logits(self, x: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
        return self.output(self.dropout(self.encode(x, points)))

    def forward(self, x: torch.Tensor, points: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return self.logits(x, points).float().log_softmax(-1), self.steps(points)


def collate(inks: list) -> tuple[torch.Tensor, torch.Tensor]:
    """Feature arrays of different lengths to one padded batch and the lengths."""
    points = torch.tensor([len(f) for f in inks])
    batch = torch.zeros(len(inks), int(points.max()), FEATURES)
    for row, ink in enumerate(inks):
        batch[row, : len(ink)] = torch.from_numpy(ink)
    return batch, points


def greedy(scores: torch.Tensor, steps: torch.Tensor) -> list[str]:
    """The best class of every step, repeats merged and blanks dropped."""
    texts = []
    for best, n in zip(scores.argmax(-1).tolist(), steps.tolist()):
        text, last = [], 0
        for c in best[:n]:
            if c and c != last:
                text.append(ALPHABET[c - 1])
            last = c
        texts.append("".join(text))
    return texts
