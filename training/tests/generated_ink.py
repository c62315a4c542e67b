"""Ink for the tests: every character has a shape of its own, drawn with a little chance. y grows downwards, about 100 units a character."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import numpy as np

from inkd_training.ink import Strokes
from inkd_training.text.samples import Sample, load


def write_character(character: str, random: np.random.Generator) -> Strokes:
    """One stroke through five places that depend on the character, and a dot for i and j."""
    places = np.random.default_rng(ord(character)).uniform(0, 1, (5, 2)) * [60, 100]
    at = np.linspace(0, 4, 33)
    stroke = np.stack([np.interp(at, range(5), places[:, k]) for k in (0, 1)], 1)
    stroke = stroke + random.normal(0, 1, (1, 2)) + random.normal(0, 0.5, stroke.shape)
    return [stroke, np.array([[30.0, -25.0]])] if character in "ij" else [stroke]


def write_text(text: str, random: np.random.Generator) -> Strokes:
    """The text's characters side by side, a gap for a space."""
    strokes: Strokes = []
    for place, character in enumerate(text):
        if character != " ":
            strokes += [s + [80.0 * place, 0] for s in write_character(character, random)]
    return strokes


def write_ink_file(path: Path, texts: list[str], writers: int = 2, seed: int = 0) -> None:
    """A gzip'd JSON-lines file with a row for each text, as the training reads them."""
    random = np.random.default_rng(seed)
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt") as out:
        for number, text in enumerate(texts):
            rows = [np.round(s).astype(int) for s in write_text(text, random)]
            deltas = [np.concatenate([s[:1], np.diff(s, axis=0)]).reshape(-1).tolist() for s in rows]
            row = {"id": f"test/{path.stem}/{number}", "writer": f"writer {number % writers}", "label": text, "strokes": deltas}
            out.write(json.dumps(row) + "\n")


def write_word_list(path: Path, counts: dict[str, int]) -> None:
    """A gzip'd word list, a word and its count on each line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt") as out:
        out.writelines(f"{word} {count}\n" for word, count in counts.items())


def write_pair_list(path: Path, pairs: list[tuple[str, str, int]]) -> None:
    """A gzip'd list of word pairs, two tokens and their count on each line."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt") as out:
        out.writelines(f"{before}\t{word}\t{count}\n" for before, word, count in pairs)


def write_data(folder: Path) -> None:
    """A data folder for the text recogniser, with words and lines of three letters."""
    words = ["ab", "ba", "cab", "abc", "bca", "aab", "ccb", "bac"] * 40
    lines = ["ab ba", "cab ab", "bac a"] * 8
    write_ink_file(folder / "train/unipen_word.jsonl.gz", words, seed=1)
    write_ink_file(folder / "train/unipen_text.jsonl.gz", lines, seed=2)
    write_ink_file(folder / "dev/unipen_word.jsonl.gz", words[:60], seed=3)
    write_ink_file(folder / "dev/unipen_text.jsonl.gz", lines[:18], seed=4)


def samples(folder: Path, texts: list[str], writers: int = 2) -> list[Sample]:
    """Samples as training loads them."""
    write_ink_file(folder / "samples.jsonl.gz", texts, writers)
    return load(folder / "samples.jsonl.gz")


def assert_valid(points: np.ndarray, starts: np.ndarray) -> None:
    """The points are finite, and every stroke has one at least."""
    assert points.ndim == 2
    assert points.shape[1] == 2
    assert np.isfinite(points).all()
    assert starts[0] == 0
    assert (np.diff(np.append(starts, len(points))) > 0).all()
