"""The learning curve of a run, as SVG, or as the table that docs/learning_curve.py draws.

python -m inkd_training.text.learning_curve --run runs/latin --csv ../docs/data/learning-curve.csv
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt


def read_log(run: Path) -> list[dict]:
    """The evaluations of a run, in order."""
    return [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]


def write_table(run: Path, out: Path) -> None:
    """A line for each evaluation: inks seen, minutes, and the per cent of characters wrong in words and in single lines."""
    lines = [
        f"{row['sequences']},{row['seconds'] / 60:.0f},{100 * row['word_cer']:.2f},{100 * row['line_cer']:.2f}" for row in read_log(run)
    ]
    out.write_text("\n".join(["inks,minutes,word_cer,line_cer", *lines]) + "\n")


def draw(run: Path, out: Path) -> None:
    """Error rates of the run's log over the inks it has seen; the same log gives the same file."""
    rows = read_log(run)
    seen = [row["sequences"] / 1000 for row in rows]
    plt.rcParams["svg.hashsalt"] = "inkd"
    figure, axes = plt.subplots(figsize=(7, 4))
    for key, name in (("word_cer", "words"), ("line_cer", "single lines")):
        axes.plot(seen, [100 * row[key] for row in rows], marker="o", markersize=3, label=f"{name}: {100 * rows[-1][key]:.1f} % at the end")
    axes.set(xlabel="thousand inks seen", ylabel="characters wrong, per cent (greedy)", yscale="log")
    axes.set_yticks([5, 7, 10, 15, 20, 30, 50, 100], ["5", "7", "10", "15", "20", "30", "50", "100"])
    axes.minorticks_off()
    axes.grid(alpha=0.3)
    axes.legend()
    figure.tight_layout()
    out.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(out, metadata={"Date": None})
    plt.close(figure)


def main() -> None:
    """Draws the run that the command line names, or writes its table."""
    parser = argparse.ArgumentParser(description="Draw a run's learning curve.")
    parser.add_argument("--run", type=Path, default=Path("runs/latin"))
    parser.add_argument("--out", type=Path, default=Path("runs/latin/curve.svg"))
    parser.add_argument("--csv", type=Path, help="write the table to this file, and draw nothing")
    options = parser.parse_args()
    if options.csv:
        write_table(options.run, options.csv)
    else:
        draw(options.run, options.out)


if __name__ == "__main__":
    main()
