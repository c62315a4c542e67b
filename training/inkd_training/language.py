"""Builds a language data file from a list of words and their counts.

    python -m inkd_training.language                     every language of INKD_DATA/words
    python -m inkd_training.language --languages en de   some of them
    python -m inkd_training.language --languages en --weights '{"language": 0.5}' --out /tmp/try   with other weights, to compare

Two hash tables that `Sources/Recognition/Lexicon` uses in place: an interpolated Kneser-Ney n-gram over the characters of words
(Chen and Goodman 1999, one discount) and the words' own probabilities. A slot is four bytes: a fingerprint of the key, by which
what was never seen is known as such, and logarithms in sixteenths. Everything is in lower case; case is the decoder's affair.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import re
from collections import Counter, defaultdict
from pathlib import Path

import numpy as np

from .export import write

ORDER = 6
DISCOUNT = 0.75
FLATTEN = 0.75
"""Counts are raised to this power for the n-gram, which has to judge words that are in no list."""
LOAD = 0.6
LONGEST_PROBE = 128
"""Slots that a reader looks at before it gives up."""
UNIT = 16
"""Stored logarithms are -ln p times this, at most 255."""
BEGIN, END, FIRST = 1, 2, 3
"""Symbols: both ends of a word, then the characters."""
WEIGHTS = {"language": 0.40, "length": 2.0, "space": -0.25, "lexicon": 0.93, "code": -4.0}
"""Chosen on dev inks; see README.md for the sweep."""
LICENCE = "CC BY-SA 4.0"
SOURCE = "word counts of OpenSubtitles 2018 (FrequencyWords by Hermit Dave, github.com/hermitdave/FrequencyWords)"

ASCII = "".join(chr(c) for c in range(32, 127))
LETTERS = {
    "en": "", "de": "äöüß", "fr": "àâæçéèêëîïôœùûüÿ", "es": "áéíñóúü", "it": "àèéìíîòóùú", "pt": "àáâãçéêíòóôõúü",
    "nl": "áèéêëíïóöúü", "sv": "åäöàéü",
}
"""Small letters beside a to z."""
SIGNS = {"en": "€°", "de": "€°«»", "fr": "€°«»", "es": "€°¿¡«»", "it": "€°«»", "pt": "€°«»", "nl": "€°", "sv": "€°»"}
NOT = "don didn isn wasn doesn couldn wouldn won can haven shouldn aren hasn weren ain hadn mustn needn".split()
"""What the English list's 't follows."""


def graphemes(language: str) -> str:
    """Everything that the language writes with one code point each."""
    letters = LETTERS[language]
    return ASCII + letters + "".join(c for c in letters.upper() if c not in "ŸS") + SIGNS[language]


def words(path: Path, letters: set[str]) -> dict[str, int]:
    """Words of these letters and apostrophes; what is joined by hyphens or full stops counts as its parts."""
    counts: Counter[str] = Counter()
    with gzip.open(path, "rt") as lines:
        for line in lines:
            word, count = line.split()
            for part in re.split(r"[-.]", word.lower()):
                if part and part != "'" and set(part) <= letters:
                    counts[part] += int(count)
    return counts


def joined(counts: dict[str, int], language: str) -> dict[str, int]:
    """Words with the apostrophe inside, which the lists cut in two there (it + 's, l' + homme)."""
    total = sum(counts.values())
    made: Counter[str] = Counter()
    plain = sorted((w for w in counts if "'" not in w), key=lambda w: -counts[w])[:600]
    for part, count in counts.items():
        if part[0] == "'" and len(part) > 1 and language in ("en", "nl", "de"):
            hosts = NOT if (language, part) == ("en", "'t") else plain
            weight = sum(counts.get(w, 0) for w in hosts)
            for host in hosts:
                made[host + part] += int(count * counts.get(host, 0) / max(1, weight))
        elif part[-1] == "'" and len(part) > 1 and language in ("fr", "it"):
            hosts = [w for w in plain if w[0] in "aeiouhyàâéèêîôùœ"]
            for host in hosts:
                made[part + host] += int(count * counts[host] / total * 3)
    return {word: count for word, count in made.items() if count > 0}


def kneser_ney(counts: dict[str, int], ids: dict[str, int]) -> dict[bytes, tuple[float, float]]:
    """Every n-gram's probability after its own beginning, and the weight with which it backs off as a context."""
    least = min(counts.values())
    grams: list[defaultdict[bytes, float]] = [defaultdict(float) for _ in range(ORDER + 1)]
    for word, count in counts.items():
        weight = (count / least) ** FLATTEN
        symbols = bytes([BEGIN] + [ids[c] for c in word] + [END])
        for end in range(2, len(symbols) + 1):
            grams[ORDER][symbols[max(0, end - ORDER) : end]] += weight
    # below the highest order an n-gram counts how many symbols it follows; those at a word's beginning follow none
    full = grams[ORDER]
    grams[ORDER] = defaultdict(float)
    for gram, weight in full.items():
        grams[len(gram)][gram] += weight
    for order in range(ORDER, 1, -1):
        for gram in grams[order]:
            if len(gram) > 1:
                grams[order - 1][gram[1:]] += 1
    result: dict[bytes, tuple[float, float]] = {}
    mass: dict[bytes, float] = defaultdict(float)
    kinds: Counter[bytes] = Counter()
    for order in range(1, ORDER + 1):
        for gram, weight in grams[order].items():
            mass[gram[:-1]] += weight
            kinds[gram[:-1]] += 1
    probability: dict[bytes, float] = {}
    backoff = {context: DISCOUNT * kinds[context] / mass[context] for context in mass}
    uniform = 1 / (len(ids) + 1)
    for order in range(1, ORDER + 1):
        for gram, weight in grams[order].items():
            context = gram[:-1]
            lower = probability[gram[1:]] if order > 1 else uniform
            probability[gram] = (weight - DISCOUNT) / mass[context] + backoff[context] * lower
    for context in backoff:
        if context and context not in probability:
            probability[context] = math.exp(-255 / UNIT)
    for gram, p in probability.items():
        result[gram] = (p, backoff.get(gram, 1.0))
    return result


