"""The recogniser of characters: features, variation, Korean composition, the folded network, a few steps of training."""

import unicodedata
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from inkd_training import checkpoint
from inkd_training.characters import dataset
from inkd_training.characters.augment import augment
from inkd_training.characters.classes import is_kana, is_of_script, is_wanted
from inkd_training.characters.dataset import SIGNS_SHARE, Character, augmented, plain, syllables, with_signs
from inkd_training.characters.evaluation import ranks
from inkd_training.characters.features import DIRECTIONS, SAMPLES, equalised, features, prepare
from inkd_training.characters.hangul import LEADS, TAILS, VOWELS, compose, parts
from inkd_training.characters.latin import BRACKETS, DIGIT_WEIGHT, draw, signs
from inkd_training.characters.network import CharacterNetwork
from inkd_training.characters.train import begin, train
from inkd_training.ink import Strokes, join_strokes
from inkd_training.quantise import quantise
from inkd_training.sketches.dataset import gather
from inkd_training.sketches.features import Batch


def crossing() -> Strokes:
    """A cross beside a slanting line."""
    t = np.linspace(0, 1, 20)[:, None]
    return [t * [6, 0] + [0, 4], t * [0, 8] + [3, 0], t * [-4, 9] + [12, 0]]


def characters(count: int, seed: int = 0) -> list[Character]:
    """Crosses of the label 0, rings of 1, angles of 2."""
    random = np.random.default_rng(seed)
    t = np.linspace(0, 1, 30)
    kinds = [
        [np.stack([t, 0.5 + 0 * t], 1), np.stack([0.5 + 0 * t, t], 1)],
        [np.stack([np.cos(6.3 * t), np.sin(6.3 * t)], 1)],
        [np.stack([np.minimum(2 * t, 1), np.maximum(0, 2 * t - 1)], 1)],
    ]
    made = []
    for number in range(count):
        strokes = [s + random.normal(0, 0.01, s.shape) for s in kinds[number % 3]]
        made.append(Character(*prepare(*join_strokes(strokes)), number % 3))
    return made


def test_order_and_direction_of_strokes_do_not_matter() -> None:
    strokes = crossing()
    first = features(*join_strokes(strokes))
    other = features(*join_strokes([strokes[2][::-1], strokes[0], strokes[1][::-1]]))
    assert first.shape == (SAMPLES * SAMPLES * DIRECTIONS,)
    assert np.abs(first - other).max() < 1e-3
    moved = features(*join_strokes([s * 40 + [900, -7] for s in strokes]))
    assert np.abs(first - moved).max() < 1e-3


def test_a_batch_has_the_features_of_its_inks() -> None:
    inks = characters(6)
    together = plain(inks)
    for number, ink in enumerate(inks):
        assert np.abs(together[number].numpy() - plain([ink])[0].numpy()).max() < 1e-5


def test_equalised_strokes_are_more_evenly_apart() -> None:
    t = np.linspace(0, 1, 20)
    strokes = [np.stack([0 * t + x, t], 1) for x in (0.0, 0.08, 0.16, 1.0)]
    points, starts = prepare(*join_strokes(strokes))
    even = equalised(Batch(points, starts, np.zeros(len(points), int)), 1)
    places = np.sort(even[starts, 0])
    assert np.diff(places)[0] > 0.12
    assert np.abs(even).max() <= 0.5 + 1e-9


def test_varied_inks_fill_the_box_and_none_is_lost() -> None:
    inks = characters(60)
    strength = np.ones(60)
    for seed in range(5):
        varied = augment(gather(inks), 60, strength, np.random.default_rng(seed))
        assert set(varied.inks) == set(range(60))
        assert (np.diff(varied.starts) > 0).all()
        for number in range(60):
            own = varied.points[varied.inks == number]
            assert abs(np.ptp(own, axis=0).max() - 1) < 1e-9
    first, again = (augmented(inks, np.random.default_rng(4))[0] for _ in range(2))
    assert torch.equal(first, again)
    assert torch.isfinite(first).all()


def test_strokes_are_joined_in_some_inks() -> None:
    inks = characters(300)[::3]
    varied = augment(gather(inks), 100, np.ones(100), np.random.default_rng(1))
    strokes = np.bincount(varied.inks[varied.starts], minlength=100)
    assert set(strokes) == {1, 2}


def test_each_language_wants_its_characters() -> None:
    assert all(is_wanted("ja", c) for c in "亜𠮟彙あンー々")
    assert not any(is_wanted("ja", c) for c in "ッゃÄ、")
    assert is_wanted("ja", "A")
    assert not is_of_script("ja", "A")
    assert is_wanted("zh-Hans", "国")
    assert not is_wanted("zh-Hans", "國")
    assert is_wanted("zh-Hant", "國")
    assert not is_wanted("zh-Hant", "国")
    assert is_wanted("el", "ς")
    assert not is_wanted("el", "a")
    assert is_kana("ヴ")
    assert not is_kana("ー")
    assert len(syllables()) == 2350


