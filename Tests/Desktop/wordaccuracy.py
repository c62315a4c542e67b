#!/usr/bin/python3
"""The share of words that are right, in the field and by the recogniser alone: wordaccuracy.py INKCTL MODEL INK.jsonl[.gz] TEXT NUMBER...

TEXT is what the field has of the words with these numbers. The recogniser gets each word by itself.
"""
import gzip
import json
import subprocess
import sys

inkctl, model, ink, text, *numbers = sys.argv[1:]
opened = gzip.open if ink.endswith(".gz") else open
lines = opened(ink, "rt").readlines()
chosen = [lines[int(number) % len(lines)] for number in numbers]
labels = [word for line in chosen for word in json.loads(line)["label"].split()]


def errors(a, b):
    """The least number of words to be put in, left out or changed."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            above, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, above + (x != y))
    return row[-1]


# an ink that was written twice has one name
inks = "".join(json.dumps(json.loads(line) | {"id": str(place)}) + "\n" for place, line in enumerate(chosen))
command = [inkctl, "recognize", "--model", model, "--jsonl", "/dev/stdin"]
read = subprocess.run(command, input=inks, capture_output=True, text=True, check=True).stdout
answers = {answer["id"]: answer["text"] for answer in map(json.loads, read.splitlines())}
alone = sum(errors(json.loads(line)["label"].split(), answers.get(str(place), "").split()) for place, line in enumerate(chosen))
field = errors(labels, text.split())
print(f"{len(labels)} words: {100 - 100 * field / len(labels):.1f} % right in the field, {100 - 100 * alone / len(labels):.1f} % by the recogniser alone")
