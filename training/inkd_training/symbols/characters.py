"""Which Unicode character a LaTeX command writes, where one character is exactly that symbol.

`characters.txt` has a command and its character on each line, written by hand from the names of the Unicode
characters; the alphabets of mathematics are computed here. Commands that write the same character look the same.
"""

from __future__ import annotations

import re
import unicodedata
from pathlib import Path

import torch

from .classes import COMMAND

ALPHABETS = {"mathcal": "SCRIPT", "mathscr": "SCRIPT", "mathfrak": "FRAKTUR", "mathds": "DOUBLE-STRUCK"}
OLDER = {"FRAKTUR": "BLACK-LETTER"}
"""Earlier Unicode names, of letters that were encoded before the rest of their alphabet."""


def table() -> dict[str, str]:
    """Commands of the file and their characters."""
    lines = Path(__file__).with_suffix(".txt").read_text().splitlines()
    return dict(line.split(" ") for line in lines)


def character(command: str, known: dict[str, str]) -> str | None:
    """The character of a command, of those `known` or a letter of a mathematical alphabet; a plain character is itself."""
    if command in known:
        return known[command]
    if len(command) == 1:
        return command
    if match := re.fullmatch(r"\\(math\w+)\{([A-Za-z])\}", command):
        alphabet, letter = ALPHABETS.get(match[1]), match[2]
        size = "CAPITAL" if letter.isupper() else "SMALL"
        names = [f"MATHEMATICAL {alphabet} {size} {letter.upper()}"]
        names += [f"{kind} {size} {letter.upper()}" for kind in (alphabet, OLDER.get(alphabet or "")) if kind]
        for name in names:
            try:
                return unicodedata.lookup(name)
            except KeyError:
                continue
    return None


def characters(names: list[str]) -> list[str | None]:
    """The character of every class; None where it has none."""
    known = table() | {command: letter for letter, command in COMMAND.items()}
    return [character(name, known) for name in names]


def alike(names: list[str], sizes: bool = False) -> torch.Tensor:
    """A number for every class, (classes,): the same for classes of the same character, another for every class without one.

    With `sizes` characters of a line of `sizes.txt` count as one: they differ in size or place only, and the drawing of one sign alone
    has neither.
    """
    numbers: dict[str, int] = {}
    groups = [line.split() for line in Path(__file__).with_name("sizes.txt").read_text().splitlines()] if sizes else []
    first = {own: group[0] for group in groups for own in group}
    keys = [first.get(own or "", own) or f"class {name}" for name, own in zip(names, characters(names), strict=True)]
    return torch.tensor([numbers.setdefault(key, len(numbers)) for key in keys])
