#!/usr/bin/env python3
"""Prints a piece of an evemu recording as a script for `virtual-device script`: strokes.py FILE.events FROM TO X Y

FROM and TO are seconds of the recording; X and Y millimeters: the left edge of the ink and its top. The strokes keep their shape, size and speed.
"""

import re
import sys

ABS_X, ABS_Y, BTN_TOUCH = 0, 1, 0x14A
PRESSURE = 1500


def read(path, begin, end):
    """The strokes between two times: lists of (seconds, x, y) in millimeters."""
    units, place, strokes, is_down = {}, {}, [], False
    with open(path, encoding="utf-8") as file:
        for line in file:
            if match := re.match(r"A: (\w+) \S+ \S+ \S+ \S+ (\d+)", line):
                units[int(match[1], 16)] = int(match[2])
            if not line.startswith("E: "):
                continue
            stamp, kind, code, value = line[3:].split()[:4]
            time, kind, code, value = float(stamp), int(kind, 16), int(code, 16), int(value)
            if kind == 3 and code in (ABS_X, ABS_Y):
                place[code] = value / units[code]
            elif kind == 1 and code == BTN_TOUCH:
                is_down = value == 1 and begin <= time <= end
                if is_down:
                    strokes.append([])
            elif kind == 0 and is_down and len(place) == 2:
                strokes[-1].append((time, place[ABS_X], place[ABS_Y]))
    return [stroke for stroke in strokes if stroke]


def main():
    path, begin, end, left, top = sys.argv[1], *map(float, sys.argv[2:])
    strokes = read(path, begin, end)
    shift_x = left - min(x for stroke in strokes for _, x, _ in stroke)
    shift_y = top - min(y for stroke in strokes for _, _, y in stroke)
    now = strokes[0][0][0]
    for stroke in strokes:
        time, x, y = stroke[0]
        print(f"move {x + shift_x:.3f} {y + shift_y:.3f} {max(10, 1000 * (time - now)):.0f}")
        print(f"down {PRESSURE}")
        now = time
        for time, x, y in stroke[1:]:
            print(f"move {x + shift_x:.3f} {y + shift_y:.3f} {1000 * (time - now):.1f}")
            now = time
        print("up")


main()
