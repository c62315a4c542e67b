"""A pen of 1000 Hz that writes into an inkd run with --replay-feed, and what of it has to be in a log."""

import contextlib
import os
import struct
import threading
import time

import penlog
from daemon import Daemon
from patience import require

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
        while not isOver.is_set():
            try:
                os.write(pipe, data)
                break
            except BlockingIOError:
                # a daemon that was kept waiting, or none any more
                time.sleep(0.005)
        time.sleep(max(0, begin + number / 1000 - time.monotonic()))


@contextlib.contextmanager
def fed_daemon(program, models, recording, folder):
    """A daemon that is yet to be started, without a text model, and the pipe out of which it reads the recording's device."""
    os.mkfifo(f"{folder}/pen")
    pipe = os.open(f"{folder}/pen", os.O_RDWR | os.O_NONBLOCK)
    daemon = Daemon(program, "/nowhere", models, recording, folder)
    daemon.arguments += ["--replay-feed", f"{folder}/pen", "--log-level", "critical"]
    try:
        yield daemon, pipe
    finally:
        os.close(pipe)


@contextlib.contextmanager
def feeding(pipe):
    """Meanwhile somebody writes."""
    isOver = threading.Event()
    writer = threading.Thread(target=feed, args=(pipe, isOver))
    writer.start()
    try:
        yield
    finally:
        isOver.set()
        writer.join()


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
