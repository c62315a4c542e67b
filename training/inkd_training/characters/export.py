"""Writes a trained network of characters as a model file with weights of 8 bits, and the held-back ink with its labels.

python -m inkd_training.characters.export --language ja --run runs/characters/ja --out ../models/characters/ja.safetensors
"""

from __future__ import annotations

import argparse
import gzip
import json
from pathlib import Path

import numpy as np
import torch

from ..classifier import fit_temperature, write_model
from ..ink import add_data_argument, read_rows
from ..language.word_list import NAMES
from ..picture_network import score
from .classes import LANGUAGES
from .dataset import ALPHABETS, HELD_BACK, augmented, drawer
from .evaluation import load, ranks
from .latin import DRAWN, WRITTEN, draw, read_written, signs
from .network import description

OMNIGLOT = "Omniglot (Lake, Salakhutdinov, Tenenbaum 2015, github.com/brendenlake/omniglot), drawers 1 to 12"
KANJIVG = "KanjiVG (Ulrich Apel, kanjivg.tagaini.net), strokes varied by inkd"
HANZI = "Make Me a Hanzi / hanzi-writer-data, medians made from fonts of Arphic Technology (1999), strokes varied by inkd"
HERSHEY = "Hershey fonts (A. V. Hershey, U.S. National Bureau of Standards; format by James Hurt, Cognition, Inc.), strokes varied by inkd"
ARPHIC = "Arphic Public License (ARPHICPL.TXT beside this file); derived from fonts copyright (C) 1999 Arphic Technology Co., Ltd."
UNIPEN = (
    "UNIPEN train_r01_v07 (Guyon, Schomaker, Plamondon, Liberman, Janet 1994, Zenodo 1195803), pendigits (Alpaydin, Alimoglu 1998, UCI)"
)
CC_BY = "UNIPEN and pendigits: CC BY 4.0, https://creativecommons.org/licenses/by/4.0"
SOURCES = {
    "ja": (f"{KANJIVG}; {OMNIGLOT}", "CC BY-SA 3.0, https://creativecommons.org/licenses/by-sa/3.0, as is KanjiVG; Omniglot: MIT"),
    "zh-Hans": (HANZI, ARPHIC),
    "zh-Hant": (HANZI, ARPHIC),
    "ko": (OMNIGLOT, "MIT"),
    "el": (f"{OMNIGLOT}; {HERSHEY}", "MIT; Hershey fonts: free with this attribution"),
}
"""Each language's training data, and their licences."""
RARE = {"/-()（）=!！+:": 2.0, "1lI": 1.0, "曰": 3.0}
"""Taken from the scores of what parts of characters look like, of which nothing was learnt, and of 曰, which is 日 in other proportions."""
DRAWN_SEED = 3_000_003
"""Of drawn signs that nothing was learnt from."""
CALIBRATION_SEED = 2_000_003
"""Of the variation that the temperature is fitted to."""


def export(data: Path, language: str, run: Path | None, out: Path, precision: str) -> None:
    """Calibrates the run's averaged network on variation that it has not seen, measures it and writes it."""
    network, classes, characters, state = load(data, language, run)
    with torch.no_grad():
        for number, name in enumerate(classes):
            network.output.bias[number] -= sum(cost for names, cost in RARE.items() if name in names)
    random = np.random.default_rng(CALIBRATION_SEED)
    weights = np.array([c.weight for c in characters])
    chosen = [characters[i] for i in random.choice(len(characters), 4000, p=weights / weights.sum())]
    parts = [augmented(chosen[i : i + 250], random) for i in range(0, len(chosen), 250)]
    scores, labels = score(network, torch.cat([x for x, _ in parts])), torch.cat([y for _, y in parts])
    temperature = fit_temperature(scores, labels)
    print(f"made ink: {ranks(scores, labels)}, temperature {temperature:.2f}")
    about = description(network, language, classes, temperature) | {"name": NAMES[language]}
    source, licence = SOURCES[language]
    if any(name in WRITTEN for name in classes):
        source, licence = f"{source}; {UNIPEN}", f"{licence}; {CC_BY}"
    write_model(out, network.folded(), about, (source, licence, state), precision)


def write_held_back(data: Path, language: str, out: Path) -> None:
    """Omniglot's ink of the drawers that were held back, the character as its label."""
    prefix = f"omniglot/{ALPHABETS[language]}/"
    with gzip.open(out, "wt") as file:
        for row in read_rows(data / "train/omniglot.jsonl.gz"):
            if row["id"].startswith(prefix) and drawer(row) in HELD_BACK:
                file.write(json.dumps(row | {"label": row["char"]}, ensure_ascii=False) + "\n")


def write_signs(data: Path, language: str, out: Path) -> None:
    """Digits, Latin letters and signs of writers that nothing was learnt from (UNIPEN, pendigits), and drawn ones, with their labels."""
    random = np.random.default_rng(DRAWN_SEED)
    written = read_written(data, language, "dev")
    drawn = {name: [draw(name, random) for _ in range(DRAWN)] for name in sorted(signs(language) - written.keys())}
    with gzip.open(out, "wt") as file:
        for name, inks in (written | drawn).items():
            for number, strokes in enumerate(inks):
                # ink files have whole numbers, each the step from the one before
                size = 1000 / max(float(np.ptp(np.concatenate(strokes), 0).max()), 1e-9)
                steps = [np.diff(np.rint(s * size), axis=0, prepend=0).astype(int).reshape(-1).tolist() for s in strokes]
                file.write(json.dumps({"id": f"{name}{number}", "label": name, "strokes": steps}, ensure_ascii=False) + "\n")


def main() -> None:
    """Exports the run that the command line names."""
    parser = argparse.ArgumentParser(description="Write a run's averaged network as a model of characters for inkd.")
    add_data_argument(parser)
    parser.add_argument("--language", choices=LANGUAGES, required=True)
    parser.add_argument("--run", type=Path, help="default: runs/characters/NETWORK")
    parser.add_argument("--out", type=Path, help="default: ../models/characters/LANGUAGE.safetensors")
    parser.add_argument("--precision", choices=["int8", "fp32"], default="int8")
    parser.add_argument("--held-back", type=Path, metavar="FILE", help="write Omniglot's held-back ink of the language and nothing else")
    parser.add_argument("--signs", type=Path, metavar="FILE", help="write held-back digits, letters and signs and nothing else")
    options = parser.parse_args()
    torch.set_num_threads(1)
    if options.signs:
        return write_signs(options.data, options.language, options.signs)
    if options.held_back:
        return write_held_back(options.data, options.language, options.held_back)
    out = options.out or Path("../models/characters") / f"{options.language}.safetensors"
    return export(options.data, options.language, options.run, out, options.precision)


if __name__ == "__main__":
    main()
