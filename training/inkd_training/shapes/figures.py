"""Plans of what people put into diagrams: lines, arrows, polygons, round things, stars. y grows downwards."""

from __future__ import annotations

from math import cos, pi, sin, tau

import numpy as np

from ..ink import Strokes
from .pen import ANY_TURN, Pen


def line(p: Pen) -> Strokes:
    """A line at any angle, rarely in two strokes."""
    strokes = [p.line((-1, 0), (1, 0), bend=0.035)]
    if p.chance(0.05):
        strokes = [p.line((-1, 0), (p.uniform(-0.3, 0.2), 0), by=0.03), p.line((p.uniform(-0.3, 0.2), 0), (1, 0), by=0.03)]
    return p.finish(strokes, ANY_TURN if p.chance(0.6) else 0.08, shear=0)


def _head(p: Pen, tip: float, length: float, spread: float) -> Strokes:
    """The barbs of an arrow along the x axis, in one, two or three strokes."""
    way = 1 if tip > 0 else -1
    up = (tip - way * length * p.uniform(0.75, 1.25) * cos(spread), -length * sin(spread) * p.uniform(0.75, 1.25))
    down = (tip - way * length * p.uniform(0.75, 1.25) * cos(spread), length * sin(spread) * p.uniform(0.75, 1.25))
    style = p.rng.random()
    if style < 0.55:
        return [p.line(up, (tip, 0), down, by=0.05)]
    if style < 0.75:
        return [p.line((tip, 0), up, by=0.05), p.line((tip, 0), down, by=0.05)]
    if style < 0.9:
        return [p.line((tip, 0), up, (tip, 0), down, by=0.05)]
    return [p.line((tip, 0), up, down, (tip, 0), by=0.05)]


def arrow(p: Pen, double: bool = False) -> Strokes:
    """An arrow in one to four strokes, with heads at both ends if `double`."""
    length = p.uniform(0.35, 1.6) if p.chance(0.6) else p.uniform(0.2, 0.7)
    heads = _head(p, 1 + p.rng.normal(0, 0.05 + 0.05 * p.haste), length, p.uniform(0.3, 1.0))
    shaft = p.line((-1, 0), (1, 0), by=0.06)
    if double:
        heads += _head(p, -1 + p.rng.normal(0, 0.05), length * p.uniform(0.8, 1.2), p.uniform(0.3, 1.0))
    elif p.chance(0.5):
        barbs = heads[0] if len(heads) == 1 else np.concatenate(heads)
        heads = [np.concatenate([shaft, barbs])] if p.chance(0.5) else [np.concatenate([shaft, _hook(p, length)])]
        return p.finish(heads, ANY_TURN, 0.15)
    return p.finish([shaft, *heads], ANY_TURN, 0.15)


def _hook(p: Pen, length: float) -> np.ndarray:
    """From the tip to one barb and on to the other, by the tip or straight across."""
    spread, side = p.uniform(0.3, 1.0), p.rng.choice([-1, 1])
    barbs = [(1 - length * p.uniform(0.8, 1.2) * cos(spread), k * length * p.uniform(0.8, 1.2) * sin(spread)) for k in (side, -side)]
    middle = [(1 + p.rng.normal(0, 0.06), p.rng.normal(0, 0.06))] if p.chance(0.6) else []
    return p.line((1, 0), barbs[0], *middle, barbs[1], by=0.05)


def double_arrow(p: Pen) -> Strokes:
    """An arrow with heads at both ends."""
    return arrow(p, double=True)


def rectangle(p: Pen) -> Strokes:
    """A rectangle, the square included."""
    h = 1.0 if p.chance(0.3) else p.uniform(0.15, 1)
    w = 1.0 if h < 1 or p.chance(0.5) else p.uniform(0.3, 1)
    turn = 0.05 if p.chance(0.75) else 0.25 if min(w, h) / max(w, h) > 0.65 else 0.8
    return p.finish(p.outline((-w, -h), (w, -h), (w, h), (-w, h)), turn, 0.1, 0.06)


def diamond(p: Pen) -> Strokes:
    """A rhombus standing on a corner."""
    w, h = (1, p.uniform(0.4, 1)) if p.chance(0.5) else (p.uniform(0.4, 1), 1)
    return p.finish(p.outline((0, -h), (w, 0), (0, h), (-w, 0)), 0.06, 0.08, 0.05)


def ellipse(p: Pen) -> Strokes:
    """An ellipse that is clearly no circle."""
    return p.finish([p.ring((0, 0), 1, p.uniform(0.2, 0.68))], 0.1 if p.chance(0.6) else ANY_TURN, 0.03, 0.05)


