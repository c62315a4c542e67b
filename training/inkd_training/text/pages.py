"""Cuts written pages into labelled lines, with the readings of an earlier model.

    inkctl recognize --as page --jsonl DATA/train/unipen_page.jsonl.gz > runs/pages.jsonl
    python -m inkd_training.text.pages --data DATA --read runs/pages.jsonl --out runs/lines.jsonl.gz

A page's label says nothing of its lines. Where each line of the reading ends, the label is cut: at the space that the edit distance puts
there. Lines that are then read with more than a third of their characters wrong are left out, for their label is probably another's.
"""

from __future__ import annotations

import argparse
import gzip
import json
from itertools import pairwise
from pathlib import Path

from ..ink import add_data_argument, read_rows
from .metrics import edit_distance

MAX_ERROR_RATE = 0.34
"""Share of a line's characters that may be read wrong."""


def split_label(read: list[str], label: str) -> list[str] | None:
    """The label in as many parts as lines were read, each as near to its line as can be; None if no spaces of it stand where lines end.

    Levenshtein's alignment of all lines with the label, in which the end of a line is a space that cannot be anything else.
    """
    text = "\n".join(read)

    def deletion_cost(x: str) -> int:
        """The cost of changing or leaving out x."""
        return len(label) if x == "\n" else 1

    def change_cost(x: str, y: str) -> int:
        return 0 if x == y or (x == "\n" and y == " ") else deletion_cost(x)

    rows = [list(range(len(label) + 1))]
    for x in text:
        above = rows[-1]
        row = [above[0] + deletion_cost(x)]
        for j, y in enumerate(label):
            row.append(min(above[j] + change_cost(x, y), above[j + 1] + deletion_cost(x), row[j] + 1))
        rows.append(row)
    ends, j = [len(label)], len(label)
    for i in range(len(text), 0, -1):
        x = text[i - 1]
        while j and rows[i][j] == rows[i][j - 1] + 1:
            j -= 1
        if j and rows[i][j] == rows[i - 1][j - 1] + change_cost(x, label[j - 1]):
            j -= 1
            if x == "\n":
                ends.append(j)
        elif x == "\n":
            return None
    ends = [0, *ends[::-1]]
    if len(ends) != len(read) + 1 or any(label[k] != " " for k in ends[1:-1]):
        return None
    return [label[first:after].strip() for first, after in pairwise(ends)]


def lines_of(page: dict, read: dict) -> list[dict]:
    """The page's lines as rows of an ink file, strokes in the order in which they were drawn.

    page: a row of an ink file; read: the row that `inkctl recognize` printed for it.
    """
    lines = [line for line in read.get("lines", []) if line["text"].strip()]
    parts = split_label([line["text"] for line in lines], page["label"]) if lines else None
    if parts is None:
        return []
    found = []
    for number, (line, part) in enumerate(zip(lines, parts, strict=True)):
        strokes = sorted({r["stroke"] for word in line["words"] for r in word["ranges"]})
        if part and edit_distance(part, line["text"]) <= MAX_ERROR_RATE * len(part) and all(k < len(page["strokes"]) for k in strokes):
            found.append(
                {
                    "id": f"{page['id']}/{number}",
                    "writer": page["writer"],
                    "level": "text",
                    "label": part,
                    "strokes": [page["strokes"][k] for k in strokes],
                }
            )
    return found


def main() -> None:
    """Cuts the training pages into lines."""
    parser = argparse.ArgumentParser(description="Cut pages into lines to learn from.")
    add_data_argument(parser)
    parser.add_argument("--read", type=Path, required=True, help="what inkctl read: a JSON object a page, in any order")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    read = {row["id"]: row for row in map(json.loads, options.read.read_text().splitlines())}
    pages = characters = 0
    lines: list[dict] = []
    for page in read_rows(options.data / "train/unipen_page.jsonl.gz"):
        pages, characters = pages + 1, characters + len(page["label"])
        lines += lines_of(page, read.get(page["id"], {}))
    with gzip.open(options.out, "wt") as out:
        out.writelines(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    kept = sum(len(line["label"]) for line in lines)
    print(f"{options.out}: {len(lines)} lines of {pages} pages, {kept} of {characters} characters")


if __name__ == "__main__":
    main()
