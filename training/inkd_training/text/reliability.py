"""Reliability diagrams: accuracy over confidence. Drawn as SVG by hand, so that the bytes are always the same."""

from __future__ import annotations

import numpy as np

BINS = 10
SIDE, MARGIN, GAP = 260, 44, 60
COLOURS = ("#b0b0b0", "#1f6fb2")


def bins(said: np.ndarray, true: np.ndarray) -> list[tuple[float, float, int]]:
    """Mean confidence, accuracy and count in ten equal bins of the confidence; empty ones are left out. said, true: (n,) each."""
    place = np.minimum((said * BINS).astype(int), BINS - 1)
    return [
        (float(said[place == k].mean()), float(true[place == k].mean()), int((place == k).sum())) for k in range(BINS) if (place == k).any()
    ]


def expected_error(said: np.ndarray, true: np.ndarray) -> float:
    """The expected calibration error: |accuracy - confidence| averaged over the bins by their counts (Guo et al. 2017)."""
    return sum(n * abs(s - t) for s, t, n in bins(said, true)) / max(1, len(said))


def chart(curves: dict[str, tuple[np.ndarray, np.ndarray, np.ndarray]]) -> str:
    """An SVG with a diagram for each name: confidences before calibration, after it, and whether each reading is right, (n,) each."""
    width, height = MARGIN + len(curves) * (SIDE + GAP), SIDE + 2 * MARGIN + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="11">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for number, (name, (before, after, true)) in enumerate(curves.items()):
        parts += panel(MARGIN + number * (SIDE + GAP), MARGIN, name, before, after, true)
    return "\n".join(parts + ["</svg>", ""])


def panel(left: float, top: float, name: str, before: np.ndarray, after: np.ndarray, true: np.ndarray) -> list[str]:
    """One diagram: the share that is right over the confidence, larger circles for more of them."""

    def x(value: float) -> str:
        return f"{left + SIDE * value:.1f}"

    def y(value: float) -> str:
        return f"{top + SIDE * (1 - value):.1f}"

    parts = [
        f'<rect x="{x(0)}" y="{y(1)}" width="{SIDE}" height="{SIDE}" fill="none" stroke="#808080"/>',
        f'<path d="M{x(0)} {y(0)}L{x(1)} {y(1)}" stroke="#d0d0d0"/>',
        f'<text x="{x(0.5)}" y="{top - 26}" text-anchor="middle" font-size="13">{name} ({len(true)})</text>',
        f'<text x="{x(0.5)}" y="{top + SIDE + 32}" text-anchor="middle">confidence</text>',
        f'<text transform="translate({left - 30},{y(0.5)}) rotate(-90)" text-anchor="middle">share that is right</text>',
    ]
    for tick in (0, 0.5, 1):
        parts.append(f'<text x="{x(tick)}" y="{top + SIDE + 15}" text-anchor="middle">{tick:g}</text>')
        parts.append(f'<text x="{left - 6}" y="{float(y(tick)) + 4:.1f}" text-anchor="end">{tick:g}</text>')
    for label, said, colour, place in (("before", before, COLOURS[0], 0.0), ("calibrated", after, COLOURS[1], 0.48)):
        points = bins(said, true)
        parts.append(f'<polyline fill="none" stroke="{colour}" points="{" ".join(f"{x(s)},{y(t)}" for s, t, _ in points)}"/>')
        parts += [f'<circle cx="{x(s)}" cy="{y(t)}" r="{2 + 10 * (n / len(true)) ** 0.5:.1f}" fill="{colour}"/>' for s, t, n in points]
        parts.append(f'<text x="{x(place)}" y="{top - 8}" fill="{colour}">{label}: ECE {expected_error(said, true):.1%}</text>')
    return parts
