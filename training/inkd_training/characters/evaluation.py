"""How often the right character is first, and among the first few: people's ink and made ink, always told apart.

python -m inkd_training.characters.evaluation --data DATA --language ja --run runs/characters/ja
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

import numpy as np
import torch

from .. import checkpoint
from ..ink import Strokes, add_data_argument, decode_strokes, join_strokes, read_rows
from ..picture_network import score
from .classes import LANGUAGES, is_of_script, is_wanted, network_of
from .dataset import Character, augmented, group, plain, read_characters, read_people, syllables, with_signs
from .features import prepare
from .hangul import compose
from .latin import read_written
from .network import CharacterNetwork, chosen

RANKS = (1, 3, 10)
UNSEEN_SEED = 1_000_003
"""Of the variation that is measured on: none of the training's."""


def ranks(scores: torch.Tensor, labels: torch.Tensor) -> dict[str, float]:
    """Top-1, top-3 and top-10 accuracy of scores (n, classes)."""
    best = scores.topk(min(max(RANKS), scores.shape[1]), 1).indices == labels[:, None]
    return {f"top{k}": round(float(best[:, :k].any(1).float().mean()), 4) for k in RANKS}


def labelled(inks: list[tuple[str, Strokes]], classes: list[str]) -> list[Character]:
    """The inks of characters that are classes."""
    index = {name: number for number, name in enumerate(classes)}
    return [Character(*prepare(*join_strokes(strokes)), index[name]) for name, strokes in inks if name in index]


def people(data: Path, language: str, classes: list[str]) -> list[Character]:
    """What people wrote whose ink was held back; for Korean, syllables composed of their letters."""
    inks = read_people(data, language, held_back=True)
    if language == "ko":
        random, jamo = np.random.default_rng(UNSEEN_SEED), group(inks)
        inks = [(name, compose(name, jamo, random)) for name in syllables()]
    return labelled(inks, classes)


def tegaki(data: Path, classes: list[str]) -> list[Character]:
    """One writer's characters, of those that are classes (Tegaki; for measuring only)."""
    return labelled([(row["label"], decode_strokes(row)) for row in read_rows(data / "eval/tegaki.jsonl.gz")], classes)


def other_glyphs(data: Path, language: str, classes: list[str]) -> list[Character]:
    """The same characters as another source drew them: KanjiVG's for Chinese, hanzi-writer-data's for Japanese."""
    rows = read_rows(data / f"glyphs/{'hanzi' if language == 'ja' else 'kanjivg'}.jsonl.gz")
    return labelled([(row["label"], decode_strokes(row)) for row in rows if is_wanted(language, row["label"])], classes)


def load(data: Path, language: str, run: Path | None) -> tuple[CharacterNetwork, list[str], list[Character], dict]:
    """The averaged network of a run, for the language; its classes; made ink of these, and the run's state."""
    name = network_of(language)
    names, characters = read_characters(data, name)
    state = checkpoint.load((run or Path("runs/characters") / name) / "checkpoint.pt")
    if len(state["average"]["output.bias"]) > len(names):
        # it was taught signs besides
        names, characters = with_signs(data, name, names, characters)
    whole = CharacterNetwork(len(names), *state["plan"])
    whole.load_state_dict(state["average"])
    network, classes = chosen(whole, names, language)
    index = {name: number for number, name in enumerate(classes)}
    kept = [replace(c, label=index[names[c.label]]) for c in characters if names[c.label] in index]
    return network, classes, kept, state


def main() -> None:
    """Measures the averaged network of the run that the command line names."""
    parser = argparse.ArgumentParser(description="Measure a run's averaged network of characters.")
    add_data_argument(parser)
    parser.add_argument("--language", choices=LANGUAGES, required=True)
    parser.add_argument("--run", type=Path, help="default: runs/characters/NETWORK")
    parser.add_argument("--wrong", action="store_true", help="print what was read wrongly")
    options = parser.parse_args()
    torch.set_num_threads(1)
    network, classes, characters, _ = load(options.data, options.language, options.run)
    held_back = "made, of letters that people held back wrote" if options.language == "ko" else "people, held back"
    sets = {held_back: people(options.data, options.language, classes)}
    if options.language == "ja":
        sets["people, Tegaki"] = tegaki(options.data, classes)
    if options.language in ("ja", "zh-Hans", "zh-Hant"):
        sets["made, another source"] = other_glyphs(options.data, options.language, classes)
    written = read_written(options.data, network_of(options.language), "dev") if options.language != "el" else {}
    sets["people, digits, letters and signs"] = labelled([(name, s) for name, inks in written.items() for s in inks], classes)
    for name, inks in sets.items():
        if not inks:
            continue
        labels = torch.tensor([c.label for c in inks])
        scores = score(network, plain(inks))
        print(f"{name}: {len(inks)} inks, {ranks(scores, labels)}")
        if options.wrong:
            best = scores.argmax(1).tolist()
            print(" ".join(f"{classes[c.label]}→{classes[b]}" for c, b in zip(inks, best, strict=True) if c.label != b))
    random = np.random.default_rng(UNSEEN_SEED)
    characters = [c for c in characters if is_of_script(options.language, classes[c.label])]
    made = [characters[i] for i in random.integers(len(characters), size=6000)]
    parts = [augmented(made[i : i + 250], random) for i in range(0, len(made), 250)]
    scores, labels = score(network, torch.cat([x for x, _ in parts])), torch.cat([y for _, y in parts])
    print(f"made, unseen variation: {len(made)} inks, {ranks(scores, labels)}")


if __name__ == "__main__":
    main()
