"""Words that people wrote, in packages: how many of them a search finds by what they really say, how long it takes, and how large the index is.

usage: search.py INKD MODEL MODELS_FOLDER RECORDING INK_FILE [WORDS]

INK_FILE is gzip'd JSON lines of written words with labels, in millimetres by their `ppmm`. Each word is a line of its own.
"""

import glob
import gzip
import itertools
import json
import os
import signal
import sys
import tempfile
import time

from daemon import Daemon
from patience import require

WORDS_OF_PART, PARTS_OF_PACKAGE, PITCH = 20, 5, 30


def words(path):
    """Label and strokes of each word, from its top left corner, in millimetres."""
    with gzip.open(path, "rt") as lines:
        for line in lines:
            row = json.loads(line)
            if not any(letter.isalnum() for letter in row["label"]):
                continue
            strokes = []
            for flat in row["strokes"]:
                # each sample as it differs from the one before
                strokes.append(list(zip(itertools.accumulate(flat[0::2]), itertools.accumulate(flat[1::2]))))
            left = min(x for stroke in strokes for x, _ in stroke)
            top = min(y for stroke in strokes for _, y in stroke)
            height = max(y for stroke in strokes for _, y in stroke) - top
            # a size that a hand writes, whatever the tablet said of its own
            scale = min(1 / (row.get("ppmm") or 10), 12 / max(1, height))
            yield row["label"], [[((x - left) * scale, (y - top) * scale) for x, y in stroke] for stroke in strokes]


def percentile(times, share):
    return sorted(times)[min(len(times) - 1, int(share * len(times)))]


def main():
    program, model, models, recording, path = sys.argv[1:6]
    count = int(sys.argv[6]) if len(sys.argv) > 6 else 1000
    written = list(itertools.islice(words(path), count))
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(program, model, models, recording, folder)
        inkd = daemon.start()
        places = []
        for number in range(0, len(written), WORDS_OF_PART):
            package = f"words {number // (WORDS_OF_PART * PARTS_OF_PACKAGE)}"
            inkd["Packages"].Open(name=package, option="create")
            part = inkd["Packages"].CreatePart(package=package, type="Text")["part"]["id"]
            editor = inkd["Editor"].Create()["editor"]
            inkd["Editor"].SetViewSize(editor=editor, width=210, height=297)
            inkd["Editor"].SetPart(editor=editor, package=package, part=part)
            for index, (label, strokes) in enumerate(written[number : number + WORDS_OF_PART]):
                top = 10 + PITCH * index
                ink = [{"x": [20 + x for x, _ in stroke], "y": [top + y for _, y in stroke]} for stroke in strokes]
                inkd["Ink"].AddStrokes(editor=editor, strokes=ink)
                places.append((label, package, part, top))
            inkd["Editor"].WaitForIdle(editor=editor, timeout=600000)
            inkd["Packages"].Save(name=package)
            inkd["Editor"].Close(editor=editor)

        search = daemon.client.open("org.inkd.Search")

        def found(label, package, part, top, matching):
            """The best guess that is found at the place where the word was written; None if none is."""
            begin = time.perf_counter()
            reply = search.Find(words=label, matching=matching, limit=500)
            times.append((time.perf_counter() - begin) * 1000)
            guesses = [
                max(word["guess"] for word in hit["words"])
                for hit in reply["hits"]
                if hit["package"] == package and hit["part"] == part and all(top - 10 < word["box"]["y"] < top + PITCH - 10 for word in hit["words"])
            ]
            return min(guesses) if guesses else None

        table = {}
        for matching in ("whole", "beginning", "similar"):
            times = []
            guesses = [found(*place, matching) for place in places]
            table[matching] = (guesses, times)
        index = sum(os.path.getsize(path) for path in glob.glob(f"{folder}/state/packages/*/.search.sqlite*"))
        packages = sum(os.path.getsize(path) for path in glob.glob(f"{folder}/state/packages/*/*.inkpkg"))
        daemon.end(signal.SIGTERM)
    require(len(places) == len(written) > 0, "words are missing")
    print(f"{len(places)} words in packages of {packages / 1e6:.1f} MB; the index has {index / 1e6:.1f} MB.")
    for matching, (guesses, times) in table.items():
        best = sum(guess == 0 for guess in guesses)
        any_guess = sum(guess is not None for guess in guesses)
        print(
            f"{matching}: {100 * any_guess / len(guesses):.1f} % found by their true label, {100 * best / len(guesses):.1f} % by the best reading; "
            f"{percentile(times, 0.5):.1f} ms a search, {percentile(times, 0.99):.1f} ms at most in 99 of 100"
        )


main()
