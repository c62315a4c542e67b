"""Random formulas with the symbols about as frequent as in ordinary mathematics."""

from __future__ import annotations

from typing import Any

import numpy as np

from .node import Node

VARIABLES = {
    "x": 20,
    **dict.fromkeys("nayb", 7),
    **dict.fromkeys("tcikz", 4.5),
    **dict.fromkeys("mrfdpsuvjgkqhw", 1.8),
    **dict.fromkeys("el", 0.8),
    **dict.fromkeys("ABCDEFGHJKLMNPQRSTUVWXYZ", 0.45),
    # who writes mathematics avoids what looks like digits
    **dict.fromkeys("oOI", 0.15),
    **dict.fromkeys((r"\alpha", r"\beta", r"\theta", r"\lambda", r"\pi", r"\mu", r"\sigma", r"\gamma", r"\delta"), 0.9),
    **dict.fromkeys((r"\varepsilon", r"\phi", r"\omega", r"\rho", r"\tau", r"\psi", r"\eta", r"\xi"), 0.4),
    **dict.fromkeys((r"\zeta", r"\kappa", r"\nu", r"\chi", r"\Gamma", r"\Delta", r"\Theta", r"\Lambda", r"\Phi", r"\Psi"), 0.25),
    **dict.fromkeys((r"\Omega", r"\Xi", r"\hbar"), 0.2),
}
"""Letters and how often each is drawn beside the others."""
OTHERS = {
    r"\infty": 2,
    r"\partial": 1,
    r"\nabla": 1,
    r"\varnothing": 0.7,
    r"\mathbb{N}": 0.5,
    r"\mathbb{Z}": 0.5,
    r"\mathbb{Q}": 0.5,
    r"\mathbb{R}": 0.7,
    r"\mathbb{C}": 0.5,
    r"\angle": 0.5,
}
"""Operands that are no letters."""
BINARY = {
    "+": 14,
    "-": 14,
    r"\times": 4,
    r"\cdot": 2.5,
    r"\div": 1,
    r"\pm": 1.2,
    r"\mp": 0.4,
    "/": 1,
    "*": 0.5,
    r"\cup": 0.5,
    r"\cap": 0.5,
    r"\wedge": 0.4,
    r"\vee": 0.4,
    r"\setminus": 0.3,
    r"\oplus": 0.4,
    r"\otimes": 0.4,
}
"""Signs between two operands."""
RELATIONS = {
    "=": 22,
    **dict.fromkeys(("<", ">", r"\leq", r"\geq"), 2),
    **dict.fromkeys((r"\neq", r"\approx", r"\in", r"\rightarrow"), 1.3),
    **dict.fromkeys((r"\equiv", r"\sim", r"\subset", r"\Rightarrow", r"\propto"), 0.7),
    **dict.fromkeys((r"\ll", r"\gg", r"\simeq", r"\cong", r"\notin", r"\subseteq", r"\supset", r"\supseteq", r"\leftarrow"), 0.45),
    **dict.fromkeys((r"\leftrightarrow", r"\Leftarrow", r"\Leftrightarrow", r"\mapsto", r"\perp"), 0.4),
}
"""Signs between two sides."""
FUNCTIONS = ("sin", "cos", "tan", "log", "ln", "exp", "cot", "sec", "lg", "max", "min", "sinh", "cosh", "arctan")
"""Names that are written in letters."""
BRACKETS = {
    ("(", ")"): 14,
    ("[", "]"): 2.5,
    ("|", "|"): 2.5,
    (r"\{", r"\}"): 1.2,
    (r"\lfloor", r"\rfloor"): 0.4,
    (r"\lceil", r"\rceil"): 0.4,
}
"""Pairs of brackets."""
LARGE = {r"\sum": 5, r"\int": 5, r"\prod": 1.5, r"\iint": 0.3, r"\oint": 0.4}
"""Signs that take limits."""
INTEGRATED = {"x": 6, "t": 3, "y": 2, "u": 1, r"\theta": 1, "z": 1}
"""What is behind the d of an integral."""
SIGNS = {"+": 2, "-": 2}
"""Signs within scripts."""
ACCENTS = {"bar": "-", "hat": r"\wedge", "tilde": r"\sim", "vec": r"\rightarrow"}
"""Marks over a letter, and the sign that each is drawn as."""


def _begins_with_digit(node: Node) -> bool:
    return node.kind == "number" or (node.kind == "script" and node.parts[0] is not None and node.parts[0].kind == "number")


