"""Writes a trained network of formulas as a model file with weights of 8 bits.

python -m inkd_training.formulas.export --run runs/formulas --out ../models/formulas.safetensors
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from .. import checkpoint
from ..classifier import AVERAGE, fit_temperature, write_model
from ..ink import add_data_argument
from ..picture_network import score
from .classes import CLASSES
from .evaluation import held_back_examples, shares
from .network import FormulaNetwork, description
from .symbols import read_inks

SOURCES = (
    "Detexify's symbols (D. Kirsch); UNIPEN train_r01_v07 (Guyon et al. 1994, Zenodo 1195803); Pen-Based Recognition of Handwritten Digits "
    "(Alpaydin, Alimoglu 1998, UCI); Omniglot (Lake, Salakhutdinov, Tenenbaum 2015, github.com/brendenlake/omniglot), letters of "
    "drawers 1 to 12; composed into formulas by inkd"
)
LICENCE = (
    "ODbL (contains information from Detexify, which is made available under the Open Database License); UNIPEN and UCI: CC BY 4.0; "
    "Omniglot: MIT"
)
MEASURED = 600
"""Formulas of held-back ink that the temperature is fitted to."""


def load(run: Path) -> tuple[FormulaNetwork, dict]:
    """The run's averaged network, in evaluation mode, and what was saved with it."""
    state = checkpoint.load(run / AVERAGE)
    network = FormulaNetwork(len(CLASSES), *state["plan"])
    network.load_state_dict(state["average"])
    return network.eval(), state


def export(data: Path, run: Path, out: Path, precision: str) -> None:
    """Calibrates the run's averaged network on held-back ink, measures it and writes it."""
    network, state = load(run)
    features, labels = held_back_examples(read_inks(data, held_back=True), MEASURED)
    scores = score(network, features)
    temperature = fit_temperature(scores, labels)
    print(f"groups of held-back ink: {shares(scores, labels)}, temperature {temperature:.2f}")
    about = description(network, CLASSES, temperature)
    write_model(out, network.folded(), about, (SOURCES, LICENCE, state), precision)


def main() -> None:
    """Exports the run that the command line names."""
    parser = argparse.ArgumentParser(description="Write a run's averaged network as a model of formulas for inkd.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, default=Path("runs/formulas"))
    parser.add_argument("--out", type=Path, default=Path("../models/formulas.safetensors"))
    parser.add_argument("--precision", choices=["int8", "fp32"], default="int8")
    options = parser.parse_args()
    torch.set_num_threads(1)
    export(options.data, options.run, options.out, options.precision)


if __name__ == "__main__":
    main()
