"""Language data, built from a list of a few words."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

from generated_ink import write_pair_list, write_word_list
from inkd_training.language.bigrams import CUT_OFF, SENTENCE, probabilities, read_bigrams
from inkd_training.language.build import CAPITAL_STEPS, WEIGHTS, WORD_BITS, build, change_weights
from inkd_training.language.hash_table import LONGEST_PROBE, UNIT, hash_table, mix, pair_key, quantise_log, word_key
from inkd_training.language.kneser_ney import BEGIN, END, FIRST, kneser_ney, prune
from inkd_training.language.word_list import count_words, graphemes, is_noun, is_run_together, merged_words, rejoin_apostrophes
from inkd_training.model_file import read

PAIRS = [
    ("the", "hen", 900),
    ("the", "Then", 30),
    ("the", ",", 8),
    (SENTENCE, "The", 700),
    (SENTENCE, "It", 90),
    ("it", ".", 300),
    ("hen", "It", 40),
    ("then", "it", 10),
    (".", "The", 99),
    ("the", "unlisted", 99),
]
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
    assert {"ı", "İ", "Ş"} < set(graphemes("tr"))
    assert len(set(graphemes("tr"))) == len(graphemes("tr"))


def test_merged_words(tmp_path: Path) -> None:
    letters = set("abcdefghijklmnopqrstuvwxyzäöüß'")
    write_word_list(tmp_path / "words/de.txt.gz", {"und": 900, "zeit": 50, "heimweh": 50})
    assert merged_words(tmp_path, "de", letters) == {"und": 900, "zeit": 50, "heimweh": 50}
    write_word_list(tmp_path / "words/de.large.txt.gz", {"und": 26_000_000, "zeit": 1_000_000, "the": 9000, "software": 9000})
    write_word_list(tmp_path / "words/en.large.txt.gz", {"the": 53_000_000, "software": 90_000, "und": 9_999_999})
    # of the subtitles' thousand words fifty; a word of English that is only there has gone
    assert merged_words(tmp_path, "de", letters) == {"und": 26_000_000, "zeit": 1_000_000, "software": 9000, "heimweh": 50_000_000}
    assert is_run_together("helloworld", {"helloworld": 56, "hello": 52_000, "world": 600_000})
    assert not is_run_together("bookcase", {"bookcase": 900, "book": 90_000, "case": 90_000})
    assert is_noun("zeitung", "de")
    assert not is_noun("jung", "de")
    assert not is_noun("zeitung", "en")


def test_word_pairs(tmp_path: Path) -> None:
    listed = dict.fromkeys(("the", "then", "hen", "it"), 1)
    assert read_bigrams(tmp_path, "en", listed) is None
    write_pair_list(tmp_path / "words/en.bigrams.txt.gz", PAIRS)
    bigrams = read_bigrams(tmp_path, "en", listed)
    assert bigrams is not None
    assert bigrams.pairs["the", "hen"] == 900
    assert bigrams.pairs[SENTENCE, "the"] == 700
    assert not any(before == "." or word == "unlisted" for before, word in bigrams.pairs)
    # what begins a sentence says nothing of a word's case
    assert bigrams.capital_share("the") is None
    assert bigrams.capital_share("then") == 1.0
    assert bigrams.capital_share("hen") == 0.0
    assert bigrams.capital_share("it") == 40 / 50
    shares = {"the": 0.5, "then": 0.1, "hen": 0.1, "it": 0.3}
    found = probabilities(bigrams, shares, 1000)
    for before in ("the", SENTENCE, "then", "hen"):
        assert sum(found.get((before, word), found[before, ""] * share) for word, share in shares.items()) == pytest.approx(1)
    assert found["the", "hen"] > 0.9
    assert found["the", ","] == pytest.approx(8 / (938 + 3 * CUT_OFF))
    assert found["it", ""] == 1.0
    few = probabilities(bigrams, shares, 4)
    assert len(few) <= 4
    assert ("the", "hen") in few
    assert ("then", "it") not in few


def test_pruned_probabilities_add_up_to_one() -> None:
    ids = {c: FIRST + i for i, c in enumerate("ehint")}
    grams = kneser_ney({"the": 500, "then": 60, "hen": 20, "it": 90, "nine": 2, "tent": 7, "thin": 3}, ids)
    few = prune(grams, 45)
    assert len(few) <= 45 < len(grams)
    assert prune(grams, len(grams)) == grams
    # every n-gram can be reached by going on from its parts
    assert all(len(gram) <= 2 or (gram[:-1] in few and gram[1:] in few) for gram in few)

    def probability(context: bytes, symbol: int) -> float:
        gram = context + bytes([symbol])
        if gram in few:
            return few[gram][0]
        lower = probability(context[1:], symbol) if context else 0.0
        return few[context][1] * lower if context in few else lower

    for context in few:
        if END not in context:
            assert sum(probability(context, s) for s in (*ids.values(), END)) == pytest.approx(1), context


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
    write_pair_list(tmp_path / "words/en.bigrams.txt.gz", PAIRS)
    for out in ("a", "b"):
        build("en", tmp_path, tmp_path / out, WEIGHTS)
    path = tmp_path / "a/en.safetensors"
    assert path.read_bytes() == (tmp_path / "b/en.safetensors").read_bytes()
    arrays, metadata = read(path)
    assert metadata["kind"] == "language"
    assert metadata["order"] == "6"
    assert metadata["symbols"] == "'abcdefghijklmnopqrstuvwxyz"
    assert metadata["licence"] == "CC BY-SA 4.0"
    assert "wordfreq" in metadata["training_data"]
    assert "Gutenberg" in metadata["training_data"]
    assert json.loads(metadata["weights"]) == WEIGHTS
    total = sum(COUNTS.values()) - COUNTS["Zoë"] - COUNTS["naïve"] + COUNTS["well-known"]
    bits = int(metadata["word_bits"])
    assert bits == WORD_BITS
    for word, count, capital in (("the", 500, 0), ("hen", 20, 1), ("then", 60, 1 + CAPITAL_STEPS), ("known", 5, 0)):
        assert look_up(arrays["words"], word_key(word), bits) == quantise_log(count / total) | capital << 8, word
    assert look_up(arrays["words"], word_key("zoë"), bits) is None
    assert look_up(arrays["bigrams"], pair_key("the", "hen"), 24) == quantise_log(0.95)
    assert look_up(arrays["bigrams"], pair_key("the", ""), 24) is not None
    assert look_up(arrays["bigrams"], pair_key("hen", "the"), 24) is None
    ids = {c: FIRST + i for i, c in enumerate(metadata["symbols"])}
    gram = bytes([BEGIN, ids["t"], ids["h"]])
    value = look_up(arrays["ngrams"], int.from_bytes(gram, "big"), 16)
    assert value is not None
    assert value & 255 < quantise_log(0.5)


def test_change_weights(tmp_path: Path) -> None:
    write_word_list(tmp_path / "words/sv.txt.gz", COUNTS)
    build("sv", tmp_path, tmp_path, WEIGHTS)
    before, metadata = read(tmp_path / "sv.safetensors")
    assert "bigrams" not in before
    assert "bigram" not in json.loads(metadata["weights"])
    change_weights(tmp_path / "sv.safetensors", {"space": -1.5})
    after, metadata = read(tmp_path / "sv.safetensors")
    assert json.loads(metadata["weights"]) == {k: w for k, w in WEIGHTS.items() if k != "bigram"} | {"space": -1.5}
    assert all((before[name] == after[name]).all() for name in before)
