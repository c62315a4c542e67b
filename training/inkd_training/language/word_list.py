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
    "da": "æøåé",
    "nb": "æøåàéèêòóô",
    "fi": "äöåé",
    "pl": "ąćęłńóśźż",
    "cs": "áčďéěíňóřšťúůýž",
    "tr": "çğıöşüâîû",
    "hu": "áéíóöőúüű",
    "ro": "ăâîșț",
    "el": "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊϋΐΰ",
    "ru": "абвгдежзийклмнопрстуфхцчшщъыьэюяё",
    "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
}
"""Small letters, beside a to z in Latin script. The sigma that ends Greek words counts as the other one, as in the lists."""
NAMES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "it": "Italian",
    "pt": "Portuguese",
    "nl": "Dutch",
    "sv": "Swedish",
    "da": "Danish",
    "nb": "Norwegian",
    "fi": "Finnish",
    "pl": "Polish",
    "cs": "Czech",
    "tr": "Turkish",
    "hu": "Hungarian",
    "ro": "Romanian",
    "el": "Greek",
    "ru": "Russian",
    "uk": "Ukrainian",
    "ja": "Japanese",
    "ko": "Korean",
    "zh-Hans": "Chinese, simplified",
    "zh-Hant": "Chinese, traditional",
}
"""English names, for the models' cards; also of languages with models of characters only."""
SCRIPTS = {"el": "Grek", "ru": "Cyrl", "uk": "Cyrl"}
"""The scripts (ISO 15924) of languages that have a network of their own; all others are read with the Latin one."""
SIGNS = {
    "en": "€°",
    "de": "€°«»",
    "fr": "€°«»",
    "es": "€°¿¡«»",
    "it": "€°«»",
    "pt": "€°«»",
    "nl": "€°",
    "sv": "€°»",
    "da": "€°«»",
    "nb": "€°«»",
    "fi": "€°»",
    "pl": "€°«»",
    "cs": "€°«»",
    "tr": "€°«»",
    "hu": "€°«»",
    "ro": "€°«»",
    "el": "€°«»",
    "ru": "€°«»",
    "uk": "€°«»",
}
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
    letters = LETTERS[language] + ("ς" if language == "el" else "")
    small = LETTERS[language] + ("i" if language == "tr" else "")
    capitals = "".join(dict.fromkeys(capital(c, language) for c in small if len(c.upper()) == 1 and c not in "ÿı"))
    return ASCII + letters + capitals + SIGNS[language]


def capital(letter: str, language: str) -> str:
    """The capital of a small letter; in Turkish that of i has its dot."""
    return "İ" if (letter, language) == ("i", "tr") else letter.upper()


def plain_letters(language: str) -> str:
    """The small letters of the language's words, the apostrophe included, sorted."""
    return "".join(sorted({*("" if language in SCRIPTS else "abcdefghijklmnopqrstuvwxyz"), *LETTERS[language], "'"}))


CAPITALISED_ENDINGS = {
    "de": ("ung", "ungen", "heit", "heiten", "keit", "keiten", "schaft", "schaften", "tion", "tionen", "tät", "täten", "nis", "nisse")
}
"""Endings of words that are nouns, in languages that write nouns with a capital."""
SHORTEST_NOUN = 6
STRAY = 300
"""A word that a language's subtitles have not, and a large language has so many times as often, has strayed in from there."""
LARGE = ("en", "de", "fr", "es", "it", "pt", "nl", "sv", "ru", "uk", "el")
"""Languages whose words stray into others' lists."""
RUN_TOGETHER = (100, 4, 10_000)
"""A rarer word of English that is two words of at least so many letters, each as frequent as that, was written without its space."""
PER = 1_000_000_000
"""Counts of merged lists are occurrences in so many words."""


def merged_words(data: Path, language: str, letters: set[str]) -> dict[str, int]:
    """Counts of the words of the large list of many sources, and of those that only the list of subtitles has; of the latter alone if
    there is none.

    data: the folder with words/LANG.large.txt.gz and words/LANG.txt.gz; letters: of the language, the apostrophe included.
    """
    path = data / f"words/{language}.txt.gz"
    subtitles = count_words(path, letters) if path.exists() else {}
    path = data / f"words/{language}.large.txt.gz"
    if not path.exists():
        return subtitles
    counts = count_words(path, letters)
    for other in LARGE:
        path = data / f"words/{other}.large.txt.gz"
        if other == language or SCRIPTS.get(other) != SCRIPTS.get(language) or not path.exists():
            continue
        for word, count in count_words(path, letters).items():
            if word not in subtitles and count > STRAY * counts.get(word, count):
                del counts[word]
    if language == "en":
        counts = {word: count for word, count in counts.items() if word in subtitles or not is_run_together(word, counts)}
    scale = PER / max(1, sum(subtitles.values()))
    for word, count in subtitles.items():
        # that list has don and 't for don't; the large one has the whole
        if word not in counts and not (language == "en" and word in NOT_HOSTS):
            counts[word] = max(1, round(count * scale))
    return counts


def is_run_together(word: str, counts: dict[str, int]) -> bool:
    """Whether a rare word is two common ones, such as helloworld."""
    most, shortest, common = RUN_TOGETHER
    places = range(shortest, len(word) - shortest + 1)
    return counts[word] < most and any(counts.get(word[:k], 0) >= common and counts.get(word[k:], 0) >= common for k in places)


def is_noun(word: str, language: str) -> bool:
    """Whether the word's ending tells that it begins with a capital wherever it stands."""
    return len(word) >= SHORTEST_NOUN and word.endswith(CAPITALISED_ENDINGS.get(language, ()))


def count_words(path: Path, letters: set[str]) -> dict[str, int]:
    """Counts of the words of these letters, in lower case; hyphens and full stops split a word.

    path: a gzip'd list, a word and its count on each line; letters: of the language, the apostrophe included.
    """
    counts: Counter[str] = Counter()
    with gzip.open(path, "rt") as lines:
        for line in lines:
            word, count = line.split()
            for part in re.split(r"[-.]", word.lower().replace("ς", "σ")):
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
