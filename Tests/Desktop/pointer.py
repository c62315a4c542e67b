#!/usr/bin/python3
"""Clicks on a wlroots compositor with a pointer of its own (zwlr_virtual_pointer_v1): pointer.py X Y WIDTH HEIGHT

The place is X of WIDTH, and Y of HEIGHT, of the whole layout. WAYLAND_DISPLAY and XDG_RUNTIME_DIR name the compositor.
"""
import os
import socket
import struct
import sys
import time

LEFT, MANAGER = 0x110, "zwlr_virtual_pointer_manager_v1"
connection = socket.socket(socket.AF_UNIX)
connection.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))


def send(target, opcode, *numbers, data=b""):
    body = data + struct.pack("<%dI" % len(numbers), *numbers)
    connection.sendall(struct.pack("<IHH", target, opcode, 8 + len(body)) + body)


def string(text):
    data = text.encode() + b"\0"
    return struct.pack("<I", len(data)) + data + b"\0" * (-len(data) % 4)


def globals_of_registry():
    """Object 2 is the registry, 3 the answer to wl_display.sync."""
    send(1, 1, 2)
    send(1, 0, 3)
    buffer, found = b"", {}
    while True:
        buffer += connection.recv(65536)
        while len(buffer) >= 8:
            target, opcode, size = struct.unpack("<IHH", buffer[:8])
            if len(buffer) < size:
                break
            body, buffer = buffer[8:size], buffer[size:]
            if target == 2 and opcode == 0:
                name, length = struct.unpack("<II", body[:8])
                found[body[8 : 8 + length - 1].decode()] = name
            if target == 3:
                return found


def now():
    return int(time.monotonic() * 1e3) & 0xFFFFFFFF


def main():
    x, y, width, height = map(int, sys.argv[1:5])
    # the manager is object 4, the pointer 5
    send(2, 0, 1, 4, data=struct.pack("<I", globals_of_registry()[MANAGER]) + string(MANAGER))
    send(4, 0, 0, 5)
    time.sleep(0.2)
    for offset in (-3, 0):
        send(5, 1, now(), x + offset, y, width, height)
        send(5, 4)
        time.sleep(0.1)
    for state in (1, 0):
        send(5, 2, now(), LEFT, state)
        send(5, 4)
        time.sleep(0.05)
    time.sleep(0.3)


main()
