#!/usr/bin/python3
"""A keyboard for a compositor without one, by zwp_virtual_keyboard_v1, or KWin's org_kde_kwin_fake_input: keyboard.py < PIPE

Presses what each line names, such as "Tab" or "ctrl+End", or only presses it down ("down x") or lets it go ("up x"); KWin's can "click X Y", too. It lives as long as somebody keeps the pipe open: a keyboard that comes or goes takes the
focus from the field for a moment, and with it what is pending.
"""
import os
import socket
import struct
import sys
import time

CODES = {"Escape": 1, "1": 2, "2": 3, "BackSpace": 14, "Tab": 15, "Return": 28, "a": 30, "x": 45, "space": 57, "Home": 102, "Down": 108, "End": 107}
MODIFIERS = {"shift": (42, 1), "ctrl": (29, 4)}
KEYMAP = b"""xkb_keymap {
xkb_keycodes { include "evdev+aliases(qwerty)" };
xkb_types { include "complete" };
xkb_compat { include "complete" };
xkb_symbols { include "pc+us" };
};
\0"""
# objects of this connection
DISPLAY, REGISTRY, CALLBACK, SEAT, MANAGER, KEYBOARD = 1, 2, 3, 4, 5, 6
# the next number, where KWin has no other objects of this connection
FAKE = 4
FAKE_INPUT, BTN_LEFT = "org_kde_kwin_fake_input", 0x110

stream = socket.socket(socket.AF_UNIX)
stream.connect(os.path.join(os.environ["XDG_RUNTIME_DIR"], os.environ["WAYLAND_DISPLAY"]))


def send(target, opcode, *arguments, fd=None):
    body = b""
    for argument in arguments:
        if isinstance(argument, str):
            text = argument.encode() + b"\0"
            body += struct.pack("=I", len(text)) + text + bytes(-len(text) % 4)
        else:
            body += struct.pack("=I", argument)
    message = struct.pack("=II", target, (8 + len(body)) << 16 | opcode) + body
    socket.send_fds(stream, [message], [] if fd is None else [fd])


def receive(count):
    data = b""
    while len(data) < count:
        piece = stream.recv(count - len(data))
        if not piece:
            sys.exit("the compositor has ended")
        data += piece
    return data


def globals_of_the_compositor():
    send(DISPLAY, 1, REGISTRY)
    send(DISPLAY, 0, CALLBACK)
    names = {}
    while True:
        target, size = struct.unpack("=II", receive(8))
        body = receive((size >> 16) - 8)
        if target == CALLBACK:
            return names
        if target == REGISTRY and size & 0xFFFF == 0:
            name, length = struct.unpack_from("=II", body)
            names[body[8 : 8 + length - 1].decode()] = name


def bind(names, interface, identity, version=1):
    send(REGISTRY, 0, names[interface], interface, version, identity)


def now():
    return int(time.monotonic() * 1000) & 0xFFFFFFFF


def press_by_virtual_keyboard(chord):
    *ways, chord = chord.split()
    *held, key = chord.split("+")
    for down in {"down": [1], "up": [0]}[ways[0]] if ways else [1, 0]:
        if not down:
            send(KEYBOARD, 1, now(), CODES[key], 0)
        for modifier in held:
            send(KEYBOARD, 1, now(), MODIFIERS[modifier][0], down)
        send(KEYBOARD, 2, sum(MODIFIERS[modifier][1] for modifier in held) * down, 0, 0, 0)
        if down:
            send(KEYBOARD, 1, now(), CODES[key], 1)


def press_in_kwin(line):
    if line.startswith("click "):
        x, y = (int(number) for number in line.split()[1:])
        # wl_fixed has 8 bits behind the point
        send(FAKE, 9, x << 8, y << 8)
        for down in (1, 0):
            send(FAKE, 2, BTN_LEFT, down)
        return
    keys = [MODIFIERS[key][0] if key in MODIFIERS else CODES[key] for key in line.split("+")]
    for key in keys:
        send(FAKE, 10, key, 1)
    for key in reversed(keys):
        send(FAKE, 10, key, 0)


names = globals_of_the_compositor()
if FAKE_INPUT in names:
    press = press_in_kwin
    bind(names, FAKE_INPUT, FAKE, version=4)
    send(FAKE, 0, "inkd", "tests")
else:
    press = press_by_virtual_keyboard
    bind(names, "wl_seat", SEAT)
    bind(names, "zwp_virtual_keyboard_manager_v1", MANAGER)
    send(MANAGER, 0, SEAT, KEYBOARD)
    keymap = os.memfd_create("keymap")
    os.write(keymap, KEYMAP)
    send(KEYBOARD, 0, 1, len(KEYMAP), fd=keymap)
    send(KEYBOARD, 2, 0, 0, 0, 0)
for line in sys.stdin:
    press(line.strip())
