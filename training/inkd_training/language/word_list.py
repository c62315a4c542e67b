"""Word lists: counts of words, by language."""

from __future__ import annotations

import gzip
import re
from collections import Counter
from pathlib import Path

ASCII = "".join(chr(c) for c in range(32, 127))
LETTERS = {
    "en": "",
    "de": "äöüß",
    "fr": "àâæçéèêëîïôœùûüÿ",
    "es": "áéíñóúü",
    "it": "àèéìíîòóùú",
    "pt": "àáâãçéêíòóôõúü",
    "nl": "áèéêëíïóöúü",
    "sv": "åäöàéü",
}
"""Small letters beside a to z."""
SIGNS = {"en": "€°", "de": "€°«»", "fr": "€°«»", "es": "€°¿¡«»", "it": "€°«»", "pt": "€°«»", "nl": "€°", "sv": "€°»"}
NOT_HOSTS = [
    "don",
    "didn",
    "isn",
    "wasn",
    "doesn",
    "couldn",
    "wouldn",
    "won",
    "can",
    "haven",
    "shouldn",
    "aren",
    "hasn",
    "weren",
    "ain",
    "hadn",
    "mustn",
    "needn",
]
"""Words that the English list's 't follows."""


def graphemes(language: str) -> str:
    """All characters that the language writes, each one code point."""
    letters = LETTERS[language]
    return ASCII + letters + "".join(c for c in letters.upper() if c not in "ŸS") + SIGNS[language]


def count_words(path: Path, letters: set[str]) -> dict[str, int]:
    """Counts of the words of these letters, in lower case; hyphens and full stops split a word.

    path: a gzip'd list, a word and its count on each line; letters: of the language, the apostrophe included.
    """
    counts: Counter[str] = Counter()
    with gzip.open(path, "rt") as lines:
        for line in lines:
            word, count = line.split()
            for part in re.split(r"[-.]", word.lower()):
                if part and part != "'" and set(part) <= letters:
                    counts[part] += int(count)
    return counts


def rejoin_apostrophes(counts: dict[str, int], language: str) -> dict[str, int]:
    """Counts of words with an apostrophe inside, which the lists split there (it + 's, l' + homme)."""
    total = sum(counts.values())
    made: Counter[str] = Counter()
    plain = sorted((w for w in counts if "'" not in w), key=lambda w: -counts[w])[:600]
    for part, count in counts.items():
        if part[0] == "'" and len(part) > 1 and language in ("en", "nl", "de"):
            hosts = NOT_HOSTS if (language, part) == ("en", "'t") else plain
            weight = sum(counts.get(w, 0) for w in hosts)
            for host in hosts:
                made[host + part] += int(count * counts.get(host, 0) / max(1, weight))
        elif part[-1] == "'" and len(part) > 1 and language in ("fr", "it"):
            hosts = [w for w in plain if w[0] in "aeiouhyàâéèêîôùœ"]
            for host in hosts:
                made[part + host] += int(count * counts[host] / total * 3)
    return {word: count for word, count in made.items() if count > 0}
