#!/usr/bin/python3
"""How long after the pen a word is in the field, in milliseconds: texttime.py SENTENCE_LOG READINGS_LOG APPLICATION_LOG

The logs are those of sentence.py, of watch.py and of an application. A word is in the field with the first change of the application's text since its last stroke was taken;
it may be exchanged afterwards, as it is read then. Prints p50 and p95 of words that are followed by another, and the last word's. Fails if a word was not taken.
"""
import sys

from logs import Readings, Sentence, middle_and_high, texts

# inkd may tell the watch later than the application has the text
EARLIER = 0.02
sentence, came = Sentence(sys.argv[1]), Readings(sys.argv[2]).came
changes = [stamp for stamp, _ in texts(sys.argv[3])]
if not came:
    sys.exit("nothing was taken")
first = min(came)


def since(index):
    """When the text changed with the word's last stroke."""
    stroke = first + sentence.ends[index] - 1
    if stroke not in came:
        sys.exit(f"word {index} was not taken")
    return next((stamp for stamp in changes if stamp >= came[stroke] - EARLIER), None) or sys.exit(f"nothing changed with word {index}")


times, last = sentence.times({index: since(index) for index in sentence.ups})
middle, high = middle_and_high(times)
print(f"{middle:.0f} {high:.0f} {last:.0f}")