class Grammar:
    """Draws formulas: letters by VARIABLES, digits evenly. `NaturalGrammar` draws others."""

    def __init__(self, random: np.random.Generator):
        """The generator decides everything: the same one gives the same formulas."""
        self.random = random
        self._tables: dict[int, tuple[list, np.ndarray]] = {}
        self.relations, self.binary, self.others, self.integrated = RELATIONS, BINARY, OTHERS, INTEGRATED

    def formula(self) -> Node:
        """A whole formula of some 2 to 20 symbols."""
        depth = 0 if self._chance(0.3) else 1 if self._chance(0.88) else 2
        shape = self.random.random()
        if shape < 0.06:
            return self._row(self._sequence())
        if shape < 0.5:
            return self._expression(depth, self._count(0.3))
        left = self._expression(depth if self._chance(0.4) else 0, 1 if self._chance(0.6) else 2)
        return self._row([left, self._symbol(self.relations), self._expression(depth, self._count(0.25))])

    # MARK: choices

    def _chance(self, share: float) -> bool:
        return self.random.random() < share

    def _pick(self, table: dict) -> Any:
        found = self._tables.get(id(table))
        if found is None:
            weights = np.cumsum(list(table.values()))
            found = self._tables[id(table)] = (list(table), weights / weights[-1])
        return found[0][int(np.searchsorted(found[1], self.random.random(), side="right"))]

    def _count(self, more: float) -> int:
        count = 1
        while count < 4 and self._chance(more):
            count += 1
        return count

    def _symbol(self, table: dict) -> Node:
        return Node("symbol", self._pick(table))

    def _letter(self) -> Node:
        return self._symbol(VARIABLES)

    def _counter(self) -> Node:
        """What a sum or product counts."""
        return self._letter()

    def _digit(self, least: int) -> int:
        return int(self.random.integers(least, 10))

    def _row(self, nodes: list[Node]) -> Node:
        flat = [inner for node in nodes for inner in (node.parts if node.kind == "row" else [node])]
        return flat[0] if len(flat) == 1 else Node("row", parts=flat)

    # MARK: expressions

    def _expression(self, depth: int, terms: int) -> Node:
        nodes = [Node("symbol", "-")] if self._chance(0.08) else []
        for place in range(terms):
            if place:
                sign = self._symbol(self.binary)
                # a cross stands between numbers more than between letters
                crossed = sign.text == r"\times" and self._chance(0.8)
                if crossed and nodes[-1].kind != "number":
                    sign = Node("symbol", r"\cdot" if self._chance(0.5) else "+")
                nodes.append(sign)
                if crossed and sign.text == r"\times":
                    nodes.append(self._number())
                    continue
            nodes.append(self._term(depth))
        return self._row(nodes)

    def _term(self, depth: int) -> Node:
        factors = [self._factor(depth) for _ in range(1 if self._chance(0.72) else 2 if self._chance(0.85) else 3)]
        # a number stands before letters, and only once
        numbers = [f for f in factors if _begins_with_digit(f)][:1]
        rest = [f for f in factors if not _begins_with_digit(f)]
        if not numbers and rest[0].kind in ("symbol", "script", "root") and self._chance(0.2):
            numbers = [self._number()]
        return self._row(numbers + rest)

    def _factor(self, depth: int) -> Node:
        kind = self.random.random()
        if depth <= 0 or kind < 0.42:
            return self._scripted(self._operand(), 0.12 if depth <= 0 else 0.2, 0)
        if kind < 0.6:
            return self._scripted(self._operand(), 1, depth - 1)
        if kind < 0.72:
            return Node("fraction", parts=[self._part(depth), self._part(depth)])
        if kind < 0.79:
            index = self._small(0) if self._chance(0.2) else None
            return Node("root", parts=[self._part(depth), index])
        if kind < 0.88:
            open_, close = self._pick(BRACKETS)
            inner = self._row(self._sequence()) if self._chance(0.15) else self._expression(depth - 1, self._count(0.4))
            return self._scripted(Node("fenced", open_, [inner], close), 0.25, 0)
        if kind < 0.935:
            return self._function(depth)
        return self._large(depth)

    def _part(self, depth: int) -> Node:
        return self._expression(depth - 1, self._count(0.3))

    def _operand(self) -> Node:
        kind = self.random.random()
        if kind < 0.26:
            return self._number()
        if kind < 0.285:
            return self._symbol(self.others)
        letter = self._letter()
        if kind < 0.315:
            return Node("accent", list(ACCENTS)[self.random.integers(4)], [letter])
        if kind < 0.33:
            return Node("script", parts=[letter, None, Node("symbol", r"\prime")])
        if kind < 0.34:
            return self._row([letter, Node("symbol", "!")])
        if kind < 0.35:
            return self._row([Node("symbol", (r"\forall", r"\exists", r"\neg")[self.random.integers(3)]), letter])
        if kind < 0.38:
            return self._row([letter, Node("fenced", "(", [self._letter()], ")")])
        return letter

    def _number(self) -> Node:
        digits = 1 if self._chance(0.75) else 2 if self._chance(0.8) else 3
        text = "".join(str(self._digit(1 if place == 0 and digits > 1 else 0)) for place in range(digits))
        if self._chance(0.08):
            text += "." + "".join(str(d) for d in self.random.integers(0, 10, self.random.integers(1, 3)))
        return Node("number", text)

    def _scripted(self, base: Node, share: float, depth: int) -> Node:
        takes = base.kind in ("symbol", "number", "fenced", "accent") and base.text not in OTHERS
        if not takes or not self._chance(share):
            return base
        kind = self.random.random()
        lower = self._lower(depth) if kind > 0.55 and base.kind in ("symbol", "accent") else None
        upper = self._upper(depth) if kind < 0.8 else None
        if lower is None and upper is None:
            return base
        return Node("script", parts=[base, lower, upper])

    def _lower(self, depth: int) -> Node:
        return self._small(depth)

    def _upper(self, depth: int) -> Node:
        return self._small(depth)

    def _small(self, depth: int) -> Node:
        """What stands in a script: mostly one symbol."""
        kind = self.random.random()
        if kind < 0.35:
            return Node("number", str(self.random.integers(0, 10) if self._chance(0.5) else 2))
        if kind < 0.7 or depth < 0:
            return self._letter()
        if kind < 0.74:
            return self._row([Node("symbol", "-"), self._operand() if self._chance(0.5) else Node("number", "1")])
        if kind < 0.9:
            return self._row([self._letter(), self._symbol(SIGNS), Node("number", str(self.random.integers(1, 4)))])
        if kind < 0.94:
            return self._row([self._letter(), self._letter()])
        if kind < 0.97 and depth > 0:
            return Node("fraction", parts=[self._small(-1), self._small(-1)])
        return self._scripted(self._letter(), 0.8, -1)

    def _function(self, depth: int) -> Node:
        if self._chance(0.2):
            goal = (Node("number", "0"), Node("symbol", r"\infty"), self._letter())[self.random.integers(3)]
            below = self._row([self._letter(), Node("symbol", r"\rightarrow"), goal])
            return self._row([Node("script", parts=[Node("function", "lim"), below, None]), self._factor(depth - 1)])
        name = Node("function", FUNCTIONS[min(int(self.random.exponential(3)), len(FUNCTIONS) - 1)])
        kind = self.random.random()
        if name.text in ("max", "min"):
            return self._row([name, Node("fenced", r"\{", [self._row(self._sequence())], r"\}")])
        if name.text == "log" and kind < 0.4:
            name = Node("script", parts=[name, self._small(-1), None])
        elif name.text in ("sin", "cos", "tan") and kind < 0.2:
            name = Node("script", parts=[name, None, Node("number", "2")])
        if self._chance(0.5):
            return self._row([name, Node("fenced", "(", [self._expression(depth - 1, self._count(0.4))], ")")])
        return self._row([name, self._letter()])

    def _large(self, depth: int) -> Node:
        name = self._pick(LARGE)
        lower = upper = None
        if name in (r"\sum", r"\prod"):
            if self._chance(0.85):
                start = self._row([self._counter(), Node("symbol", "="), Node("number", str(self.random.integers(0, 3)))])
                lower = start if self._chance(0.8) else self._counter()
                upper = Node("symbol", r"\infty") if self._chance(0.35) else self._small(-1) if self._chance(0.85) else None
            return self._row([Node("large", name, [lower, upper]), self._term(depth - 1)])
        if self._chance(0.6):
            lower, upper = self._small(-1), Node("symbol", r"\infty") if self._chance(0.2) else self._small(-1)
        variable = self._symbol(self.integrated)
        return self._row([Node("large", name, [lower, upper]), self._term(depth - 1), Node("symbol", "d"), variable])

    def _sequence(self) -> list[Node]:
        """Operands with commas between them, perhaps with dots."""
        nodes: list[Node] = []
        count = self.random.integers(2, 5)
        sign = Node("symbol", ";" if self._chance(0.1) else ":" if self._chance(0.1) else ",")
        for place in range(count):
            if place:
                nodes.append(sign)
            if place and place + 1 == count and self._chance(0.5):
                nodes += [Node("symbol", r"\ldots" if self._chance(0.6) else r"\cdots"), sign]
            nodes.append(self._scripted(self._operand(), 0.3, -1))
        return [self._row(nodes)]
