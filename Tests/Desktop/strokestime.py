#!/usr/bin/python3
"""How long after the pen words are put into the field, in milliseconds: strokestime.py SENTENCE_LOG READINGS_LOG [short]

The logs are those of sentence.py and of watch.py. A word is in the field when the input method has taken its last stroke; so words count that were read as two, or
two as one. A word that is followed by another counts from the beginning of the next one, or from its own end where it was in the field before that; the last word
from its end. Prints p50 and p95 of the former, the latter, and how many took how long; with "short" three numbers alone.
"""
import sys

downs, ups, ends = {}, {}, {}
for line in open(sys.argv[1]):
    stamp, what, index, rest = line.rstrip("\n").split(" ", 3)
    if what in ("UP", "DOWN"):
        (ups if what == "UP" else downs)[int(index)] = float(stamp)
    elif what == "STROKES":
        ends[int(index)] = int(rest)
taken = {}
for line in open(sys.argv[2]):
    stamp, what, *rest = line.rstrip("\n").split(" ", 2)
    if what == "STROKES" and rest:
        for stroke in rest[0].split():
            taken.setdefault(int(stroke), float(stamp))
if not taken:
    sys.exit("nothing was taken")
first = min(taken)
times = []
for index in sorted(ups):
    came = taken.get(first + ends[index] - 1)
    if came is None:
        print(f"word {index} was not taken", file=sys.stderr)
        continue
    start = ups[index] if index + 1 == len(ups) else min(downs[index + 1], max(came, ups[index]))
    times.append((came - start) * 1000)
last = times.pop()
times.sort()
middle, high = times[len(times) // 2], times[int(len(times) * 0.95)]
if "short" in sys.argv:
    print(f"{middle:.0f} {high:.0f} {last:.0f}")
    sys.exit()
print(f"p50 {middle:.0f}, p95 {high:.0f}, last {last:.0f}")
edges = [20, 60, 120, 200, 350, 700, 1500, float("inf")]
for low, high in zip([float("-inf"), *edges], edges):
    count = sum(low < value <= high for value in times)
    label = f"more than {low}" if high == float("inf") else f"up to {high}"
    print(f"{label:>15} ms {count:4} {'#' * round(50 * count / len(times))}")
