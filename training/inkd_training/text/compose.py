"""Synthetic lines out of ink that people wrote: words put side by side, words spelled from single characters, accents put on letters."""

from __future__ import annotations

import gzip
from pathlib import Path

import numpy as np

from ..ink import Strokes, box, join_strokes, line_scale, split_strokes
from .accents import LETTERS, OF_PLAIN, Glyphs
from .samples import ALPHABET, Sample

LANGUAGES = ("de", "fr", "es", "it", "pt", "nl", "sv", "da", "nb", "fi", "pl", "cs", "tr", "hu", "ro")
HELD_BACK = 10
"""Every so many-th word of a list is measured with and never learnt from."""
LOW = dict.fromkeys("gjpqyQ,", 0.42) | {
    ";": 0.25,
    "(": 0.15,
    ")": 0.15,
    "[": 0.15,
    "]": 0.15,
    "{": 0.15,
    "}": 0.15,
    "|": 0.15,
    "/": 0.1,
    "ç": 0.3,
    "Ç": 0.2,
    "ÿ": 0.33,
    "ý": 0.33,
    "ğ": 0.33,
    "ą": 0.25,
    "ę": 0.25,
    "ş": 0.3,
    "ș": 0.3,
    "ț": 0.2,
    "Ą": 0.15,
    "Ę": 0.15,
    "Ş": 0.2,
    "Ș": 0.2,
    "Ț": 0.2,
    "ß": 0.1,
    "¿": 0.3,
    "¡": 0.3,
    "$": 0.08,
    "@": 0.15,
}
"""Descender of a character, as a share of its height."""
NEAR = 0.4
"""A word is cut at a pen lift that is no farther from the edge of two characters, as a share of either."""
TOUCH = 0.1
"""Two parts of a word may overlap by so much where it is cut, in heights of the word."""
RAISED = dict.fromkeys("'\"`^°*", 1.0) | dict.fromkeys("-~+=<>«»", 0.35) | {"_": -0.1}
"""Distance of a character's bottom from the baseline, in x-heights (heights of a small letter)."""


def baseline(points: np.ndarray, starts: np.ndarray) -> tuple[float, float]:
    """The baseline's y and the x-height (the height of small letters), in units of the points, from the turning points of the strokes."""
    bottoms, tops = [], []
    for stroke in np.split(points[:, 1], starts[1:]):
        if len(stroke) < 3:
            continue
        rise = np.sign(np.diff(stroke))
        rise = rise[rise != 0]
        move = np.flatnonzero(np.diff(stroke) != 0)
        turn = np.flatnonzero(np.diff(rise) != 0)
        at = stroke[move[turn] + 1]
        bottoms += list(at[rise[turn] > 0])
        tops += list(at[rise[turn] < 0])
    if not bottoms or not tops:
        return float(points[:, 1].max()), float(np.ptp(points[:, 1])) or 1.0
    low, high = float(np.median(bottoms)), float(np.median(tops))
    return low, max(low - high, 0.15 * float(np.ptp(points[:, 1])), 1e-3)


class Baselines:
    """`baseline` of inks, each of which is measured once. They must live as long as this does."""

    def __init__(self):
        """Nothing is measured yet."""
        self.measured: dict[int, tuple[float, float]] = {}

    def of(self, sample: Sample) -> tuple[float, float]:
        """The baseline's y and the x-height, in units of the ink's height."""
        if id(sample) not in self.measured:
            self.measured[id(sample)] = baseline(sample.points, sample.starts)
        return self.measured[id(sample)]


def common_words(lists: Path, language: str, measured: bool = False) -> list[str]:
    """The commonest 12,000 words of a language that the network can read; lists: the folder with its list; measured: those held back."""
    path = lists / f"{language}.txt.gz"
    with gzip.open(path if path.exists() else lists / f"{language}.large.txt.gz", "rt") as lines:
        words = [line.split()[0] for _, line in zip(range(12_000), lines, strict=False)]
    known = set(ALPHABET)
    return [word for number, word in enumerate(words) if (number % HELD_BACK == HELD_BACK - 1) == measured and set(word) <= known]


