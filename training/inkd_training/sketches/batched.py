"""Inks by the batch in torch, on any device: gathered, resampled, drawn as pictures. A GPU makes all that training sees, without waiting.

The numbers are those of `features` and of `symbols.features`, but for rounding.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from ..ink import MIN_PIECES
from .features import DIRECTIONS, GRID, PLANES, SCALE, STEP


@dataclass(slots=True)
class Strokes:
    """Strokes of a pool, ink by ink. first (n,): index of each one's first point; size (n,): its points; way (n,): 1, or -1 if it is drawn
    backwards; ink (n,): number of its ink in the batch.
    """

    first: torch.Tensor
    size: torch.Tensor
    way: torch.Tensor
    ink: torch.Tensor

    def chosen(self, which: torch.Tensor) -> Strokes:
        """Those of an index or a mask (n,)."""
        return Strokes(self.first[which], self.size[which], self.way[which], self.ink[which])


@dataclass(slots=True)
class Inks:
    """Points of a batch of inks. points (n, 2) float64; stroke (n,): number of each point's stroke; ink (strokes,): ink of each stroke;
    starts (strokes,): first index of each; count: inks.
    """

    points: torch.Tensor
    stroke: torch.Tensor
    ink: torch.Tensor
    starts: torch.Tensor
    count: int

    @property
    def owner(self) -> torch.Tensor:
        """The ink of each point, (n,)."""
        return self.ink[self.stroke]

    @property
    def ends(self) -> torch.Tensor:
        """The last index of each stroke, (strokes,)."""
        return torch.cat([self.starts[1:], self.starts.new_tensor([len(self.points)])]) - 1

    def gaps(self) -> torch.Tensor:
        """The way to the next point (n - 1,), 0 between strokes."""
        return (self.points[1:] - self.points[:-1]).norm(dim=1) * (self.stroke[1:] == self.stroke[:-1])

    def summed(self, values: torch.Tensor, owner: torch.Tensor) -> torch.Tensor:
        """The values' sum for each ink, (count,)."""
        return values.new_zeros(self.count).index_add_(0, owner, values)

    def first_points(self) -> torch.Tensor:
        """The index of each ink's first point, (count,)."""
        return self.starts[torch.searchsorted(self.ink, torch.arange(self.count, device=self.ink.device))]


