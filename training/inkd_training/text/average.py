"""Weight averaging: the mean of the weights of several states of a run, which often reads better than each of them.

    python -m inkd_training.text.average --run runs/mean runs/latin/kept/*.pt ../models/reference/latin-fp32.safetensors

States are checkpoints, whose averaged weights count, or float32 model files; all of one network, one begun from the other (Izmailov et
al. 2018, "Averaging Weights Leads to Wider Optima and Better Generalization"; Wortsman et al. 2022, "Model soups"). One that is named
twice counts twice. Characters that a model file does not read yet are the mean of the others. Writes the last checkpoint named, with
the mean in place of its own average, to RUN/checkpoint.pt, and its error rates to RUN/log.jsonl, for `export.py`.
"""

from __future__ import annotations

import argparse
import json
import math
from pathlib import Path

import torch

from .. import checkpoint
from ..ink import add_data_argument
from .export import load_run
from .metrics import error_rates
from .network import load_network, with_alphabet
from .samples import ALPHABET, load


def read_weights(path: Path) -> dict[str, torch.Tensor]:
    """The averaged weights of a checkpoint, or those of a float32 model file, NaN for characters that this does not read yet."""
    if path.suffix == ".safetensors":
        network, alphabet = load_network(path)
        return with_alphabet(network.state_dict(), alphabet, ALPHABET, new_bias=math.nan)
    return checkpoint.load(path)["average"]


def mean_weights(states: list[dict[str, torch.Tensor]]) -> dict[str, torch.Tensor]:
    """The mean of every tensor, of what is no NaN; all states have the same names and shapes."""
    return {name: torch.stack([state[name] for state in states]).nanmean(0) for name in states[0]}


def main() -> None:
    """Averages the states that the command line names."""
    parser = argparse.ArgumentParser(description="Average the weights of several states of a run.")
    add_data_argument(parser)
    parser.add_argument("--run", type=Path, required=True, help="where the checkpoint with the mean goes")
    parser.add_argument("states", type=Path, nargs="+", help="checkpoints and float32 model files")
    options = parser.parse_args()
    checkpoints = [path for path in options.states if path.suffix == ".pt"]
    if not checkpoints:
        raise SystemExit("there is no checkpoint (.pt) among the states: name one, it says how long the run was")
    state = checkpoint.load(checkpoints[-1])
    state["average"] = mean_weights([read_weights(path) for path in options.states])
    options.run.mkdir(parents=True, exist_ok=True)
    checkpoint.save(options.run / "checkpoint.pt", state)
    network, _ = load_run(options.run)
    rates = {
        f"{key}_cer": round(error_rates(network, load(options.data / f"dev/unipen_{of}.jsonl.gz")[::6])[0], 4)
        for key, of in (("word", "word"), ("line", "text"))
    }
    (options.run / "log.jsonl").write_text(json.dumps({"sequences": state["seen"]} | rates) + "\n")
    print(f"{options.run / 'checkpoint.pt'}: the mean of {len(options.states)} states, {rates}")


if __name__ == "__main__":
    main()
