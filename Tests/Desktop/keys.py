#!/usr/bin/python3
"""Types letters on an X display at a steady rate, and notes when: keys.py LOG NAME COUNT RATE

The log gets a line "TIME BLOCK NAME RATE", then "TIME KEY LETTER" for each letter, in seconds of CLOCK_MONOTONIC. A key is held for half of
its time, so that the release of one and the press of the next are as far apart as with a person.
"""
import ctypes
import sys
import time

log, name, count, rate = open(sys.argv[1], "a", buffering=1), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])
x11, xtst = ctypes.CDLL("libX11.so.6"), ctypes.CDLL("libXtst.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
display = ctypes.c_void_p(x11.XOpenDisplay(None))
if not display:
    sys.exit("there is no display")
letters = "abcdefghijklmnopqrstuvwxyz"
codes = {letter: x11.XKeysymToKeycode(display, ctypes.c_ulong(ord(letter))) for letter in letters}


def press(letter, is_down):
    xtst.XTestFakeKeyEvent(display, codes[letter], int(is_down), ctypes.c_ulong(0))
    stamp = time.monotonic()
    x11.XFlush(display)
    return stamp


def wait(until):
    time.sleep(max(0, until - time.monotonic()))


start = time.monotonic()
print(f"{start:.6f} BLOCK {name} {rate:g}", file=log)
for index in range(count):
    letter = letters[index % len(letters)]
    wait(start + index / rate)
    print(f"{press(letter, True):.6f} KEY {letter}", file=log)
    wait(start + (index + 0.5) / rate)
    press(letter, False)