def mixed(key: np.ndarray) -> np.ndarray:
    """The finaliser of splitmix64 (Steele, Lea and Flood 2014)."""
    with np.errstate(over="ignore"):
        key = (key ^ (key >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        key = (key ^ (key >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return key ^ (key >> np.uint64(31))


def table(keys: list[int], values: list[int], bits: int) -> np.ndarray:
    """Slots of a hash table with linear probing: (slots, 4) uint8, `bits` of fingerprint below the value."""
    hashes = mixed(np.array(keys, np.uint64)).tolist()
    slots = int(len(keys) / LOAD) + LONGEST_PROBE
    result = np.zeros(slots, np.uint32)
    taken: dict[int, int] = {}
    longest = 0
    for hash, value in zip(hashes, values):
        place = (hash >> 32) * slots >> 32
        probes = 1
        while place in taken:
            place, probes = (place + 1) % slots, probes + 1
        longest = max(longest, probes)
        # no fingerprint is 0: that is an empty slot
        taken[place] = max(1, hash & (1 << bits) - 1) | value << bits
    if longest > LONGEST_PROBE:
        raise SystemExit(f"a key needs {longest} probes, a reader makes {LONGEST_PROBE}: lower LOAD")
    result[list(taken)] = list(taken.values())
    return result.view(np.uint8).reshape(-1, 4)


def stored(p: float) -> int:
    """A probability as the tables hold it."""
    return min(255, max(0, round(-math.log(p) * UNIT)))


def spelt(word: str) -> int:
    """FNV-1a over code points: the key of a word."""
    key = 0xCBF29CE484222325
    for c in word:
        key = ((key ^ ord(c)) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return key


def build(language: str, data: Path, out: Path, weights: dict[str, float]) -> None:
    """Writes one language's file to the folder `out`."""
    letters = "".join(sorted(set("abcdefghijklmnopqrstuvwxyz" + LETTERS[language] + "'")))
    ids = {c: FIRST + i for i, c in enumerate(letters)}
    counts = words(data / f"words/{language}.txt.gz", set(letters))
    grams = kneser_ney({**counts, **joined(counts, language)}, ids)
    order = sorted(grams)
    ngrams = table(
        [int.from_bytes(g, "big") for g in order], [stored(grams[g][0]) | stored(grams[g][1]) << 8 for g in order], 16)
    total = sum(counts.values())
    listed = sorted(counts)
    lexicon = table([spelt(w) for w in listed], [stored(counts[w] / total) for w in listed], 24)
    write(out / f"{language}.safetensors", {"ngrams": ngrams, "words": lexicon}, {
        "kind": "language",
        "language": language,
        "graphemes": graphemes(language),
        "symbols": letters,
        "order": str(ORDER),
        "weights": json.dumps(weights, sort_keys=True),
        "training_data": SOURCE,
        "training_data_licence": LICENCE,
        "licence": LICENCE,
    })
    print(f"{language}: {len(order)} n-grams, {len(listed)} words, {(out / f'{language}.safetensors').stat().st_size} bytes", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build inkd's language data from word lists.")
    parser.add_argument("--data", type=Path, default=Path(os.environ.get("INKD_DATA", "data")))
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[2] / "models/language")
    parser.add_argument("--languages", nargs="+", default=sorted(LETTERS), choices=sorted(LETTERS))
    parser.add_argument("--weights", type=json.loads, default={}, help="JSON of those that differ from WEIGHTS")
    options = parser.parse_args()
    for language in options.languages:
        build(language, options.data, options.out, WEIGHTS | options.weights)


if __name__ == "__main__":
    main()