def circle(p: Pen) -> Strokes:
    """A circle, rarely in two halves."""
    strokes = [p.ring((0, 0), 1, 1)]
    if p.chance(0.05):
        strokes = [p.arc((0, 0), 1, 1, -pi / 2, -pi), p.arc((0, 0), 1, 1, -pi / 2, pi)]
    return p.finish(strokes, ANY_TURN, 0.09, 0.05)


def triangle(p: Pen) -> Strokes:
    """A triangle."""
    apex = p.rng.normal(0, 0.35)
    turn = ANY_TURN if p.chance(0.3) else 0.12
    return p.finish(p.outline((-1, 0.75), (1, 0.75), (apex, -0.9), by=0.11), turn, 0.2, 0.1)


def _regular(p: Pen, n: int) -> list[tuple[float, float]]:
    start = -pi / 2 + (pi / n if p.chance(0.3) else 0)
    return [(cos(start + tau * k / n), sin(start + tau * k / n)) for k in range(n)]


def pentagon(p: Pen) -> Strokes:
    """A regular pentagon."""
    return p.finish(p.outline(*_regular(p, 5), by=0.06), 0.15, 0.12, 0.05, 0.5)


def hexagon(p: Pen) -> Strokes:
    """A regular hexagon."""
    return p.finish(p.outline(*_regular(p, 6), by=0.05), 0.12, 0.15, 0.05, 0.4)


def star(p: Pen) -> Strokes:
    """A five-pointed star, mostly drawn through its middle, else as an outline."""
    turn = 0.15 if p.chance(0.85) else ANY_TURN
    if p.chance(0.2):
        inner = p.uniform(0.32, 0.55)
        corners = [((1, inner)[k % 2] * cos(-pi / 2 + pi * k / 5), (1, inner)[k % 2] * sin(-pi / 2 + pi * k / 5)) for k in range(10)]
        return p.finish(p.outline(*corners, by=0.05), turn, 0.12)
    tips = [(cos(-pi / 2 + tau * 2 * k / 5), sin(-pi / 2 + tau * 2 * k / 5)) for k in range(5)]
    return p.finish(p.outline(*tips, by=p.uniform(0.08, 0.17)), turn, 0.18)


def six_point_star(p: Pen) -> Strokes:
    """Two triangles over each other."""
    up = p.outline((-0.87, 0.5), (0, -1), (0.87, 0.5), by=0.12)
    down = p.outline((-0.87, -0.5), (0, 1), (0.87, -0.5), by=0.12)
    offset = p.rng.normal(0, 0.1, 2)
    return p.finish(up + [s + offset for s in down], 0.12, 0.15)


def zig_zag(p: Pen) -> Strokes:
    """A zig-zag of four to seven legs."""
    n = int(p.rng.integers(4, 8))
    height = p.uniform(0.3, 1)
    path = [(-1 + 2 * k / n, height * (-1) ** k * p.uniform(0.7, 1)) for k in range(n + 1)]
    return p.finish([p.line(*path)], 0.2 if p.chance(0.6) else ANY_TURN)


def curve(p: Pen) -> Strokes:
    """A bow or a wave."""
    if p.chance(0.6):
        return p.finish([p.arc((0, 0), 1, p.uniform(0.5, 1), p.uniform(0, tau), p.uniform(1.2, 4.3))], ANY_TURN)
    t = np.linspace(-pi, pi, 50) * p.uniform(0.8, 1.4)
    return p.finish([np.stack([t / 2.5, np.sin(t) * p.uniform(0.3, 0.9)], 1)], ANY_TURN)


def heart(p: Pen) -> Strokes:
    """A heart."""
    t = np.linspace(0, tau, 60) + (0 if p.chance(0.5) else pi)
    h = p.uniform(0.8, 1.2)
    outline = np.stack([np.sin(t) ** 3, -h * (13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)) / 16], 1)
    return p.finish([outline], 0.1, 0.12)


def cloud(p: Pen) -> Strokes:
    """A cloud of five to nine bulges."""
    n, h = int(p.rng.integers(5, 10)), p.uniform(0.45, 0.85)
    pieces = []
    corners = [(cos(tau * k / n) * p.uniform(0.85, 1), sin(tau * k / n) * h * p.uniform(0.85, 1)) for k in range(n)]
    for a, b in zip(corners, corners[1:] + corners[:1], strict=True):
        middle, bulge = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2), p.uniform(1.3, 1.6)
        pieces.append(p.curve(a, (middle[0] * bulge, middle[1] * bulge), b, by=0.02))
    return p.finish([np.concatenate(pieces)], 0.1, 0.12)
