"""The reader of formulas' symbols: composed formulas, groups of strokes, pictures, the folded network, a few steps of training."""

import gzip
import json
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from inkd_training.formulas import golden
from inkd_training.formulas.classes import ALIKE, CLASS_OF, CLASSES, DIGITS, LETTERS, NONE
from inkd_training.formulas.compose import Composed, compose
from inkd_training.formulas.dataset import NUMBERS, Pool, examples, from_left
from inkd_training.formulas.evaluation import row, shares, write_formulas
from inkd_training.formulas.features import DIRECTIONS, GRID, INPUTS, OWN, PLANES, pictures
from inkd_training.formulas.grammar import BINARY, OTHERS, RELATIONS, VARIABLES, Grammar
from inkd_training.formulas.groups import MOST_GROUPS, MOST_STROKES, cross, stroke_groups
from inkd_training.formulas.grow import grown
from inkd_training.formulas.hand import Hand
from inkd_training.formulas.natural import NaturalGrammar
from inkd_training.formulas.network import FormulaNetwork
from inkd_training.formulas.node import Node
from inkd_training.formulas.symbols import Inks, is_line, normalised, read_inks
from inkd_training.formulas.train import train
from inkd_training.formulas.typeset import Typesetter
from inkd_training.golden import FIXTURES, read_cases
from inkd_training.ink import decode_strokes
from inkd_training.model_file import read, write
from inkd_training.picture_network import score


def line(x: float, y: float, to_x: float, to_y: float) -> np.ndarray:
    return np.linspace([x, y], [to_x, to_y], 12)


def inks() -> Inks:
    """Two drawings of every class: a slanting line and one across it, more or less so."""
    return {
        name: [normalised([line(0, 0, 4, 10 + n % 7), line(0, 6, 5 + tilt, 5)]) for tilt in (0, 2)]
        for n, name in enumerate(CLASSES)
        if name
    }


def formulas(count: int, seed: int = 3) -> list[Composed]:
    random = np.random.default_rng(seed)
    grammar, drawings = Grammar(random), inks()
    return [compose(grammar, drawings, random) for _ in range(count)]


def test_classes_are_named_once_and_labels_stand_for_one() -> None:
    assert len(set(CLASSES)) == len(CLASSES) == len(DIGITS) + len(LETTERS) + len(ALIKE) + 1
    labels = [label for labels in ALIKE.values() for label in labels.split()]
    assert len(set(labels)) == len(labels)
    assert not set(labels) & set(CLASSES)
    assert CLASS_OF[r"\textless"] == "<"
    assert CLASS_OF["α"] == r"\alpha"
    assert NONE not in CLASS_OF
    assert all(name in CLASSES for table in (VARIABLES, OTHERS, BINARY, RELATIONS) for name in table)


def test_natural_formulas_have_natural_frequencies() -> None:
    random = np.random.default_rng(1)
    grammar, drawings = NaturalGrammar(random), inks()
    found = Counter(name for _ in range(400) for name, _ in compose(grammar, drawings, random).symbols)
    assert found["x"] > 10 * found[r"\xi"]
    assert found["="] > 10 * found[r"\supset"]
    assert found["2"] > 2 * found["7"]
    again, same = NaturalGrammar(np.random.default_rng(4)), NaturalGrammar(np.random.default_rng(4))
    assert [again.formula().latex() for _ in range(20)] == [same.formula().latex() for _ in range(20)]


