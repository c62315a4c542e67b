"""Hours of writing, as fast as they are read: inkd's memory does not grow with them, and no stroke is lost unsaid.

usage: hours.py INKD MODEL MODELS_FOLDER RECORDING HOURS
"""

import signal
import sys
import tempfile
import time

from daemon import Daemon
from patience import eventually, require
from recordedpen import RecordedPen

# MiB by which the second half may be larger than the first at most: pages that the allocator keeps
SLACK = 24

# lines of a page, and the recording's units from line to line
LINES, SPACING = 7, 2800


def resident(process):
    """MiB."""
    with open(f"/proc/{process}/status") as status:
        [line] = [line for line in status if line.startswith("VmRSS")]
    return int(line.split()[1]) / 1024


def main():
    program, model, models, recording, hours = sys.argv[1:]
    begin = time.monotonic()
    with tempfile.TemporaryDirectory() as folder, RecordedPen(folder, recording) as pen:
        daemon = Daemon(program, model, models, recording, folder)
        daemon.arguments += ["--replay-feed", pen.path]
        daemon.start()
        editors = daemon.client.open("org.inkd.Editor")
        times = round(float(hours) * 3_600_000_000 / pen.length)
        stamp, memory = time.monotonic_ns() // 1000, []
        for number in range(times):
            # line below line, and a new page when this one is full
            if number % LINES == 0:
                editors.Clear(editor=editors.List()["editors"][0]["editor"])
            pen.write(stamp, number % LINES * SPACING)
            stamp += pen.length
            if (number + 1) % max(1, times // 20) == 0:
                eventually(lambda: editors.List()["editors"][0]["idle"], "what was written is read")
                memory.append(resident(daemon.process.pid))
                print(f"{(number + 1) * pen.length / 3.6e9:.2f} hours written: {memory[-1]:.1f} MiB", flush=True)
        daemon.end(signal.SIGTERM)
    half = len(memory) // 2
    require(max(memory[half:]) <= max(memory[:half]) + SLACK, f"memory grows: {[round(each, 1) for each in memory]} MiB")
    print(f"{times * pen.strokes} strokes, {times * pen.length / 3.6e9:.1f} hours of writing in {time.monotonic() - begin:.0f} s: {min(memory):.1f} to {max(memory):.1f} MiB")


main()
