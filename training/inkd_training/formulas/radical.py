"""Root signs: somebody's hook, and the line over the radicand, of the same drawing or of its own."""

from __future__ import annotations

import numpy as np

from ..ink import Strokes


def radical(drawing: Strokes, box: tuple[float, float, float, float], corner: float, random: np.random.Generator) -> Strokes:
    """The drawing of a root sign stretched over a radicand.

    box: left, top, right, bottom of the sign; corner: x of the place where its hook ends and its line begins.
    """
    left, top, right, bottom = box
    strokes = [stroke.astype(np.float64) for stroke in drawing]
    points = np.concatenate(strokes)
    width, height = np.maximum(points.max(0), 1e-6)
    after = int(points[:, 1].argmax())
    high = np.flatnonzero(points[after:, 1] < 0.14 * height)
    bend = float(points[after + high[0], 0]) if len(high) else width
    bend = max(bend, 0.1 * width)
    has_line = width - bend > 0.25 * width
    result = []
    for stroke in strokes:
        x, y = stroke.T
        hooked = left + (corner - left) * np.minimum(x, bend) / bend
        if has_line:
            hooked = hooked + (right - corner) * np.maximum(x - bend, 0) / (width - bend)
        # the line keeps its own unevenness, however high the sign is
        level = top + (bottom - top) * y / height
        flat = top + min(bottom - top, 0.8) * y / height
        result.append(np.stack([hooked, np.where(x > bend, flat, level) if has_line else level], 1))
    if not has_line:
        along = np.linspace(0, 1, 14)
        start = corner + random.normal(0, 0.03)
        line = np.stack([start + (right - start) * along, top + random.normal(0, 0.03) + random.normal(0, 0.03) * along], 1)
        if random.random() < 0.6:
            result[-1] = np.concatenate([result[-1], line])
        else:
            result.append(line)
    return [stroke.astype(np.float32) for stroke in result]
