"""Lines of Cyrillic and Greek in made-up hands: letters that people wrote, and letters that are drawn, joined where a pen would."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from ..ink import Strokes, box, join_strokes, line_scale, split_strokes
from ..text.compose import Baselines
from ..text.samples import Sample
from .cyrillic import CURSIVE, PRINTED, SMALL_CAPITALS, UNSEEN
from .drawing import Letter, blurred, parse, smooth
from .letters import People
from .texts import Texts

TONOS, DOTS, BREVE = "tonos", "dots", "breve"
MARKED = (
    {c: (p, (BREVE,)) for c, p in zip("йЙ", "иИ", strict=True)}
    | {c: (p, (DOTS,)) for c, p in zip("ёЁЇϊϋΪΫ", "еЕІιυΙΥ", strict=True)}
    | {c: (p, (TONOS,)) for c, p in zip("άέήίόύώΆΈΉΊΌΎΏ", "αεηιουωΑΕΗΙΟΥΩ", strict=True)}
    | {c: (p, (DOTS, TONOS)) for c, p in zip("ΐΰ", "ιυ", strict=True)}
)
"""Letters of a plain one and marks above it."""
TRANSLITERATED = {"a": "а", "c": "с", "e": "е", "o": "о", "p": "р", "y": "у", "x": "х", "u": "и", "m": "т", "n": "п", "g": "д", "i": "і"}
"""Cursive Latin letters that are Cyrillic letters too: words of nothing else are people's Cyrillic writing, whatever they say."""
PEOPLES_WORDS = 0.12
"""The share of people's words among those of Cyrillic lines."""


@dataclass(slots=True)
class Hand:
    """A made-up writer. What is not set here is drawn when a letter is first written, and kept."""

    cursive: bool
    people: float
    """How many of the letters that people wrote are theirs, the rest is drawn."""
    joins: float
    links: float
    writer: str
    unseen: bool
    wide: float
    gap: float
    shake: float
    blur: int
    capital: float
    chosen: dict[str, object] = field(default_factory=dict)


def made_hand(script: str, people: People, random: np.random.Generator, unseen: bool) -> Hand:
    """A hand for a script; unseen: its cursive letters are those that are not learnt from."""
    cursive = script == "Cyrl" and (unseen or random.random() < 0.6)
    return Hand(
        cursive=cursive,
        people=0.0 if unseen else random.choice([0.0, 0.3, 0.6]) if cursive else random.uniform(0.3, 1.0),
        joins=random.choice([1.0, 0.9, 0.5]) if cursive else 0.0,
        links=random.choice([0.0, 0.0, 0.4]),
        writer=people.writers[random.integers(len(people.writers))],
        unseen=unseen,
        wide=float(np.exp(random.normal(0, 0.15))),
        gap=random.normal(0.08, 0.08) if cursive else random.normal(0.25, 0.1),
        shake=random.uniform(0.01, 0.05),
        blur=int(random.integers(0, 4)),
        capital=random.uniform(0.85, 1.1),
    )


