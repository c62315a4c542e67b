#!/usr/bin/python3
"""What became of words when the focus went: focusloss.py SENTENCE_LOG READINGS_LOG MOMENT

The logs are those of sentence.py and watch.py. Prints how many words were finished at that moment, how many of them were not put into a field, and how many strokes of before it came into a
field half a second later, when the focus was elsewhere.
"""
import sys

moment = float(sys.argv[3])
ups, ends, lifts = {}, {}, []
for line in open(sys.argv[1]):
    stamp, what, index, rest = line.rstrip("\n").split(" ", 3)
    if what == "UP":
        ups[int(index)] = float(stamp)
    elif what == "STROKES":
        ends[int(index)] = int(rest)
    elif what == "LIFT":
        lifts.append(float(stamp))
ink, taken = set(), {}
for line in open(sys.argv[2]):
    stamp, what, *rest = line.rstrip("\n").split(" ", 2)
    if what == "INK":
        ink.update(map(int, rest[0].split()))
    elif what == "STROKES" and rest:
        for stroke in rest[0].split():
            taken.setdefault(int(stroke), float(stamp))
first = min(ink | set(taken), default=0)
finished = [index for index, up in ups.items() if up < moment]
absent = [index for index in finished if first + ends[index] - 1 not in taken]
before = first + sum(lift < moment for lift in lifts)
strange = [stroke for stroke, stamp in taken.items() if stroke < before and stamp > moment + 0.5]
print(len(finished), len(absent), len(strange))
