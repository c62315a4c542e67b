"""Builds a language data file from a list of words and their counts.

    python -m inkd_training.language.build                     every language of INKD_DATA/words
    python -m inkd_training.language.build --languages en de   some of them
    python -m inkd_training.language.build --languages en --weights '{"language": 0.5}' --out /tmp/try   with other weights, to compare

Two hash tables that `Sources/Recognition/Lexicon` uses in place: an interpolated Kneser-Ney n-gram over the characters of words
(Chen and Goodman 1999, one discount) and the words' own probabilities. A slot is four bytes: a fingerprint of the key, by which
what was never seen is known as such, and logarithms in sixteenths. Everything is in lower case; case is the decoder's affair.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from ..ink import add_data_argument
from ..model_file import write
from .hash_table import hash_table, quantise_log, word_key
from .kneser_ney import FIRST, ORDER, kneser_ney
from .word_list import LETTERS, count_words, graphemes, rejoin_apostrophes

WEIGHTS = {"language": 0.40, "length": 2.0, "space": -0.25, "lexicon": 0.93, "code": -4.0}
"""Chosen on dev inks; see README.md for the sweep."""
LICENCE = "CC BY-SA 4.0"
SOURCE = "word counts of OpenSubtitles 2018 (FrequencyWords by Hermit Dave, github.com/hermitdave/FrequencyWords)"


def build(language: str, data: Path, out: Path, weights: dict[str, float]) -> None:
    """Writes one language's file, `out`/LANGUAGE.safetensors, from `data`/words; weights: the decoder's, see WEIGHTS."""
    letters = "".join(sorted(set("abcdefghijklmnopqrstuvwxyz" + LETTERS[language] + "'")))
    ids = {c: FIRST + i for i, c in enumerate(letters)}
    counts = count_words(data / f"words/{language}.txt.gz", set(letters))
    grams = kneser_ney({**counts, **rejoin_apostrophes(counts, language)}, ids)
    order = sorted(grams)
    ngrams = hash_table(
        [int.from_bytes(g, "big") for g in order], [quantise_log(grams[g][0]) | quantise_log(grams[g][1]) << 8 for g in order], 16
    )
    total = sum(counts.values())
    listed = sorted(counts)
    lexicon = hash_table([word_key(w) for w in listed], [quantise_log(counts[w] / total) for w in listed], 24)
    write(
        out / f"{language}.safetensors",
        {"ngrams": ngrams, "words": lexicon},
        {
            "kind": "language",
            "language": language,
            "graphemes": graphemes(language),
            "symbols": letters,
            "order": str(ORDER),
            "weights": json.dumps(weights, sort_keys=True),
            "training_data": SOURCE,
            "training_data_licence": LICENCE,
            "licence": LICENCE,
        },
    )
    print(f"{language}: {len(order)} n-grams, {len(listed)} words, {(out / f'{language}.safetensors').stat().st_size} bytes", flush=True)


def main() -> None:
    """Builds the files of the languages that the command line names."""
    parser = argparse.ArgumentParser(description="Build inkd's language data from word lists.")
    add_data_argument(parser)
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[3] / "models/language")
    parser.add_argument("--languages", nargs="+", default=sorted(LETTERS), choices=sorted(LETTERS))
    parser.add_argument("--weights", type=json.loads, default={}, help="JSON of those that differ from WEIGHTS")
    options = parser.parse_args()
    for language in options.languages:
        build(language, options.data, options.out, WEIGHTS | options.weights)


if __name__ == "__main__":
    main()