def test_a_network_grown_from_a_model_gives_what_the_model_does(tmp_path: Path) -> None:
    torch.manual_seed(2)
    seen = torch.from_numpy(np.concatenate([examples(f)[0] for f in formulas(6)]).reshape(-1, INPUTS))
    narrow = FormulaNetwork(len(CLASSES), [(4, 1), (6, 2)], [5]).eval()
    write(tmp_path / "narrow.safetensors", narrow.folded(), {"kind": "formulas"})
    wide = FormulaNetwork(len(CLASSES), [(8, 1), (9, 2)], [11])
    grown(wide, tmp_path / "narrow.safetensors", seen)
    with torch.no_grad():
        assert torch.allclose(wide.eval()(seen), narrow(seen), atol=1e-3)
    deep = FormulaNetwork(len(CLASSES), [(8, 1), (8, 1), (9, 2), (9, 1)], [11])
    grown(deep, tmp_path / "narrow.safetensors", seen)
    with torch.no_grad():
        assert torch.allclose(deep.eval()(seen), narrow(seen), atol=1e-3)
    with pytest.raises(ValueError, match="other convolutions"):
        grown(FormulaNetwork(len(CLASSES), [(8, 1), (9, 1), (9, 2)], [11]), tmp_path / "narrow.safetensors", seen)


def test_latex() -> None:
    x, two = Node("symbol", "x"), Node("number", "2")
    fraction = Node("fraction", parts=[Node("script", parts=[x, None, two]), Node("root", parts=[two, x])])
    assert fraction.latex().replace(" ", "") == r"\frac{x^{2}}{\sqrt[{x}]{2}}"
    total = Node("large", r"\sum", [Node("row", parts=[x, Node("symbol", "="), two]), None])
    assert total.latex().replace(" ", "") == r"\sum_{x=2}"
    assert Node("fenced", r"\{", [Node("accent", "bar", [x])], r"\}").latex().replace(" ", "") == r"\left\{\bar{x}\right\}"


def test_a_seed_gives_the_same_formulas_and_another_seed_others() -> None:
    first, again, other = formulas(20), formulas(20), formulas(20, seed=4)
    assert [f.latex for f in first] == [f.latex for f in again] != [f.latex for f in other]
    assert all((a == b).all() for f, g in zip(first, again, strict=True) for a, b in zip(f.strokes, g.strokes, strict=True))


def test_every_stroke_is_of_one_symbol() -> None:
    for formula in formulas(60):
        members = [i for _, symbol in formula.symbols for i in symbol]
        assert sorted(members) == list(range(len(formula.strokes)))
        assert all(np.isfinite(stroke).all() and len(stroke) > 1 for stroke in formula.strokes)
        assert all(label in NUMBERS for label, _ in formula.symbols)


def test_parts_are_where_they_belong() -> None:
    random = np.random.default_rng(1)
    for _ in range(20):
        setter = Typesetter(inks(), Hand.draw(random), random)
        setter.set(Node("fraction", parts=[Node("number", "1"), Node("symbol", "y")]))
        one, y = (next(item.box for item in setter.items if item.label == label) for label in ("1", "y"))
        bar = next(item.box for item in setter.items if item.label == "-")
        assert one[3] <= bar[3]
        assert y[1] >= bar[1]
        assert bar[0] <= one[0]
        assert bar[2] >= one[2]
        setter = Typesetter(inks(), Hand.draw(random), random)
        setter.set(Node("root", parts=[Node("number", "12"), None]))
        sign, one = setter.items[0].box, setter.items[1].box
        assert setter.items[0].label == r"\surd"
        assert sign[1] < one[1]
        assert sign[0] < one[0]
        assert sign[2] > one[2]


