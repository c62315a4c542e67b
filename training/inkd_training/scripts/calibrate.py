"""Calibrates the models of scripts: fits how gaps count as spaces and how far readings can be trusted, as `text/calibrate.py` does.

    python -m inkd_training.scripts.calibrate --data DATA --inkctl ../.build/release/inkctl

With made ink: there is none of people's. So both are as good as the composition is like people's writing.
"""

from __future__ import annotations

import argparse
import json
import tempfile
from pathlib import Path

from ..ink import add_data_argument
from ..text.calibrate import EVIDENCE_VERSION, confidence, samples, space_gaps, with_metadata
from .alphabets import LANGUAGES
from .evaluation import inks, write

SEED = 9_000_011
"""Other ink than that which is measured on."""


def calibrate(script: str, models: Path, inkctl: Path, data: Path, count: int) -> None:
    """Fits a script's model and writes what was found into it."""
    target = models / f"scripts/{script}.safetensors"
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.safetensors"
        with_metadata(target, model, {"space_gaps": None, "confidence": None})
        files, writers = {}, {}
        for language in LANGUAGES[script]:
            rows = [row for row in inks(data, language, count, SEED) if "/people/" not in row["id"]]
            files[language] = Path(folder) / f"{language}.jsonl.gz"
            write(files[language], rows)
            writers |= {row["id"]: row["writer"] for row in rows}

        def read() -> list[dict]:
            return [r for tag, file in files.items() for r in samples(inkctl, model, models / f"language/{tag}.safetensors", file)]

        weights = space_gaps(read()).round(4).tolist()
        found = {"space_gaps": json.dumps({"weights": weights})}
        with_metadata(model, model, found)
        fitted = confidence(read(), writers, None) | {"evidence": EVIDENCE_VERSION}
        with_metadata(target, target, found | {"confidence": json.dumps(fitted, sort_keys=True)})
    print(f"{target}: space_gaps {weights}, confidence {fitted}")


def main() -> None:
    """Calibrates the models that the command line names, in place."""
    root = Path(__file__).resolve().parents[3]
    parser = argparse.ArgumentParser(description="Fit what the models of scripts say about gaps and confidence, and write it into them.")
    add_data_argument(parser)
    parser.add_argument("--models", type=Path, default=root / "models")
    parser.add_argument("--inkctl", type=Path, default=root / ".build/release/inkctl", help="the program, of the same sources")
    parser.add_argument("--scripts", nargs="+", default=sorted(LANGUAGES), choices=sorted(LANGUAGES))
    parser.add_argument("--count", type=int, default=300, help="inks of each language and kind")
    options = parser.parse_args()
    for script in options.scripts:
        calibrate(script, options.models, options.inkctl, options.data, options.count)


if __name__ == "__main__":
    main()
