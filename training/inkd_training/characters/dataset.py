"""The characters' ink: ideal glyphs and what people drew, and batches of their features with variation made anew each time."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch

from ..ink import Strokes, decode_strokes, join_strokes, read_rows
from ..sketches.dataset import gather
from .augment import augment
from .classes import NETWORKS, is_kana, is_of_script
from .features import batch_features, prepare
from .hangul import Jamo, compose
from .latin import DIGIT_WEIGHT, DRAWN, learnt

HELD_BACK = frozenset({"13", "14", "15"})
"""Omniglot's drawers that are measured on and never learnt from."""
KANA_WEIGHT = 4.0
"""A kana is so much commoner than a kanji."""
PEOPLE_SHARE = 0.6
"""How much of what is seen of a class is people's ink, where there is such."""
PEOPLE_STRENGTH = 0.6
"""How strongly people's ink is varied; ideal glyphs are varied by 1."""
SIGNS_SHARE = 0.15
"""How much of what is seen are digits, Latin letters and signs."""
SYLLABLES = 12
"""Compositions of each Korean syllable."""
FILES = {"ja": "kanjivg", "zh": "hanzi", "el": "hershey"}
"""Each network's ideal glyphs."""
ALPHABETS = {"ja": "Japanese_(katakana)", "ko": "Korean", "el": "Greek"}
"""Each language's alphabet in Omniglot."""


@dataclass(slots=True)
class Character:
    """One ink. points (n, 2) in the unit box, resampled; starts: first index of each stroke; label: its class.

    weight: how often it is seen; strength: how strongly it is varied.
    """

    points: np.ndarray
    starts: np.ndarray
    label: int
    weight: float = 1.0
    strength: float = 1.0


def drawer(row: dict) -> str:
    """The number of an Omniglot ink's drawer."""
    return row["id"].rsplit("/", 1)[1]


def read_people(data: Path, language: str, held_back: bool) -> list[tuple[str, Strokes]]:
    """Letter and strokes of what Omniglot's drawers drew of the language: those held back, or all others."""
    prefix = f"omniglot/{ALPHABETS.get(language)}/"
    rows = (row for row in read_rows(data / "train/omniglot.jsonl.gz") if row["id"].startswith(prefix))
    return [(row["char"], decode_strokes(row)) for row in rows if (drawer(row) in HELD_BACK) == held_back and any(row["strokes"])]


def read_glyphs(data: Path, language: str) -> list[tuple[str, Strokes]]:
    """Character and strokes of the ideal glyphs that the language's model shall know."""
    rows = read_rows(data / f"glyphs/{FILES[language]}.jsonl.gz")
    return [(row["label"], decode_strokes(row)) for row in rows if any(row["strokes"]) and is_of_script(language, row["label"])]


def group(people: list[tuple[str, Strokes]]) -> Jamo:
    """Drawings by letter."""
    found: Jamo = {}
    for letter, strokes in people:
        found.setdefault(letter, []).append(strokes)
    return found


def syllables() -> list[str]:
    """The Korean syllables in the order of Unicode."""
    return [chr(c) for c in range(ord("가"), ord("힣") + 1) if is_of_script("ko", chr(c))]


def read_characters(data: Path, language: str, seed: int = 1) -> tuple[list[str], list[Character]]:
    """The classes in the order of the network's outputs, and what is learnt from, without signs; language: one of NETWORKS."""
    if language not in NETWORKS:
        raise ValueError(f"{language} is not one of {', '.join(NETWORKS)}")
    people = read_people(data, language, held_back=False)
    if language == "ko":
        random, names, jamo = np.random.default_rng(seed), syllables(), group(people)
        inks = [(number, compose(name, jamo, random)) for number, name in enumerate(names) for _ in range(SYLLABLES)]
        return names, [_character(number, strokes, 1.0, PEOPLE_STRENGTH) for number, strokes in inks]
    glyphs = read_glyphs(data, language)
    names = sorted(
        {name for name, _ in glyphs} | {unicodedata.normalize("NFC", name) for name, _ in people if is_of_script(language, name)}
    )
    index = {name: number for number, name in enumerate(names)}
    drawn = group([(name, strokes) for name, strokes in people if name in index])
    made = group(glyphs)
    characters = []
    for name, number in index.items():
        weight = KANA_WEIGHT if language == "ja" and is_kana(name) else 1.0
        share = PEOPLE_SHARE if name in drawn and name in made else float(name in drawn)
        for inks, part, strength in ((made, 1 - share, 1.0), (drawn, share, PEOPLE_STRENGTH)):
            own = inks.get(name, [])
            characters += [_character(number, strokes, weight * part / len(own), strength) for strokes in own]
    return names, characters


def with_signs(
    data: Path, language: str, names: list[str], characters: list[Character], seed: int = 1
) -> tuple[list[str], list[Character]]:
    """The classes and what is learnt from, and behind them digits, Latin letters and signs."""
    found = learnt(data, language, np.random.default_rng(seed))
    if not found:
        return names, characters
    common = {name: DIGIT_WEIGHT if name.isdigit() else 1.0 for name in found}
    unit = SIGNS_SHARE / (1 - SIGNS_SHARE) * sum(c.weight for c in characters) / sum(common.values())
    names, characters = list(names), list(characters)
    for name, inks in sorted(found.items()):
        # what is drawn is the same but for its proportions
        strength = 1.0 if len(inks) == DRAWN else PEOPLE_STRENGTH
        characters += [_character(len(names), strokes, unit * common[name] / len(inks), strength) for strokes in inks]
        names.append(name)
    return names, characters


def _character(label: int, strokes: Strokes, weight: float, strength: float) -> Character:
    return Character(*prepare(*join_strokes(strokes)), label, weight, strength)


def augmented(characters: list[Character], random: np.random.Generator) -> tuple[torch.Tensor, torch.Tensor]:
    """Features (n, INPUTS), each character varied anew, and labels (n,)."""
    count = len(characters)
    varied = augment(gather(characters), count, np.array([c.strength for c in characters]), random)
    return torch.from_numpy(batch_features(varied, count)), torch.tensor([c.label for c in characters])


def plain(characters: list[Character]) -> torch.Tensor:
    """Features (n, INPUTS) of the characters as they are."""
    return torch.from_numpy(batch_features(gather(characters), len(characters)))
