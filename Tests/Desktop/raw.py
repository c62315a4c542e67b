#!/usr/bin/python3
"""In a terminal: notes what is typed, letter by letter: raw.py LOG"""
import codecs
import os
import sys
import time
import tty

out = open(sys.argv[1], "a", buffering=1)
tty.setcbreak(0)
decoder, text = codecs.getincrementaldecoder("utf8")("replace"), ""
print("%.6f SHOWN" % time.monotonic(), file=out)
while typed := os.read(0, 1000):
    for letter in decoder.decode(typed):
        text = text[:-1] if letter in "\x7f\b" else text + letter
        os.write(1, b"\b \b" if letter in "\x7f\b" else letter.encode())
    print("%.6f TEXT %r" % (time.monotonic(), text), file=out)