def test_syllables_are_taken_apart_as_unicode_does() -> None:
    for syllable in syllables()[::97]:
        lead, vowel, tail = parts(syllable)
        jamo = unicodedata.normalize("NFD", syllable)
        assert ord(jamo[0]) - 0x1100 == LEADS.index(lead)
        assert ord(jamo[1]) - 0x1161 == VOWELS.index(vowel)
        assert (ord(jamo[2]) - 0x11A7 if len(jamo) > 2 else 0) == TAILS.index(tail)


def test_a_tail_is_below_and_a_pair_side_by_side() -> None:
    square = [np.array([[0.0, 0], [1, 0], [1, 1], [0, 1], [0, 0]])]
    jamo = {letter: [square] for letter in LEADS + VOWELS if letter not in "ㅘㅙㅚㅝㅞㅟㅢ"}
    random = np.random.default_rng(1)
    assert len(compose("가", jamo, random)) == 2
    strokes = compose("닭", jamo, random)
    middles = [(s.min(0) + s.max(0)) / 2 for s in strokes]
    assert len(strokes) == 4
    assert middles[2][1] > max(middles[0][1], middles[1][1])
    assert middles[2][0] < middles[3][0]
    assert len(compose("과", jamo | {"ㅘ": [square]}, random)) in (2, 3)


def test_folded_weights_compute_the_same() -> None:
    torch.manual_seed(1)
    network = CharacterNetwork(3, [(4, 1), (6, 2)], [8])
    seen, _ = augmented(characters(12), np.random.default_rng(2))
    network.train()
    for _ in range(3):
        network(seen)
    network.eval()
    arrays = network.folded()
    other = CharacterNetwork(3, [(4, 1), (6, 2)], [8]).eval()
    with torch.no_grad():
        for number, (convolution, norm) in enumerate(zip(other.convolutions, other.norms, strict=True), 1):
            convolution.weight.copy_(torch.from_numpy(arrays[f"conv{number}.weight"]))
            norm.bias.copy_(torch.from_numpy(arrays[f"conv{number}.bias"]))
            norm.running_var.fill_(1 - norm.eps)
        for name, layer in (("hidden1", other.layers[0]), ("output", other.output)):
            layer.weight.copy_(torch.from_numpy(arrays[f"{name}.weight"]))
            layer.bias.copy_(torch.from_numpy(arrays[f"{name}.bias"]))
        assert torch.allclose(network(seen), other(seen), atol=1e-4)
    quantised = quantise(arrays)
    assert quantised["conv1.weight"].dtype == np.float32
    assert quantised["hidden1.weight"].dtype == quantised["output.weight"].dtype == np.int8


def test_training_learns_and_resumes(tmp_path: Path) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    options = SimpleNamespace(run=tmp_path, inks=2880, every=1440, batch=24, rate=5e-3, seed=1)
    inks, dev = characters(48), characters(30, seed=5)
    average = train(CharacterNetwork(12, [(4, 2), (8, 2)], [16], dropout=0), inks, dev, options)
    labels = torch.tensor([c.label for c in dev])
    with torch.no_grad():
        assert ranks(average(plain(dev)), labels)["top1"] > 0.8
    options.inks = 2904
    train(CharacterNetwork(12, [(4, 2), (8, 2)], [16], dropout=0), inks, dev, options)
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 3


def test_drawn_signs_stand_as_they_should() -> None:
    random = np.random.default_rng(3)
    for name in sorted(BRACKETS) + ["？"]:
        for _ in range(20):
            points = np.concatenate(draw(name, random))
            assert np.isfinite(points).all()
            assert 0.5 < np.ptp(points[:, 1]) < 1.5
    # the corner of an opening bracket is in the upper left, of a closing one in the lower right
    for name, corner in (("「", 0), ("」", 1)):
        (stroke,) = draw(name, random)
        low, high = stroke.min(0), stroke.max(0)
        at = [low, high][corner]
        assert np.abs(stroke - at).max(1).min() < 0.2
    assert "「" in signs("ja")
    assert "「" not in signs("ko")
    assert "(" in signs("ko")
    assert "（" in signs("zh-Hant")
    assert not signs("el")


def test_signs_come_behind_the_characters_that_a_network_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stroke = np.array([[0.0, 0.0], [1.0, 2.0]])
    monkeypatch.setattr(dataset, "learnt", lambda *_: {"1": [[stroke]] * 3, "(": [[stroke]]})
    inks = characters(30)
    names, both = with_signs(tmp_path, "ja", ["a", "b", "c"], inks, seed=1)
    assert names == ["a", "b", "c", "(", "1"]
    weights = [sum(c.weight for c in both if c.label == label) for label in (3, 4)]
    assert weights[1] == pytest.approx(DIGIT_WEIGHT * weights[0])
    assert sum(weights) == pytest.approx(SIGNS_SHARE * sum(c.weight for c in both))
    before, after = (CharacterNetwork(classes, [(4, 2), (4, 2)], [6]).eval() for classes in (3, 5))
    checkpoint.save(tmp_path / "checkpoint.pt", {"average": before.state_dict()})
    begin(after, tmp_path)
    pictures = plain(inks)
    with torch.no_grad():
        # a product with more columns may be summed in another order
        torch.testing.assert_close(after(pictures)[:, :3], before(pictures), rtol=1e-5, atol=1e-6)
