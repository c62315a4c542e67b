"""The sketch classifier: pictures, augmentation, the folded network, a few steps of training."""

from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
import torch

from inkd_training import checkpoint
from inkd_training.classifier import AVERAGE
from inkd_training.ink import join_strokes
from inkd_training.model_file import write
from inkd_training.quantise import quantise
from inkd_training.sketches.augment import augment
from inkd_training.sketches.batched import Chance, Pool, drawn, sketch_changes
from inkd_training.sketches.dataset import Sketch, augmented, gather, plain, read_classes
from inkd_training.sketches.export import fit_temperature
from inkd_training.sketches.features import GRID, PLANES, picture, pictures, prepare
from inkd_training.sketches.network import SketchNetwork, plan
from inkd_training.sketches.train import Regularisation, begin, ranks, train
from inkd_training.symbols.dataset import Ink


def sketches(count: int, seed: int = 0) -> list[Sketch]:
    """Zigzags of the label 0, rings of 1, crosses of 2."""
    random = np.random.default_rng(seed)
    t = np.linspace(0, 1, 30)
    kinds = [
        [np.stack([t, 0.3 * np.abs((6 * t) % 2 - 1)], 1)],
        [np.stack([np.cos(6.3 * t), np.sin(6.3 * t)], 1)],
        [np.stack([t, 0.5 + 0 * t], 1), np.stack([0.5 + 0 * t, t], 1)],
    ]
    made = []
    for number in range(count):
        strokes = [s + random.normal(0, 0.01, s.shape) for s in kinds[number % 3]]
        made.append(Sketch(*prepare(*join_strokes(strokes)), number % 3))
    return made


def test_every_class_has_a_name_and_most_an_emoji() -> None:
    classes = read_classes()
    assert len(classes) == len({name for name, _ in classes}) == 345
    assert sum(bool(emoji) for _, emoji in classes) >= 200
    assert dict(classes)["cat"] == "🐱"
    assert not any(c.isascii() for _, emoji in classes for c in emoji)


def test_a_batch_has_the_pictures_of_its_inks() -> None:
    inks = sketches(6)
    together = plain(inks)
    assert together.shape == (6, PLANES, GRID, GRID)
    for number, ink in enumerate(inks):
        alone = pictures(gather([ink]), 1)[0]
        assert np.abs(together[number].permute(1, 2, 0).numpy() - alone).max() < 1e-5


def test_a_picture_is_the_same_anywhere_and_at_any_size() -> None:
    points, starts = join_strokes([np.array([[0.0, 0], [7, 3], [2, 9]]), np.array([[1.0, 1], [8, 8]])])
    assert np.abs(picture(points, starts) - picture(points * 12 + [300, -40], starts)).max() < 1e-5


def test_augmented_inks_fill_the_box_and_keep_a_stroke() -> None:
    inks = sketches(30)
    changed = augment(gather(inks), 30, np.random.default_rng(1))
    for number in range(30):
        own = changed.points[changed.inks == number]
        assert np.ptp(own, axis=0).max() == pytest.approx(1)
        assert np.abs(own).max() <= 0.5 + 1e-9
    assert (np.diff(changed.starts) > 0).all()
    first, again = (augmented(inks, np.random.default_rng(4))[0] for _ in range(2))
    assert torch.equal(first, again)


def test_drawings_changed_in_torch_are_like_those_of_numpy() -> None:
    inks, cpu = sketches(240), torch.device("cpu")
    changed = sketch_changes(Pool([(s.points, s.starts) for s in inks], cpu), torch.arange(240), Chance(2, cpu))
    assert len(torch.unique(changed.ink)) == 240
    assert float(changed.points.abs().max()) <= 0.5 + 1e-9
    found, other = drawn(changed), augmented(inks, np.random.default_rng(2))[0]
    for label in range(3):
        torch.testing.assert_close(found[label::3].mean((0, 2, 3)), other[label::3].mean((0, 2, 3)), atol=0.004, rtol=0)


def test_training_beside_other_things(tmp_path: Path) -> None:
    torch.manual_seed(1)
    options = SimpleNamespace(run=tmp_path, inks=1440, every=1440, batch=24, rate=1e-2, seed=1)
    inks, dev = sketches(48), sketches(30, seed=5)
    others = [Ink(s.points, s.starts, s.label) for s in sketches(12, seed=6)], np.ones(12)
    network = SketchNetwork(8, plan(4, blocks=(1, 2, 1, 1)), dropout=0, skip=0.1, others=3)
    average = train(network, inks, dev, options, Regularisation(mixing=0.1, cut=0.3), batched=True, others=others)
    assert ranks(average(plain(dev)), torch.tensor([s.label for s in dev]))["top1"] > 0.6
    assert sum(name.startswith("others.") for name in checkpoint.load(tmp_path / AVERAGE)["average"]) == 2
    assert not any("others" in name for name in average.folded())


def test_folded_weights_compute_the_same() -> None:
    torch.manual_seed(1)
    network = SketchNetwork(3, plan(4))
    seen, _ = augmented(sketches(12), np.random.default_rng(2))
    network.train()
    for _ in range(3):
        network(seen)
    network.eval()
    arrays = network.folded()
    other = SketchNetwork(3, plan(4)).eval()
    with torch.no_grad():
        for number, (convolution, norm) in enumerate(zip(other.convolutions, other.norms, strict=True), 1):
            convolution.weight.copy_(torch.from_numpy(arrays[f"conv{number}.weight"]))
            norm.bias.copy_(torch.from_numpy(arrays[f"conv{number}.bias"]))
            norm.running_var.fill_(1 - norm.eps)
        other.output.weight.copy_(torch.from_numpy(arrays["output.weight"]))
        other.output.bias.copy_(torch.from_numpy(arrays["output.bias"]))
        assert torch.allclose(network(seen), other(seen), atol=1e-4)
    assert quantise(arrays)["conv2.weight"].dtype == np.int8


def test_a_run_begins_with_a_model(tmp_path: Path) -> None:
    torch.manual_seed(3)
    old, new = (SketchNetwork(3, plan(2)).eval() for _ in range(2))
    write(tmp_path / "old.safetensors", old.folded(), {"kind": "sketches"})
    seen = plain(sketches(12))
    begin(new, tmp_path / "old.safetensors", seen)
    with torch.no_grad():
        assert torch.allclose(new(seen), old(seen), atol=1e-3)


def test_training_learns_and_resumes(tmp_path: Path) -> None:
    torch.manual_seed(1)
    options = SimpleNamespace(run=tmp_path, inks=2880, every=1440, batch=24, rate=1e-2, seed=1)
    inks, dev = sketches(48), sketches(30, seed=5)
    average = train(SketchNetwork(8, plan(4), dropout=0), inks, dev, options)
    labels = torch.tensor([s.label for s in dev])
    with torch.no_grad():
        scores = average(plain(dev))
    assert ranks(scores, labels)["top1"] > 0.6
    assert 0.3 <= fit_temperature(scores, labels) < 3
    options.inks = 2928
    train(SketchNetwork(8, plan(4), dropout=0), inks, dev, options)
    assert len((tmp_path / "log.jsonl").read_text().splitlines()) == 3
