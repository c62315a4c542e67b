"""Plans of marks, brackets and letters, and of scribbles that are none. y grows downwards."""

from __future__ import annotations

from math import cos, pi, sin, tau

import numpy as np

from ..ink import Strokes
from .pen import Pen


def x(p: Pen) -> Strokes:
    """A cross, in two strokes or one."""
    tl, tr, bl, br = (-0.8, -1), (0.8, -1), (-0.8, 1), (0.8, 1)
    if p.chance(0.45):
        return p.finish([p.line(tl, br, by=0.12), p.line(tr, bl, by=0.12)], 0.1, 0.2)
    path = (tl, br, tr, bl) if p.chance(0.85) else (tr, bl, tl, br)
    return p.finish([p.line(*path, by=0.14)], 0.1, 0.2)


def delete_mark(p: Pen) -> Strokes:
    """The proof-reader's deletion: a cross with two of its ends joined."""
    w = p.uniform(0.15, 0.95)
    tl, tr, bl, br = (-w, -1), (w, -1), (-0.8, 1), (0.8, 1)
    path = (tl, br, bl, tr) if p.chance(0.92) else (bl, tr, tl, br)
    return p.finish([p.line(*path, by=0.14)], 0.1, 0.2)


def check(p: Pen) -> Strokes:
    """A tick."""
    arm, lean = p.uniform(0.2, 0.85), p.uniform(0.25, 1.2)
    left = p.uniform(0.35, 1.6)
    return p.finish([p.line((-arm * sin(left), -arm * cos(left)), (0, 0), (1.3 * sin(lean), -1.3 * cos(lean)), by=0.05)], 0.06, 0.12)


def v(p: Pen) -> Strokes:
    """A V."""
    lean = p.uniform(0.15, 0.65)
    arms = [p.uniform(0.85, 1.15) for _ in range(2)]
    ends = [(k * a * sin(lean), -a * cos(lean)) for k, a in zip((-1, 1), arms, strict=True)]
    return p.finish([p.line(ends[0], (0, 0), ends[1], by=0.05)], 0.1, 0.12)


def caret(p: Pen) -> Strokes:
    """A V upside down."""
    return [s * [1, -1] for s in v(p)]


def left_square_bracket(p: Pen) -> Strokes:
    """A bracket open to the right."""
    arm = p.uniform(0.3, 1.1)
    return p.finish([p.line((arm, -1), (0, -1), (0, 1), (arm * p.uniform(0.75, 1.3), 1), by=0.08)], 0.07, 0.15)


def right_square_bracket(p: Pen) -> Strokes:
    """A bracket open to the left."""
    return [s * [-1, 1] for s in left_square_bracket(p)]


def left_curly_brace(p: Pen) -> Strokes:
    """A curly brace open to the right."""
    w, nose, y, sharp = p.uniform(0.25, 0.75), p.uniform(0.2, 0.8), p.uniform(-0.15, 0.15), p.uniform(0.04, 0.28)
    rise = p.uniform(0.6, 0.92)
    middle = [(-sharp * 0.3, y - sharp), (-nose, y + p.rng.normal(0, 0.03)), (-sharp * 0.3, y + sharp)]
    path = [(w, -1), (w * 0.35, -0.95), (0, -rise), (0, -0.45), *middle, (0, 0.45), (0, rise), (w * 0.35, 0.95), (w, 1)]
    return p.finish([p.curve(*path, by=0.05)], 0.08, 0.15)


def right_curly_brace(p: Pen) -> Strokes:
    """A curly brace open to the left."""
    return [s * [-1, 1] for s in left_curly_brace(p)]


def question_mark(p: Pen) -> Strokes:
    """A question mark, mostly without its dot."""
    w, tail = p.uniform(0.4, 0.75), p.uniform(0.5, 1.1)
    start = p.uniform(-0.75, -0.15)
    path = [(-w, start), (-w * 0.75, -0.85), (0, -1), (w * 0.8, -0.8), (w, -0.5), (w * 0.6, -0.15), (0.05, 0.1), (0, 0.4), (0, tail)]
    strokes = [p.curve(*path)]
    return p.finish(strokes + ([_dot(p, (0, tail + 0.35))] if p.chance(0.3) else []), 0.1, 0.15)


