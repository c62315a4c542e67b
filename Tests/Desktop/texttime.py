#!/usr/bin/python3
"""How long after the pen a word is in the field, in milliseconds: texttime.py SENTENCE_LOG APPLICATION_LOG

The logs are those of sentence.py and of an application. A word is in the field once that has as many letters, but one, as it and those before it have in the end;
it may be exchanged afterwards, as it is read then. Prints p50 and p95 of words that are followed by another, and the last word's. Fails if another number of
words came than were written.
"""
import sys

from logs import Sentence, middle_and_high, signs, texts

sentence = Sentence(sys.argv[1])
changes = texts(sys.argv[2])
words = changes[-1][1].split() if changes else []
before = len(next((text for stamp, text in reversed(changes) if stamp < sentence.downs[0]), "").split())
whole = len(words) - before
if whole != len(sentence.ups):
    sys.exit(f"{len(sentence.ups)} words were written, {whole} came")


def since(end):
    """When the field had its first words for the first time."""
    letters = len(signs("".join(words[:end])))
    return next(stamp for stamp, text in changes if stamp >= sentence.downs[0] and len(signs(text)) >= letters - 1)


times, last = sentence.times({index: since(before + index + 1) for index in sentence.ups})
middle, high = middle_and_high(times)
print(f"{middle:.0f} {high:.0f} {last:.0f}")
