"""The learning curve of a run, as SVG.

python -m inkd_training.text.learning_curve --run runs/latin --out ../docs/pictures/learning-curve.svg
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt


def draw(run: Path, out: Path) -> None:
    """Error rates of the run's log over the inks it has seen; the same log gives the same file."""
    rows = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
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
    """Draws the run that the command line names."""
    parser = argparse.ArgumentParser(description="Draw a run's learning curve.")
    parser.add_argument("--run", type=Path, default=Path("runs/latin"))
    parser.add_argument("--out", type=Path, default=Path("runs/latin/curve.svg"))
    options = parser.parse_args()
    draw(options.run, options.out)


if __name__ == "__main__":
    main()