def pigtail(p: Pen) -> Strokes:
    """A loop above a line, as a script l."""
    w, h, entry, out = p.uniform(0.2, 0.8), p.uniform(0.5, 1.7), p.uniform(0.15, 1.2), p.uniform(0.15, 1.3)
    dip = p.uniform(-0.1, 0.15)
    up, down = [(w * 0.55, -0.25 * h), (w, -0.65 * h)], [(-w, -0.6 * h), (-w * 0.45, -0.2 * h)]
    path = [(-entry, dip), (-entry * 0.4, dip + 0.03), *up, (0, -h), *down, (out * 0.4, 0.03), (out, p.uniform(-0.2, 0.1))]
    if p.chance(0.05):
        # with corners: up, across the top and down across itself
        path = [(-entry, dip), (w, -h * p.uniform(0.75, 1)), (-w * p.uniform(0.5, 1), -h * p.uniform(0.75, 1)), (out, p.uniform(-0.2, 0.2))]
        return p.finish([p.line(*path)], 0.1, 0.12)
    return p.finish([p.curve(*path, by=0.05 + 0.05 * p.haste)], 0.14, 0.15)


def asterisk(p: Pen) -> Strokes:
    """An asterisk of three or four lines."""
    if p.chance(0.6):
        arms, start = 3, pi / 2
    else:
        arms, start = int(p.rng.choice([3, 4])), p.uniform(0, pi)
    strokes = []
    for k in range(arms):
        angle = start + pi * k / arms + p.rng.normal(0, 0.18)
        reach = p.uniform(0.65, 1.1)
        c, s, off = reach * cos(angle), reach * sin(angle), p.rng.normal(0, 0.09, 2)
        strokes.append(p.line((off[0] - c, off[1] - s), (off[0] + c, off[1] + s)))
    return p.finish(strokes, 0.1, 0.2)


def exclamation_point(p: Pen) -> Strokes:
    """An exclamation mark."""
    gap = p.uniform(0.15, 0.6)
    return p.finish([p.line((0, -1), (0, 0.6), by=0.05), _dot(p, (p.rng.normal(0, 0.06), 0.6 + gap))], 0.1, 0.15)


def _dot(p: Pen, at: tuple[float, float]) -> np.ndarray:
    style, size = p.rng.random(), p.uniform(0.02, 0.16)
    if style < 0.3:
        return p.ring(at, size, size)
    if style < 0.45:
        return np.array([at, at], float)
    angle = pi / 2 if style < 0.7 else p.uniform(0, pi)
    return p.line((at[0] - size * cos(angle), at[1] - size * sin(angle)), (at[0] + size * cos(angle), at[1] + size * sin(angle)), by=0.01)


def half_note(p: Pen) -> Strokes:
    """A stem with a note's head at its foot."""
    rx, ry = p.uniform(0.14, 0.6), p.uniform(0.12, 0.45)
    y = 1 - ry + p.rng.normal(0, 0.06)
    stem = p.line((0, -1), (0, y + p.uniform(-0.8, 0.4) * ry), by=0.05)
    head = p.ring((-rx + p.rng.normal(0, 0.05), y), rx, ry, p.uniform(-0.6, 0.1))
    if p.chance(0.15):
        reach = p.arc((-rx, y), rx, ry, 0, tau)
        return p.finish([np.concatenate([stem, reach])], 0.08, 0.12)
    return p.finish([stem, head], 0.08, 0.12)


def null(p: Pen) -> Strokes:
    """A circle with a slash through it."""
    rx, reach, angle = p.uniform(0.5, 1), p.uniform(0.85, 1.9), p.uniform(0.4, 1.3)
    c, s = reach * cos(angle), reach * sin(angle)
    way = 1 if p.chance(0.88) else -1
    slash = p.line((way * c, -s), (-way * c, s), by=0.15)
    return p.finish([p.ring((0, 0), rx, p.uniform(0.6, 1)), slash], 0.1, 0.15)