def is_accented(word: str) -> bool:
    """Whether a letter of the word is no plain one."""
    return any(c in LETTERS or c in "ßæœ" for c in word)


def in_capitals(word: str, language: str) -> str:
    """The word in capitals; in Turkish the capital of i has a dot."""
    return (word.replace("i", "İ") if language == "tr" else word).upper()


class Composer:
    """Composes inks. All chance comes from the random generator that is handed in."""

    def __init__(self, words: list[Sample], chars: list[Sample], lists: Path):
        """words: written words; chars: single characters; lists: the folder of the word lists."""
        self.glyphs = Glyphs(chars)
        self.words = words
        self.writers: dict[str, list[int]] = {}
        for index, sample in enumerate(words):
            self.writers.setdefault(sample.writer, []).append(index)
        self.writers_of_characters = [w for w, of in self.glyphs.own.items() if len(of) >= 20]
        self.vocabulary = {language: [w for w in common_words(lists, language) if is_accented(w)] for language in LANGUAGES}
        self.accentable = [i for i, s in enumerate(words) if s.spans is not None and any(c in OF_PLAIN for c in s.label)]
        self.baselines = Baselines()

    def neighbours(self, first: int, random: np.random.Generator) -> tuple[int, ...]:
        """Indices of a word and of one to four more of its writer's."""
        pool = self.writers[self.words[first].writer]
        return (first, *(pool[k] for k in random.integers(len(pool), size=int(random.integers(1, 5)))))

    def line(self, picks: tuple[int, ...], random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str]:
        """Words side by side on one line."""
        strokes: Strokes = []
        labels: list[str] = []
        right, drift = 0.0, 0.0
        unit = self.words[picks[0]].scale
        for number, index in enumerate(picks):
            sample = self.words[index]
            stands, small = self.baselines.of(sample)
            factor = sample.scale / unit * np.exp(random.normal(0, 0.06))
            points = (sample.points - [0, stands]) * factor
            small *= factor
            if number:
                right += small * float(np.clip(np.exp(random.normal(0.15, 0.4)), 0.5, 4))
                drift += random.normal(0, 0.12) * small
            points = points + [right - points[:, 0].min(), drift]
            right = float(points[:, 0].max())
            strokes += split_strokes(points, sample.starts)
            text = sample.label
            if random.random() < 0.12 and text[-1].isalnum():
                sign = ",.!;:-)\"'"[random.integers(9)]
                drawn = self.placed(sign, small, sample.writer, random)
                if drawn is not None:
                    shift = right + small * random.uniform(0.0, 0.4) - box(drawn)[0][0]
                    strokes += [s + [shift, drift] for s in drawn]
                    right = float(box(strokes)[1][0])
                    text += sign
            labels.append(text)
        return self.finished(strokes, " ".join(labels))

    def spliced(self, index: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str] | None:
        """The beginning of a word and the end of another one by the same writer; None where neither can be cut."""
        pool = self.writers[self.words[index].writer]
        first, second = self.words[index], self.words[pool[random.integers(len(pool))]]
        cuts = self.cuts(first), self.cuts(second)
        if not cuts[0] or not cuts[1]:
            return None
        strokes: Strokes = []
        label, right = "", 0.0
        for sample, some, is_end in ((first, cuts[0], False), (second, cuts[1], True)):
            stroke, character = some[random.integers(len(some))]
            factor = sample.scale / first.scale
            stands, _ = self.baselines.of(sample)
            whole = split_strokes((sample.points - [0, stands]) * factor, sample.starts)
            ahead, behind = whole[:stroke], whole[stroke:]
            if is_end:
                # as far apart as they were in their word
                gap = box(behind)[0][0] - box(ahead)[1][0]
                strokes += [s + [right + gap - box(behind)[0][0], 0] for s in behind]
                label += sample.label[character:]
            else:
                strokes, label = ahead, sample.label[:character]
                right = float(box(ahead)[1][0])
        return self.finished(strokes, label)

    @staticmethod
    def cuts(sample: Sample) -> list[tuple[int, int]]:
        """Where a word can be cut: before which stroke, and which character. What was written later stands to the right there.

        A span ends halfway between two characters as the network sees them: the widest gap of the pen lifts near there is taken.
        """
        if sample.spans is None or len(sample.starts) < 2:
            return []
        right = np.maximum.accumulate(np.maximum.reduceat(sample.points[:, 0], sample.starts))
        left = np.minimum.accumulate(np.minimum.reduceat(sample.points[:, 0], sample.starts)[::-1])[::-1]
        gaps = left[1:] - right[:-1]
        cuts = []
        for character in range(1, len(sample.label)):
            edge = sample.spans[character, 0]
            before, behind = edge - sample.spans[character - 1, 0], sample.spans[character, 1] - edge
            lifts = sample.starts[1:]
            near = np.flatnonzero((lifts > edge - NEAR * before) & (lifts < edge + NEAR * behind))
            if len(near):
                stroke = near[gaps[near].argmax()]
                if gaps[stroke] > -TOUCH:
                    cuts.append((int(stroke) + 1, character))
        return cuts

    def placed(self, character: str, small: float, writer: str, random: np.random.Generator) -> Strokes | None:
        """A single character beside words whose small letters are so high: on the line y = 0, its left edge anywhere."""
        drawn = self.glyphs.letter(character, random, writer)
        if drawn is None:
            return None
        strokes, _ = drawn
        low, high = box(strokes)
        tall = float(high[1] - low[1])
        want = {".": 0.12, ",": 0.45, ":": 0.8, ";": 1.0, "'": 0.5, '"': 0.5, "-": 0.1, "!": 1.8, ")": 2.0}.get(character, 1.0) * small
        wide = float(high[0] - low[0])
        factor = want / max(tall, 0.2 * wide, 1e-6) if character != "-" else 0.7 * small / max(wide, 1e-6)
        factor *= np.exp(random.normal(0, 0.2))
        below = LOW.get(character, 0.0) * tall * factor
        raised = RAISED.get(character, 0.0) * small
        return [(s - [low[0], high[1]]) * factor + [0, below - raised] for s in strokes]

    def spelled(self, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str] | None:
        """A word with accents, a number or an address, from one writer's single characters."""
        return self.spell(self.text(random), random)

    def spell(self, text: str, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str] | None:
        """A text from one writer's single characters; None where nobody wrote one of them."""
        writer = self.writers_of_characters[random.integers(len(self.writers_of_characters))]
        strokes: Strokes = []
        right, small = 0.0, 0.0
        for character in text:
            if character == " ":
                right += small * float(np.clip(np.exp(random.normal(0.2, 0.3)), 0.6, 4))
                continue
            drawn = self.glyphs.letter(character, random, writer)
            if drawn is None:
                return None
            shape, scale = drawn
            shape = [s * scale for s in shape]
            low, high = box(shape)
            tall = float(high[1] - low[1]) or 1.0
            if small == 0.0:
                small = tall * (0.6 if character.isupper() or character.isdigit() or character in "bdfhklt" else 1.0)
            offset = [
                right - low[0],
                LOW.get(character, 0.0) * tall - RAISED.get(character, 0.0) * small - high[1] + random.normal(0, 0.05) * small,
            ]
            strokes += [s + offset for s in shape]
            right = float(max(s[:, 0].max() for s in strokes)) + small * float(np.clip(random.normal(0.25, 0.12), 0.02, 0.7))
        return self.finished(strokes, text)

    def text(self, random: np.random.Generator) -> str:
        """A random text to spell: mostly words with accents, else numbers, times, sums and addresses."""

        def digits(n: int) -> str:
            return "".join(str(d) for d in random.integers(0, 10, n))

        kind = random.random()
        if kind < 0.6:
            language = LANGUAGES[random.integers(len(LANGUAGES))]
            words = self.vocabulary[language]
            word = words[random.integers(len(words))]
            style = random.random()
            if style < 0.15 and "ß" not in word:
                word = in_capitals(word, language)
            elif style < 0.35:
                word = in_capitals(word[0], language) + word[1:]
            return word if random.random() > 0.08 else {0: f"¡{word}!", 1: f"«{word}»", 2: f'"{word}"'}[int(random.integers(3))]
        if kind < 0.7:
            return f"{digits(int(random.integers(1, 4)))}{random.choice(list('.,'))}{digits(2)}{random.choice(['', '€', ' €', '%', '°'])}"
        if kind < 0.78:
            return random.choice(
                [
                    f"{digits(2)}:{digits(2)}",
                    f"{digits(2)}/{digits(2)}/{digits(4)}",
                    f"{digits(2)}.{digits(2)}.{digits(4)}",
                    f"{digits(4)}-{digits(2)}-{digits(2)}",
                ]
            )
        if kind < 0.84:
            return random.choice(
                [
                    f"+{digits(2)} {digits(3)} {digits(6)}",
                    f"({digits(3)}) {digits(3)}-{digits(4)}",
                    f"#{digits(3)}",
                    f"{digits(2)}*{digits(2)}={digits(3)}",
                ]
            )
        if kind < 0.9:
            some = list("abcdefghijklmnopqrstuvwxyz")
            name = "".join(random.choice(some, int(random.integers(2, 7))))
            host = "".join(random.choice(some, int(random.integers(2, 6))))
            return f"{name}@{host}.{random.choice(['com', 'org', 'de', 'fr', 'net'])}"
        # anything, so that rare characters are not rare
        return "".join(
            random.choice(list("!\"#$%&'()*+,-./:;<=>@[\\]^_`{|}~ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789jqxz"), int(random.integers(1, 6)))
        )

    def accented(self, index: int, random: np.random.Generator) -> tuple[np.ndarray, np.ndarray, str] | None:
        """A word with accents on one or some of its letters, drawn right away or at the word's end."""
        sample = self.words[index]
        if sample.spans is None:
            return None
        points = sample.points.astype(np.float64)
        stroke_of = np.repeat(np.arange(len(sample.starts)), np.diff(np.append(sample.starts, len(points))))
        small = baseline(points, sample.starts)[1]
        label = list(sample.label)
        places = [k for k, c in enumerate(label) if c in OF_PLAIN and sample.spans[k, 1] > sample.spans[k, 0]]
        if not places:
            return None
        late: Strokes = []
        after: dict[int, Strokes] = {}
        gone: set[int] = set()
        wait = random.random() < 0.6
        for k in random.permutation(places)[: 1 + int(random.random() < 0.3)]:
            choices = OF_PLAIN[label[k]]
            letter = choices[random.integers(len(choices))]
            a, b = sample.spans[k]
            plain, mark = LETTERS[letter]
            if plain in "ij":
                # its dot: a small stroke above it
                centre = points[a:b, 0].mean()
                for number, stroke in enumerate(split_strokes(points, sample.starts)):
                    if (
                        np.ptp(stroke, axis=0).max() < 0.5 * small
                        and abs(stroke[:, 0].mean() - centre) < 0.9 * small
                        and stroke[:, 1].mean() < points[a:b, 1].min() + 0.3 * small
                    ):
                        gone.add(number)
            both = self.glyphs.accent([points[a:b]], plain, mark, small, random)
            if both is None:
                continue
            label[k] = letter
            (late if wait else after.setdefault(int(stroke_of[b - 1]), [])).extend(both[1])
        strokes: Strokes = []
        for number, stroke in enumerate(split_strokes(points, sample.starts)):
            if number not in gone:
                strokes.append(stroke)
            strokes += after.get(number, [])
        return self.finished(strokes + late, "".join(label)) if strokes else None

    @staticmethod
    def finished(strokes: Strokes, label: str) -> tuple[np.ndarray, np.ndarray, str]:
        """Strokes in units of their height, as `samples.load` gives them."""
        points, starts = join_strokes(strokes)
        low, high = box(strokes)
        return (points - low) / line_scale(low, high), starts, label
