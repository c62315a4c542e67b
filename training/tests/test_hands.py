"""The hands that text is written with."""

import gzip
import json

import pytest

from inkd_training.hands import (
    JOIN_HEIGHT,
    PROJECT,
    absolute,
    compact,
    dotted_by_pen,
    read,
    script_letter,
    sheared,
    without_lifting,
)

DIAMOND = [(0, -60), (-30, -30), (0, 0), (30, -30), (0, -60)]


def test_strokes_are_kept_as_a_start_and_steps(tmp_path):
    row = {"label": "a", "style": "futural", "left": -2, "right": 3, "strokes": [[1, 2, 3, 4, -1, 0]], "notice": "by somebody"}
    path = tmp_path / "glyphs.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.write(json.dumps(row) + "\n")
    styles, notice = read(path)
    assert styles == {"futural": {"a": {"left": -2, "right": 3, "strokes": [[(1, 2), (4, 6), (3, 6)]]}}}
    assert notice == "by somebody"
    assert absolute([5, 5]) == [(5, 5)]


def test_a_diamond_becomes_a_short_stroke_and_a_ring_stays():
    ring = [(10 * x, 10 * y) for x, y in DIAMOND]
    assert dotted_by_pen([DIAMOND, ring]) == [[(0, -60), (10, -36)], ring]


def test_the_pen_goes_back_over_its_own_ink_and_lifts_elsewhere():
    down = [(0, -400), (0, 0)]
    assert without_lifting([down, [(0, -200), (200, -300)]]) == [[*down, (0, -200), (200, -300)]]
    assert without_lifting([down, [(50, 0), (200, 0)]]) == [[*down, (50, 0), (200, 0)]]
    bar = [(-200, -200), (200, -200)]
    assert without_lifting([down, bar]) == [down, bar]


def test_a_letter_joins_where_it_meets_its_bounds():
    body = [(-60, JOIN_HEIGHT), (0, -270), (0, 0), (150, JOIN_HEIGHT)]
    letter = script_letter("i", {"left": -60, "right": 150, "strokes": [[(x + 30, y - 360) for x, y in DIAMOND], body]})
    assert letter["entry"]
    assert letter["exit"]
    assert letter["delayed"] == 1
    assert letter["strokes"][0] == body
    assert len(letter["strokes"][1]) == 2
    upright = compact(sheared(letter, 0.3))
    assert upright["strokes"][0][:2] == [0, JOIN_HEIGHT]
    assert upright["strokes"][0][-2:] == [upright["advance"], JOIN_HEIGHT]


@pytest.mark.parametrize("name", ["print", "script", "cursive"])
def test_the_files_in_the_repository_are_hands(name):
    hand = json.loads((PROJECT / f"models/hands/{name}.json").read_text(encoding="utf-8"))
    assert hand["name"] == name
    assert "Hershey" in hand["notice"]
    for character, forms in hand["glyphs"].items():
        assert len(character) == 1
        for form in forms:
            assert all(len(stroke) % 2 == 0 and stroke for stroke in form["strokes"])
            assert form.get("delayed", 0) <= len(form["strokes"])
    joined = [form for forms in hand["glyphs"].values() for form in forms if form.get("entry")]
    assert bool(joined) == (name != "print")
    assert all(form["strokes"][0][:2] == [0, JOIN_HEIGHT] for form in joined)
