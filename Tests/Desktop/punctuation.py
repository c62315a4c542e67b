#!/usr/bin/python3
"""How punctuation is read that is written after a word and a lift: punctuation.py PIPE INK.jsonl[.gz] [NUMBER [SEED]]

Writes words of other people's ink with the pen of a daemon that was started with --replay-feed (daemon.sh), is an input method that keeps their ink, and
draws NUMBER signs of each kind behind them, each another time, place, size and slant. Says how many are read right. INKD_SOCKET is the daemon's.
"""
import gzip
import json
import math
import os
import random
import sys
import time

from varlink import Connection
from words import BTN_TOOL_PEN, BTN_TOUCH, ABS_PRESSURE, EV_ABS, EV_KEY, Pen, points

FLAT = set("acemnorsuvwxz")


def arc(cx, cy, rx, ry, begin, end, steps=14):
    return [
        (cx + rx * math.cos(math.radians(begin + (end - begin) * i / steps)), cy + ry * math.sin(math.radians(begin + (end - begin) * i / steps)))
        for i in range(steps + 1)
    ]


def line(x0, y0, x1, y1, steps=8):
    return [(x0 + (x1 - x0) * i / steps, y0 + (y1 - y0) * i / steps) for i in range(steps + 1)]


def strokes_of(sign, h):
    """In units of the small letters' height, from the baseline up (y negative), as people draw them."""
    r = random.uniform
    dot = lambda y: line(0, y, r(-0.04, 0.06), y + r(0.02, 0.1), 3)
    comma = lambda y: line(r(0, 0.1), y, r(-0.2, -0.05), y + r(0.25, 0.5), 5)
    tick = lambda x: line(x + r(-0.02, 0.08), -r(1.5, 1.8), x + r(-0.08, 0.02), -r(1.05, 1.25), 5)
    shapes = {
        ".": lambda: [dot(-0.08)],
        ",": lambda: [comma(-0.1)],
        ":": lambda: [dot(-r(0.6, 0.85)), dot(-0.1)],
        ";": lambda: [dot(-r(0.6, 0.85)), comma(-0.1)],
        "!": lambda: [line(r(-0.05, 0.1), -r(1.6, 2.0), r(-0.05, 0.05), -r(0.35, 0.5), 10), dot(-0.06)],
        "?": lambda: [arc(0.25, -r(1.3, 1.5), r(0.3, 0.4), r(0.3, 0.4), -170, 80) + line(0.28, -0.95, 0.25, -r(0.4, 0.5), 5), [(x + 0.25, y) for x, y in dot(-0.06)]],
        "'": lambda: [tick(0)],
        '"': lambda: [tick(0), tick(r(0.2, 0.35))],
        "-": lambda: [line(0, -r(0.4, 0.6), r(0.6, 0.9), -r(0.4, 0.6), 8)],
        "(": lambda: [arc(0.5, -0.7, r(0.35, 0.5), r(1.1, 1.4), 250, 110)],
        ")": lambda: [arc(0.0, -0.7, r(0.35, 0.5), r(1.1, 1.4), -70, 70)],
    }
    slant, size = r(-0.05, 0.25), h * r(0.85, 1.15)
    return [[((x - y * slant) * size + random.gauss(0, 0.015) * h, y * size + random.gauss(0, 0.015) * h) for x, y in s] for s in shapes[sign]()]


class Hand(Pen):
    def draw(self, strokes):
        self.due = max(self.due, time.monotonic() + 0.02)
        self.frame(0, *self.at(*strokes[0][0]), (EV_KEY, BTN_TOOL_PEN, 1))
        for stroke in strokes:
            self.frame(0.08, *self.at(*stroke[0]))
            self.frame(0.01, (EV_KEY, BTN_TOUCH, 1), (EV_ABS, ABS_PRESSURE, 1800))
            for x, y in stroke[1:]:
                self.frame(0.01, *self.at(x, y))
            self.frame(0.01, (EV_KEY, BTN_TOUCH, 0), (EV_ABS, ABS_PRESSURE, 0))
        self.frame(0.03, (EV_KEY, BTN_TOOL_PEN, 0))


def final_reading(events, fits):
    """The first reading that is final and fits; the last one of all if none does in twenty seconds."""
    end = time.monotonic() + 20
    last = None
    while time.monotonic() < end:
        events.socket.settimeout(max(0.05, end - time.monotonic()))
        try:
            event = events.receive()
        except TimeoutError:
            break
        reading = event.get("reading")
        if reading and reading["final"] and fits(reading):
            return reading
        last = reading or last
    return last


def main():
    pipe, path = sys.argv[1:3]
    number = int(sys.argv[3]) if len(sys.argv) > 3 else 20
    random.seed(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
    opened = gzip.open if path.endswith(".gz") else open
    words = [w for w in map(json.loads, opened(path, "rt")) if len(w["label"]) > 2 and set(w["label"]) <= FLAT]
    random.shuffle(words)
    events, calls = Connection(os.environ["INKD_SOCKET"]), Connection(os.environ["INKD_SOCKET"])
    events.send("org.inkd.TextInput.Attach", {"name": "punctuation"}, more=True)
    session = events.receive()["session"]
    pen, total, right_total = Hand(pipe, 1.5), 0, 0
    # a reading of what was written before may still come
    seen = set()
    for sign in ".,!?:;'\"-()":
        right, wrong = 0, []
        for turn in range(number):
            ink = words[total % len(words)]
            total += 1
            calls.call("org.inkd.TextInput.Focus", {"session": session, "purpose": "text"})
            strokes = points(ink, 0)
            ys, xs = [y for s in strokes for _, y in s], [x for s in strokes for x, _ in s]
            scale = 4.0 / max(0.5, max(ys) - min(ys))
            strokes = [[(20 + (x - min(xs)) * scale, 30 + (y - min(ys)) * scale) for x, y in s] for s in strokes]
            base, height, edge = 34.0, 4.0, max(x for s in strokes for x, _ in s)
            pen.draw(strokes)
            # a word with wide gaps may be ended, and read, before its last stroke
            word = final_reading(events, lambda r: len(r["strokes"]) == len(strokes) and seen.isdisjoint(r["strokes"]))
            seen.update(word["strokes"])
            calls.call("org.inkd.TextInput.Take", {"session": session, "editor": word["editor"], "strokes": word["strokes"], "text": word["text"], "keep": True})
            time.sleep(random.uniform(0.1, 0.5))
            gap = random.uniform(0.8, 1.4) if sign == "(" else random.uniform(0.25, 0.6)
            x0 = edge + gap * height * (1 if sign in "(" else 0.8)
            pen.draw([[(x0 + x, base + y) for x, y in s] for s in strokes_of(sign, height)])
            reading = final_reading(events, lambda r: set(r["strokes"]) - seen)
            seen.update(reading["strokes"])
            text = reading["text"].strip()
            # the word may be read better with the sign; one that stands high may be read by itself
            if text.endswith(sign) and text[:-1].strip().isalpha() or text == sign:
                right += 1
            else:
                wrong.append(text + " / " + word["text"])
            calls.call("org.inkd.TextInput.Unfocus", {"session": session})
            time.sleep(0.05)
        right_total += right
        print("%s  %d of %d  %s" % (sign, right, number, " ".join(map(repr, wrong))), flush=True)
    print("all  %d of %d: %.1f %%" % (right_total, total, 100 * right_total / total))


if __name__ == "__main__":
    main()
