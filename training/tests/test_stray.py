"""Stray strokes: the same cases as in Swift's StrayStrokeTests."""

import numpy as np
import pytest

from inkd_training.ink import Strokes, join_strokes
from inkd_training.text.features import features, features_and_places
from inkd_training.text.stray import writing


def words(count: int, top: float = 0.0) -> Strokes:
    """A line of zigzags 40 wide and 10 high, one stroke for each word."""
    step = np.arange(17)
    return [np.stack([55.0 * word + 2.5 * step, np.where(step % 2 == 0, top, top + 10)], 1) for word in range(count)]


@pytest.mark.parametrize("y", [-30.0, 40.0])
@pytest.mark.parametrize("place", [0, 1])
def test_a_small_stroke_far_away_changes_no_number(y: float, place: int) -> None:
    ink = words(3)
    spoilt = [*ink]
    spoilt.insert(place, np.array([[20, y], [20.5, y + 0.2], [21, y + 0.4], [21.5, y + 0.6]]))
    assert (features(*join_strokes(spoilt)) == features(*join_strokes(ink))).all()
    rows, places = features_and_places(*join_strokes(spoilt))
    stray = range(17 * place, 17 * place + 4)
    assert len(rows) == len(places)
    assert not set(places) & set(stray)


def test_a_stroke_above_a_very_long_line_or_straight_strokes_is_stray() -> None:
    speck = np.array([[20, -30], [20.5, -29.8], [21, -29.6]])
    assert writing(*join_strokes([speck, *words(13)])) == list(range(1, 14))
    tally = [np.array([[12.0 * k, 0], [12.0 * k, 10]]) for k in range(5)]
    assert writing(*join_strokes([*tally, speck])) == list(range(5))
    assert writing(*join_strokes([*tally[:3], speck])) is None


def test_marks_accents_and_second_lines_are_writing() -> None:
    dot = np.array([[4.0, -12], [4.2, -12]])
    for ink in (
        [*words(2), dot],
        words(4) + words(2, top=60),
        [np.array([[0.0, 0], [0, 10]]), np.array([[0.0, -40], [0.5, -40]])],
        [np.array([[0.0, 0], [20, 0]]), np.array([[10.0, -6]]), np.array([[10.0, 6]])],
        [np.array([[0.0, 0], [20, 0]]), np.array([[0.0, 8], [20, 8]])],
        [np.array([[0.0, 0]]), np.array([[0.0, 8]])],
        [np.array([[1.0, 2]])],
        [word - [0, 15 * k] for k, word in enumerate(words(6))],
    ):
        assert writing(*join_strokes(ink)) is None