def spread_out(sizes: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """For rows of so many places, one after the other: each place's row, and its number in the row."""
    ends = sizes.cumsum(0)
    total = int(ends[-1])
    row = torch.repeat_interleave(torch.arange(len(sizes), device=sizes.device), sizes, output_size=total)
    return row, torch.arange(total, device=sizes.device) - (ends - sizes)[row]


class Pool:
    """All inks of a training, on a device."""

    def __init__(self, inks: list[tuple[np.ndarray, np.ndarray]], device: torch.device):
        """inks: points (n, 2) in the unit box and stroke starts of each."""
        sizes = np.array([len(points) for points, _ in inks])
        strokes = np.array([len(starts) for _, starts in inks])
        first = np.concatenate([starts + before for (_, starts), before in zip(inks, np.cumsum(sizes) - sizes, strict=True)])
        points = np.concatenate([points for points, _ in inks]).astype(np.float32)
        self.device = device
        self.points = torch.from_numpy(points).to(device)
        self.first = torch.from_numpy(first.astype(np.int64)).to(device)
        self.size = torch.from_numpy(np.diff(np.append(first, len(points))).astype(np.int64)).to(device)
        self.strokes = torch.from_numpy(strokes.astype(np.int64)).to(device)
        self.begin = self.strokes.cumsum(0) - self.strokes

    def take(self, chosen: torch.Tensor) -> Strokes:
        """The strokes of the inks with these numbers."""
        ink, number = spread_out(self.strokes[chosen])
        stroke = self.begin[chosen][ink] + number
        return Strokes(self.first[stroke], self.size[stroke], torch.ones_like(ink), ink)

    def gather(self, strokes: Strokes, count: int) -> Inks:
        """The points of the strokes of `count` inks."""
        stroke, number = spread_out(strokes.size)
        back = strokes.way < 0
        begin = torch.where(back, strokes.first + strokes.size - 1, strokes.first)
        points = self.points[begin[stroke] + strokes.way[stroke] * number].double()
        return Inks(points, stroke, strokes.ink, strokes.size.cumsum(0) - strokes.size, count)


def boxed(inks: Inks) -> Inks:
    """Every ink centred in the unit box, which its longer side fills."""
    owner = inks.owner
    index = owner[:, None].expand(-1, 2)
    empty = inks.points.new_zeros(inks.count, 2)
    low = empty.scatter_reduce(0, index, inks.points, "amin", include_self=False)
    high = empty.scatter_reduce(0, index, inks.points, "amax", include_self=False)
    size = (high - low).amax(1)
    size = torch.where(size > 1e-12, size, torch.ones_like(size))
    points = (inks.points - ((low + high) / 2)[owner]) / size[owner, None]
    return Inks(points, inks.stroke, inks.ink, inks.starts, inks.count)


def resampled(inks: Inks, step: torch.Tensor) -> Inks:
    """As `ink.resample`; step: of each ink, (count,)."""
    ends = inks.ends
    along = torch.cat([inks.points.new_zeros(1), inks.gaps().cumsum(0)])
    length = along[ends] - along[inks.starts]
    pieces = (length / step[inks.ink] + 0.5).floor().clamp_min(MIN_PIECES).long()
    stroke, number = spread_out(pieces + 1)
    first, last, parts = inks.starts[stroke], ends[stroke], pieces[stroke]
    at = along[first] + length[stroke] * (number / parts.double())
    before = torch.minimum(torch.maximum(torch.searchsorted(along, at, right=True) - 1, first), torch.maximum(last - 1, first))
    after = torch.minimum(before + 1, last)
    share = ((at - along[before]) / (along[after] - along[before]).clamp_min(1e-300)).clamp(0, 1)
    share = torch.where(number == parts, torch.ones_like(share), share)[:, None]
    points = (1 - share) * inks.points[before] + share * inks.points[after]
    return Inks(points, stroke, inks.ink, (pieces + 1).cumsum(0) - (pieces + 1), inks.count)


def drawn(inks: Inks) -> torch.Tensor:
    """Pictures (count, PLANES, GRID, GRID) of inks in the unit box, float32, by channels last; resampled before."""
    inks = resampled(inks, inks.points.new_full((inks.count,), STEP))
    points, owner = inks.points, inks.owner
    length, own = inks.gaps(), owner[:-1]
    step = points[1:] - points[:-1]
    turn = torch.atan2(step[:, 1], step[:, 0]) / torch.pi * DIRECTIONS
    turn = torch.where(turn < 0, turn + DIRECTIONS, turn)
    plane, share = turn.floor().long(), turn - turn.floor()
    total = inks.summed(length, own)
    when = (length.cumsum(0) - length / 2 - (total.cumsum(0) - total)[own]) / total[own].clamp_min(1e-12)
    tips = torch.cat([inks.starts, inks.ends])
    mass, middle = SCALE * length, (points[1:] + points[:-1]) / 2
    places = torch.cat([middle, middle, middle, points[tips]])
    time, tip = torch.full_like(plane, DIRECTIONS), torch.full_like(tips, DIRECTIONS + 1)
    planes = torch.cat([plane % DIRECTIONS, (plane + 1) % DIRECTIONS, time, tip])
    masses = torch.cat([mass * (1 - share), mass * share, mass * when, torch.ones_like(tips, dtype=mass.dtype)])
    cell = places * SCALE + (GRID - 1) / 2
    corner = cell.floor().long()
    right, down = (cell - corner).unbind(1)
    first = ((torch.cat([own, own, own, owner[tips]]) * GRID + corner[:, 1]) * GRID + corner[:, 0]) * PLANES + planes
    found = torch.zeros(inks.count * GRID * GRID * PLANES, device=points.device)
    for beside, across in ((0, 1 - right), (1, right)):
        for below, along in ((0, 1 - down), (1, down)):
            found.index_add_(0, first + (below * GRID + beside) * PLANES, (masses * across * along).float())
    return found.clamp_max_(1).view(inks.count, GRID, GRID, PLANES).permute(0, 3, 1, 2)


class Chance:
    """Random numbers on a device, float64."""

    def __init__(self, seed: int, device: torch.device):
        """The same seed gives the same numbers, on one kind of device."""
        self.device = device
        self.generator = torch.Generator(device).manual_seed(seed)

    def normal(self, *shape: int) -> torch.Tensor:
        """Of mean 0 and deviation 1."""
        return torch.randn(shape, generator=self.generator, device=self.device, dtype=torch.float64)

    def uniform(self, *shape: int, low: float = 0.0, high: float = 1.0) -> torch.Tensor:
        """From `low` to `high`."""
        return low + (high - low) * torch.rand(shape, generator=self.generator, device=self.device, dtype=torch.float64)

    def often(self, share: float, *shape: int) -> torch.Tensor:
        """True in a share of the cases, bool."""
        return self.uniform(*shape) < share


def waved(inks: Inks, chance: Chance, slowest: float, fastest: float, size: float, share: float = 1.0) -> Inks:
    """A share of the inks bent by a wave across each axis; size: the deviation of its height."""
    count, owner = inks.count, inks.owner
    height = size * chance.normal(count, 2) * chance.often(share, count, 1)
    pitch, phase = chance.uniform(count, 2, low=slowest, high=fastest), chance.uniform(count, 2, high=6.3)
    points = inks.points + height[owner] * torch.sin(inks.points.flip(1) * pitch[owner] + phase[owner])
    return Inks(points, inks.stroke, inks.ink, inks.starts, count)


def moved(inks: Inks, chance: Chance, shift: float, growth: float, share: float = 1.0) -> Inks:
    """In a share of the inks every stroke a little elsewhere and of a slightly different size, about its first point."""
    strokes = len(inks.ink)
    where = chance.often(share, inks.count)[inks.ink, None]
    shifts = shift * chance.normal(strokes, 2) * where
    grown = torch.exp(growth * chance.normal(strokes, 1) * where)
    begin = inks.points[inks.starts]
    points = (inks.points - begin[inks.stroke]) * grown[inks.stroke] + (begin + shifts)[inks.stroke]
    return Inks(points, inks.stroke, inks.ink, inks.starts, inks.count)


def sketch_changes(pool: Pool, chosen: torch.Tensor, chance: Chance, strength: float = 1.0) -> Inks:
    """The chosen drawings, changed as `augment` does; strength: of what bends, turns and moves them."""
    count, strokes = len(chosen), pool.take(chosen)
    owner = strokes.ink
    first = torch.cat([owner.new_ones(1, dtype=torch.bool), owner[1:] != owner[:-1]])
    longest = strokes.size.new_zeros(count).scatter_reduce(0, owner, strokes.size, "amax", include_self=False)[owner]
    rate = chance.uniform(count, high=0.3 * strength) * chance.often(0.5, count)
    kept = first | (chance.uniform(len(owner)) > rate[owner] * (1 - 2 * strokes.size / longest).clamp_min(0))
    inks = pool.gather(strokes.chosen(kept), count)
    owner = inks.owner
    turn, slant, wide = (strength * size * chance.normal(count) for size in (0.12, 0.15, 0.18))
    mirror = 1 - 2 * chance.often(0.4, count).double()
    x, y = inks.points.unbind(1)
    x, y = x * (mirror * torch.exp(wide / 2))[owner] + y * slant[owner], y * torch.exp(-wide / 2)[owner]
    c, s = torch.cos(turn)[owner], torch.sin(turn)[owner]
    inks.points = torch.stack([x * c - y * s, x * s + y * c], 1)
    for slowest, fastest, size in ((2.0, 6.0, 0.035), (5.0, 14.0, 0.012)):
        inks = waved(inks, chance, slowest, fastest, strength * size)
    inks = moved(inks, chance, 0.012 * strength, 0.05 * strength)
    noise = 0.003 * chance.often(0.5, count).double()
    inks.points = inks.points + chance.normal(len(inks.points), 2) * noise[owner, None]
    return boxed(inks)
