"""Generated shapes and gestures, and a few steps of training on them."""

from pathlib import Path

import numpy as np
import pytest
import torch

from generated_ink import assert_valid, write_ink_file, write_text
from inkd_training.gestures import dataset as gestures
from inkd_training.gestures.features import Trace, features
from inkd_training.gestures.generate import KINDS, gesture
from inkd_training.gestures.train import choose_threshold, export, probabilities
from inkd_training.gestures.train import train as train_gestures
from inkd_training.ink import join_strokes
from inkd_training.model_file import read
from inkd_training.shapes import dataset as shapes
from inkd_training.shapes.features import GRID, PLANES, picture
from inkd_training.shapes.network import NAMES, ShapeNetwork
from inkd_training.shapes.pen import Pen
from inkd_training.shapes.plans import PLANS
from inkd_training.shapes.train import TrainingConfig, fit_temperature
from inkd_training.shapes.train import train as train_shapes


@pytest.mark.parametrize("name", PLANS)
def test_drawn_shapes_are_valid(name: str) -> None:
    for seed in range(15):
        strokes = PLANS[name](Pen(np.random.default_rng(seed)))
        assert_valid(*join_strokes(strokes))
        seen = picture(strokes)
        assert seen.shape == (GRID, GRID, PLANES)
        assert seen.min() >= 0
        assert 0 < seen.max() <= 1


def test_a_picture_does_not_show_how_a_shape_was_drawn() -> None:
    strokes = PLANS["arrow"](Pen(np.random.default_rng(3)))
    other = [s[::-1] * 12 + [300, -40] for s in strokes[::-1]]
    assert np.abs(picture(strokes) - picture(other)).max() < 1e-5


def test_shape_training(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shapes, "PART", 128)
    torch.manual_seed(1)
    drawn = shapes.draw_dataset(tmp_path, 200, {}, 1)
    assert drawn[0].shape == (200, GRID, GRID, PLANES)
    assert drawn[0].dtype == torch.uint8
    assert set(drawn[1].tolist()) <= set(range(len(NAMES)))
    again = shapes.draw_dataset(tmp_path, 200, {}, 1)
    assert all(torch.equal(a, b) for a, b in zip(drawn, again, strict=True))
    # two classes are enough to see it learn
    rng = np.random.default_rng(5)
    labels = torch.tensor([NAMES.index(name) for name in ("circle", "x")] * 64)
    rows = np.stack([np.round(255 * picture(PLANS[NAMES[k]](Pen(rng)))).astype(np.uint8) for k in labels])
    data = (torch.from_numpy(rows), labels)
    config = TrainingConfig(tmp_path, epochs=6, batch=32, every=8)
    network, seen = train_shapes(ShapeNetwork(channels=(8, 8, 8), hidden=16), data, data, config)
    assert seen == 6 * 128
    resumed, seen_again = train_shapes(ShapeNetwork(channels=(8, 8, 8), hidden=16), data, data, config)
    assert seen_again == seen
    assert all(torch.equal(a, b) for a, b in zip(network.parameters(), resumed.parameters(), strict=True))


def test_temperature() -> None:
    torch.manual_seed(2)
    logits = torch.randn(4000, 5)
    labels = torch.distributions.Categorical(logits=logits).sample()
    assert fit_temperature(3 * logits, labels) == pytest.approx(3, rel=0.15)


@pytest.mark.parametrize("kind", KINDS)
def test_generated_gestures_are_valid(kind: str) -> None:
    traces = [Trace(s) for s in write_text("some words to edit", np.random.default_rng(0))]
    made = 0
    for seed in range(30):
        stroke = gesture(kind, traces, np.random.default_rng(seed))
        if stroke is None:
            continue
        made += 1
        assert_valid(stroke, np.array([0]))
        assert (stroke == np.round(stroke)).all()
        row = features(stroke, traces)
        if row is not None:
            assert row.shape == (75,)
            assert np.isfinite(row).all()
    assert made > 15


def test_gesture_training(tmp_path: Path) -> None:
    write_ink_file(tmp_path / "ink.jsonl.gz", ["scratch these words out", "or put a line below them"] * 12)
    x, y = gestures.samples(tmp_path / "ink.jsonl.gz", 1.0, orderly=8, gestures=10, seed=1)
    assert x.shape == (len(y), 75)
    assert set(y.tolist()) == set(range(len(KINDS) + 1))
    model, mean, deviation = train_gestures(x, y, epochs=60)
    found = probabilities(model, mean, deviation, x)
    assert np.abs(found.sum(1) - 1).max() < 1e-5
    assert (found.argmax(1) == y).mean() > 0.8
    cached = gestures.cached(tmp_path / "run/x.npz", lambda: {"x": x})
    assert (gestures.cached(tmp_path / "run/x.npz", dict)["x"] == cached["x"]).all()
    export(tmp_path / "gestures.safetensors", model, mean, deviation, 0.75)
    arrays, metadata = read(tmp_path / "gestures.safetensors")
    assert metadata["classes"].split() == ["text", *KINDS]
    assert metadata["threshold"] == "0.750000"
    hidden = (x - arrays["mean"]) / arrays["deviation"]
    for layer in range(3):
        hidden = hidden @ arrays[f"layer{layer}.weight"].T + arrays[f"layer{layer}.bias"]
        hidden = np.maximum(hidden, 0) if layer < 2 else hidden
    assert (hidden.argmax(1) == found.argmax(1)).all()


def test_threshold() -> None:
    gestureness = np.concatenate([np.linspace(0.6, 0.99, 40), np.full(960, 0.01)])
    threshold = choose_threshold(gestureness, 1000, 0.01)
    assert (gestureness > threshold).sum() == 10
    assert choose_threshold(gestureness, 1000, 0.9) == 0.5
