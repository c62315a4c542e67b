"""Letters that people wrote, as letters of other scripts that look the same: UNIPEN's Latin, Detexify's and Omniglot's Greek ones."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ..ink import Strokes, box, decode_strokes, read_rows
from .alphabets import SIGNS

HELD_BACK = {"13", "14", "15"}
"""Omniglot's drawers that are measured on and never learnt from."""

SAME = """
а:a:0:1 е:e:0:1 о:o:0:1 с:c:0:1 х:x:0:1 р:p:.65:1.65 у:y:.65:1.65 к:K:0:1 к:k:0:1.15 в:B:0:1 м:M:0:1 н:H:0:1 т:T:0:1 т:m:0:1 и:u:0:1
п:n:0:1 д:g:.65:1.65 г:r:0:1 б:6:0:1.6 з:3:0:1 ь:b:0:1 я:R:0:1:x л:\\Lambda:0:1 э:\\ni:0:1 є:\\varepsilon:0:1 є:\\in:0:1 і:i:0:1.5
ш:w:0:1 ф:\\phi:.65:1.65 ф:φ:.65:1.65 ф:\\Phi:0:1 п:\\Pi:0:1 г:\\Gamma:0:1 ч:4:0:1 и:N:0:1:y з:z:.6:1.6 А:A:0:1.7 В:B:0:1.7 Е:E:0:1.7
К:K:0:1.7 М:M:0:1.7 Н:H:0:1.7 О:O:0:1.7 Р:P:0:1.7 С:C:0:1.7 Т:T:0:1.7 У:Y:0:1.7 Х:X:0:1.7 З:3:0:1.7 Ч:4:0:1.7 Б:6:0:1.7 И:N:0:1.7:y
И:U:0:1.7 Я:R:0:1.7:x Л:\\Lambda:0:1.7 П:\\Pi:0:1.7 Г:\\Gamma:0:1.7 Ф:\\Phi:0:1.7 І:I:0:1.7 Є:\\varepsilon:0:1.7 Є:\\in:0:1.7
Э:\\ni:0:1.7 Д:\\Delta:0:1.7 Д:D:0:1.7 Ь:b:0:1.7 α:a:0:1 α:α:0:1 α:\\alpha:0:1 β:\\beta:.6:2.3 β:β:.6:2.3 γ:\\gamma:.7:1.7 γ:γ:.7:1.7
δ:\\delta:0:1.7 δ:δ:0:1.7 ε:\\varepsilon:0:1 ε:\\epsilon:0:1 ε:ε:0:1 ζ:\\zeta:.6:2.3 ζ:ζ:.6:2.3 η:\\eta:.6:1.6 η:η:.6:1.6
θ:\\theta:0:1.7 θ:θ:0:1.7 θ:\\vartheta:0:1.7 ι:\\iota:0:1 ι:ι:0:1 κ:\\kappa:0:1 κ:κ:0:1 κ:k:0:1.2 λ:\\lambda:0:1.7 λ:λ:0:1.7
μ:\\mu:.6:1.6 μ:μ:.6:1.6 ν:v:0:1 ν:\\nu:0:1 ν:ν:0:1 ξ:\\xi:.6:2.3 ξ:ξ:.6:2.3 ο:o:0:1 π:\\pi:0:1 π:π:0:1 ρ:p:.65:1.65 ρ:\\rho:.65:1.65
ρ:ρ:.65:1.65 σ:\\sigma:0:1 σ:σ:0:1 ς:\\varsigma:.4:1.4 ς:\\zeta:.4:1.4 τ:\\tau:0:1 τ:τ:0:1 υ:u:0:1 υ:\\upsilon:0:1 υ:υ:0:1
φ:\\varphi:.65:1.65 φ:\\phi:.65:2.2 φ:φ:.65:1.9 χ:x:.3:1.3 χ:\\chi:.65:1.65 χ:χ:.65:1.65 ψ:\\psi:.65:1.8 ψ:ψ:.65:1.8 ω:w:0:1
ω:\\omega:0:1 ω:ω:0:1 Α:A:0:1.7 Β:B:0:1.7 Γ:\\Gamma:0:1.7 Δ:\\Delta:0:1.7 Ε:E:0:1.7 Ζ:Z:0:1.7 Η:H:0:1.7 Θ:\\Theta:0:1.7 Ι:I:0:1.7
Κ:K:0:1.7 Λ:\\Lambda:0:1.7 Μ:M:0:1.7 Ν:N:0:1.7 Ξ:\\Xi:0:1.7 Ο:O:0:1.7 Π:\\Pi:0:1.7 Ρ:P:0:1.7 Σ:\\Sigma:0:1.7 Τ:T:0:1.7 Υ:Y:0:1.7
Υ:\\Upsilon:0:1.7 Φ:\\Phi:0:1.7 Χ:X:0:1.7 Ψ:\\Psi:0:1.7 Ω:\\Omega:0:1.7
"""
"""Letter, the people's letter that looks like it, how far that goes below the baseline and its height (both in x-heights), and the axis
along which it is mirrored."""
HEIGHTS = dict.fromkeys("0123456789", 1.65) | {
    **dict.fromkeys("!?%&()[]{}/\\|@#$€", 1.8),
    **dict.fromkeys("+<>«»=*", 0.75),
    **dict.fromkeys("'\"`^°", 0.5),
    ".": 0.12,
    ",": 0.45,
    ":": 0.8,
    ";": 1.0,
    "-": 0.1,
    "~": 0.2,
    "_": 0.05,
}
"""Heights of digits and signs, in x-heights."""
WIDTHS = {"-": 0.7, "~": 0.8, "_": 0.9, "=": 0.8}
"""Widths of signs that are wider than high."""
BELOW = {",": 0.3, ";": 0.3, "(": 0.25, ")": 0.25, "[": 0.2, "]": 0.2, "{": 0.2, "}": 0.2, "/": 0.1, "|": 0.2, "@": 0.2, "$": 0.1, "_": 0.1}
RAISED = dict.fromkeys("'\"`^°", 1.2) | dict.fromkeys("+<>«»=*-~", 0.25)
"""How far signs go below the baseline, and how far above it they begin."""


