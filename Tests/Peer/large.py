"""A part of very many strokes: how long it takes to open, whether a stroke costs more the more there are, and what memory it takes.

usage: large.py INKD MODEL MODELS_FOLDER RECORDING STROKES
"""

import signal
import sys
import tempfile
import time

from daemon import Daemon, events
from patience import require


def stroke(number):
    """A small stroke: 25 to a line of 200 millimetres, lines 10 millimetres apart."""
    x, y = 8 * (number % 25), 10 * (number // 25)
    return [(x + 0.3 * k, y + (3 if k % 6 < 3 else 0) + 0.5 * (k % 3)) for k in range(12)]


def memory(process):
    with open(f"/proc/{process.pid}/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def main():
    program, model, models, recording, count = sys.argv[1:]
    count = int(count)
    with tempfile.TemporaryDirectory() as folder:
        daemon = Daemon(program, model, models, recording, folder)
        inkd = daemon.start()
        inkd["Packages"].Open(name="large", option="createNew")
        part = inkd["Packages"].CreatePart(package="large", type="Text")["part"]["id"]
        editor = inkd["Editor"].Create()["editor"]
        inkd["Editor"].SetViewSize(editor=editor, width=210, height=297)
        inkd["Editor"].SetPart(editor=editor, package="large", part=part)
        before = memory(daemon.process)

        def write(first, last):
            """Milliseconds a stroke, one call each: the middle of groups of a hundred, since other things happen too."""
            times = []
            for number in range(first, last):
                batch, _ = events([stroke(number)], 1_700_000_000_000)
                begin = time.perf_counter()
                inkd["Editor"].PointerEvents(editor=editor, events=batch, processGestures=False)
                times.append((time.perf_counter() - begin) * 1000)
            times.sort()
            return times[len(times) // 2]

        first = write(0, 1000)
        for begin in range(1000, count - 1000, 1000):
            strokes = [stroke(number) for number in range(begin, min(begin + 1000, count - 1000))]
            inkd["Ink"].AddStrokes(editor=editor, strokes=[{"x": [p[0] for p in s], "y": [p[1] for p in s]} for s in strokes])
        inkd["Editor"].WaitForIdle(editor=editor, timeout=600000)
        last = write(count - 1000, count)
        inkd["Editor"].WaitForIdle(editor=editor, timeout=600000)
        full = memory(daemon.process)
        inkd["Packages"].Save(name="large")
        inkd["Editor"].Close(editor=editor)
        inkd["Packages"].Close(name="large")
        daemon.end(signal.SIGTERM)
        inkd = daemon.start()
        inkd["Packages"].Open(name="large")
        editor = inkd["Editor"].Create()["editor"]
        inkd["Editor"].SetViewSize(editor=editor, width=210, height=297)
        begin = time.perf_counter()
        state = inkd["Editor"].SetPart(editor=editor, package="large", part=part)["state"]
        opened = time.perf_counter() - begin
        require(state["strokes"] == count, f"{state['strokes']} of {count} strokes are there")
        opened_memory = memory(daemon.process)
        daemon.end(signal.SIGTERM)
    print(f"{count} strokes: a stroke takes {first:.2f} ms among the first thousand and {last:.2f} ms among the last, ratio {last / first:.2f}.")
    print(f"Opening takes {opened:.2f} s. Memory: {before:.0f} MB empty, {full:.0f} MB after writing, {opened_memory:.0f} MB after opening.")


main()