def test_groups() -> None:
    crossing = [line(0, 0, 10, 10), line(0, 10, 10, 0), line(40, 0, 50, 10)]
    assert cross(crossing[0], crossing[1])
    assert not cross(crossing[0], crossing[2])
    assert stroke_groups(crossing)[0] == [(0,), (1,), (2,), (0, 1)]
    assert (0, 1) in stroke_groups([line(0, 0, 10, 0), line(0, 4, 10, 4), line(20, -3, 24, 8)])[0]
    fraction = [line(10, 5, 10, 25), line(0, 30, 20, 30), line(10, 35, 10, 55)]
    assert (0, 1, 2) not in stroke_groups(fraction)[0]
    assert stroke_groups([np.array([[3.0, 4.0]])]) == ([(0,)], 1e-6)
    dense = [line(i % 20, i // 20, i % 20 + 8, i // 20 + 8) for i in range(200)]
    groups, _ = stroke_groups(dense)
    assert len(groups) == MOST_GROUPS
    assert max(map(len, groups)) <= MOST_STROKES
    assert groups[:200] == [(i,) for i in range(200)]


def test_most_symbols_are_among_the_groups() -> None:
    found = [symbol in set(stroke_groups(f.strokes)[0]) for f in map(from_left, formulas(80)) for _, symbol in f.symbols]
    assert np.mean(found) > 0.9


def test_a_picture_shows_the_group_and_what_is_around_it() -> None:
    strokes = [line(0, 0, 0, 10), line(-5, 5, 5, 5), line(12, 0, 12, 10)]
    seen = pictures(strokes, 10.0, [(0, 1), (2,)])
    assert seen.shape == (2, GRID, GRID, PLANES)
    assert seen.min() >= 0
    assert seen.max() <= 1
    # along x and along y alike, and no slanting lines
    assert seen[0, ..., 0].sum() > 5
    assert abs(seen[0, ..., 0].sum() - seen[0, ..., DIRECTIONS // 2].sum()) < 0.1
    assert seen[0, ..., 2].sum() < 0.01
    assert seen[0, ..., DIRECTIONS].sum() > 3.9
    # the other stroke is to the right of the cross, and the cross to the left of it
    assert seen[0, :, :8, OWN + 1 :].sum() == 0 < seen[0, :, 8:, OWN + 1 :].sum()
    assert seen[1, :, 8:, OWN + 1 :].sum() == 0 < seen[1, :, :8, OWN + 1 :].sum()
    alone = pictures(strokes[:2], 10.0, [(0, 1)])
    assert alone[..., OWN + 1 :].sum() == 0
    assert (alone[0, ..., :OWN] == seen[0, ..., :OWN]).all()
    assert pictures(strokes, 10.0, []).shape == (0, GRID, GRID, PLANES)
    assert np.isfinite(pictures([np.array([[3.0, 4.0]])], 1e-6, [(0,)])).all()


def test_examples_and_batches() -> None:
    formula = formulas(1)[0]
    seen, classes = examples(formula)
    assert seen.shape[1:] == (GRID, GRID, PLANES)
    assert len(seen) == len(classes) >= len(formula.symbols)
    batches = Pool(inks(), np.random.default_rng(1), size=300).batches(32)
    found = [next(batches) for _ in range(12)]
    assert all(features.shape == (32, INPUTS) for features, _ in found)
    numbers = torch.cat([classes for _, classes in found])
    assert numbers.max() == NUMBERS[NONE]
    assert numbers.min() < NUMBERS[NONE]


def test_processes_make_examples_of_their_own() -> None:
    pool = Pool(inks(), np.random.default_rng(1), size=1500, workers=2, uses=4, variety=1.5)
    seen, classes = next(pool.batches(256))
    assert seen.shape == (256, INPUTS)
    assert seen.dtype == torch.float32
    assert int(classes.min()) < NUMBERS[NONE] == int(classes.max())
    # the blocks of two processes, and a part of a third one
    assert not torch.equal(pool.features[:400], pool.features[520:920])


def test_shares() -> None:
    scores = torch.full((4, len(CLASSES)), -9.0)
    classes = torch.tensor([3, 4, NUMBERS[NONE], NUMBERS[NONE]])
    scores[torch.arange(4), torch.tensor([3, 5, NUMBERS[NONE], 7])] = 9.0
    assert shares(scores, classes) == {"symbols": 50.0, "kept": 100.0, "refused": 50.0}


def test_parts_of_letters_are_told() -> None:
    assert is_line([line(0, 0, 9, 12)])
    assert is_line([np.array([[3.0, 4.0]])])
    assert not is_line([line(0, 0, 9, 12), line(0, 12, 9, 0)])
    assert not is_line([np.array([[0.0, 0.0], [5.0, 9.0], [10.0, 0.0]])])


def test_rows_give_the_strokes_back(tmp_path: Path) -> None:
    formula = formulas(1)[0]
    made = row(formula, 7)
    assert made["id"] == "formula/7"
    assert made["label"] == formula.latex.strip()
    assert all((a == b).all() for a, b in zip(decode_strokes(made), formula.strokes, strict=True))
    data = tmp_path / "data"
    for folder in ("train", "dev"):
        (data / folder).mkdir(parents=True)
        for name in ("detexify", "unipen_char", "pendigits"):
            with gzip.open(data / folder / f"{name}.jsonl.gz", "wt") as file:
                labels = [c for c in CLASSES if c] if name == "detexify" else ["x"]
                for number, label in enumerate(labels):
                    # the last contributor's tablet is too coarse
                    id_ = f"unipen/1a/{'apa' if name == 'unipen_char' else 'val'}/{number}"
                    file.write(json.dumps({"id": id_, "label": label, "strokes": [[0, 0, 9, 9], [9, 0, -9, 9]]}) + "\n")
    with gzip.open(data / "train/omniglot.jsonl.gz", "wt") as file:
        for number in (1, 14):
            file.write(json.dumps({"id": f"omniglot/Greek/{number:02}/{number:02}", "char": "α", "strokes": [[0, 0, 9, 9]]}) + "\n")
    found, held_back = read_inks(data, held_back=False), read_inks(data, held_back=True)
    assert len(found["x"]) == 2
    assert len(held_back["x"]) == 2
    assert len(found[r"\alpha"]) == len(held_back[r"\alpha"]) == 2
    write_formulas(held_back, Grammar, 3, 5, tmp_path / "formulas.jsonl.gz")
    with gzip.open(tmp_path / "formulas.jsonl.gz", "rt") as file:
        assert len(file.readlines()) == 3


@pytest.mark.parametrize("case", read_cases("formulas.json"), ids=lambda case: case["name"])
def test_golden_vectors(case: dict) -> None:
    strokes = [np.array(s, float).reshape(-1, 2) for s in case["strokes"]]
    groups, unit = stroke_groups(strokes)
    assert [list(group) for group in groups] == case["groups"]
    assert unit == pytest.approx(case["unit"])
    seen = pictures(strokes, unit, groups)
    expected = np.zeros(INPUTS)
    for place, value in case["features"]:
        expected[place] = value
    assert np.abs(seen[-1].reshape(-1) - expected).max() < 1e-5
    found = score(golden.tiny_network(), torch.from_numpy(seen.reshape(len(groups), -1))).numpy()
    assert np.abs(found - np.array(case["logits"])).max() < 1e-4


def test_tiny_network_is_that_of_the_file() -> None:
    arrays, _ = read(FIXTURES / "tiny-formulas.safetensors")
    weights = golden.tiny_network().folded()
    assert arrays.keys() == weights.keys()
    assert all(np.abs(arrays[key] - weights[key]).max() < 1e-6 for key in weights)


def test_training_learns_and_goes_on(tmp_path: Path) -> None:
    torch.manual_seed(1)
    options = SimpleNamespace(run=tmp_path / "run", inks=640, every=320, batch=64, rate=2e-3, seed=1)
    pool = Pool(inks(), np.random.default_rng(1), size=400)
    network = FormulaNetwork(len(CLASSES), [(4, 2), (8, 2)], [16])
    train(network, pool, None, options)
    rows = [json.loads(text) for text in (options.run / "log.jsonl").read_text().splitlines()]
    assert [r["inks"] for r in rows] == [320, 640]
    assert rows[1]["loss"] < rows[0]["loss"]
    options.inks = 960
    train(network, pool, None, options)
    assert json.loads((options.run / "log.jsonl").read_text().splitlines()[-1])["inks"] == 960
