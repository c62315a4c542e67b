"""Contact of the pen as tablets report it: beginnings of strokes that are lost, strokes that break and strokes that run together."""

from __future__ import annotations

import numpy as np

from ..ink import join_strokes, split_strokes

SHORT = 6
"""A stroke of no more samples keeps its beginning and stays whole: it would be gone, or two dots."""


def lose_beginnings(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """The first samples of some strokes or of all are lost, up to a seventh of each: the pen's threshold is high, or it is found late."""
    share, often = random.uniform(0.02, 0.15), random.choice([0.3, 0.6, 1.0])
    return join_strokes(
        [s[int(share * len(s)) :] if len(s) > SHORT and random.random() < often else s for s in split_strokes(points, starts)]
    )


def break_strokes(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Some strokes come as two, and now and then lose a sample or three at the break: the pen was hardly pressed."""
    often = random.uniform(0.1, 0.4)
    broken = []
    for stroke in split_strokes(points, starts):
        if len(stroke) > 2 * SHORT and random.random() < often:
            cut = int(random.integers(4, len(stroke) - 4))
            lost = int(random.integers(0, 4)) if random.random() < 0.3 else 0
            broken += [stroke[:cut], stroke[cut + lost :]]
        else:
            broken.append(stroke)
    return join_strokes(broken)


def join_close_strokes(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray]:
    """Some strokes that begin close to the right of the end of the one before are one with it: the pen was hardly lifted.

    points: in units of the ink's height.
    """
    often, reach = random.uniform(0.2, 0.7), random.uniform(0.1, 0.3)
    first, *rest = split_strokes(points, starts)
    joined = [first]
    for stroke in rest:
        across, down = stroke[0] - joined[-1][-1]
        if 0 < across < reach and abs(down) < 0.5 and random.random() < often:
            joined[-1] = np.concatenate([joined[-1], stroke])
        else:
            joined.append(stroke)
    return join_strokes(joined)
