#!/usr/bin/python3
"""Writes a word, and another letter over one of its letters: overwrite.py PIPE INK.jsonl[.gz] WORDS.txt.gz NUMBER

Words and letters are other people's ink, of words whose letters are a stroke each. The letter that is written over is neither the first nor a tall one, and both words
are among the first 5,000 of WORDS, one with its count a line. Prints "LABEL EXPECTED", where the second is the word with the other letter.
"""
import gzip
import json
import random
import sys
import time

from punctuation import Hand
from sentence import placed

BENT = "acenorsu"
"""Letters of one bent stroke and a small letter's height."""


def spelt(path):
    """Words whose strokes are their letters, from left to right: label and strokes in millimetres."""
    opened = gzip.open if path.endswith(".gz") else open
    for line in opened(path, "rt"):
        ink = json.loads(line)
        label = ink["label"]
        if not (len(label) == len(ink["strokes"]) and label.isalpha() and label.islower() and not set(label) & set("ijtfkx")):
            continue
        strokes = next(placed([ink]))[1]
        lefts, rights = [min(x for x, _ in s) for s in strokes], [max(x for x, _ in s) for s in strokes]
        if all(a < b for a, b in zip(lefts, lefts[1:])) and all(right - left > 1 for left, right in zip(lefts, rights)):
            yield label, strokes


def box(stroke):
    xs, ys = [x for x, _ in stroke], [y for _, y in stroke]
    return min(xs), min(ys), max(xs), max(ys)


def over(stroke, letter, hand):
    """The letter at the stroke's place and size, a little off."""
    (left, top, right, bottom), (x0, y0, x1, y1) = box(stroke), box(letter)
    wide, high = (right - left) * hand.uniform(0.9, 1.05) / (x1 - x0), (bottom - top) * hand.uniform(0.9, 1.05) / (y1 - y0)
    x, y = (left + right) / 2 + hand.gauss(0, 0.04) * (right - left), (top + bottom) / 2 + hand.gauss(0, 0.04) * (bottom - top)
    return [(x + (a - (x0 + x1) / 2) * wide, y + (b - (y0 + y1) / 2) * high) for a, b in letter]


def main():
    pipe, path, words, number = sys.argv[1], sys.argv[2], sys.argv[3], int(sys.argv[4])
    known = {line.split()[0] for line, _ in zip(gzip.open(words, "rt"), range(5_000))}
    inks = list(spelt(path))
    letters = {letter: [s[label.index(letter)] for label, s in inks if letter in label] for letter in BENT}
    cases = [
        (label, strokes, place, letter)
        for label, strokes in inks
        for place in range(1, len(label))
        for letter in BENT
        if len(label) > 2 and label[place] in BENT and letter != label[place] and {label, label[:place] + letter + label[place + 1 :]} <= known
    ]
    random.Random(1).shuffle(cases)
    label, strokes, place, letter = cases[number % len(cases)]
    hand = random.Random(number)
    pen = Hand(pipe, 1)
    pen.draw(strokes)
    time.sleep(hand.uniform(0.7, 1.5))
    pen.draw([over(strokes[place], hand.choice(letters[letter]), hand)])
    print(label, label[:place] + letter + label[place + 1 :])


if __name__ == "__main__":
    main()
