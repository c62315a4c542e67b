"""Gives a trained network more characters: fits the outputs of those that it lacks, and of others that are named, and changes nothing else.

    python -m inkd_training.text.extend --begin ../models/reference/latin-fp32.safetensors --spans runs/spans.npz --run runs/extended

What the last layer makes of inks is computed once and kept in RUN/states.pt; on that the new outputs learn with CTC, in a minute.
The scores of all other characters keep their ratios, so a language that has none of the new letters is read as before. Writes
RUN/checkpoint.pt and RUN/log.jsonl, for `export.py`.
"""

from __future__ import annotations

import argparse
import json
import math
import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import nn

from .. import checkpoint
from ..encoder import collate
from ..ink import add_data_argument
from ..model_file import read
from .augment import augment
from .compose import Composer
from .dataset import CLASS_OF, attach_spans
from .export import load_run
from .features import features
from .metrics import edit_distance, error_rates
from .network import TextNetwork, greedy_decode, load_network, with_alphabet
from .samples import ALPHABET, load

BATCH = 64
MOST_ROWS = 700
OTHERS = 0.25
"""So many of the inks that are composed without a new letter are learnt from, too."""
WRITTEN = 0.2
"""Share of words as they were written: new letters must not be read into them."""
HELD_BACK = 0.05
"""Share of the inks that is measured on."""
DROPOUT = 0.2
SURE = 0.999
"""A step is blank beyond doubt where that is more probable than this; one beside another that is not is kept."""


@dataclass(slots=True)
class State:
    """The last layer's output for an ink, (steps, 2 * hidden) in bfloat16, and the ink's label."""

    hidden: torch.Tensor
    label: str


def compose(data: Path, spans: Path, begin: str, count: int, seed: int) -> list[tuple[np.ndarray, str]]:
    """Features and labels of `count` inks, most with characters that `begin`, an alphabet, lacks."""
    words = load(data / "train/unipen_word.jsonl.gz")
    attach_spans(words, spans)
    words = [word for word in words if word.spans is not None]
    composer = Composer(words, load(data / "train/unipen_char.jsonl.gz"), data / "words")
    random = np.random.default_rng(seed)
    made: list[tuple[np.ndarray, str]] = []
    while len(made) < count:
        kind = random.random()
        if kind < WRITTEN:
            word = words[random.integers(len(words))]
            ink = word.points, word.starts, word.label
        elif kind < (1 + WRITTEN) / 2:
            ink = composer.accented(int(composer.accentable[random.integers(len(composer.accentable))]), random)
        else:
            ink = composer.spelled(random)
        if ink is None or (kind >= WRITTEN and set(ink[2]) <= set(begin) and random.random() > OTHERS):
            continue
        rows = features(*augment(ink[0], ink[1], random))
        if 4 * 1.2 * len(ink[2]) <= len(rows) <= MOST_ROWS:
            made.append((rows, str(ink[2])))
    return made


def states_of(network: TextNetwork, inks: list[tuple[np.ndarray, str]]) -> list[State]:
    """What the network makes of inks before its output, in any order."""
    inks = sorted(inks, key=lambda ink: len(ink[0]))
    states: list[State] = []
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for first in range(0, len(inks), BATCH):
            some = inks[first : first + BATCH]
            x, rows = collate([f for f, _ in some])
            hidden = network.encode(x, rows).bfloat16()
            steps = network.steps(rows).tolist()
            states += [State(h[:n].clone(), label) for h, n, (_, label) in zip(hidden, steps, some, strict=True)]
    return states


def without_blanks(states: list[State], output: nn.Linear) -> list[State]:
    """The states but for most steps that are blank beyond doubt: they teach little, and are three quarters of all."""
    kept = []
    with torch.no_grad():
        for state in states:
            blank = output(state.hidden.float()).softmax(1)[:, 0]
            spoken = (blank < SURE).float()
            near = nn.functional.max_pool1d(spoken[None], 3, stride=1, padding=1)[0] > 0
            kept.append(State(state.hidden[near], state.label) if near.sum() > len(state.label) else state)
    return kept


def batch_of(states: list[State]) -> tuple[torch.Tensor, torch.Tensor]:
    """Padded states (batch, steps, 2 * hidden), float32, and their steps (batch,)."""
    return nn.utils.rnn.pad_sequence([s.hidden.float() for s in states], batch_first=True), torch.tensor([len(s.hidden) for s in states])


