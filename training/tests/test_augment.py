"""Data augmentation keeps ink valid, and is a function of its random generator alone."""

import numpy as np
import pytest

from generated_ink import assert_valid, write_text
from inkd_training.ink import join_strokes, resample, split_strokes
from inkd_training.symbols.augment import augment as augment_symbol
from inkd_training.symbols.features import features as symbol_features
from inkd_training.text.augment import augment as augment_text
from inkd_training.text.augment import delay_marks, drop_samples, move_strokes, round_off
from inkd_training.text.contact import break_strokes, join_close_strokes, lose_beginnings
from inkd_training.text.features import features, features_and_places

AUGMENT = {"text": (augment_text, features), "symbols": (augment_symbol, symbol_features)}


@pytest.mark.parametrize("kind", AUGMENT)
@pytest.mark.parametrize("text", ["a", "i", "jib", "a line of words"])
def test_augmented_ink_is_valid(kind: str, text: str) -> None:
    augment, features_of = AUGMENT[kind]
    points, starts = join_strokes(write_text(text, np.random.default_rng(0)))
    points /= 100
    before = points.copy()
    for seed in range(150):
        varied, begins = augment(points, starts, np.random.default_rng(seed))
        assert_valid(varied, begins)
        # text is broken and run together, too; the strokes of a symbol stay as many as they were
        assert kind == "text" or len(begins) == len(starts)
        rows = features_of(varied, begins)
        assert rows.dtype == np.float32
        assert rows.shape[1] == 8
        assert np.isfinite(rows).all()
        assert rows[:, 6].sum() == rows[:, 7].sum() == len(begins)
    assert (points == before).all()


@pytest.mark.parametrize("kind", AUGMENT)
def test_augmentation_is_repeatable(kind: str) -> None:
    augment, _ = AUGMENT[kind]
    points, starts = join_strokes(write_text("again", np.random.default_rng(0)))
    one, two, three = (augment(points / 100, starts, np.random.default_rng(seed))[0] for seed in (5, 5, 6))
    assert np.array_equal(one, two)
    assert not np.array_equal(one, three)


@pytest.mark.parametrize("kind", AUGMENT)
def test_dots_stay_dots(kind: str) -> None:
    augment, features_of = AUGMENT[kind]
    for seed in range(50):
        varied, begins = augment(np.zeros((1, 2)), np.array([0]), np.random.default_rng(seed))
        assert_valid(varied, begins)
        assert np.isfinite(features_of(varied, begins)).all()


def test_rounder_and_sharper_turns() -> None:
    # a stroke with a corner, a stroke of two points, a dot
    corner = np.concatenate([np.linspace([0, 0], [0, 1], 21), np.linspace([0, 1], [1, 1], 21)[1:]])
    points, starts = join_strokes([corner, np.array([[2.0, 0], [2, 1]]), np.array([[3.0, 0.5]])])
    depths = []
    for seed in range(20):
        changed = split_strokes(round_off(points, starts, np.random.default_rng(seed)), starts)
        np.testing.assert_allclose(changed[0][[0, -1]], corner[[0, -1]], atol=1e-12)
        assert np.array_equal(np.concatenate(changed[1:]), points[len(corner) :])
        depths.append(changed[0][20, 1] - changed[0][20, 0])
    assert min(depths) < 0.98
    assert max(depths) > 1.02


def test_moved_strokes_stay_near() -> None:
    points, starts = join_strokes(write_text("moved", np.random.default_rng(0)))
    points = points / 100
    moved = move_strokes(points, starts, np.random.default_rng(1))
    assert not np.array_equal(moved, points)
    assert np.abs(moved - points).max() < 0.4


def test_delayed_marks_are_the_same_strokes_in_another_order() -> None:
    strokes = [np.array([[0.0, 0.5], [0.02, 1]]), np.array([[0.0, 0.1], [0.01, 0.1]]), np.array([[0.5, 0], [1.0, 1]])]
    orders = set()
    for seed in range(20):
        moved = split_strokes(*delay_marks(*join_strokes(strokes), np.random.default_rng(seed)))
        orders.add(tuple(next(k for k, s in enumerate(strokes) if np.array_equal(s, m)) for m in moved))
    assert orders == {(0, 1, 2), (0, 2, 1)}


def test_dropped_samples_keep_the_ends() -> None:
    stroke = np.stack([np.linspace(0, 1, 30), np.linspace(0, 1, 30)], 1)
    kept, _ = drop_samples(stroke, np.array([0]), np.random.default_rng(1))
    assert len(kept) <= 16
    assert (kept[[0, -1]] == stroke[[0, -1]]).all()


def test_lost_beginnings_leave_the_ends_and_short_strokes() -> None:
    long, dot = np.stack([np.linspace(0, 1, 100), np.zeros(100)], 1), np.array([[2.0, 0], [2.1, 0]])
    lost = set()
    for seed in range(30):
        first, second = split_strokes(*lose_beginnings(*join_strokes([long, dot]), np.random.default_rng(seed)))
        assert (first[-1] == long[-1]).all()
        assert (second == dot).all()
        lost.add(len(long) - len(first))
    assert max(lost) <= 15
    assert len(lost) > 5


def test_broken_strokes_keep_their_order_and_ends() -> None:
    stroke = np.stack([np.linspace(0, 1, 50), np.zeros(50)], 1)
    counts = set()
    for seed in range(60):
        points, starts = break_strokes(stroke, np.array([0]), np.random.default_rng(seed))
        assert_valid(points, starts)
        assert (points[[0, -1]] == stroke[[0, -1]]).all()
        assert (np.diff(points[:, 0]) > 0).all()
        assert len(points) >= 47
        counts.add(len(starts))
    assert counts == {1, 2}


def test_only_strokes_that_begin_close_to_the_right_are_joined() -> None:
    bar = np.array([[0.0, 0], [1, 0]])
    close, far, left = bar + [1.05, 0.1], bar + [3.0, 0], bar + [2.5, 0]
    joined = set()
    for seed in range(40):
        points, starts = join_close_strokes(*join_strokes([bar, close, far, left]), np.random.default_rng(seed))
        assert (points == np.concatenate([bar, close, far, left])).all()
        joined.add(tuple(starts))
    assert joined == {(0, 2, 4, 6), (0, 4, 6)}


def test_resampling_is_even_and_keeps_the_ends() -> None:
    strokes = [np.array([[0.0, 0], [3, 4], [6, 0]]), np.array([[9.0, 9]])]
    points, starts = resample(*join_strokes(strokes), 0.5)
    line, dot = split_strokes(points, starts)
    assert np.allclose(np.hypot(*np.diff(line, axis=0).T), 0.5)
    assert len(line) == 21
    assert (line[[0, -1]] == strokes[0][[0, -1]]).all()
    assert (dot == [9, 9]).all()
    assert len(dot) == 4


def test_text_features_do_not_depend_on_place_and_size() -> None:
    points, starts = join_strokes(write_text("same", np.random.default_rng(0)))
    rows = features(points, starts)
    assert np.abs(features(points * 37 + [1000, -500], starts) - rows).max() < 1e-5
    _, places = features_and_places(points, starts)
    assert len(places) == len(rows)
    assert (np.diff(places) >= 0).all()
    assert (places[0], places[-1]) == (0, len(points) - 1)
