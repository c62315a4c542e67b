"""Generates edit gestures over real writing, as a hand might draw them.

There are no recordings of people editing ink, so the shapes follow the gestures that editors' manuals ask for (scratch-out,
strike-through, underline, surround, join, split, insertion caret) with the variation of a hand: place, size, slant, direction,
wobble, roundness, speed and the tablet's grid.
"""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from .features import Trace
from .targets import Target, target

KINDS = ["scratch-out", "strikethrough", "underline", "surround", "join", "split", "insert"]
"""Class 0 of the classifier is text, class k is KINDS[k - 1]."""


def bowed(a: tuple[float, float], b: tuple[float, float], bow: float, points: int = 24) -> np.ndarray:
    """From a to b with the middle moved aside by `bow`."""
    t = np.linspace(0, 1, points)[:, None]
    a, b = np.asarray(a), np.asarray(b)
    normal = np.array([-(b - a)[1], (b - a)[0]]) / max(np.hypot(*(b - a)), 1e-9)
    return a + t * (b - a) + 4 * t * (1 - t) * bow * normal


def horizontal(t: Target, y: float, lean: float, random: np.random.Generator) -> np.ndarray:
    """A line along the target at the height y, its ends `lean` times its length apart in height."""
    width = max(t.right - t.left, t.h)
    left, right = t.left - random.uniform(-0.2, 0.5) * t.h, t.left + width + random.uniform(-0.2, 0.5) * t.h
    rise = lean * (right - left) / 2
    line = bowed((left, y + rise), (right, y - rise), random.normal(0, 0.025) * width + random.normal(0, 0.05) * t.h, 40)
    if random.random() < 0.1:
        line[:, 1] += 0.12 * t.h * np.sin(line[:, 0] / t.h * random.uniform(3, 7) + random.uniform(0, 6))
    return line[::-1] if random.random() < 0.15 else line


def underline(t: Target, random: np.random.Generator) -> np.ndarray:
    """A line below the words."""
    y = t.y + random.uniform(0.6, 1.3) * t.h if random.random() < 0.7 else t.bottom + random.uniform(-0.1, 0.4) * t.h
    return horizontal(t, max(y, t.y + 0.55 * t.h), random.normal(0, 0.03), random)


def strikethrough(t: Target, random: np.random.Generator) -> np.ndarray | None:
    """Through the words; never through a single letter, which could as well be a bar of it."""
    if t.right - t.left < 1.5 * t.h:
        return None
    width = max(t.right - t.left, t.h)
    steep = random.uniform(0.4, 1.4) * t.h / width if random.random() < 0.2 else abs(random.normal(0, 0.04))
    lean = steep if random.random() < 0.7 else -steep
    return horizontal(t, t.y + random.uniform(-0.25, 0.25) * t.h, lean, random)


def scratch(t: Target, random: np.random.Generator) -> np.ndarray:
    """Back and forth along the words, up and down along them, or in loops."""
    h, width = t.h, max(t.right - t.left, 0.8 * t.h)
    left, right = t.left - random.uniform(-0.1, 0.3) * h, t.left + width + random.uniform(-0.1, 0.3) * h
    top, bottom = t.y - random.uniform(0.4, 1.0) * h, t.y + random.uniform(0.3, 0.9) * h
    form = random.choice(["along", "across", "loops"], p=[0.45, 0.4, 0.15])
    if form == "along":
        legs = int(random.integers(3, 9))
        at = np.linspace(0, 1, legs + 1)
        ys = top + (bottom - top) * (at if random.random() < 0.7 else np.full(legs + 1, 0.5))
        xs = np.where(np.arange(legs + 1) % 2 == 0, left, right)
        corners = np.stack([xs + random.normal(0, 0.06 * width + 0.1 * h, legs + 1), ys + random.normal(0, 0.15 * h, legs + 1)], 1)
    elif form == "across":
        legs = int(np.clip(width / (random.uniform(0.25, 0.7) * h), 4, 24))
        xs = np.linspace(left, right, legs + 1) + random.normal(0, 0.12 * h, legs + 1)
        ys = np.where(np.arange(legs + 1) % 2 == 0, bottom, top) + random.normal(0, 0.15 * h, legs + 1)
        xs = xs + np.where(np.arange(legs + 1) % 2 == 0, 0, random.uniform(-0.1, 0.7) * h)
        corners = np.stack([xs, ys], 1)
    else:
        turns = np.clip(width / (random.uniform(0.3, 0.7) * h), 3, 20)
        a = np.linspace(0, 6.283 * turns, int(24 * turns))
        radius = (bottom - top) / 2
        x = np.linspace(left, right, len(a)) + radius * random.uniform(0.4, 0.9) * np.cos(a)
        loops = np.stack([x, (top + bottom) / 2 + radius * np.sin(a) * (1 if random.random() < 0.5 else -1)], 1)
        return loops[::-1] if random.random() < 0.15 else loops
    path = np.concatenate([bowed(p, q, random.normal(0, 0.04) * h, 12)[:-1] for p, q in pairwise(corners)] + [corners[-1:]])
    path = rounded(path, random.integers(1, 6))
    return path if random.random() < 0.85 else path[::-1]


