#!/usr/bin/python3
"""How long after a key the field has its letter, in milliseconds: keytime.py NAME KEYS_LOG APPLICATION_LOG

The logs are those of keys.py and of an application. Prints a row for each rate and engine: keys, p50, p90, p99, max, and how many letters stand
elsewhere than where they were typed. Fails if a letter is missing.
"""
import bisect
import itertools
import sys

from logs import texts

title, changes = sys.argv[1], texts(sys.argv[3])
stamps = [stamp for stamp, _ in changes]
blocks, rows, missing = [], {}, 0
for line in open(sys.argv[2]):
    stamp, kind, *rest = line.split()
    if kind == "BLOCK":
        blocks.append((float(stamp), rest[0], float(rest[1]), []))
    else:
        blocks[-1][3].append((float(stamp), rest[0]))

for (start, engine, rate, pressed), following in itertools.zip_longest(blocks, blocks[1:]):
    end = following[0] if following else float("inf")
    own = changes[bisect.bisect(stamps, start) : bisect.bisect(stamps, end)]
    times, misplaced = rows.setdefault((rate, engine), ([], []))
    for count, (stamp, _) in enumerate(pressed, 1):
        came = next((at for at, text in own if len(text) == count), None)
        if came is None:
            missing += 1
        else:
            times.append((came - stamp) * 1000)
    longest = max((text for _, text in own), key=len, default="")
    misplaced += [one for one, (_, other) in zip(longest, pressed) if one != other]

for (rate, engine), (times, misplaced) in sorted(rows.items()):
    times.sort()
    p50, p90, p99 = (times[min(len(times) - 1, int(len(times) * share))] for share in (0.5, 0.9, 0.99))
    print(f"| {title} | {rate:g} | {engine} | {len(times)} | {p50:.1f} | {p90:.1f} | {p99:.1f} | {times[-1]:.1f} | {len(misplaced)} |")
if missing:
    sys.exit(f"{title}: {missing} letters are missing")