class ScriptComposer:
    """Composes inks of a script. All chance comes from the random generator that is handed in."""

    def __init__(self, script: str, people: People, texts: Texts, words: list[Sample]):
        """words: people's words of `TRANSLITERATED` letters alone, with Latin labels."""
        self.script, self.people, self.texts = script, people, texts
        self.words = words if script == "Cyrl" else []
        self.baselines = Baselines()

    def line(self, random: np.random.Generator, unseen: bool = False, text: str | None = None) -> tuple[np.ndarray, np.ndarray, str]:
        """A line: points in units of its height, stroke starts, and what it says."""
        hand = made_hand(self.script, self.people, random, unseen)
        strokes: Strokes = []
        said: list[str] = []
        right = drift = 0.0
        plain = text is None and not unseen
        for word in (text or self.texts.line(random)).split(" "):
            if plain and self.words and random.random() < PEOPLES_WORDS:
                drawn, word = self.peoples_word(random)
            else:
                drawn = self.word(word, hand, random)
            if said:
                right += float(np.clip(np.exp(random.normal(0.1, 0.35)), 0.55, 4))
                drift += random.normal(0, 0.1)
            left = box(drawn)[0][0]
            strokes += [s + [right - left, drift] for s in drawn]
            right += float(box(drawn)[1][0] - left)
            said.append(word)
        points, starts = join_strokes(strokes)
        low, high = box(strokes)
        return (points - low) / line_scale(low, high), starts, " ".join(said)

    def peoples_word(self, random: np.random.Generator) -> tuple[Strokes, str]:
        """A Latin word that a person wrote, in x-heights, and what it says in Cyrillic."""
        sample = self.words[int(random.integers(len(self.words)))]
        stands, small = self.baselines.of(sample)
        word = "".join(TRANSLITERATED[c] for c in sample.label)
        return split_strokes((sample.points - [0, stands]) / small, sample.starts), word

    def word(self, word: str, hand: Hand, random: np.random.Generator) -> Strokes:
        """A word in x-heights, its baseline y = 0."""
        strokes: Strokes = []
        late: Strokes = []
        chain: list[np.ndarray] = []
        right = 0.0
        wait = random.random() < 0.6

        def finish() -> None:
            if chain:
                strokes.append(blurred(smooth(np.concatenate(chain)), hand.blur))
                chain.clear()

        linkable = False
        for character in word:
            plain, marks = MARKED.get(character, (character, ()))
            source = self.source(plain, character, hand, random)
            if isinstance(source, Letter):
                body, after, width = self.drawn(source, character, hand, random)
                joined = bool(chain)
                shift = right + (max(0.0, hand.gap * random.uniform(0.3, 1.5)) if joined or not strokes else self.gap(hand, random))
                body = [s + [shift, 0, 0] for s in body]
                after = [smooth(s + [shift, 0, 0]) for s in after]
                if not joined:
                    finish()
                chain.append(body[0])
                for stroke in body[1:]:
                    finish()
                    chain.append(stroke)
                right = shift + width
                if not (source.joins and random.random() < hand.joins):
                    finish()
                linkable = False
                over = (shift, right)
            else:
                finish()
                drawn = self.people.draw(source, plain, hand.writer, random)
                scale = [hand.wide, hand.capital if plain.isupper() else 1.0]
                drawn = [s * scale for s in drawn]
                shift = right + (self.gap(hand, random) if strokes else 0.0)
                drawn = [s + [shift, 0] for s in drawn]
                right = float(box(drawn)[1][0])
                if linkable and strokes and random.random() < hand.links and 0 < drawn[0][0, 0] - strokes[-1][-1, 0] < 0.8:
                    strokes[-1] = np.concatenate([strokes[-1], drawn[0]])
                    drawn = drawn[1:]
                strokes += drawn
                linkable = True
                over = (shift, right)
                after = []
            if marks and not after:
                tall = 1.72 * hand.capital if plain.isupper() else 1.0
                after = self.marks(marks, over, tall, plain.isupper(), random)
            if wait:
                late += after
            elif after:
                finish()
                strokes += after
        finish()
        return strokes + late

    def source(self, plain: str, character: str, hand: Hand, random: np.random.Generator) -> object:
        """What the hand writes a letter with: people's ink, or a drawing."""
        if character in hand.chosen and random.random() < 0.85:
            return hand.chosen[character]
        table = CURSIVE if hand.cursive else PRINTED
        if hand.unseen and character in UNSEEN:
            table = UNSEEN
        drawings = table.get(character) or table.get(plain) or PRINTED.get(character) or PRINTED.get(plain) or CURSIVE.get(character)
        if not hand.cursive and plain in SMALL_CAPITALS:
            drawings = PRINTED.get(character.upper()) or PRINTED[plain.upper()]
        choices = self.people.choices(plain)
        if choices and (not drawings or random.random() < hand.people):
            made: object = choices[random.integers(len(choices))]
        elif drawings:
            made = parse(drawings[random.integers(len(drawings))])
        else:
            raise ValueError(f"nobody wrote or drew {character}")
        hand.chosen[character] = made
        return made

    def drawn(self, letter: Letter, character: str, hand: Hand, random: np.random.Generator) -> tuple[Strokes, Strokes, float]:
        """The strokes of a drawn letter as the hand writes it: body, what comes later, and its width."""
        own = hand.chosen.get((character, "form"))
        if own is None:
            own = np.eye(2) + random.normal(0, 0.07, (2, 2)), [random.normal(0, 0.035, s.shape) for s in letter.body + letter.late]
            hand.chosen[character, "form"] = own
        turn, noise = own
        scale = np.array([hand.wide, 1.0]) * np.exp(random.normal(0, 0.05, 2))
        if character.isupper():
            scale[1] *= hand.capital
        elif not hand.cursive and character in SMALL_CAPITALS:
            scale = scale * [0.75, 100 / 170]
        made: Strokes = []
        for number, stroke in enumerate(letter.body + letter.late):
            points = stroke.copy()
            points[:, :2] = stroke[:, :2] @ turn.T * scale + random.normal(0, hand.shake, (len(stroke), 2))
            if number < len(noise) and len(noise[number]) == len(stroke):
                points[:, :2] += noise[number][:, :2]
            made.append(points)
        body, late = made[: len(letter.body)], made[len(letter.body) :]
        left = min(float(s[:, 0].min()) for s in body)
        width = max(float(s[:, 0].max()) for s in body) - left
        if letter.joins:
            # the next letter begins where this one ends
            width = max(width * 0.8, float(body[-1][-1, 0]) - left)
        for stroke in made:
            stroke[:, 0] -= left
        return body, late, width

    @staticmethod
    def gap(hand: Hand, random: np.random.Generator) -> float:
        """The room between letters that are not joined."""
        return float(np.clip(random.normal(hand.gap + 0.05, 0.08), -0.02, 0.7))

    @staticmethod
    def marks(marks: tuple[str, ...], over: tuple[float, float], tall: float, capital: bool, random: np.random.Generator) -> Strokes:
        """Marks above a letter between two places."""
        centre = (over[0] + over[1]) / 2 + random.normal(0, 0.07)
        top = -tall - random.uniform(0.1, 0.4)
        size = np.exp(random.normal(0, 0.25))
        made: Strokes = []
        if BREVE in marks:
            w, h = 0.22 * size, 0.15 * size
            made.append(smooth(np.array([[centre - w, top - h, 0], [centre, top, 0], [centre + w, top - h, 0]])))
        if DOTS in marks:
            apart = 0.17 * size
            for x in (centre - apart, centre + apart):
                made.append(np.array([[x, top], [x + random.normal(0, 0.03), top - random.uniform(0, 0.12)]]))
        if TONOS in marks:
            x = over[0] - random.uniform(0.0, 0.25) if capital and random.random() < 0.7 else centre
            y = -tall * random.uniform(0.75, 1.0) if capital and x < over[0] else top
            lean = random.uniform(-0.05, 0.3)
            ends = np.array([[x + lean * size, y - 0.35 * size], [x, y]])
            made.append(ends if random.random() < 0.7 else ends[::-1])
        return made


def is_transliterated(sample: Sample) -> bool:
    """Whether a Latin word is made of letters that are Cyrillic too."""
    return set(sample.label) <= TRANSLITERATED.keys()