def pitchfork(p: Pen) -> Strokes:
    """A cup with a line through it, as a psi."""
    w, bottom = p.uniform(0.4, 0.9), p.uniform(-0.35, 0.35)
    top = -1 + p.uniform(-0.15, 0.4)
    if p.chance(0.75):
        y = (top + bottom) / 2
        cup = p.curve((-w, top), (-w * 0.97, y), (-w * 0.6, bottom - 0.1), (0, bottom), (w * 0.6, bottom - 0.1), (w * 0.97, y), (w, top))
    else:
        cup = p.line((-w, top), (-w, bottom), (w, bottom), (w, top))
    return p.finish([cup, p.line((0, -1), (0, 1), by=0.07)], 0.08, 0.15)


def _bowl(p: Pen, top: float, bottom: float, w: float) -> np.ndarray:
    back, k = p.uniform(-0.2, 0.0), p.uniform(0.7, 0.9)
    ends = p.rng.normal(0, 0.03, 2)
    path = [(back, ends[0]), (w * 0.5, 0.03), (w * k, 0.15), (w, 0.5), (w * k, 0.85), (w * 0.5, 0.97), (back, 1 + ends[1])]
    return p.curve(*((x, top + (bottom - top) * y) for x, y in path))


def letter_d(p: Pen) -> Strokes:
    """A capital D."""
    stem, bowl = p.line((0, -1), (0, 1), by=0.06), _bowl(p, p.uniform(-1.1, -0.85), p.uniform(0.85, 1.1), p.uniform(0.7, 1.4))
    return p.finish([stem, bowl] if p.chance(0.7) else [np.concatenate([stem, bowl])], 0.08, 0.12)


def letter_p(p: Pen) -> Strokes:
    """A capital P."""
    stem, bowl = p.line((0, -1), (0, 1), by=0.06), _bowl(p, p.uniform(-1.1, -0.85), p.uniform(-0.25, 0.3), p.uniform(0.5, 1.2))
    return p.finish([stem, bowl] if p.chance(0.7) else [np.concatenate([stem[::-1], bowl])], 0.08, 0.12)


def letter_h(p: Pen) -> Strokes:
    """A capital H."""
    w, y = p.uniform(0.45, 1), p.rng.normal(0, 0.12)
    reach = w + p.rng.normal(0.02, 0.06)
    return p.finish([p.line((-w, -1), (-w, 1)), p.line((w, -1), (w, 1)), p.line((-reach, y), (reach, y), by=0.07)], 0.08, 0.15)


def letter_i(p: Pen) -> Strokes:
    """A capital I with serifs."""
    w = p.uniform(0.25, 0.9)
    top, bottom = w * p.uniform(0.7, 1.2), w * p.uniform(0.7, 1.2)
    serifs = [p.line((-top, -1), (top, -1), by=0.07), p.line((-bottom, 1), (bottom, 1), by=0.07)]
    return p.finish([p.line((0, -1), (0, 1), by=0.06), *serifs], 0.08, 0.15)


def letter_n(p: Pen) -> Strokes:
    """A capital N."""
    w = p.uniform(0.45, 1)
    if p.chance(0.4):
        return p.finish([p.line((-w, 1), (-w, -1), (w, 1), (w, -1), by=0.08)], 0.08, 0.15)
    return p.finish([p.line((-w, -1), (-w, 1)), p.line((-w, -1), (w, 1)), p.line((w, -1), (w, 1))], 0.08, 0.15)


def letter_t(p: Pen) -> Strokes:
    """A capital T."""
    w, shift = p.uniform(0.4, 1.1), p.rng.normal(0, 0.08)
    return p.finish([p.line((shift, -1), (shift, 1), by=0.06), p.line((-w, -1), (w, -1), by=0.07)], 0.08, 0.15)


def other(p: Pen) -> Strokes:
    """A scribble that is none of the shapes."""
    strokes = []
    for _ in range(int(p.rng.integers(1, 4))):
        points = p.rng.uniform(-1, 1, (int(p.rng.integers(4, 10)), 2))
        strokes.append(p.curve(*points) if p.chance(0.7) else p.line(*points))
    return p.finish(strokes)
