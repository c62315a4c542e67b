#!/usr/bin/python3
"""Compares the fields that an input method reported last with a picture of the screen: fieldplaces.py LOG PICTURE.ppm [others] NAME...

Each NAME is a field whose background has a color of its own: text, secret or area. It must be reported within two pixels, and only `secret`
as secret; with `others` more fields may be reported. Without a NAME there must be no field.
"""
import json
import sys

COLORS = {"text": b"\xe0\x00\x00", "secret": b"\x00\x00\xe0", "area": b"\x00\xa0\x00"}
TOLERANCE = 2


def picture(path):
    data = open(path, "rb").read()
    head, offset = [], 0
    while len(head) < 4:
        end = min(data.index(c, offset) for c in (b" ", b"\n") if c in data[offset:])
        head.append(data[offset:end])
        offset = end + 1
    # ImageMagick may write two bytes for each color, the higher one first
    return int(head[1]), int(head[2]), data[offset :: 2 if int(head[3]) > 255 else 1]


def box(color, width, height, pixels):
    """The edges of what has the color; nil if nothing has."""
    rows, left, right = [], width, 0
    for y in range(height):
        row = pixels[y * width * 3 : (y + 1) * width * 3]
        at = row.find(color)
        while at >= 0 and at % 3:
            at = row.find(color, at + 1)
        if at < 0:
            continue
        last = row.rfind(color)
        while last % 3:
            last = row.rfind(color, 0, last + 2)
        rows.append(y)
        left, right = min(left, at // 3), max(right, last // 3 + 1)
    return (left, rows[0], right, rows[-1] + 1) if rows else None


def main():
    log, path, *names = sys.argv[1:]
    others = "others" in names
    names = [name for name in names if name != "others"]
    lines = open(log).read().splitlines()
    fields = json.loads(lines[-1])["fields"] if lines else []
    fields = [(f["x"], f["y"], f["x"] + f["width"], f["y"] + f["height"], f["secret"], f["focused"]) for f in fields]
    size = picture(path)
    failed = False
    for name in names:
        real = box(COLORS[name], *size)
        near = [f for f in fields if real and all(abs(a - b) <= TOLERANCE for a, b in zip(f, real))]
        good = len(near) == 1 and near[0][4] == (name == "secret")
        failed |= not good
        print(name, "real", real, "reported", near or "nowhere near")
    if not others and len(fields) != len(names):
        failed = True
    print("all", fields)
    sys.exit(failed)


main()
