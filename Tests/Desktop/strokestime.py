#!/usr/bin/python3
"""How long after the pen words are put into the field, in milliseconds: strokestime.py SENTENCE_LOG READINGS_LOG [short]

The logs are those of sentence.py and of watch.py. A word is in the field when the input method has taken its last stroke; so words count that were read as two, or
two as one. Prints how many strokes were written and taken, p50 and p95 of words that are followed by another, the last word's, and how many took how long; with "short" three numbers alone.
"""
import sys

from logs import Readings, Sentence, middle_and_high

sentence, came = Sentence(sys.argv[1]), Readings(sys.argv[2]).came
if not came:
    sys.exit("nothing was taken")
first = min(came)
words = {index: came.get(first + end - 1) for index, end in sentence.ends.items()}
for index, moment in words.items():
    if moment is None:
        print(f"word {index} was not taken", file=sys.stderr)
times, last = sentence.times({index: moment for index, moment in words.items() if moment is not None})
middle, high = middle_and_high(times)
if "short" in sys.argv:
    print(f"{middle:.0f} {high:.0f} {last:.0f}")
    sys.exit()
print(f"{max(sentence.ends.values())} strokes written, {len(came)} taken")
print(f"p50 {middle:.0f}, p95 {high:.0f}, last {last:.0f}")
edges = [20, 60, 120, 200, 350, 700, 1500, float("inf")]
for low, high in zip([float("-inf"), *edges], edges):
    count = sum(low < value <= high for value in times)
    label = f"more than {low}" if high == float("inf") else f"up to {high}"
    print(f"{label:>15} ms {count:4} {'#' * round(50 * count / len(times))}")
