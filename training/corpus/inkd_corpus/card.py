"""The dataset card: README.md with YAML at its beginning, which the Hub and `datasets` read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from inkd_corpus.splits import SPLITS

if TYPE_CHECKING:
    from inkd_corpus.dataset import Options, Summary

SIZES = [(1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"), (10_000_000, "1M<n<10M")]
CHANNEL_NAMES = {
    "t": "times",
    "f": "force",
    "otx": "tilt to the right",
    "oty": "tilt towards the writer",
    "oa": "azimuth",
    "oe": "altitude",
}


def quoted(text: str) -> str:
    """A text as YAML: JSON's strings are YAML's."""
    return json.dumps(text, ensure_ascii=False)


def size_category(count: int) -> str:
    """The Hub's word for a number of rows."""
    return next((name for limit, name in SIZES if count < limit), "n>10M")


def front_matter(summary: Summary, options: Options) -> list[str]:
    """The YAML, without the lines around it."""
    lines = [f"pretty_name: {quoted(options.title)}"]
    lines += [f"license: {quoted(options.licence)}"]
    if options.languages:
        lines += ["language:", *(f"- {quoted(language)}" for language in options.languages)]
    lines += ["task_categories:", "- other", "tags:", "- handwriting", "- digital-ink", "- online-handwriting-recognition"]
    lines += ["size_categories:", f"- {size_category(summary.inks.total())}"]
    lines += ["configs:", "- config_name: default", "  data_files:"]
    for split in SPLITS:
        if summary.inks[split]:
            lines += [f"  - split: {split}", f"    path: data/{split}-*"]
    return lines


def card(summary: Summary, options: Options) -> str:
    """The whole card."""
    inks = summary.inks.total()
    table = [f"| {split} | {summary.inks[split]:,} | {len(summary.writers.get(split, ())):,} |" for split in SPLITS if summary.inks[split]]
    channels = [f"{CHANNEL_NAMES[name]} ({count:,})" for name, count in summary.channels.items()]
    levels = [f"{level} ({count:,})" for level, count in summary.levels.most_common()]
    title = " ".join(options.title.split())
    lines = [
        "---",
        *front_matter(summary, options),
        "---",
        "",
        f"# {title}",
        "",
        "Handwriting as a pen wrote it: strokes with their places, and what the pen told besides.",
        "",
        "| Split | Inks | Writers |",
        "| --- | ---: | ---: |",
        *table,
        "",
        "No writer is in two splits."
        + (f" {summary.unknown:,} inks do not tell their writer; they are in train." if summary.unknown and summary.unknown < inks else ""),
        "",
        f"- {inks:,} inks, {summary.labelled:,} of them labelled; {summary.strokes:,} strokes, {summary.points:,} points.",
        f"- Levels: {', '.join(levels)}.",
        f"- Besides places: {', '.join(channels) if channels else 'nothing'}.",
        "",
        "## Columns",
        "",
        "`x` and `y` are lists of strokes, each a list of places in device units, y downwards; `ppmm` is device units a millimetre,",
        "`hz` samples a second. `t` is milliseconds, `f` force from 0 to 1, `otx` and `oty` tilt, `oa` azimuth and `oe` altitude in",
        "radians, shaped as `x`. `label` is what the writer was asked for, `level` what an ink is (a word, a line of text, a page …).",
        "All but `x` and `y` may be null.",
        "",
        "## Licence",
        "",
        f"{options.licence}",
        "",
    ]
    return "\n".join(lines)
