"""A simulated hand that draws the plan of a shape: bent sides, missed corners, rounded corners, a tilted page, a trembling pen.

Shapes are planned in a frame of about -1…1, y down; a stroke is an array (n, 2) of closely spaced points.
"""

from __future__ import annotations

import numpy as np

from ..ink import Strokes, turned

POINTS = 18
"""Points of one planned side."""
ANY_TURN = 40.0
"""A standard deviation (radians) that turns a shape to anywhere."""


class Pen:
    """Draws plans with one person's haste: 0 is a draughtsman, 1 somebody in a hurry."""

    def __init__(self, rng: np.random.Generator):
        """All chance comes from `rng`, the haste too."""
        self.rng = rng
        self.haste = 1.2 * float(rng.beta(1.5, 2.0))

    def chance(self, share: float) -> bool:
        """True with the probability `share`."""
        return self.rng.random() < share

    def uniform(self, low: float, high: float) -> float:
        """A number evenly distributed from low to high."""
        return low + (high - low) * self.rng.random()

    def near(self, *vertices: tuple[float, float], by: float = 0.09) -> np.ndarray:
        """The vertices, each missed by a little."""
        return np.asarray(vertices, float) + self.rng.normal(0, by * (0.15 + self.haste), (len(vertices), 2))

    def sides(self, vertices: np.ndarray, bend: float = 0.06) -> np.ndarray:
        """A stroke along the vertices, every side bent a little."""
        start, step = vertices[:-1, None], np.diff(vertices, axis=0)[:, None]
        share = np.linspace(0, 1, POINTS)[None, :, None]
        normal = step[..., ::-1] * [1, -1]
        bow = self.rng.normal(0, bend * (0.2 + self.haste), (len(step), 1, 1))
        return (start + step * share + normal * bow * 4 * share * (1 - share)).reshape(-1, 2)

    def line(self, *vertices: tuple[float, float], by: float = 0.09, bend: float = 0.06) -> np.ndarray:
        """`near` and `sides`, and a little too long or too short at both ends."""
        points = self.near(*vertices, by=by)
        for end, before in ((0, 1), (-1, -2)):
            points[end] += (points[end] - points[before]) * self.rng.normal(0, 0.05 * (0.2 + self.haste))
        return self.sides(points, bend)

    def curve(self, *vertices: tuple[float, float], by: float = 0.06) -> np.ndarray:
        """A smooth stroke through the vertices: Catmull-Rom."""
        p = self.near(*vertices, by=by)
        p = np.concatenate([2 * p[:1] - p[1:2], p, 2 * p[-1:] - p[-2:-1]])
        t = np.linspace(0, 1, POINTS)[None, :, None]
        a, b, c, d = (p[k : len(p) - 3 + k, None] for k in range(4))
        return (0.5 * (2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t**2 + (3 * b - a - 3 * c + d) * t**3)).reshape(-1, 2)

    def arc(self, centre: tuple[float, float], rx: float, ry: float, start: float, sweep: float, tilt: float = 0.0) -> np.ndarray:
        """Part of an ellipse; angles in radians, clockwise because y grows downwards. A hurried one spirals."""
        t = np.linspace(0, 1, max(12, int(abs(sweep) * 10)))
        angle = start + sweep * t
        radius = 1 + self.rng.normal(0, 0.07 * (0.2 + self.haste)) * t
        for wave in (2, 3):
            radius += self.rng.normal(0, 0.035 * (0.2 + self.haste)) * np.sin(wave * angle + self.uniform(0, 7))
        points = np.stack([rx * radius * np.cos(angle), ry * radius * np.sin(angle)], 1)
        return turned(points, tilt) + self.near(centre, by=0.03)

    def ring(self, centre: tuple[float, float], rx: float, ry: float, tilt: float = 0.0) -> np.ndarray:
        """A closed ellipse, not quite closed or closed too far, begun anywhere."""
        sweep = 2 * np.pi + self.rng.normal(0.05, 0.3 * (0.2 + self.haste))
        return self.arc(centre, rx, ry, self.uniform(0, 2 * np.pi), sweep, tilt)

    def outline(self, *corners: tuple[float, float], by: float = 0.09) -> Strokes:
        """A closed polygon: in one stroke begun at any corner or side, or each side or pair of sides in its own."""
        n = len(corners)
        first = int(self.rng.integers(n))
        around = [corners[(first + k) % n] for k in range(n)]
        if self.chance(0.72):
            points = self.near(*around, around[0], by=by)
            if self.chance(0.12):
                middle = points[0] + (points[1] - points[0]) * self.uniform(0.2, 0.8)
                points = np.concatenate([[middle], points[1:], [middle]])
                points[-1] += self.rng.normal(0, 0.06 * self.haste, 2)
            gap = self.rng.normal(-0.01, 0.1 * (0.1 + self.haste))
            points[-1] += (points[-1] - points[-2]) * gap
            return [self.sides(points)]
        group = 1 if self.chance(0.6) else int(self.rng.integers(1, n))
        path = [*around, around[0]]
        return [self.line(*path[k : min(n, k + group) + 1], by=by * 0.7) for k in range(0, n, group)]

    def finish(self, strokes: Strokes, turn: float = 0.1, stretch: float = 0.2, shear: float = 0.1, rounding: float = 1.0) -> Strokes:
        """The plan as it lies on the page: rounded, tilted by about `turn`, stretched, trembling, sampled by a device."""
        rng, haste = self.rng, self.haste
        strokes = [rounded(s, rounding * rng.random() ** 2 * (0.2 + haste) * 5) for s in strokes]
        matrix = np.array([[np.exp(rng.normal(0, stretch)), rng.normal(0, shear)], [0.0, np.exp(rng.normal(0, stretch))]])
        angle = rng.normal(0, turn)
        strokes = [turned(s @ matrix.T, angle) for s in strokes]
        low = np.min([s.min(0) for s in strokes], 0)
        size = float(max(np.max([s.max(0) for s in strokes], 0) - low)) or 1.0
        tremble = size * 0.012 * (0.1 + haste) * rng.random() * 2
        jitter = size * 0.006 * rng.random() ** 2
        out = []
        for s in strokes:
            phase = np.linspace(0, rng.uniform(2, 14), len(s))[:, None] + rng.uniform(0, 7, 2)
            s = s + tremble * (np.sin(phase) + 0.6 * np.sin(2.3 * phase + rng.uniform(0, 7, 2))) + rng.normal(0, jitter, s.shape)
            if rng.random() < 0.12:
                s = np.concatenate([s[:1] + rng.normal(0, 0.035 * size, 2), s])
            if rng.random() < 0.12:
                s = np.concatenate([s, s[-1:] + rng.normal(0, 0.035 * size, 2)])
            out.append(s)
        if rng.random() < 0.5:
            grid = size / rng.integers(50, 250)
            out = [np.round((s - low) / grid) for s in out]
        return out


def rounded(stroke: np.ndarray, width: float) -> np.ndarray:
    """Corners cut by a triangular average over `width` points to both sides; the ends stay."""
    reach = int(width)
    if reach < 1 or len(stroke) < 4 * reach:
        return stroke
    kernel = np.bartlett(2 * reach + 3)[1:-1]
    kernel /= kernel.sum()
    padded = np.concatenate([np.repeat(stroke[:1], reach, 0), stroke, np.repeat(stroke[-1:], reach, 0)])
    out = np.stack([np.convolve(padded[:, k], kernel, "valid") for k in (0, 1)], 1)
    out[0], out[-1] = stroke[0], stroke[-1]
    return out
