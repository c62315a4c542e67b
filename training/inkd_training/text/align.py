"""Forced alignment: finds which points of an ink spell which character, with a trained network.

    python -m inkd_training.text.align --model ../models/reference/latin-fp32.safetensors --data DATA --out runs/spans.npz

Viterbi through the label's CTC states; a character reaches half-way to its neighbours. Strokes drawn late keep the place
in the sequence where they were drawn. The result is good enough to know where a letter stands, not where it ends.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

import numpy as np
import torch

from ..encoder import collate
from ..ink import add_data_argument
from .features import features_and_places
from .network import TextNetwork, load_network
from .samples import Sample, load


def viterbi(scores: np.ndarray, label: list[int]) -> np.ndarray | None:
    """The mean step of every character on the most probable path, (characters,); None if there are too few steps.

    scores: log-probabilities (steps, classes); label: the characters' classes.
    """
    path = np.zeros(2 * len(label) + 1, int)
    path[1::2] = label
    n, steps = len(path), len(scores)
    skip = np.zeros(n, bool)
    skip[3::2] = path[3::2] != path[1:-2:2]
    best = np.full(n, -np.inf)
    best[:2] = scores[0, path[:2]]
    came = np.zeros((steps, n), np.int8)
    for t in range(1, steps):
        stay, one, two = best, np.concatenate([[-np.inf], best[:-1]]), np.concatenate([[-np.inf, -np.inf], best[:-2]])
        choice = np.stack([stay, one, np.where(skip, two, -np.inf)])
        came[t] = choice.argmax(0)
        best = choice.max(0) + scores[t, path]
    state = n - 1 if best[n - 1] > best[n - 2] else n - 2
    if not np.isfinite(best[state]):
        return None
    places = [[] for _ in label]
    for t in range(steps - 1, -1, -1):
        if state % 2:
            places[state // 2].append(t)
        state = max(0, state - came[t, state])
    if not all(places):
        return None
    return np.array([np.mean(p) for p in places])


def character_spans(places: np.ndarray, rows: int, points: np.ndarray) -> np.ndarray:
    """Each character's first point and the one after its last, (characters, 2).

    places: the characters' steps (characters,); rows: how many rows of features; points: index of the point at each row.
    """
    middle = np.concatenate([[0], (places[1:] + places[:-1]) / 2, [rows / 4]])
    at = np.clip(np.round(middle * 4 + 2).astype(int), 0, rows - 1)
    at[0] = 0
    edges = points[at]
    edges[-1] = points[-1] + 1
    return np.stack([edges[:-1], edges[1:]], 1)


def align(network: TextNetwork, alphabet: str, samples: list[Sample]) -> dict[int, np.ndarray]:
    """Spans by index of the sample, for those that can be aligned."""
    classes = {c: k + 1 for k, c in enumerate(alphabet)}
    order = sorted(range(len(samples)), key=lambda i: len(samples[i].points))
    found: dict[int, np.ndarray] = {}
    begun = time.monotonic()
    with torch.no_grad(), torch.autocast("cpu", torch.bfloat16):
        for first in range(0, len(order), 64):
            some = order[first : first + 64]
            inks = [features_and_places(samples[i].points.astype(np.float64), samples[i].starts) for i in some]
            scores, steps = network(*collate([f for f, _ in inks]))
            for i, (f, places), s, n in zip(some, inks, scores.float().numpy(), steps.tolist(), strict=True):
                if n >= len(samples[i].label) and set(samples[i].label) <= classes.keys():
                    at = viterbi(s[:n], [classes[c] for c in samples[i].label])
                    if at is not None:
                        found[i] = character_spans(at, len(f), places)
            if first % 6400 == 0:
                print(f"\r{first} of {len(order)} inks, {time.monotonic() - begun:.0f} s", end="", flush=True)
    print()
    return found


def main() -> None:
    """Aligns the training words and writes their characters' spans."""
    parser = argparse.ArgumentParser(description="Find the characters in the training words.")
    parser.add_argument("--model", type=Path, required=True)
    add_data_argument(parser)
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    network, alphabet = load_network(options.model)
    samples = load(options.data / "train/unipen_word.jsonl.gz")
    found = align(network, alphabet, samples)
    np.savez_compressed(
        options.out,
        sample=np.array(list(found)),
        count=np.array([len(s) for s in found.values()]),
        spans=np.concatenate(list(found.values())),
    )
    print(f"{options.out}: {len(found)} of {len(samples)} inks")


if __name__ == "__main__":
    main()
