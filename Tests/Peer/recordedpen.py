"""A pen that writes what a recording has, into an inkd run with --replay-feed."""

import os
import struct
import time

EV_ABS, ABS_Y = 3, 1
EVENT = struct.Struct("<qqHHi")


class RecordedPen:
    """The writing end of a pipe, and the recording's events."""

    def __init__(self, folder, recording):
        self.path = f"{folder}/pen"
        os.mkfifo(self.path)
        self.pipe = os.open(self.path, os.O_RDWR)
        with open(recording) as lines:
            words = [line.split() for line in lines if line.startswith("E:")]
        self.events = [(round(float(time) * 1e6), int(kind, 16), int(code, 16), int(value)) for _, time, kind, code, value in words]
        # microseconds from one writing to the next
        self.length = self.events[-1][0] - self.events[0][0] + 2_000_000
        self.strokes = sum(1 for _, kind, code, value in self.events if (kind, code, value) == (1, 0x14A, 1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        os.close(self.pipe)

    def write(self, begin=None, down=0):
        """Writes everything once, so many units further down, stamped from `begin` on, in microseconds of CLOCK_MONOTONIC; as fast as it is read."""
        shift = (time.monotonic_ns() // 1000 if begin is None else begin) - self.events[0][0]
        data = bytearray(EVENT.size * len(self.events))
        for index, (stamp, kind, code, value) in enumerate(self.events):
            stamp += shift
            value += down if (kind, code) == (EV_ABS, ABS_Y) else 0
            EVENT.pack_into(data, index * EVENT.size, stamp // 1_000_000, stamp % 1_000_000, kind, code, value)
        rest = memoryview(data)
        while rest:
            # pieces that a pipe takes whole
            rest = rest[os.write(self.pipe, rest[: 4080 // EVENT.size * EVENT.size]) :]
