"""Kills the daemon while it records a pen of 1000 Hz, again and again: what it said it had written is in the log, whole and once, and nothing else.

usage: record.py INKD MODEL MODELS_FOLDER RECORDING TIMES
"""

import glob
import os
import random
import signal
import struct
import sys
import tempfile
import threading
import time

import penlog
import varlink
from daemon import Daemon, require

EV_SYN, EV_KEY, EV_ABS = 0, 1, 3
BTN_TOOL_PEN, BTN_TOUCH, ABS_X, ABS_Y, ABS_PRESSURE = 0x140, 0x14A, 0, 1, 0x18


def frame(number):
    """The events of the frame of this number: it can be told from its values. The pen is away now and then."""
    phase = number % 400
    events = [(EV_ABS, ABS_X, number % 20000), (EV_ABS, ABS_Y, number // 20000), (EV_ABS, ABS_PRESSURE, number % 3)]
    if phase == 0:
        events.append((EV_KEY, BTN_TOOL_PEN, 1))
    elif phase == 10:
        events.append((EV_KEY, BTN_TOUCH, 1))
    elif phase == 380:
        events.append((EV_KEY, BTN_TOUCH, 0))
    elif phase == 390:
        events.append((EV_KEY, BTN_TOOL_PEN, 0))
    return events


def feed(pipe, isOver):
    """A thousand frames a second, in threes, until nobody reads them any more."""
    number, begin = 0, time.monotonic()
    while not isOver.is_set():
        data = b""
        for _ in range(3):
            now = time.monotonic()
            stamp = (int(now), int(now % 1 * 1e6))
            data += b"".join(struct.pack("<qqHHi", *stamp, *event) for event in [*frame(number), (EV_SYN, 0, 0)])
            number += 1
        try:
            os.write(pipe, data)
        except BlockingIOError:
            return
        time.sleep(max(0, begin + number / 1000 - time.monotonic()))


def check(log, least):
    """The log as it was left: frames 0, 1, 2 … as they were fed, so many at least."""
    data = open(log, "rb").read()
    found, end = penlog.records(data)
    fed = [f for f in penlog.frames(found) if f[3]]
    first = fed[0][3][0][2] + 20000 * fed[0][3][1][2] if fed else 0
    for index, (_, _, drop, events) in enumerate(fed):
        require(events == frame(first + index) and not drop, f"frame {index} is {events}, fed was {frame(first + index)}")
    require(len(fed) >= least, f"{least} frames were written, {len(fed)} are there")
    return len(fed), len(data) - end


def main():
    program, model, models, recording, times = sys.argv[1:]
    dice = random.Random(5)
    written, cut, size = 0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        os.mkfifo(f"{folder}/pen")
        pipe = os.open(f"{folder}/pen", os.O_RDWR | os.O_NONBLOCK)
        daemon = Daemon(program, "/nowhere", models, recording, folder)
        daemon.arguments += ["--replay-feed", f"{folder}/pen", "--log-level", "critical"]
        for attempt in range(int(times)):
            daemon.start()
            recorder = daemon.client.open("org.inkd.Recorder")
            name = recorder.Start(label="kill")["state"]["recording"]
            isOver = threading.Event()
            writer = threading.Thread(target=feed, args=(pipe, isOver))
            writer.start()
            end = time.monotonic() + dice.uniform(0.02, 0.6)
            least = 0
            while time.monotonic() < end:
                least = recorder.GetState()["state"]["frames"]
            daemon.end(signal.SIGKILL)
            isOver.set()
            writer.join()
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
        for _ in range(200):
            if not glob.glob(f"{folder}/state/recordings/*/*/*.inklog"):
                break
            time.sleep(0.05)
        kept = recorder.List()["recordings"]
        require(len(kept) == int(times), f"{len(kept)} recordings are listed of {times}")
        require(all(not r["active"] and "ended" not in r and len(r["files"]) == 1 for r in kept), f"one is not as it was left: {kept}")
        recorder.Delete(name=kept[0]["name"])
        require(len(recorder.List()["recordings"]) == int(times) - 1, "a deleted recording is still there")
        daemon.end(signal.SIGTERM)
        os.close(pipe)
    print(f"{times} kills: {written} frames of 1000 Hz were whole and in order ({size / max(1, written):.1f} bytes each), {cut} logs were cut off in mid-record")


main()
