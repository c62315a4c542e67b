"""Writes the averaged network of a run as one model for each script.

    python -m inkd_training.scripts.export --run runs/scripts

Each has the outputs of its own characters. The same checkpoint always gives the same bytes. `scripts/calibrate.py` then fits what the model
says about gaps and confidence.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from .. import checkpoint
from ..model_file import weight_arrays, write
from ..quantise import quantise
from ..text.export import description
from ..text.network import TextNetwork
from .alphabets import ALPHABETS, TOGETHER, classes_of

TRAINING_DATA = (
    "lines composed of drawn letters (inkd) and of people's: UNIPEN train_r01_v07 (Guyon et al. 1994), Zenodo 1195803; "
    "Omniglot (Lake, Salakhutdinov, Tenenbaum 2015, github.com/brendenlake/omniglot), drawers 1 to 12; Detexify (D. Kirsch); "
    "words: wordfreq 3.1.1 (R. Speer)"
)
TRAINING_LICENCE = "CC BY 4.0 (UNIPEN); MIT (Omniglot); ODbL 1.0 (Detexify); CC BY-SA 4.0 (words)"


def load_run(run: Path) -> tuple[TextNetwork, dict[str, str]]:
    """The averaged network of a run's checkpoint, in evaluation mode, and the run's length as metadata."""
    state = checkpoint.load(run / "checkpoint.pt")
    network = TextNetwork(state["hidden"], state["layers"], classes=len(TOGETHER) + 1)
    network.load_state_dict(state["average"])
    return network.eval(), {"training_sequences": str(state["seen"])}


def of_script(network: TextNetwork, script: str) -> TextNetwork:
    """The same network with the outputs of the script's characters alone."""
    classes = classes_of(script)
    weights = network.state_dict()
    for name in ("output.weight", "output.bias"):
        weights[name] = weights[name][classes].clone()
    made = TextNetwork(network.hidden, network.layers, classes=len(classes))
    made.load_state_dict(weights)
    return made.eval()


def export(run: Path, script: str, out: Path, precision: str) -> None:
    """Writes a script's model with weights of `precision` ("int8" or "fp32")."""
    network, about = load_run(run)
    network = of_script(network, script)
    arrays = weight_arrays(network)
    metadata = {"language": f"mul-{script}", "training_data": TRAINING_DATA, "training_data_licence": TRAINING_LICENCE}
    write(out, quantise(arrays) if precision == "int8" else arrays, description(network, ALPHABETS[script]) | about | metadata)
    print(f"{out}: {out.stat().st_size} bytes, {json.dumps(about)}")


def main() -> None:
    """Exports the run that the command line names."""
    parser = argparse.ArgumentParser(description="Write a run's averaged network as models of scripts for inkd.")
    parser.add_argument("--run", type=Path, default=Path("runs/scripts"))
    parser.add_argument("--out", type=Path, default=Path(__file__).resolve().parents[3] / "models/scripts")
    parser.add_argument("--scripts", nargs="+", default=sorted(ALPHABETS), choices=sorted(ALPHABETS))
    parser.add_argument("--precision", choices=("int8", "fp32"), default="int8", help="of the weights: see quantise.py")
    options = parser.parse_args()
    for script in options.scripts:
        export(options.run, script, options.out / f"{script}.safetensors", options.precision)


if __name__ == "__main__":
    main()
