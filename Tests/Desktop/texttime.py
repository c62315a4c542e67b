#!/usr/bin/python3
"""How long after the pen a word is in the field, in milliseconds: texttime.py SENTENCE_LOG APPLICATION_LOG

The logs are those of sentence.py and of an application. A word is in the field once it and those before it stay as they are: half a word, or one
that is read as two for a moment, is none yet. Prints p50 and p95 of words that are followed by another, and the last word's. Fails if another number of
words came than were written.
"""
import sys

from logs import Sentence, middle_and_high, texts

sentence = Sentence(sys.argv[1])
changes = [(stamp, text.split()) for stamp, text in texts(sys.argv[2])]
before = len(next((words for stamp, words in reversed(changes) if stamp < sentence.downs[0]), []))
whole = len(changes[-1][1]) - before if changes else 0
if whole != len(sentence.ups):
    sys.exit(f"{len(sentence.ups)} words were written, {whole} came")


def since(end):
    """Since when the field has had its first words as it has them in the end."""
    came = changes[-1][0]
    for stamp, words in reversed(changes):
        if words[:end] != changes[-1][1][:end]:
            break
        came = stamp
    return came


times, last = sentence.times({index: since(before + index + 1) for index in sentence.ups})
middle, high = middle_and_high(times)
print(f"{middle:.0f} {high:.0f} {last:.0f}")
