"""Random formulas as people write them: the same structures, with the symbols about as frequent as in mathematics at school and university.

The tables are estimates, made for this project: a few letters, digits and signs are most of what is written, and the rest is rare. Letters
come again in the same formula, indices and exponents have letters and numbers of their own.
"""

from __future__ import annotations

import numpy as np

from .grammar import Grammar
from .node import Node

LETTERS = {
    "x": 26,
    **dict.fromkeys("an", 9),
    **dict.fromkeys("yb", 8),
    **dict.fromkeys("tifckm", 4),
    **dict.fromkeys("zrpdjuvs", 2.4),
    **dict.fromkeys("ghqewl", 1),
    **dict.fromkeys("AB", 1.6),
    **dict.fromkeys("CPTXFRNVM", 0.8),
    **dict.fromkeys("DEGHKLQSUWYZ", 0.35),
    **dict.fromkeys("IJoO", 0.1),
    r"\pi": 3,
    **dict.fromkeys((r"\theta", r"\alpha"), 2),
    **dict.fromkeys((r"\beta", r"\lambda"), 1.2),
    **dict.fromkeys((r"\gamma", r"\mu", r"\sigma", r"\phi", r"\omega", r"\delta", r"\varepsilon", r"\rho"), 0.6),
    **dict.fromkeys((r"\Delta", r"\tau", r"\psi"), 0.4),
    **dict.fromkeys((r"\eta", r"\xi", r"\nu", r"\chi", r"\Gamma", r"\Omega", r"\Phi", r"\zeta", r"\kappa"), 0.12),
    **dict.fromkeys((r"\Theta", r"\Lambda", r"\Psi", r"\Xi", r"\hbar"), 0.06),
}
"""Letters and how often each is drawn beside the others."""
INDICES = {"n": 6, "i": 7, "k": 3, "j": 3, "m": 1.5, "t": 1, "x": 1, "y": 0.5, "a": 0.7, "b": 0.5, "p": 0.4, "A": 0.3, "B": 0.3, "N": 0.2}
"""Letters of subscripts."""
EXPONENTS = {"n": 6, "x": 3, "k": 1.5, "m": 1.5, "t": 1, "i": 1.2, "y": 0.7, "a": 0.7, "T": 0.5, "p": 0.5, r"\pi": 0.2, r"\theta": 0.3}
"""Letters of superscripts."""
COUNTERS = {"i": 6, "n": 5, "k": 5, "j": 2.5, "m": 1}
"""Letters that sums and products count."""
DIGITS = {1: 21, 2: 22, 3: 11, 0: 11, 4: 9, 5: 7.5, 6: 5.5, 8: 4.5, 9: 4, 7: 4}
"""Digits: the small ones more often."""
OTHERS = {
    r"\infty": 4,
    r"\partial": 1,
    r"\nabla": 0.4,
    r"\varnothing": 0.2,
    **dict.fromkeys((r"\mathbb{N}", r"\mathbb{Z}", r"\mathbb{Q}", r"\mathbb{C}"), 0.15),
    r"\mathbb{R}": 0.6,
    r"\angle": 0.15,
}
"""Operands that are no letters."""
BINARY = {
    "+": 36,
    "-": 32,
    r"\times": 5,
    r"\cdot": 4,
    r"\div": 1.2,
    r"\pm": 1.6,
    "/": 2.5,
    **dict.fromkeys((r"\mp", "*", r"\cup", r"\cap", r"\wedge", r"\vee", r"\setminus", r"\oplus", r"\otimes"), 0.2),
}
"""Signs between two operands."""
RELATIONS = {
    "=": 70,
    **dict.fromkeys(("<", ">", r"\leq", r"\geq"), 3),
    **dict.fromkeys((r"\neq", r"\in", r"\rightarrow"), 2),
    r"\approx": 1,
    **dict.fromkeys((r"\equiv", r"\sim", r"\subset", r"\Rightarrow"), 0.5),
    **dict.fromkeys(
        (r"\propto", r"\ll", r"\gg", r"\simeq", r"\cong", r"\notin", r"\subseteq", r"\supset", r"\supseteq", r"\leftarrow"), 0.15
    ),
    **dict.fromkeys((r"\leftrightarrow", r"\Leftarrow", r"\Leftrightarrow", r"\mapsto", r"\perp"), 0.15),
}
"""Signs between two sides."""
INTEGRATED = {"x": 10, "t": 3, "y": 2, "u": 1, r"\theta": 1, "z": 0.7, "r": 0.5, "s": 0.5}
"""What is behind the d of an integral."""
NAMED = {"f": 10, "g": 3, "P": 2, "h": 1, "F": 1, "u": 0.7, "y": 0.7, "p": 0.7, r"\phi": 0.4}
"""Letters of functions of one variable."""
AGAIN = 0.4
"""Share of letters that the formula has already."""


class NaturalGrammar(Grammar):
    """Draws formulas with natural frequencies."""

    def __init__(self, random: np.random.Generator):
        """The generator decides everything: the same one gives the same formulas."""
        super().__init__(random)
        self.relations, self.binary, self.others, self.integrated = RELATIONS, BINARY, OTHERS, INTEGRATED
        self._used: list[str] = []

    def formula(self) -> Node:
        """A whole formula."""
        self._used = []
        if self._chance(0.1):
            # a function is defined, a letter gets a value
            left = self._applied() if self._chance(0.6) else self._scripted(self._letter(), 0.3, -1)
            return self._row([left, Node("symbol", "="), self._expression(1, self._count(0.5))])
        return super().formula()

    def _applied(self) -> Node:
        return self._row([self._symbol(NAMED), Node("fenced", "(", [self._letter()], ")")])

    def _operand(self) -> Node:
        kind = self.random.random()
        if kind < 0.04:
            return self._applied()
        # marks, quantifiers and the like are rarer than in random formulas
        return super()._operand() if kind < 0.6 else self._number() if kind < 0.74 else self._letter()

    def _letter(self) -> Node:
        if self._used and self._chance(AGAIN):
            return Node("symbol", self._used[self.random.integers(len(self._used))])
        letter = self._symbol(LETTERS)
        self._used.append(letter.text)
        return letter

    def _counter(self) -> Node:
        return self._symbol(COUNTERS)

    def _digit(self, least: int) -> int:
        while True:
            digit = self._pick(DIGITS)
            if digit >= least:
                return digit

    def _lower(self, depth: int) -> Node:
        kind = self.random.random()
        if kind < 0.45:
            return self._symbol(INDICES)
        return Node("number", str(self._digit(0))) if kind < 0.8 else self._small(depth)

    def _upper(self, depth: int) -> Node:
        kind = self.random.random()
        if kind < 0.45:
            return Node("number", "2" if self._chance(0.7) else str(self._digit(0)))
        if kind < 0.53:
            return self._row([Node("symbol", "-"), Node("number", str(self._digit(1))) if self._chance(0.6) else self._letter()])
        return self._symbol(EXPONENTS) if kind < 0.75 else self._small(depth)
