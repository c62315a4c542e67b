"""Builds a language data file from lists of words and their counts.

    python -m inkd_training.language.build                     every language of INKD_DATA/words
    python -m inkd_training.language.build --languages en de   some of them
    python -m inkd_training.language.build --languages en --weights '{"language": 0.5}' --out /tmp/try   with other weights, to compare
    python -m inkd_training.language.build --only-weights --languages en --weights '{"language": 0.5}' --out /tmp/try   in place

Hash tables that `Sources/Recognition/Lexicon` uses in place: an interpolated Kneser-Ney n-gram over the characters of words (Chen and
Goodman 1999, one discount), the words' own probabilities, and where there are lists of word pairs a bigram of words. A slot is four
bytes: a fingerprint of the key, by which what was never seen is known as such, and logarithms in sixteenths. Everything is in lower case;
case is the decoder's affair, but how often a word begins with a capital within sentences stands beside its probability.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np

from ..ink import add_data_argument
from ..model_file import read, write
from .bigrams import Bigrams, probabilities, read_bigrams
from .hash_table import hash_table, pair_key, quantise_log, word_key
from .kneser_ney import FIRST, ORDER, kneser_ney, prune
from .word_list import LETTERS, NAMES, SCRIPTS, graphemes, is_noun, merged_words, plain_letters, rejoin_apostrophes

WEIGHTS = {"language": 0.55, "length": 2.0, "space": 0.5, "lexicon": 0.93, "code": -4.0, "bigram": 0.5, "doubt": 0.9}
"""Chosen on dev inks; see README.md for the sweep."""
CAPITALS = {"de": 0.3}
"""The chance that a word within a sentence begins with a capital, in languages where it is another than in English."""
SCRIPT_SPACE = -0.25
"""The weight of a space in languages whose script has a network of its own."""
MOST_NGRAMS = 400_000
MOST_BIGRAMS = 500_000
WORD_BITS = 20
"""Of the fingerprint of a word; its share of capitals takes four."""
CAPITAL_STEPS = 14
LICENCE = "CC BY-SA 4.0"
LARGE_SOURCE = "word counts of wordfreq 3.1.1 (R. Speer; SUBTLEX, OpenSubtitles, Leeds Internet Corpus, Wikipedia, ParaCrawl, Google Books)"
SOURCE = LARGE_SOURCE + " and OpenSubtitles 2018 (FrequencyWords by Hermit Dave, github.com/hermitdave/FrequencyWords)"
BIGRAM_SOURCE = "; word pairs of public-domain books (Project Gutenberg) and of UD English EWT"


def capital_code(word: str, language: str, bigrams: Bigrams | None) -> int:
    """Four bits: 0 if nothing is known, otherwise 1 and how often the word begins with a capital within a sentence, in CAPITAL_STEPS."""
    share = 1.0 if is_noun(word, language) else bigrams.capital_share(word) if bigrams else None
    return 0 if share is None else 1 + round(share * CAPITAL_STEPS)


def ngram_table(counts: dict[str, int], language: str, letters: str) -> tuple[np.ndarray, int]:
    """The slots of the character n-gram, and how many of them are taken."""
    ids = {c: FIRST + i for i, c in enumerate(letters)}
    grams = prune(kneser_ney({**rejoin_apostrophes(counts, language), **counts}, ids), MOST_NGRAMS)
    order = sorted(grams)
    values = [quantise_log(grams[g][0]) | quantise_log(grams[g][1]) << 8 for g in order]
    return hash_table([int.from_bytes(g, "big") for g in order], values, 16), len(order)


def build(language: str, data: Path, out: Path, weights: dict[str, float]) -> None:
    """Writes one language's file, `out`/LANGUAGE.safetensors, from `data`/words; weights: the decoder's, see WEIGHTS."""
    letters = plain_letters(language)
    counts = merged_words(data, language, set(letters))
    bigrams = read_bigrams(data, language, counts)
    ngrams, ngram_count = ngram_table(counts, language, letters)
    total = sum(counts.values())
    listed = sorted(counts)
    values = [quantise_log(counts[w] / total) | capital_code(w, language, bigrams) << 8 for w in listed]
    tables = {"ngrams": ngrams, "words": hash_table([word_key(w) for w in listed], values, WORD_BITS)}
    pairs = probabilities(bigrams, {w: c / total for w, c in counts.items()}, MOST_BIGRAMS) if bigrams else {}
    if pairs:
        ordered = sorted(pairs)
        tables["bigrams"] = hash_table([pair_key(*pair) for pair in ordered], [quantise_log(pairs[pair]) for pair in ordered], 24)
    else:
        weights = {name: weight for name, weight in weights.items() if name != "bigram"}
    if language in CAPITALS:
        weights = {"capital": CAPITALS[language]} | weights
    if language in SCRIPTS:
        weights = weights | {"space": SCRIPT_SPACE}
    script = {"script": SCRIPTS[language]} if language in SCRIPTS else {}
    source = SOURCE if (data / f"words/{language}.txt.gz").exists() else LARGE_SOURCE
    write(
        out / f"{language}.safetensors",
        tables,
        script
        | {
            "kind": "language",
            "language": language,
            "name": NAMES[language],
            "graphemes": graphemes(language),
            "symbols": letters,
            "order": str(ORDER),
            "word_bits": str(WORD_BITS),
            "weights": json.dumps(weights, sort_keys=True),
            "training_data": source + (BIGRAM_SOURCE if pairs else ""),
            "training_data_licence": LICENCE + (", public domain" if pairs else ""),
            "licence": LICENCE,
        },
    )
    size = (out / f"{language}.safetensors").stat().st_size
    print(f"{language}: {ngram_count} n-grams, {len(listed)} words, {len(pairs)} pairs, {size} bytes", flush=True)


def change_weights(path: Path, weights: dict[str, float]) -> None:
    """Puts other weights into a file that is there; those not named stay."""
    arrays, metadata = read(path)
    changed = json.loads(metadata["weights"]) | weights
    write(path, arrays, metadata | {"weights": json.dumps(changed, sort_keys=True)})


def main() -> None:
    """Builds the files of the languages that the command line names."""
    parser = argparse.ArgumentParser(description="Build inkd's language data from word lists.")
    add_data_argument(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[3] / "models/language")
    parser.add_argument("--languages", nargs="+", default=sorted(LETTERS), choices=sorted(LETTERS))
    parser.add_argument("--weights", type=json.loads, default={}, help="JSON of those that differ from WEIGHTS")
    parser.add_argument("--only-weights", action="store_true", help="change the weights of files that are there, and nothing else")
    options = parser.parse_args()
    for language in options.languages:
        if options.only_weights:
            change_weights(options.out / f"{language}.safetensors", options.weights)
        else:
            build(language, options.data, options.out, WEIGHTS | options.weights)


if __name__ == "__main__":
    main()
