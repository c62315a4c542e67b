"""Rows of files of ink: JSON lines, plain or packed by gzip, as inkctl writes them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from itertools import accumulate
from math import isfinite
from pathlib import Path
from typing import Any

ENDINGS = (".jsonl", ".jsonl.gz")
LONGEST_LINE = 16 << 20
"""Bytes that a row may have; inkctl refuses longer ones as well."""
CHANNELS = ("t", "f", "otx", "oty", "oa", "oe")
"""Arrays of one number for each point: time, force, tilt to the right and towards the writer, azimuth, altitude."""
TEXTS = ("id", "writer", "device", "level", "label", "style")
NUMBERS = ("hz", "ppmm")
STEPS = range(-(1 << 31), 1 << 31)
"""Differences from point to point."""


class RowError(Exception):
    """A line of a file that is no ink."""


def files(path: Path) -> list[Path]:
    """The file itself, or the files of ink in a folder and those below it, by name.

    Raises RowError for a folder without any, and OSError.
    """
    if not path.is_dir():
        return [path]
    found = sorted(file for file in path.rglob("*") if file.name.endswith(ENDINGS) and file.is_file())
    if not found:
        raise RowError(f"{path} has no files of ink: their names end in {' or '.join(ENDINGS)}")
    return found


def read(path: Path, skip_damaged: bool = False) -> Iterator[dict[str, Any]]:
    """The inks of a file, decoded as `decode` does.

    Raises RowError for a line that is none, unless these are to be skipped, and OSError.
    """
    with open(path, "rb") as plain:
        packed = plain.peek(2)[:2] == b"\x1f\x8b"
        lines = gzip.GzipFile(fileobj=plain) if packed else plain
        number = 0
        while line := lines.readline(LONGEST_LINE + 1):
            number += 1
            try:
                if len(line) > LONGEST_LINE:
                    # what follows is the rest of this line
                    while not line.endswith(b"\n") and (line := lines.readline(LONGEST_LINE)):
                        pass
                    raise RowError(f"it has more than {LONGEST_LINE} bytes")
                if line.strip():
                    yield decode(line)
            except RowError as error:
                if not skip_damaged:
                    raise RowError(f"{path}: line {number}: {error}") from None


def decode(line: bytes) -> dict[str, Any]:
    """An ink as a row of the data set: `x` and `y` in place of differences, without strokes that have no points.

    Raises RowError.
    """
    try:
        row = json.loads(line)
    except (ValueError, RecursionError):
        raise RowError("it is not JSON") from None
    if not isinstance(row, dict) or not isinstance(row.get("strokes"), list):
        raise RowError('it is no object with "strokes"')
    strokes = row["strokes"]
    for stroke in strokes:
        if not isinstance(stroke, list) or len(stroke) % 2 or not all(type(step) is int and step in STEPS for step in stroke):
            raise RowError('"strokes" are not [[x,y,dx,dy,…],…] of whole numbers of 32 bits')
    ink: dict[str, Any] = {}
    for name in TEXTS:
        value = row.get(name)
        if value is not None and not isinstance(value, str):
            raise RowError(f'"{name}" is no text')
        # a half of a surrogate pair cannot be written as UTF-8
        ink[name] = value if value is None else value.encode("utf-8", "replace").decode()
    for name in NUMBERS:
        value = row.get(name)
        if value is not None and not is_number(value):
            raise RowError(f'"{name}" is no number')
        ink[name] = value if value is None else float(value)
    ink["x"] = [list(accumulate(stroke[0::2])) for stroke in strokes if stroke]
    ink["y"] = [list(accumulate(stroke[1::2])) for stroke in strokes if stroke]
    for name in CHANNELS:
        ink[name] = channel(name, row.get(name), strokes)
    return ink


def channel(name: str, values: Any, strokes: list[list[int]]) -> list[list[float]] | None:
    """The numbers of a channel, one for each point.

    Raises RowError.
    """
    if values is None:
        return None
    fits = (
        isinstance(values, list)
        and len(values) == len(strokes)
        and all(isinstance(part, list) and 2 * len(part) == len(stroke) for part, stroke in zip(values, strokes, strict=True))
    )
    if not fits or not all(is_number(value) for part in values for value in part):
        raise RowError(f'"{name}" does not have one number for every point')
    return [[float(value) for value in part] for part in values if part]


def is_number(value: Any) -> bool:
    """Whether a value of JSON is a number that a double can hold."""
    if type(value) not in (int, float):
        return False
    try:
        return isfinite(float(value))
    except OverflowError:
        return False