@dataclass(slots=True)
class Source:
    """People's ink that may stand for a letter. below and height: in x-heights; mirror: "x", "y" or ""."""

    name: str
    below: float
    height: float
    mirror: str


def sources() -> dict[str, list[Source]]:
    """The sources of every letter, digit and sign that has one."""
    found: dict[str, list[Source]] = {}
    for entry in SAME.split():
        letter, name, below, height, *mirror = entry.split(":")
        found.setdefault(letter, []).append(Source(name, float(below), float(height), "".join(mirror)))
    for sign in SIGNS.replace(" ", ""):
        name = {"«": "<", "»": ">", "°": "o", "€": "C"}.get(sign, sign)
        found[sign] = [Source(name, BELOW.get(sign, 0.0) - RAISED.get(sign, 0.0), HEIGHTS.get(sign, 1.0), "")]
    return found


class People:
    """Letters that people wrote, by name and writer; of the writers to learn from, or of those that are measured on."""

    def __init__(self, data: Path, measured: bool, limit: int | None = None):
        """data: the folder with train/ and dev/; measured: the held-back people; limit: inks of UNIPEN."""
        self.sources = sources()
        wanted = {source.name for some in self.sources.values() for source in some}
        self.all: dict[str, list[tuple[str, Strokes]]] = {}
        part = "dev" if measured else "train"
        files = (data / f"{part}/unipen_char.jsonl.gz", data / f"{part}/detexify.jsonl.gz", data / "train/omniglot.jsonl.gz")
        for kind, path in enumerate(files):
            for number, row in enumerate(read_rows(path)):
                if limit is not None and number >= limit:
                    break
                name = row.get("char") if kind == 2 else row["label"]
                if kind == 2 and (not row["id"].startswith("omniglot/Greek/") or (row["id"].rsplit("/", 1)[1] in HELD_BACK) != measured):
                    continue
                if name in wanted and any(row["strokes"]):
                    self.all.setdefault(name, []).append((row["writer"] or "", unit(decode_strokes(row))))
        self.own: dict[str, dict[str, list[Strokes]]] = {}
        for name, inks in self.all.items():
            for writer, strokes in inks:
                self.own.setdefault(writer, {}).setdefault(name, []).append(strokes)
        self.writers = [writer for writer, inks in self.own.items() if len(inks) >= 20]

    def choices(self, letter: str) -> list[Source]:
        """The sources of a letter of which there is ink."""
        return [source for source in self.sources.get(letter, []) if source.name in self.all]

    def draw(self, source: Source, sign: str, writer: str, random: np.random.Generator) -> Strokes:
        """The writer's ink of a letter, or somebody's, in x-heights: the baseline is y = 0, the left edge x = 0. `sign`: what it is for."""
        own = self.own.get(writer, {}).get(source.name)
        inks = own or [strokes for _, strokes in self.all[source.name]]
        strokes = inks[random.integers(len(inks))]
        if sign in "«»":
            strokes = strokes + [s + [random.uniform(0.4, 0.8), 0] for s in strokes]
        low, high = box(strokes)
        wide, tall = np.maximum(high - low, 1e-3)
        factor = source.height / tall * np.exp(random.normal(0, 0.08))
        if sign in WIDTHS:
            factor = WIDTHS[sign] / max(wide, tall) * np.exp(random.normal(0, 0.2))
        elif wide * factor > 2.2 * max(source.height, 0.5):
            factor *= 2.2 * max(source.height, 0.5) / (wide * factor)
        middle = (low + high) / 2
        flip = {"x": np.array([-1.0, 1.0]), "y": np.array([1.0, -1.0])}.get(source.mirror, np.ones(2))
        placed = [(s - middle) * flip * factor for s in strokes]
        if source.mirror:
            # a mirrored letter is begun on its left, from the top
            placed = [s[::-1] if s[0, 0] > s[-1, 0] + 0.3 else s for s in placed]
            placed.sort(key=lambda s: float(s[:, 0].min()))
        placed = [s + [wide * factor / 2, source.below - tall * factor / 2 + random.normal(0, 0.03)] for s in placed]
        if sign == "€":
            middle_y = -0.5 * source.height
            placed += [np.array([[-0.15, middle_y + y], [0.7, middle_y + y]]) for y in (-0.15, 0.15)]
        return placed


def unit(strokes: Strokes) -> Strokes:
    """The strokes with as few points as keep their shape at 1/60 of their size, float32-sized numbers to about 1."""
    low, high = box(strokes)
    size = float((high - low).max()) or 1.0
    made = []
    for stroke in strokes:
        s = (stroke - low) / size
        kept = [0]
        for k in range(1, len(s)):
            if np.hypot(*(s[k] - s[kept[-1]])) > 1 / 60 or k == len(s) - 1:
                kept.append(k)
        made.append(s[kept])
    return made
