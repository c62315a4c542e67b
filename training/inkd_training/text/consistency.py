"""Consistency regularisation for CTC (Yao et al. 2024, "CR-CTC"): two views of every ink must be read alike.

Both views are one augmented ink with different stretches masked, so their time steps correspond. Each learns from the label, and each
from the other's reading of the stretch that it cannot see.
"""

from __future__ import annotations

import torch

LONGEST_MASK = 20
"""Rows of features that one hidden stretch has at most: five steps of the network's output."""
ROWS_PER_MASK = 40
"""There is at most one hidden stretch for so many rows of an ink, and half as many on average."""


def mask_time(batch: torch.Tensor, points: torch.Tensor) -> torch.Tensor:
    """A copy of the features (batch, time, 8) with random stretches of every ink set to zero; points: the inks' lengths (batch,)."""
    count = max(1, batch.shape[1] // ROWS_PER_MASK)
    size, device = (len(points), count), batch.device
    begin = torch.rand(size, device=device) * points[:, None]
    length = torch.rand(size, device=device) * LONGEST_MASK
    some = (torch.rand(len(points), device=device) * (points / ROWS_PER_MASK + 1)).floor()
    used = torch.arange(count, device=device)[None] < some[:, None]
    time = torch.arange(batch.shape[1], device=device)[None, None]
    hidden = ((time >= begin[..., None]) & (time < (begin + length)[..., None]) & used[..., None]).any(1)
    return batch.masked_fill(hidden[..., None], 0)


def consistency_loss(scores: torch.Tensor, steps: torch.Tensor, sizes: torch.Tensor) -> torch.Tensor:
    """The Kullback-Leibler divergence between the two views, both ways, for each character of the label: a scalar.

    scores: log-probabilities (2 * inks, time, classes), the second views after all first ones. steps and sizes: of the inks, once.
    The view that is the target of a direction gets no gradient from it.
    """
    first, second = scores.chunk(2)
    own = (torch.arange(first.shape[1], device=scores.device)[None] < steps[:, None])[..., None]

    def towards(target: torch.Tensor, other: torch.Tensor) -> torch.Tensor:
        target = target.detach()
        return (target.exp() * (target - other)).masked_fill(~own, 0).sum((1, 2))

    return ((towards(first, second) + towards(second, first)) / 2 / sizes.clamp(min=1)).mean()
