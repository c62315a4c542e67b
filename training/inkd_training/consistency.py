"""Two views of every ink that must be read alike, a regulariser for CTC (Yao et al. 2024, "CR-CTC").

Both views are one varied ink with different stretches hidden, so their time steps correspond. Each learns from
the label, and each from what the other made of the stretch it cannot see.
"""

from __future__ import annotations

import torch

LONGEST = 20
"""Rows of features that one hidden stretch has at most: five steps of the network's output."""
APART = 40
"""There is at most one hidden stretch for so many rows of an ink, and half as many on average."""


def hide(batch: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
    """A copy of the features (batch, time, 8) with random stretches of every ink set to zero."""
    count = max(1, int(points.max()) // APART)
    size = (len(points), count)
    begin = torch.rand(size) * points[:, None]
    length = torch.rand(size) * LONGEST
    used = torch.arange(count)[None] < (torch.rand(len(points)) * (points / APART + 1)).floor()[:, None]
    time = torch.arange(batch.shape[1])[None, None]
    hidden = ((time >= begin[..., None]) & (time < (begin + length)[..., None]) & used[..., None]).any(1)
    return batch.masked_fill(hidden[..., None], 0)


def divergence(scores: torch.Tensor, steps: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
    """How differently the views were read: Kullback and Leibler's divergence both ways, a character of the label.

    scores: log-probabilities (2 * inks, time, classes), the second views after all first ones. steps and sizes: of the inks, once.
    The view that is the target of a direction gets no gradient from it.
    """
    first, second = scores.chunk(2)
    own = (torch.arange(first.shape[1])[None] < steps[:, None])[..., None]

    def towards(target: torch.Tensor, from_: torch.Tensor) -> torch.Tensor:
        target = target.detach()
        return (target.exp() * (target - from_)).masked_fill(~own, 0).sum((1, 2))

    return ((towards(first, second) + towards(second, first)) / 2 / sizes.clamp(min=1)).mean()
