"""Evaluation during training: error rates on the development split, the run's log, its learning curve and its checkpoint."""

from __future__ import annotations

import json
import shutil

from .. import checkpoint
from .data import TrainingData
from .learning_curve import draw
from .metrics import error_rates
from .trainer import Trainer


def evaluate(trainer: Trainer, data: TrainingData) -> dict[str, float]:
    """A row of the run's log: inks seen, seconds, training loss, and the averaged network's error rates on the development split."""
    word, line = error_rates(trainer.average, data.dev_words), error_rates(trainer.average, data.dev_lines)
    return {
        "sequences": trainer.seen,
        "seconds": round(trainer.seconds),
        "loss": round(trainer.loss.item(), 4) if trainer.loss is not None else 0.0,
        "word_cer": round(word[0], 4),
        "word_error": round(word[1], 4),
        "line_cer": round(line[0], 4),
    }


def record(trainer: Trainer, data: TrainingData) -> None:
    """Evaluates, appends to RUN/log.jsonl, saves the checkpoint and draws the learning curve anew."""
    config = trainer.config
    row = evaluate(trainer, data)
    with open(config.run / "log.jsonl", "a") as log:
        log.write(json.dumps(row) + "\n")
    checkpoint.save(config.checkpoint, trainer.state())
    if config.keep:
        (config.run / "kept").mkdir(exist_ok=True)
        shutil.copyfile(config.checkpoint, config.run / "kept" / f"{trainer.seen:09}.pt")
    draw(config.run, config.run / "curve.svg")
    print(json.dumps(row), flush=True)
