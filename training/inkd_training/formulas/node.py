"""Formulas as trees, and their LaTeX."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Node:
    """A part of a formula: symbol, number, function, row, fraction, script, root, large, accent or fenced.

    text: the symbol, digits, name, mark, or opening bracket; parts: its nodes, None where a script or limit is lacking; close: bracket.
    """

    kind: str
    text: str = ""
    parts: Sequence[Node | None] = field(default_factory=list)
    close: str = ""

    def latex(self) -> str:
        """The node in LaTeX."""
        inner = ["" if part is None else part.latex() for part in self.parts]
        match self.kind:
            case "function":
                return f"\\{self.text} "
            case "row":
                return " ".join(inner)
            case "fraction":
                return f"\\frac{{{inner[0]}}}{{{inner[1]}}}"
            case "root":
                return f"\\sqrt{f'[{{{inner[1]}}}]' if self.parts[1] else ''}{{{inner[0]}}}"
            case "accent":
                return f"\\{self.text}{{{inner[0]}}}"
            case "fenced":
                return f"\\left{self.text} {inner[0]}\\right{self.close} "
            case "script" | "large":
                base = inner[0] if self.kind == "script" else self.text
                lower, upper = self.parts[-2:], inner[-2:]
                return base + "".join(f"{sign}{{{text}}}" for sign, part, text in zip("_^", lower, upper, strict=True) if part)
        return self.text + " "
