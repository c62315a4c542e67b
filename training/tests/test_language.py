"""Language data, built from a list of a few words."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from generated_ink import write_word_list
from inkd_training.language.build import WEIGHTS, build
from inkd_training.language.hash_table import LONGEST_PROBE, UNIT, hash_table, mix, quantise_log, word_key
from inkd_training.language.kneser_ney import BEGIN, END, FIRST, kneser_ney
from inkd_training.language.word_list import count_words, graphemes, rejoin_apostrophes
from inkd_training.model_file import read

COUNTS = {"the": 500, "then": 60, "hen": 20, "it": 90, "'s": 40, "well-known": 5, "Zoë": 7, "naïve": 3}


def look_up(table: np.ndarray, key: int, bits: int) -> int | None:
    """The value of a key, as the decoder looks it up."""
    slots = table.reshape(-1).view("<u4")
    key_hash = int(mix(np.array([key], np.uint64))[0])
    place = (key_hash >> 32) * len(slots) >> 32
    for _ in range(LONGEST_PROBE):
        slot = int(slots[place])
        if slot == 0:
            return None
        if slot & (1 << bits) - 1 == max(1, key_hash & (1 << bits) - 1):
            return slot >> bits
        place = (place + 1) % len(slots)
    return None


def test_hash_table() -> None:
    random = np.random.default_rng(1)
    keys = [int(k) for k in np.unique(random.integers(0, 2**63, 3000))]
    values = [int(v) for v in random.integers(0, 256, len(keys))]
    table = hash_table(keys[:2000], values[:2000], 24)
    assert table.dtype == np.uint8
    assert table.shape[1] == 4
    assert [look_up(table, key, 24) for key in keys[:2000]] == values[:2000]
    assert [look_up(table, key, 24) for key in keys[2000:]] == [None] * (len(keys) - 2000)


def test_logarithms() -> None:
    assert [quantise_log(p) for p in (1.0, math.exp(-1), 1e-30)] == [0, UNIT, 255]
    assert word_key("") == 0xCBF29CE484222325
    assert word_key("a") == 0xAF63DC4C8601EC8C


def test_word_counts(tmp_path: Path) -> None:
    path = tmp_path / "en.txt.gz"
    write_word_list(path, COUNTS)
    counts = count_words(path, set("abcdefghijklmnopqrstuvwxyz'"))
    assert counts == {"the": 500, "then": 60, "hen": 20, "it": 90, "'s": 40, "well": 5, "known": 5}
    joined = rejoin_apostrophes(counts, "en")
    assert set(joined) == {f"{host}'s" for host in ("the", "then", "hen", "it")} | ({"well's", "known's"} & set(joined))
    # the hosts share the 40 by their own counts, whole numbers each
    assert joined["the's"] == 40 * 500 // 680
    assert "ß" in graphemes("de")
    assert "Ü" in graphemes("de")


def test_probabilities_add_up_to_one() -> None:
    letters = "ehint"
    ids = {c: FIRST + i for i, c in enumerate(letters)}
    grams = kneser_ney({"the": 500, "then": 60, "hen": 20, "it": 90, "nine": 2}, ids)

    def probability(context: bytes, symbol: int) -> float:
        gram = context + bytes([symbol])
        if gram in grams:
            return grams[gram][0]
        if not context:
            return 0.0
        return grams[context][1] * probability(context[1:], symbol) if context in grams else probability(context[1:], symbol)

    symbols = [*ids.values(), END]
    start = bytes([BEGIN])
    for context in (start, start + bytes([ids["t"]]), bytes(ids[c] for c in "he"), start + bytes(ids[c] for c in "the")):
        assert sum(probability(context, s) for s in symbols) == pytest.approx(1, abs=0.05), context
    assert probability(start + bytes([ids["t"]]), ids["h"]) > 0.8
    assert all(0 < p <= 1 and backoff >= 0 for p, backoff in grams.values())


def test_build(tmp_path: Path) -> None:
    write_word_list(tmp_path / "words/en.txt.gz", COUNTS)
    for out in ("a", "b"):
        build("en", tmp_path, tmp_path / out, WEIGHTS)
    path = tmp_path / "a/en.safetensors"
    assert path.read_bytes() == (tmp_path / "b/en.safetensors").read_bytes()
    arrays, metadata = read(path)
    assert metadata["kind"] == "language"
    assert metadata["order"] == "6"
    assert metadata["symbols"] == "'abcdefghijklmnopqrstuvwxyz"
    assert metadata["licence"] == "CC BY-SA 4.0"
    assert json.loads(metadata["weights"]) == WEIGHTS
    total = sum(COUNTS.values()) - COUNTS["Zoë"] - COUNTS["naïve"] + COUNTS["well-known"]
    for word, count in (("the", 500), ("hen", 20), ("known", 5)):
        assert look_up(arrays["words"], word_key(word), 24) == quantise_log(count / total)
    assert look_up(arrays["words"], word_key("zoë"), 24) is None
    ids = {c: FIRST + i for i, c in enumerate(metadata["symbols"])}
    gram = bytes([BEGIN, ids["t"], ids["h"]])
    value = look_up(arrays["ngrams"], int.from_bytes(gram, "big"), 16)
    assert value is not None
    assert value & 255 < quantise_log(0.5)
