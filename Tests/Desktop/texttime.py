#!/usr/bin/python3
"""How long after the pen a word is in the field, in milliseconds: texttime.py SENTENCE_LOG APPLICATION_LOG

The logs are those of sentence.py and of an application. A word is in the field once it and those before it stay as they are: half a word, or one
that is read as two for a moment, is none yet. A word that is followed by another counts from the beginning of the next one, or from its own end where
it was in the field before that; the last word from its end. Prints p50 and p95 of the former, and the latter. Fails if another number of words came
than were written.
"""
import ast
import sys

ups, downs = {}, {}
for line in open(sys.argv[1]):
    stamp, what, index, _ = line.split(" ", 3)
    if what in ("UP", "DOWN"):
        (ups if what == "UP" else downs)[int(index)] = float(stamp)
changes = []
for line in open(sys.argv[2]):
    stamp, what, *rest = line.rstrip("\n").split(" ", 2)
    if what == "TEXT":
        changes.append((float(stamp), ast.literal_eval(rest[0]).split()))
before = len(next((words for stamp, words in reversed(changes) if stamp < downs[0]), []))
whole = len(changes[-1][1]) - before if changes else 0
if whole != len(ups):
    sys.exit(f"{len(ups)} words were written, {whole} came")


def since(end):
    """Since when the field has had its first words as it has them in the end."""
    came = changes[-1][0]
    for stamp, words in reversed(changes):
        if words[:end] != changes[-1][1][:end]:
            break
        came = stamp
    return came


times = []
for index in range(len(ups)):
    came = since(before + index + 1)
    start = ups[index] if index + 1 == len(ups) else min(downs[index + 1], max(came, ups[index]))
    times.append(max(0, came - start) * 1000)
last = times.pop()
times.sort()
print(f"{times[len(times) // 2]:.0f} {times[int(len(times) * 0.95)]:.0f} {last:.0f}")