def fit(output: nn.Linear, classes: list[int], states: list[State], epochs: int, rate: float) -> None:
    """Fits the rows of the output that belong to the classes; the others stay."""
    fitted = torch.tensor(classes)
    weight, bias = output.weight.detach(), output.bias.detach()
    new = nn.Linear(output.in_features, len(fitted))
    new.load_state_dict({"weight": weight[fitted].clone(), "bias": bias[fitted].clone()})
    optimiser = torch.optim.AdamW(new.parameters(), lr=rate, weight_decay=1e-3)
    loss_of, dropout = nn.CTCLoss(zero_infinity=True), nn.Dropout(DROPOUT)
    steps = epochs * (len(states) // BATCH)
    done, begun = 0, time.monotonic()
    for epoch in range(epochs):
        # inks of about one length together
        batches = [states[k : k + BATCH] for k in range(0, len(states) - BATCH + 1, BATCH)]
        total = 0.0
        for index in torch.randperm(len(batches)).tolist():
            hidden, lengths = batch_of(batches[index])
            hidden = dropout(hidden)
            logits = nn.functional.linear(hidden, weight, bias).index_copy(2, fitted, new(hidden))
            scores = logits.log_softmax(-1)
            labels = torch.tensor([CLASS_OF[c] for s in batches[index] for c in s.label])
            loss = loss_of(scores.transpose(0, 1), labels, lengths, torch.tensor([len(s.label) for s in batches[index]]))
            optimiser.zero_grad()
            loss.backward()
            for group in optimiser.param_groups:
                group["lr"] = rate * (1 + math.cos(math.pi * done / steps)) / 2
            optimiser.step()
            done, total = done + 1, total + loss.item()
        print(f"epoch {epoch + 1} of {epochs}: loss {total / len(batches):.4f}, {time.monotonic() - begun:.0f} s", flush=True)
    with torch.no_grad():
        output.weight[fitted] = new.weight
        output.bias[fitted] = new.bias


def error_rate(output: nn.Linear, states: list[State]) -> float:
    """Edits by characters, greedy."""
    edits = 0
    with torch.no_grad():
        for first in range(0, len(states), BATCH):
            some = states[first : first + BATCH]
            hidden, lengths = batch_of(some)
            texts = greedy_decode(output(hidden), lengths)
            edits += sum(edit_distance(text, s.label) for text, s in zip(texts, some, strict=True))
    return edits / max(1, sum(len(s.label) for s in states))


def main() -> None:
    """Extends the network that the command line names."""
    parser = argparse.ArgumentParser(description="Fit the outputs of characters that a network lacks.")
    add_data_argument(parser)
    parser.add_argument("--begin", type=Path, required=True, help="a float32 model file")
    parser.add_argument("--spans", type=Path, required=True, help="the spans that align.py wrote")
    parser.add_argument("--run", type=Path, default=Path("runs/extended"))
    parser.add_argument("--again", default="", help="characters that it has, whose outputs are fitted once more")
    parser.add_argument("--count", type=int, default=16_000, help="inks to learn from")
    parser.add_argument("--epochs", type=int, default=12)
    parser.add_argument("--rate", type=float, default=3e-3)
    parser.add_argument("--only-states", action="store_true", help="compose and compute, and fit another time")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(options.seed)
    options.run.mkdir(parents=True, exist_ok=True)
    before, alphabet = load_network(options.begin)
    network = TextNetwork(before.hidden, before.layers).eval()
    network.load_state_dict(with_alphabet(before.state_dict(), alphabet, ALPHABET))
    file = options.run / "states.pt"
    if file.exists():
        states = [State(**row) for row in torch.load(file)]
    else:
        states = states_of(network, compose(options.data, options.spans, alphabet, options.count, options.seed))
        torch.save([{"hidden": s.hidden, "label": s.label} for s in states], file)
        print(f"{file}: {len(states)} inks", flush=True)
        if options.only_states:
            return
    states = sorted(without_blanks(states, network.output), key=lambda s: len(s.hidden))
    every = round(1 / HELD_BACK)
    held, learnt = states[::every], [s for k, s in enumerate(states) if k % every]
    print(f"made ink that is held back: CER {100 * error_rate(network.output, held):.2f} %", flush=True)
    fit(network.output, [CLASS_OF[c] for c in ALPHABET if c not in alphabet or c in options.again], learnt, options.epochs, options.rate)
    print(f"made ink that is held back: CER {100 * error_rate(network.output, held):.2f} %", flush=True)
    seen = int(read(options.begin)[1]["training_sequences"])
    state = {"average": network.state_dict(), "hidden": network.hidden, "layers": network.layers, "seen": seen}
    checkpoint.save(options.run / "checkpoint.pt", state)
    extended, _ = load_run(options.run)
    rates = {
        f"{key}_cer": round(error_rates(extended, load(options.data / f"dev/unipen_{of}.jsonl.gz")[::6])[0], 4)
        for key, of in (("word", "word"), ("line", "text"))
    }
    (options.run / "log.jsonl").write_text(json.dumps({"sequences": seen} | rates) + "\n")
    print(f"{options.run / 'checkpoint.pt'}: {rates}")


if __name__ == "__main__":
    main()
