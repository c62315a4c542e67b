"""The command `inkd-corpus`."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path

from inkd_corpus.dataset import Options, write
from inkd_corpus.rows import RowError
from inkd_corpus.splits import SPLITS

EXAMPLES = """examples:
  inkd-corpus shared -o words --licence cc-by-4.0 --language en
  inkctl corpus split shared -o parts && inkd-corpus parts -o words --licence cc0-1.0
"""


def percent(text: str) -> float:
    """A share of 1 to 40 in per cent, as a fraction."""
    value = float(text)
    if not 1 <= value <= 40:
        raise ArgumentTypeError(f"{text} is not 1 to 40")
    return value / 100


def positive(text: str) -> int:
    """A whole number above 0."""
    value = int(text)
    if value < 1:
        raise ArgumentTypeError(f"{text} is not above 0")
    return value


def parser() -> ArgumentParser:
    """The command line."""
    from argparse import RawDescriptionHelpFormatter

    made = ArgumentParser(
        prog="inkd-corpus",
        description="Turns files of ink, JSON lines as inkctl writes them, into a data set in Hugging Face's layout. It uploads nothing.",
        epilog=EXAMPLES,
        formatter_class=RawDescriptionHelpFormatter,
    )
    made.add_argument("corpus", nargs="+", type=Path, help="files of ink, plain or packed by gzip, and folders of them")
    made.add_argument("-o", "--output", required=True, type=Path, help="the folder to make")
    made.add_argument("--licence", "--license", required=True, help="its licence, by the Hub's short names: cc-by-4.0, cc0-1.0, other …")
    made.add_argument("--language", action="append", default=[], help="a language that is written in it (BCP 47); may be given again")
    made.add_argument("--title", help="its name for people; without it the folder's")
    made.add_argument("--share", type=percent, default=0.1, help="of a hundred inks, so many for test and as many for validation (10)")
    made.add_argument("--seed", type=int, default=0, help="another number, other splits (0)")
    made.add_argument("--rows", type=positive, default=50_000, help="inks in a file, at most (50000)")
    made.add_argument("--unknown-to-train", action="store_true", help="put inks without a writer into train")
    made.add_argument("--skip-damaged", action="store_true", help="leave damaged rows out, in place of writing nothing")
    made.add_argument("--force", action="store_true", help="replace a data set that is there")
    return made


def main(words: list[str] | None = None) -> None:
    """Runs the command; ends with 1 where it fails."""
    given = parser().parse_args(words)
    options = Options(
        licence=given.licence,
        title=given.title or given.output.resolve().name,
        languages=given.language,
        share=given.share,
        seed=given.seed,
        rows=given.rows,
        unknown_to_train=given.unknown_to_train,
        skip_damaged=given.skip_damaged,
        force=given.force,
    )
    try:
        summary = write(given.corpus, given.output, options)
    except (RowError, OSError, EOFError) as error:
        sys.exit(f"inkd-corpus: {error}")
    for split in SPLITS:
        if summary.inks[split]:
            print(f"{split}: {summary.inks[split]} inks of {len(summary.writers.get(split, ()))} writers")
        else:
            print(f"{split}: nothing, since there are too few writers")
