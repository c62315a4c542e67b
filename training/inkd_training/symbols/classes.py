"""The symbols' classes. A class is the way LaTeX writes the symbol: a command of Detexify's, or the character itself."""

from __future__ import annotations

from pathlib import Path
from string import ascii_lowercase

import torch

from ..ink import read_rows

COMMAND = {c: "\\" + c for c in "#$%&_{}"} | {
    "\\": r"\textbackslash",
    "^": r"\textasciicircum",
    "~": r"\textasciitilde",
    "<": r"\textless",
    ">": r"\textgreater",
    '"': r"\textquotedbl",
    "'": r"\textquotesingle",
}
"""LaTeX commands of the ASCII characters that do not stand for themselves; where Detexify has the command it is one class."""
DIGITS = "0123456789"
GREEK = {
    "α": r"\alpha",
    "β": r"\beta",
    "γ": r"\gamma",
    "δ": r"\delta",
    "ε": r"\varepsilon",
    "ζ": r"\zeta",
    "η": r"\eta",
    "θ": r"\theta",
    "ι": r"\iota",
    "κ": r"\kappa",
    "λ": r"\lambda",
    "μ": r"\mu",
    "ν": r"\nu",
    "ξ": r"\xi",
    "π": r"\pi",
    "ρ": r"\rho",
    "σ": r"\sigma",
    "τ": r"\tau",
    "υ": r"\upsilon",
    "χ": r"\chi",
    "ψ": r"\psi",
    "ω": r"\omega",
}
"""Commands of Omniglot's Greek letters. Omicron is drawn as o; phi may be drawn as \\phi or as \\varphi, and it is not said which."""
OMNIGLOT = {*GREEK, *ascii_lowercase}
"""Characters of Omniglot's that are learnt from: its other alphabets are no symbols."""
DETEXIFY, DIGIT, CHARACTER = 0, 1, 2
"""Groups: the classes of Detexify, the ten digits, the printable ASCII characters."""


def class_name(kind: str, label: str) -> str:
    """The class of a label; kind: the name of the file it is from."""
    return label if kind == "detexify" else GREEK.get(label) or COMMAND.get(label, label)


def classes(data: Path) -> tuple[list[str], torch.Tensor]:
    """All classes in the order of the network's outputs, and for each group which of them it has, (3, classes) bool."""
    commands = set()
    for part in ("train", "dev"):
        commands |= {row["label"] for row in read_rows(data / part / "detexify.jsonl.gz")}
    characters = {COMMAND.get(chr(c), chr(c)) for c in range(33, 127)}
    names = sorted(commands | characters)
    groups = [[name in group for name in names] for group in (commands, set(DIGITS), characters)]
    return names, torch.tensor(groups)
