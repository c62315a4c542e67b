"""Synthetic lines, accents, page lines and metrics of the text recogniser."""

import string
from pathlib import Path

import numpy as np
import pytest
import torch

from generated_ink import assert_valid, samples, write_ink_file, write_word_list
from inkd_training.ink import split_strokes
from inkd_training.text.accented import inks
from inkd_training.text.accents import LETTERS
from inkd_training.text.calibrate import probability, regression, right_words
from inkd_training.text.compose import LANGUAGES, TOUCH, Composer, baseline, common_words, in_capitals
from inkd_training.text.dataset import EpochDataset, filter_trainable
from inkd_training.text.metrics import edit_distance
from inkd_training.text.network import greedy_decode
from inkd_training.text.pages import lines_of, split_label
from inkd_training.text.reliability import expected_error
from inkd_training.text.samples import ALPHABET


@pytest.fixture(scope="module")
def composer(tmp_path_factory: pytest.TempPathFactory) -> Composer:
    folder = tmp_path_factory.mktemp("compose")
    words = samples(folder, ["nice", "ocean", "violin", "jam", "use", "ash"] * 3)
    for word in words:
        # every character has the same share of the points
        edges = np.linspace(0, len(word.points), len(word.label) + 1).astype(int)
        word.spans = np.stack([edges[:-1], edges[1:]], 1)
    characters = samples(folder, [c for c in string.printable if c in ALPHABET and c != " "] * 2, writers=1)
    for language in LANGUAGES:
        write_word_list(folder / f"{language}.txt.gz", {"plain": 9, "élan": 5, "über": 4, "cœur": 2})
    return Composer(words, characters, folder)


def test_composed_ink_is_valid(composer: Composer) -> None:
    assert composer.vocabulary == {language: ["élan", "über", "cœur"] for language in LANGUAGES}
    texts = []
    for seed in range(60):
        random = np.random.default_rng(seed)
        picks = composer.neighbours(seed % len(composer.words), random)
        assert len({composer.words[k].writer for k in picks}) == 1
        made = [composer.line(picks, random), composer.accented(picks[0], random), composer.spelled(random)]
        for ink in filter(None, made):
            points, starts, label = ink
            assert_valid(points, starts)
            assert set(label) <= set(ALPHABET)
            assert np.abs(points.min(0)).max() < 1e-9
            texts.append(label)
        assert made[0][2].count(" ") == len(picks) - 1
    assert any(c in LETTERS for text in texts for c in text)
    assert any(text[0].isdigit() for text in texts)


def test_every_letter_is_composed(composer: Composer) -> None:
    assert {c for c in ALPHABET if not c.isascii()} - set(LETTERS) == set("æœßÆŒ¿¡«»°€")
    for letter, (plain, mark) in LETTERS.items():
        made = composer.glyphs.letter(letter, np.random.default_rng(1), "")
        assert made is not None, letter
        # the mark stands in the dot's place
        strokes = len(composer.glyphs.all[plain][0].starts) - (plain in "ij")
        assert len(made[0]) > strokes if mark else len(made[0]) == strokes, letter


def test_some_words_are_held_back(tmp_path: Path) -> None:
    words = [f"ż{c}" for c in string.ascii_lowercase[:20]]
    write_word_list(tmp_path / "pl.large.txt.gz", dict.fromkeys([*words, "日本"], 1))
    learnt, measured = (common_words(tmp_path, "pl", measured) for measured in (False, True))
    assert len(measured) == 2
    assert set(learnt) | set(measured) == set(words)
    assert not set(learnt) & set(measured)
    assert in_capitals("şişli ılık", "tr") == "ŞİŞLİ ILIK"
    assert in_capitals("élan", "fr") == "ÉLAN"


