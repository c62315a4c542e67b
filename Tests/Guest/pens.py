#!/usr/bin/env python3
"""The daemon's end of the socket for relays of pens, as far as the guest's scenarios need it.

usage: pens.py SOCKET LOG COMMANDS

LOG gets a line for each message of a relay: "hello", "grab 1", "frame held", "frame writes lost", "verdict tap". COMMANDS is a pipe with lines:
"pass", "decide" and "everything" set the mode, also for relays that connect later; "fields X0 Y0 X1 Y1 FLAGS…" the fields in millimeters (flags: 1
focused, 2 password); "committed". Lengths are of virtual-device's pen, with 200 units a millimeter.
"""

import os
import select
import socket
import struct
import sys
import time

UNITS = 200
MODES = {"pass": 0, "decide": 1, "everything": 2}
STATUS = ("passes", "held", "writes", "?")
VERDICTS = ("passes", "tap", "writes", "writesAfterTap", "canceled")


def header(kind, count=0):
    return struct.pack("<BBHIQ", kind, 0, count, 0, int(time.monotonic() * 1e6))


def settings(mode):
    return header(16) + struct.pack("<BBHHH6i", mode, 0, 500, 1500, 0, *(length * UNITS for length in (1, 1, 12, 12, 4, 4)))


def fields(numbers):
    rows = [numbers[at : at + 5] for at in range(0, len(numbers), 5)]
    return header(17, len(rows)) + b"".join(struct.pack("<4iI", *(value * UNITS for value in row[:4]), row[4]) for row in rows)


def text(message):
    kind, flags, count = struct.unpack_from("<BBH", message)
    if kind == 2 and len(message) == 16 + 8 * count:
        return "frame " + STATUS[flags >> 1 & 3] + (" lost" if flags & 1 else "")
    return {1: "hello", 3: f"verdict {VERDICTS[flags]}" if flags < 5 else "?", 4: f"grab {flags & 1}"}.get(kind, f"invalid {kind}")


def main():
    path, log, commands = sys.argv[1:]
    state = {16: settings(0), 17: fields([])}
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    listener.bind(path)
    os.chmod(path, 0o666)
    listener.listen()
    # a writer of its own, so that the pipe never ends
    pipe = os.open(commands, os.O_RDWR)
    relays = []
    with open(log, "a", encoding="utf-8", buffering=1) as output:
        while True:
            for ready in select.select([listener, pipe, *relays], [], [])[0]:
                if ready is listener:
                    relay = listener.accept()[0]
                    relays.append(relay)
                    for message in state.values():
                        relay.send(message)
                elif ready == pipe:
                    for line in os.read(pipe, 4096).decode().splitlines():
                        name, *numbers = line.split()
                        message = header(18)
                        if name in MODES:
                            message = state[16] = settings(MODES[name])
                        elif name == "fields":
                            message = state[17] = fields([int(number) for number in numbers])
                        for relay in relays:
                            relay.send(message)
                else:
                    message = ready.recv(65536)
                    if message:
                        output.write(text(message) + "\n")
                    else:
                        relays.remove(ready)
                        output.write("gone\n")


main()
