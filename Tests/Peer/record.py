"""Kills the daemon while it records a pen of 1000 Hz, again and again: what it said it had written is in the log, whole and once, and nothing else.

usage: record.py INKD MODELS_FOLDER RECORDING TIMES
"""

import glob
import os
import random
import signal
import sys
import tempfile
import time

from feeding import check, fed_daemon, feeding
from patience import eventually, require


def main():
    program, models, recording, times = sys.argv[1:]
    dice = random.Random(5)
    written, cut, size = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder, fed_daemon(program, models, recording, folder) as (daemon, pipe):
        for attempt in range(int(times)):
            daemon.start()
            recorder = daemon.client.open("org.inkd.Recorder")
            name = recorder.Start(label="kill")["state"]["recording"]
            with feeding(pipe):
                end = time.monotonic() + dice.uniform(0.02, 0.6)
                least = 0
                while time.monotonic() < end:
                    least = recorder.GetState()["state"]["frames"]
                daemon.end(signal.SIGKILL)
            while True:
                try:
                    os.read(pipe, 1 << 16)
                except BlockingIOError:
                    break
            [log] = glob.glob(f"{folder}/state/recordings/*/{name}/*.inklog")
            # besides the frames that were fed there may be some that the daemon made of nothing
            count, damaged = check(log, least - 2)
            written, cut, size = written + count, cut + (damaged > 0), size + os.path.getsize(log)
        daemon.start()
        recorder = daemon.client.open("org.inkd.Recorder")
        eventually(lambda: not glob.glob(f"{folder}/state/recordings/*/*/*.inklog"), "what was cut off is packed")
        kept = recorder.List()["recordings"]
        require(len(kept) == int(times), f"{len(kept)} recordings are listed of {times}")
        require(all(not r["active"] and "ended" not in r and len(r["files"]) == 1 for r in kept), f"one is not as it was left: {kept}")
        recorder.Delete(name=kept[0]["name"])
        require(len(recorder.List()["recordings"]) == int(times) - 1, "a deleted recording is still there")
        daemon.end(signal.SIGTERM)
    print(f"{times} kills: {written} frames of 1000 Hz were whole and in order ({size / max(1, written):.1f} bytes each), {cut} logs were cut off in mid-record")


main()
