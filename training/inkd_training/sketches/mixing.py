"""Pictures mixed with one another, whose labels count as much as is seen of each."""

from __future__ import annotations

import numpy as np
import torch


def mix(pictures: torch.Tensor, random: np.random.Generator, mixing: float, cut: float = 0.0) -> tuple[torch.Tensor, ...]:
    """Pictures (n, planes, rows, columns) mixed, by channels last; the number of each one's other picture (n,); what its own counts (n,).

    mixing: both parameters of the beta distribution of the shares (Zhang et al. 2018, "mixup"), 0 for none. cut: share of the pictures
    that have a box of the other in them instead (Yun et al. 2019, "CutMix"); of these the ink on both sides counts.
    """
    count, (high, wide) = len(pictures), pictures.shape[2:]

    def moved(values: np.ndarray) -> torch.Tensor:
        found = torch.from_numpy(values)
        # from pinned memory it is copied while the device computes
        return found.pin_memory().to(pictures.device, non_blocking=True) if pictures.is_cuda else found

    share = random.beta(mixing, mixing, count) if mixing else np.ones(count)
    other, share = moved(random.permutation(count)), moved(share.astype(np.float32))
    blend = (1 - share)[:, None, None].expand(-1, high, wide)
    if cut:
        side, across, down = random.uniform(0.2, 0.7, count), random.random(count), random.random(count)
        inside = torch.ones_like(blend, dtype=torch.bool)
        for axis, (cells, centre) in enumerate(((high, down), (wide, across))):
            at = (torch.arange(cells, device=pictures.device) + 0.5) / cells
            within = (at - moved(centre)[:, None]).abs() < moved(side / 2)[:, None]
            inside = inside & (within[:, :, None] if axis == 0 else within[:, None, :])
        is_cut = moved(random.random(count) < cut)
        ink = pictures.sum(1)
        own, foreign = (ink * ~inside).sum((1, 2)), (ink[other] * inside).sum((1, 2))
        share = torch.where(is_cut, own / (own + foreign).clamp_min(1e-6), share)
        blend = torch.where(is_cut[:, None, None], inside.to(blend.dtype), blend)
    mixed = torch.lerp(pictures, pictures[other], blend[:, None])
    return mixed.contiguous(memory_format=torch.channels_last), other, share