def test_words_of_two_halves(composer: Composer) -> None:
    assert any(composer.cuts(word) for word in composer.words)
    for word in composer.words:
        strokes = split_strokes(word.points, word.starts)
        for stroke, character in composer.cuts(word):
            assert 0 < character < len(word.label)
            assert max(s[:, 0].max() for s in strokes[:stroke]) < min(s[:, 0].min() for s in strokes[stroke:]) + TOUCH
    texts = set()
    for seed in range(60):
        made = composer.spliced(seed % len(composer.words), np.random.default_rng(seed))
        if made:
            points, starts, label = made
            assert_valid(points, starts)
            assert np.ptp(points[:, 1]) == pytest.approx(1, abs=1e-6) or np.ptp(points[:, 0]) > 20
            assert any(label.startswith(word.label[0]) for word in composer.words)
            texts.add(label)
    assert texts - {word.label for word in composer.words}


def test_made_ink_to_measure_with(tmp_path: Path) -> None:
    (tmp_path / "dev").mkdir()
    characters = [c for c in string.printable if c in ALPHABET and c != " "]
    write_ink_file(tmp_path / "dev/unipen_char.jsonl.gz", characters * 2, writers=1)
    for language in LANGUAGES:
        write_word_list(tmp_path / f"words/{language}.txt.gz", dict.fromkeys([*"abcdefghi", "iğne"], 5))
    rows = inks(tmp_path, "tr", 12)
    assert rows == inks(tmp_path, "tr", 12)
    assert set("".join(row["label"] for row in rows)) <= set("iğne İ")
    assert any("İ" in row["label"] for row in rows)
    assert all(row["id"].startswith("scripts/tr/accented/") for row in rows)


def test_epoch_of_composed_ink(composer: Composer) -> None:
    inks, lengths = filter_trainable(composer.words)
    epoch = EpochDataset(inks * 20, np.tile(lengths, 20), composer, 1, 0, 1000)
    kinds = {kind for kind, _ in epoch.items}
    assert kinds == {"ink", "line", "accented", "spelled", "spliced"}
    one, two = epoch[0], epoch[0]
    assert all(torch.equal(a, b) for x, y in zip(one, two, strict=True) for a, b in zip(x, y, strict=True))


def test_baseline() -> None:
    x = np.linspace(0, 20, 400)
    low, high = baseline(np.stack([x, 50 + 10 * np.cos(3 * x)], 1), np.array([0]))
    assert low == pytest.approx(60, abs=0.1)
    assert high == pytest.approx(20, abs=0.1)


def test_edit_distance() -> None:
    assert [edit_distance(*pair) for pair in (("", ""), ("kitten", "sitting"), ("abc", ""), ("ab", "ba"))] == [0, 3, 3, 2]


def test_greedy_decoding() -> None:
    classes = torch.tensor([[0, 1, 1, 0, 1, 2], [3, 3, 0, 5, 5, 5]])
    scores = torch.nn.functional.one_hot(classes, 6).float()
    assert greedy_decode(scores, torch.tensor([6, 3])) == ["".join(ALPHABET[k] for k in (0, 0, 1)), ALPHABET[2]]


def test_page_labels_are_split_where_lines_end() -> None:
    assert split_label(["the qick", "brown fx"], "the quick brown fox") == ["the quick", "brown fox"]
    assert split_label(["one", "two"], "onetwo") is None
    page = {"id": "p", "writer": "w", "label": "an ox", "strokes": [[1], [2], [3]]}
    words = [[{"ranges": [{"stroke": 1}, {"stroke": 0}]}], [{"ranges": [{"stroke": 2}]}]]
    read = {"lines": [{"text": "an", "words": words[0]}, {"text": "qq", "words": words[1]}]}
    # the second line is read too badly to be trusted with its label
    expected = {"id": "p/0", "writer": "w", "level": "text", "label": "an", "strokes": [[1], [2]]}
    assert lines_of(page, read) == [expected]


def test_calibration() -> None:
    random = np.random.default_rng(0)
    numbers = random.normal(0, 1, (20_000, 2))
    truth = random.random(20_000) < probability(np.array([0.5, 2.0, 0.0]), numbers)
    weights = regression(numbers, truth.astype(float))
    assert weights == pytest.approx([0.5, 2.0, 0.0], abs=0.08)
    assert expected_error(probability(weights, numbers), truth.astype(float)) < 0.02
    assert expected_error(np.full(100, 0.9), np.r_[np.ones(50), np.zeros(50)]) == pytest.approx(0.4)
    assert right_words("the cat sad", "the big cat sat") == [True, True, False]
