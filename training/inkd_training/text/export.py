"""Writes a trained network as the safetensors file that `Sources/Recognition` reads.

    python -m inkd_training.text.export --run runs/latin --out ../models/latin.safetensors
    python -m inkd_training.text.export --run runs/latin --out latin-fp32.safetensors --precision fp32

The same checkpoint always gives the same bytes.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from .. import checkpoint
from ..model_file import weight_arrays, write
from ..quantise import quantise
from .features import PIPELINE_VERSION
from .network import TextNetwork
from .samples import ALPHABET, CENTRAL

TRAINING_DATA = (
    "UNIPEN train_r01_v07 (Guyon et al. 1994), Zenodo 1195803: ink of words, lines and characters; "
    "word lists after OpenSubtitles and of wordfreq: which accented words were composed of it"
)
TRAINING_LICENCE = "CC BY 4.0 (ink); CC BY-SA 4.0 (word lists)"


def description(network: TextNetwork, alphabet: str = ALPHABET) -> dict[str, str]:
    """The metadata that a reader needs to run the network."""
    about = {
        "kind": "text",
        "alphabet": alphabet,
        "architecture": json.dumps(network.architecture(), sort_keys=True),
        "feature_pipeline": str(PIPELINE_VERSION),
    }
    # read only in languages that have them
    letters = "".join(c for c in alphabet if c in CENTRAL)
    return about | ({"language_letters": letters} if letters else {})


def load_run(run: Path) -> tuple[TextNetwork, dict[str, str]]:
    """The averaged network of a run's checkpoint, in evaluation mode, and the run's length and error rates as metadata."""
    state = checkpoint.load(run / "checkpoint.pt")
    weights = state["average"]
    channels = tuple(weights[f"conv{k}.weight"].shape[0] for k in (1, 2, 3))
    network = TextNetwork(state["hidden"], state["layers"], channels, classes=len(weights["output.bias"]))
    network.load_state_dict(weights)
    about = {"training_sequences": str(state["seen"])}
    log = run / "log.jsonl"
    if log.exists():
        rows = [json.loads(line) for line in log.read_text().splitlines()]
        for row in rows:
            if row["sequences"] == state["seen"]:
                about |= {key: str(row[of]) for key, of in (("dev_word_cer", "word_cer"), ("dev_line_cer", "line_cer")) if of in row}
    return network.eval(), about


def export(run: Path, out: Path, precision: str, language: str) -> dict[str, str]:
    """Writes the run's averaged network with weights of `precision` ("int8" or "fp32"); returns the run's part of the metadata."""
    network, about = load_run(run)
    arrays = weight_arrays(network)
    metadata = {"language": language, "training_data": TRAINING_DATA, "training_data_licence": TRAINING_LICENCE}
    write(out, quantise(arrays) if precision == "int8" else arrays, description(network) | about | metadata)
    return about


def main() -> None:
    """Exports the run that the command line names."""
    parser = argparse.ArgumentParser(description="Write a run's averaged network as a model for inkd.")
    parser.add_argument("--run", type=Path, default=Path("runs/latin"))
    parser.add_argument("--out", type=Path, default=Path("../models/latin.safetensors"))
    parser.add_argument("--precision", choices=("int8", "fp32"), default="int8", help="of the weights: see quantise.py")
    parser.add_argument("--language", default="mul-Latn", help="BCP-47 tag of what the model reads")
    options = parser.parse_args()
    about = export(options.run, options.out, options.precision, options.language)
    print(f"{options.out}: {options.out.stat().st_size} bytes, {about}")


if __name__ == "__main__":
    main()
