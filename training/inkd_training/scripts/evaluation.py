"""Writes inks that `inkctl evaluate text` measures with: made of what the network never learns from. The language data list the words.

    python -m inkd_training.scripts.evaluation --data DATA --language ru --out ru.jsonl.gz
    inkctl evaluate text --language ru ru.jsonl.gz

Words, people and distortions are others than in training. The third part of an ink's id says what it is made of:

    made    letters of people who are never learnt from, and drawn ones
    unseen  Cyrillic only: the small letters are another drawing, and nobody's else
    mixed   a word that people wrote in Latin letters before or behind a made line
    people  Cyrillic only: words that people wrote, whose Latin letters are Cyrillic ones as well; they say nothing in any language
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
from pathlib import Path

import numpy as np

from ..ink import add_data_argument, split_strokes, turned
from ..text.samples import load
from .alphabets import LANGUAGES
from .compose import TRANSLITERATED, ScriptComposer, is_transliterated
from .letters import People
from .texts import Texts

SEED = 7_000_003
Line = tuple[np.ndarray, np.ndarray, str]
"""Points (n, 2), stroke starts and label."""
UNITS = 100.0
"""Device units in the height of an ink."""


def distorted(points: np.ndarray, starts: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Ink as another hand and tablet might have given it; of other kinds and sizes than those of the training's `augment`."""
    slant, wide = random.uniform(-0.35, 0.35), np.exp(random.uniform(-0.25, 0.25))
    points = points.astype(np.float64) @ np.array([[wide, 0.0], [-slant, 1.0]])
    # an elastic field: a sum of waves in all directions
    moved = points.copy()
    for _ in range(4):
        direction = turned(np.array([[1.0, 0.0]]), random.uniform(0, np.pi))[0] / random.uniform(0.35, 1.2)
        wave = np.sin(points @ direction * 2.0 + random.uniform(0, 6.3))[:, None]
        moved += wave * random.normal(0, 0.016, 2)
    moved = turned(moved, random.normal(0, 0.03))
    # the hand trembles along the line, each stroke a little on its own
    for number, begin in enumerate(starts):
        end = starts[number + 1] if number + 1 < len(starts) else len(moved)
        moved[begin:end] += random.normal(0, 0.008, 2)
    return moved


def row(name: str, number: int, points: np.ndarray, starts: np.ndarray, label: str, language: str) -> dict:
    """An ink as a row of the file."""
    place = f"scripts/{language}/{name}/{number:04}"
    whole = np.round(points / max(1e-6, float(np.ptp(points[:, 1])) or 1.0) * UNITS).astype(int)
    strokes = [np.diff(s, axis=0, prepend=np.zeros((1, 2), int)).ravel().tolist() for s in split_strokes(whole, starts)]
    level = "word" if " " not in label else "text"
    return {"id": place, "writer": f"{name}-{number}", "level": level, "label": label, "strokes": strokes}


def beside(first: Line, second: Line, random: np.random.Generator) -> Line:
    """Two inks on one line, of one size: they vary as much in height, about one middle."""
    (points, starts, label), (others, other_starts, other_label) = first, second
    size = points[:, 1].std() / max(1e-6, others[:, 1].std()) * np.exp(random.normal(0, 0.08))
    others = others * size
    gap = random.uniform(1.5, 3) * points[:, 1].std()
    shift = [points[:, 0].max() + gap - others[:, 0].min(), points[:, 1].mean() - others[:, 1].mean()]
    joined = np.concatenate([points, others + shift])
    return joined, np.concatenate([starts, other_starts + len(points)]), f"{label} {other_label}"


def inks(data: Path, language: str, count: int, seed: int = SEED) -> list[dict]:
    """`count` inks of each kind, and all that there are of people's words."""
    script = next(s for s, languages in LANGUAGES.items() if language in languages)
    random = np.random.default_rng([seed, *language.encode()])
    words = [s for s in load(data / "dev/unipen_word.jsonl.gz") if is_transliterated(s)]
    composer = ScriptComposer(script, People(data, measured=True), Texts(data, script, measured=True, languages=(language,)), [])
    rows = []
    for name in ("made", "unseen") if script == "Cyrl" else ("made",):
        for number in range(count):
            points, starts, label = composer.line(random, unseen=name == "unseen")
            rows.append(row(name, number, distorted(points, starts, random), starts, label, language))
    latin = [s for s in load(data / "dev/unipen_word.jsonl.gz") if s.label.isalpha() and len(s.label) > 2]
    for number in range(count):
        points, starts, label = composer.line(random)
        sample = latin[random.integers(len(latin))]
        parts = [(distorted(points, starts, random), starts, label), (sample.points.astype(float), sample.starts, sample.label)]
        rows.append(row("mixed", number, *beside(*(parts if random.random() < 0.5 else parts[::-1]), random), language))
    # і is no letter of Russian
    known = TRANSLITERATED.keys() - ({"i"} if language == "ru" else set())
    for number, sample in enumerate(words if script == "Cyrl" else []):
        if len(sample.label) > 1 and set(sample.label) <= known:
            label = "".join(TRANSLITERATED[c] for c in sample.label)
            rows.append(row("people", number, sample.points.astype(float), sample.starts, label, language))
    return rows


def write(path: Path, rows: list[dict]) -> None:
    """Writes rows as JSON lines, packed by gzip; the same rows always give the same bytes."""
    packed = io.BytesIO()
    with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as file:
        file.write("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode())
    path.write_bytes(packed.getvalue())


def main() -> None:
    """Writes the file that the command line names; the same command always gives the same bytes."""
    parser = argparse.ArgumentParser(description="Write made inks of a language, for inkctl evaluate text.")
    add_data_argument(parser)
    parser.add_argument("--language", required=True, choices=sorted(c for languages in LANGUAGES.values() for c in languages))
    parser.add_argument("--count", type=int, default=500, help="inks of each kind")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    write(options.out, inks(options.data, options.language, options.count))


if __name__ == "__main__":
    main()
