"""The symbols' inks by the batch in torch, on any device: drawn by weight, changed as `augment` does, and seen as `views` has them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import torch

from ..encoder import FEATURES
from ..sketches.batched import Chance, Inks, Pool, boxed, drawn, moved, resampled, waved
from .augment import Hand
from .dataset import CHUNK, Ink
from .features import MOST_PIECES, STEP

Batch = tuple[tuple[torch.Tensor, ...], torch.Tensor, torch.Tensor]
"""What the network sees, labels and groups (batch,)."""


def symbol_changes(pool: Pool, chosen: torch.Tensor, chance: Chance, hand: Hand) -> Inks:
    """The chosen inks, changed as `augment` does, and in the unit box."""
    count, strokes = len(chosen), pool.take(chosen)
    owner, number = strokes.ink, len(strokes.ink)
    cut = (chance.uniform(2, number, high=0.08) * chance.often(0.25, count)[owner] * strokes.size).long()
    strokes.first, strokes.size = strokes.first + cut[0], strokes.size - cut.sum(0)
    strokes.way = 1 - 2 * (chance.often(hand.back, count)[owner] & chance.often(0.5, number)).long()
    place = torch.arange(number, device=owner.device) / number
    strokes = strokes.chosen(torch.argsort(owner + torch.where(chance.often(hand.order, count)[owner], chance.uniform(number), place)))
    inks = pool.gather(strokes, count)
    owner = inks.owner
    turn, slant, wide, high = (hand.strength * size * chance.normal(count) for size in (0.09, 0.12, 0.12, 0.12))
    x, y = inks.points.unbind(1)
    inks.points = torch.stack(
        [x * torch.exp(wide)[owner] + y * (slant - turn)[owner], x * turn[owner] + y * torch.exp(high)[owner]],
        1,
    )
    for slowest, fastest, size in ((2.0, 9.0, 0.025), (7.0, 18.0, 0.008)):
        inks = waved(inks, chance, slowest, fastest, hand.strength * size, share=0.6)
    # an ink of one stroke is moved and grown as a whole, which does not show
    inks = moved(inks, chance, 0.025 * hand.strength, 0.06 * hand.strength, share=0.6)
    noise = chance.uniform(count, low=0.002, high=0.012) * chance.often(0.3, count)
    grid = torch.where(chance.often(0.15, count), chance.uniform(count, low=0.015, high=0.05), 0.0)[owner, None]
    points = inks.points + chance.normal(len(inks.points), 2) * noise[owner, None]
    inks.points = torch.where(grid > 0, (points / grid.clamp_min(1e-6)).round() * grid, points)
    return boxed(inks)


def rows(inks: Inks) -> tuple[torch.Tensor, torch.Tensor]:
    """Features (count, time, 8) of inks in the unit box, as of `features.features`, and their lengths (count,)."""
    step = (inks.summed(inks.gaps(), inks.owner[:-1]) / MOST_PIECES).clamp_min(STEP)
    inks = resampled(inks, step)
    owner, first = inks.owner, inks.first_points()
    d = torch.zeros_like(inks.points)
    d[1:] = inks.points[1:] - inks.points[:-1]
    d[first] = 0
    is_start, is_end = (torch.zeros_like(owner, dtype=torch.bool).index_fill_(0, at, True)[:, None] for at in (inks.starts, inks.ends))
    columns = [d / step[owner, None] * ~is_start, d * is_start, 2 * inks.points, is_start, is_end]
    lengths = torch.cat([first[1:], first.new_tensor([len(owner)])]) - first
    seen = torch.zeros(inks.count, int(lengths.max()), FEATURES, device=owner.device)
    seen[owner, torch.arange(len(owner), device=owner.device) - first[owner]] = torch.cat(columns, 1).float()
    return seen, lengths


class BatchedDraws:
    """Batches without end of inks drawn by weight, each changed anew, made many at a time: the device seldom has to be waited for."""

    def __init__(self, inks: list[Ink], weights: np.ndarray, batch: int, seed: int, sees: str, hand: Hand, device: torch.device):
        """weights: of the inks (n,); batch: inks in a batch; sees: a key of `VIEWS`; hand: how inks are changed."""
        self.pool = Pool([(i.points, i.starts) for i in inks], device)
        self.share = torch.from_numpy(np.cumsum(weights / weights.sum())).to(device)
        self.labels, self.groups = (torch.tensor(n, device=device) for n in ([i.label for i in inks], [i.group for i in inks]))
        self.batch, self.sees, self.hand, self.chance = batch, sees, hand, Chance(seed, device)

    def __iter__(self) -> Iterator[Batch]:
        """Batches; where rows are seen, of inks of like length."""
        while True:
            at = self.chance.uniform(CHUNK * self.batch)
            chosen = torch.searchsorted(self.share, at).clamp_max(len(self.share) - 1)
            inks = symbol_changes(self.pool, chosen, self.chance, self.hand)
            labels, groups = self.labels[chosen], self.groups[chosen]
            if self.sees == "picture":
                for part, own, group in zip(*(whole.split(self.batch) for whole in (drawn(inks), labels, groups)), strict=True):
                    yield (part,), own, group
                continue
            seen, lengths = rows(inks)
            order = torch.argsort(lengths).view(CHUNK, self.batch)
            longest = lengths[order].amax(1).tolist()
            for number in torch.randperm(CHUNK, generator=self.chance.generator, device=order.device).tolist():
                own = order[number]
                yield (seen[own, : longest[number]], lengths[own]), labels[own], groups[own]