def rounded(path: np.ndarray, width: int) -> np.ndarray:
    """The path with its corners cut: a moving mean."""
    if width < 2:
        return path
    padded = np.concatenate([np.repeat(path[:1], width // 2, 0), path, np.repeat(path[-1:], width - 1 - width // 2, 0)])
    return np.stack([np.convolve(padded[:, k], np.full(width, 1 / width), "valid") for k in (0, 1)], 1)


def surround(t: Target, random: np.random.Generator) -> np.ndarray:
    """A ring around the words: an ellipse or a rounded box, either way round."""
    h, width = t.h, max(t.right - t.left, 0.6 * t.h)
    grow = random.uniform(0.1, 0.6, 4) * h
    top, bottom = min(t.top, t.y - 0.6 * h) - grow[0], max(t.bottom, t.y + 0.6 * h) + grow[1]
    if random.random() < 0.2:
        top, bottom = t.y - 0.75 * h - grow[0], t.y + 0.75 * h + grow[1]
    cx, cy = t.left + width / 2 + random.normal(0, 0.1) * h, (top + bottom) / 2
    rx, ry = width / 2 + (grow[2] + grow[3]) / 2, (bottom - top) / 2
    power = random.choice([2.0, 2.0, 2.5, 4.0, 8.0])
    start, sweep = random.uniform(0, 6.283), 6.283 * random.uniform(0.94, 1.12)
    a = start + np.linspace(0, sweep, 90) * (1 if random.random() < 0.5 else -1)
    radius = (np.abs(np.cos(a)) ** power + np.abs(np.sin(a)) ** power) ** (-1 / power)
    # an ellipse must be larger than the box that it goes around
    room = 1 + 0.2 * (power < 3) * random.random()
    spiral = 1 + random.normal(0, 0.04) * np.linspace(-1, 1, 90)
    return np.stack([cx + rx * room * radius * spiral * np.cos(a), cy + ry * room * radius * spiral * np.sin(a)], 1)


def place(t: Target, random: np.random.Generator) -> float | None:
    """Between two words, or between letters, where there is least ink. None where there is neither."""
    if t.gap and random.random() < 0.5:
        return float(np.mean(t.gap)) + random.normal(0, 0.1) * t.h
    # a line at the end of the last word could as well be a stem
    right = t.right - (0.4 if t.gap else 0.9) * t.h
    if right - t.left < t.h:
        return None
    places = random.uniform(t.left + 0.4 * t.h, right, 5)
    return float(min(places, key=lambda x: (np.abs(t.ink - x) < 0.1 * t.h).sum()))


def vertical(t: Target, x: float, random: np.random.Generator) -> np.ndarray:
    """A line through the text, longer than a stem."""
    height = random.uniform(1.7, 3.5) * t.h
    y, lean = t.y + random.normal(0, 0.25) * t.h, random.normal(0, 0.1) * height / 2
    return bowed((x - lean, y - height / 2), (x + lean, y + height / 2), random.normal(0, 0.04) * height)


def split(t: Target, random: np.random.Generator) -> np.ndarray | None:
    """Downwards between words or letters."""
    x = place(t, random)
    return None if x is None else vertical(t, x, random)


def join(t: Target, random: np.random.Generator) -> np.ndarray | None:
    """Upwards through a gap between words, or an arc that bridges it."""
    if not t.gap:
        return None
    if random.random() < 0.4:
        return vertical(t, float(np.mean(t.gap)) + random.normal(0, 0.1) * t.h, random)[::-1]
    low, high = min(t.gap), max(t.gap)
    low, high = low - random.uniform(0.1, 0.7) * t.h, high + random.uniform(0.1, 0.7) * t.h
    below = random.random() < 0.6
    depth = random.uniform(0.3, 0.9) * t.h * (1 if below else -1)
    y = t.y + (random.uniform(0.3, 0.9) if below else random.uniform(-0.9, -0.3)) * t.h
    a = np.linspace(0, np.pi, 30)
    arc = np.stack([(low + high) / 2 - (high - low) / 2 * np.cos(a), y + depth * np.sin(a) ** random.uniform(0.7, 1.2)], 1)
    arc[:, 1] += np.linspace(-1, 1, 30) * random.normal(0, 0.08) * t.h
    return arc[::-1] if random.random() < 0.15 else arc


def insert(t: Target, random: np.random.Generator) -> np.ndarray | None:
    """A caret: ∧ from below with its tip at the text, or V from above."""
    h, x = t.h, place(t, random)
    if x is None:
        return None
    width, height = random.uniform(0.4, 1.3, 2) * h
    height = max(height, 0.5 * h)
    tip = t.y + random.uniform(0.1, 0.8) * h if random.random() < 0.6 else t.y - random.uniform(0.0, 0.7) * h
    arm = height if tip > t.y else -height
    shares = random.uniform(0.8, 1.2, 2)
    corners = [(x - width / 2, tip + arm * shares[0]), (x + random.normal(0, 0.05) * h, tip), (x + width / 2, tip + arm * shares[1])]
    path = np.concatenate(
        [bowed(corners[0], corners[1], random.normal(0, 0.03) * h, 14)[:-1], bowed(corners[1], corners[2], random.normal(0, 0.03) * h, 14)]
    )
    path = rounded(path, int(random.integers(1, 4)))
    return path[::-1] if random.random() < 0.15 else path


MAKERS = dict(zip(KINDS, [scratch, strikethrough, underline, surround, join, split, insert], strict=True))


def drawn(path: np.ndarray, h: float, random: np.random.Generator) -> np.ndarray:
    """The path as a pen would give it: slow wobble, tremor, a hook at an end, uneven speed, whole device units."""
    along = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(path, axis=0).T))])
    count = int(np.clip(along[-1] / h * random.uniform(3, 14), 6, 400))
    at = np.linspace(0, 1, count)
    # slower at the ends, as hands are
    at = (at + random.uniform(0, 0.8) * (at * at * (3 - 2 * at) - at)) * along[-1]
    points = np.stack([np.interp(at, along, path[:, 0]), np.interp(at, along, path[:, 1])], 1)
    for k in (0, 1):
        points[:, k] += abs(random.normal(0, 0.05)) * h * np.sin(at / h * random.uniform(0.4, 2.5) + random.uniform(0, 6.3))
    points += random.normal(0, random.uniform(0, 0.015) * h, points.shape)
    if random.random() < 0.15:
        hook = points[-1] + random.normal(0, 0.1, 2) * h
        points = np.concatenate([points, hook[None]])
    return np.round(points)


def gesture(kind: str, traces: list[Trace], random: np.random.Generator) -> np.ndarray | None:
    """(n, 2): a gesture of the kind over the strokes, in whole units. None where there is no place for one."""
    for _ in range(8):
        if (t := target(traces, random)) is None:
            return None
        if (path := MAKERS[kind](t, random)) is not None:
            points = drawn(path, t.h, random)
            return points if len(np.unique(points, axis=0)) > 1 else None
    return None
