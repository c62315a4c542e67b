"""How somebody writes: where symbols of each kind reach beside the baseline, and how far they are off."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

X_HEIGHT = frozenset([*"acemnorsuvwxz", r"\alpha", r"\varepsilon", r"\kappa", r"\nu", r"\pi", r"\sigma", r"\tau", r"\omega"])
DESCENDERS = frozenset([*"gpqy", r"\gamma", r"\eta", r"\mu", r"\rho", r"\chi"])
FULL = frozenset(["j", r"\beta", r"\zeta", r"\xi", r"\phi", r"\psi"])
TALL = frozenset(["/", "|", r"\setminus", "(", ")", "[", "]", r"\{", r"\}", r"\lfloor", r"\rfloor", r"\lceil", r"\rceil"])
WIDE = frozenset(
    [r"\rightarrow", r"\leftarrow", r"\leftrightarrow", r"\Rightarrow", r"\Leftarrow", r"\Leftrightarrow", r"\mapsto", r"\cdots"]
)
"""Signs on the axis that are wider than others."""
CENTRED = WIDE | frozenset(
    ["-", "+", r"\times", r"\div", r"\pm", r"\mp", "*", r"\cup", r"\cap", r"\wedge", r"\vee", r"\oplus", r"\otimes", "=", r"\neq"]
    + ["<", ">", r"\leq", r"\geq", r"\ll", r"\gg", r"\approx", r"\equiv", r"\sim", r"\simeq", r"\cong", r"\propto", r"\in"]
    + [r"\notin", r"\subset", r"\subseteq", r"\supset", r"\supseteq", r"\perp", r"\infty", ":", r"\cdot"]
)
"""Signs around the axis."""


@dataclass(slots=True)
class Hand:
    """How somebody writes: shares of a capital's height, and how far symbols are off at random."""

    x_height: float
    descent: float
    axis: float
    gap: float
    size_jitter: float
    line_jitter: float
    gap_jitter: float
    script: float
    late_bars: bool
    late_marks: bool

    @staticmethod
    def draw(random: np.random.Generator) -> Hand:
        """A random hand; some are tidy, some are not."""
        untidy = random.choice([0.5, 1.0, 1.6], p=[0.3, 0.5, 0.2])
        return Hand(
            x_height=random.uniform(0.52, 0.74),
            descent=random.uniform(0.25, 0.45),
            axis=random.uniform(0.26, 0.42),
            gap=random.uniform(0.02, 0.12) if random.random() < 0.25 else random.uniform(0.1, 0.35),
            size_jitter=0.085 * untidy,
            line_jitter=0.045 * untidy,
            gap_jitter=0.06 * untidy,
            script=random.uniform(0.45, 0.7),
            late_bars=random.random() < 0.15,
            late_marks=random.random() < 0.2,
        )

    def extent(self, label: str, width: float, height: float, random: np.random.Generator) -> tuple[float, float, float]:
        """How far a drawing (width, height) of the symbol reaches above the baseline at its top and its bottom, and its width at most."""
        between = random.uniform
        if label in X_HEIGHT:
            return self.x_height, 0.0, 1.6 * self.x_height
        if label in DESCENDERS or (label == "f" and random.random() < 0.3):
            return self.x_height if label != "f" else 1.0, -self.descent, 1.2
        if label in FULL:
            return (between(0.85, 1.0), -self.descent, 1.1)
        if label in TALL:
            return between(1.0, 1.15), between(-0.3, -0.05), 0.6
        if label in CENTRED:
            size = between(0.7, 1.3) if label in WIDE else between(0.4, 0.75)
            if label == r"\cdot":
                size = between(0.04, 0.12)
            if label == ":":
                size = between(0.3, 0.5)
            # the longer side has this size
            high = size * height
            axis = self.axis if label != ":" else high / 2
            return axis + high / 2, axis - high / 2, size
        if label in (".", ","):
            size = between(0.04, 0.12) if label == "." else between(0.1, 0.36)
            return (size * height / 2 + 0.02, 0.02 - size * height / 2, size) if label == "." else (between(0.02, 0.12), -size + 0.07, size)
        if label == ";":
            return between(0.35, 0.5), between(-0.3, -0.12), 0.3
        if label == r"\ldots":
            size = between(0.5, 1.1)
            return max(size * height, 0.03), 0.0, size
        if label == r"\prime":
            top = between(0.85, 1.15)
            return top, top - between(0.2, 0.4), 0.3
        if label in ("t", "i"):
            return between(0.75, 1.0), 0.0, 0.8
        return 1.0, 0.0, 1.3
