"""Training of the text recogniser: a step, a checkpoint, the whole command on a few words of three letters."""

import itertools
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch
from torch import distributed

from generated_ink import write_data
from inkd_training import checkpoint
from inkd_training.text import align as alignment
from inkd_training.text import prepared
from inkd_training.text.config import TrainingConfig, parse_arguments
from inkd_training.text.consistency import consistency_loss, mask_time
from inkd_training.text.data import Position, TrainingData, batches, load_training_data
from inkd_training.text.dataset import BATCH_MULTIPLE, CLASS_OF, Batch, attach_spans
from inkd_training.text.export import load_run
from inkd_training.text.network import TextNetwork, grow
from inkd_training.text.train import train
from inkd_training.text.trainer import Trainer, learning_rate

SIZE = ["--hidden", "16", "--layers", "1", "--batch-points", "2000", "--precision", "fp32"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("data")
    write_data(path)
    return path


@pytest.fixture
def config(folder: Path, tmp_path: Path) -> TrainingConfig:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    return parse_arguments(["--data", str(folder), "--run", str(tmp_path), "--sequences", "20000", "--rate", "2e-2", *SIZE])


@pytest.fixture(scope="module")
def data(folder: Path) -> TrainingData:
    return load_training_data(parse_arguments(["--data", str(folder)]))


@pytest.fixture(scope="module")
def first_batches(data: TrainingData) -> list[Batch]:
    config = parse_arguments(["--data", "unused", *SIZE])
    stream = batches(data, config, Trainer(replace(config, run=Path("missing"))).position)
    return [next(stream)[0] for _ in range(4)]


def states_equal(a: object, b: object) -> bool:
    if isinstance(a, torch.Tensor):
        return torch.equal(a, b)
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(states_equal(a[k], b[k]) for k in a)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(states_equal(x, y) for x, y in zip(a, b, strict=True))
    return a == b


def test_command_line() -> None:
    defaults = parse_arguments(["--data", "ink"])
    assert defaults == TrainingConfig(data=Path("ink"))
    given = parse_arguments(["--data", "ink", "--lines", "a", "b", "--batch-points", "7", "--keep", "--begin", "x", "--precision", "fp32"])
    assert given == replace(defaults, lines=[Path("a"), Path("b")], batch_points=7, keep=True, begin=Path("x"), precision="fp32")


def test_learning_rate(config: TrainingConfig) -> None:
    config = replace(config, rate=1.0)
    assert learning_rate(0, 600_000, config) == pytest.approx(1e-4)
    assert learning_rate(300_000, 600_000, config) == 1.0
    assert learning_rate(500_000, 600_000, config) == pytest.approx(0.5)
    assert learning_rate(600_000, 600_000, config) == 0.005
    assert learning_rate(450_000, 600_000, replace(config, fall=0.5)) == pytest.approx(0.5)
    assert learning_rate(10_000, 600_000, replace(config, warm_up=20_001)) == pytest.approx(0.5, abs=1e-4)


def test_a_run_of_minutes_ends_with_them(config: TrainingConfig, first_batches: list[Batch]) -> None:
    trainer = Trainer(replace(config, minutes=1.0))
    trainer.step(first_batches[0])
    assert trainer.seen < trainer.end
    assert not trainer.is_finished
    trainer.seconds_before = 30
    assert trainer.end == pytest.approx(2 * trainer.seen, rel=0.2)
    trainer.seconds_before = 60
    assert trainer.is_finished


def test_batches(data: TrainingData, first_batches: list[Batch]) -> None:
    texts = {s.label for s in data.inks}
    characters = {number: c for c, number in CLASS_OF.items()}
    for inks, points, labels, sizes in first_batches:
        assert inks.shape == (len(points), int(points.max()), 8)
        assert len(points) % BATCH_MULTIPLE == 0
        assert int(sizes.sum()) == len(labels)
        for row, length in zip(inks, points, strict=True):
            assert not row[length:].any()
            assert row[:length, 6].sum() >= 1
        read = "".join(characters[c] for c in labels.tolist())
        for size in sizes.tolist():
            assert read[:size] in texts
            read = read[size:]


def test_batches_resume_where_they_left_off(data: TrainingData, config: TrainingConfig) -> None:
    stream = batches(data, config, Trainer(config).position)
    seen = [next(stream) for _ in range(6)]
    begin = seen[5][1]
    assert begin == Position(0, 1)
    again = next(batches(data, config, begin))
    assert again[1] == begin
    assert states_equal(again[0], next(batch for batch, position in seen if position == begin))


def test_masked_views(first_batches: list[Batch]) -> None:
    inks, points, _, _ = first_batches[0]
    torch.manual_seed(4)
    masked = mask_time(inks, points)
    hidden = (masked != inks).any(2)
    assert hidden.any()
    assert not masked[hidden].any()
    assert 0 < hidden.float().mean() < 0.6


def test_consistency_loss() -> None:
    scores = torch.randn(2, 5, 7).log_softmax(-1)
    steps, sizes = torch.tensor([5, 3]), torch.tensor([2, 1])
    assert consistency_loss(torch.cat([scores, scores]), steps, sizes) == 0
    other = scores.clone()
    other[1, 3:] = torch.randn(2, 7).log_softmax(-1)
    # beyond a sequence's own steps nothing counts
    assert consistency_loss(torch.cat([scores, other]), steps, sizes) == 0
    other[1, 0] = torch.randn(7).log_softmax(-1)
    assert consistency_loss(torch.cat([scores, other]), steps, sizes) > 0


def test_loss_falls(config: TrainingConfig, first_batches: list[Batch]) -> None:
    trainer = Trainer(config)
    losses = []
    for _ in range(15):
        for batch in first_batches:
            trainer.step(batch)
            losses.append(trainer.losses(batch).item())
    assert trainer.seen == 15 * sum(len(batch[1]) for batch in first_batches)
    assert np.mean(losses[-4:]) < 0.25 * np.mean(losses[:4])
    # the average moves behind the network
    moved = [(a - p).abs().max() for a, p in zip(trainer.average.parameters(), trainer.network.parameters(), strict=True)]
    assert max(moved) > 0


def test_resuming_gives_the_same_state(config: TrainingConfig, first_batches: list[Batch]) -> None:
    trainer = Trainer(config)
    for batch in first_batches[:3]:
        trainer.step(batch)
    saved = trainer.state()
    checkpoint.save(config.checkpoint, saved)
    resumed = Trainer(config)
    assert resumed.resumed
    assert states_equal({**resumed.state(), "spent": 0}, {**saved, "spent": 0})
    assert resumed.seconds >= saved["spent"]
    for each in (trainer, resumed):
        torch.manual_seed(9)
        each.step(first_batches[3])
    assert states_equal({**resumed.state(), "spent": 0}, {**trainer.state(), "spent": 0})
    with pytest.raises(SystemExit, match="another size"):
        Trainer(replace(config, hidden=24))


def test_growing(config: TrainingConfig, first_batches: list[Batch]) -> None:
    inks, points, _, _ = first_batches[0]
    small, wide, deep = (TextNetwork(hidden, layers).eval() for hidden, layers in ((8, 2), (12, 2), (12, 3)))
    grow(small.state_dict(), wide)
    torch.testing.assert_close(wide(inks, points)[0], small(inks, points)[0])
    grow(small.state_dict(), deep)
    layers = [network.encode_layers(inks, points)[1] for network in (small, deep)]
    torch.testing.assert_close(layers[1][..., [*range(8), *range(12, 20)]], layers[0])


def test_a_loss_in_the_middle(config: TrainingConfig, first_batches: list[Batch]) -> None:
    trainer = Trainer(replace(config, middle=0.5))
    before = [p.clone() for p in trainer.middle.parameters()]
    trainer.step(first_batches[0])
    assert all((p != b).any() for p, b in zip(trainer.middle.parameters(), before, strict=True))
    assert "middle" not in "".join(trainer.state()["average"])


def test_workers_share_an_epoch_out(data: TrainingData, config: TrainingConfig) -> None:
    def some(workers: int) -> list[tuple[Position, list[int]]]:
        stream = batches(data, replace(config, workers=workers), Position())
        return [(position, batch[3].tolist()) for batch, position in itertools.islice(stream, 12)]

    assert some(1)[:8] == some(2)[:8]


def test_prepared_inks(data: TrainingData, tmp_path: Path) -> None:
    inks = [replace(sample) for sample in data.inks[:9]]
    inks[1].spans = np.array([[0, 4], [4, 4], [4, 9]])
    lists = {"words": inks[:5], "none": [], "others": inks[5:], "characters": inks[7:]}
    prepared.save(tmp_path / "inks.npz", lists, data.lengths[:9])
    read, lengths = prepared.load(tmp_path / "inks.npz")
    assert lengths.tolist() == data.lengths[:9].tolist()
    assert read["words"][0].spans is None
    assert read["words"][1].spans.tolist() == [[0, 4], [4, 4], [4, 9]]
    assert {name: len(some) for name, some in read.items()} == {"words": 5, "none": 0, "others": 4, "characters": 2}
    assert read["characters"][1] is read["others"][3]
    for one, other in zip([*read["words"], *read["others"]], inks, strict=True):
        np.testing.assert_allclose(one.points, other.points, atol=1e-4)
        assert (one.label, one.writer, one.starts.tolist()) == (other.label, other.writer, other.starts.tolist())


def weights_of_two_processes(process: int, config: TrainingConfig, rendezvous: Path) -> None:
    distributed.init_process_group("gloo", f"file://{rendezvous}", rank=process, world_size=2)
    torch.manual_seed(config.seed + process)
    torch.set_num_threads(1)
    trainer = Trainer(config)
    stream = batches(load_training_data(config), config, trainer.position, process)
    own = [next(stream)[0] for _ in range(2)]
    for batch in own:
        trainer.step(batch)
    torch.save({**trainer.state(), "own": [len(batch[1]) for batch in own]}, config.run / f"{process}.pt")
    distributed.destroy_process_group()


def test_two_processes_learn_as_one(config: TrainingConfig, tmp_path: Path) -> None:
    torch.multiprocessing.spawn(weights_of_two_processes, (replace(config, processes=2), tmp_path / "rendezvous"), 2)
    one, two = (torch.load(tmp_path / f"{process}.pt", weights_only=True) for process in (0, 1))
    for part in ("network", "average"):
        assert states_equal(one[part], two[part])
    assert one["seen"] == two["seen"] == sum(one["own"]) + sum(two["own"])


def test_command(folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = tmp_path / "run"
    run.mkdir()
    config = parse_arguments(["--data", str(folder), "--run", str(run), "--sequences", "300", "--every", "150", "--keep", *SIZE])
    train(0, config)
    rows = [json.loads(line) for line in (run / "log.jsonl").read_text().splitlines()]
    assert [row["sequences"] for row in rows] == sorted(row["sequences"] for row in rows)
    assert rows[-1]["sequences"] >= 300
    assert (run / "curve.svg").read_text().startswith("<?xml")
    kept = sorted((run / "kept").iterdir())
    assert [int(path.stem) for path in kept] == sorted({row["sequences"] for row in rows})
    assert states_equal(checkpoint.load(kept[-1]), checkpoint.load(config.checkpoint))
    network, about = load_run(run)
    assert about["dev_word_cer"] == str(rows[-1]["word_cer"])
    assert not network.training
    train(0, replace(config, sequences=400))
    assert "going on after 3" in capsys.readouterr().out
    assert checkpoint.load(config.checkpoint)["seen"] >= 400


def test_forced_alignment(data: TrainingData, tmp_path: Path) -> None:
    # class 0 is the blank: a a - b, each character once
    scores = np.log(np.full((6, 3), 0.1) + 0.7 * np.eye(3)[[0, 1, 1, 0, 2, 0]])
    assert alignment.viterbi(scores, [1, 2]).tolist() == [1.5, 4]
    assert alignment.viterbi(scores[:1], [1, 2]) is None
    spans = alignment.character_spans(np.array([1.5, 4]), 24, np.arange(24))
    assert spans[0, 0] == 0
    assert spans[1, 1] == 24
    assert spans[0, 1] == spans[1, 0] == 13
    inks = [replace(sample) for sample in data.inks[:3]]
    rows = {i: np.arange(2 * len(inks[i].label)).reshape(-1, 2) for i in (0, 2)}
    counts = [len(s) for s in rows.values()]
    np.savez(tmp_path / "spans.npz", sample=np.array(list(rows)), count=np.array(counts), spans=np.concatenate(list(rows.values())))
    attach_spans(inks, tmp_path / "spans.npz")
    assert inks[1].spans is None
    assert all((inks[i].spans == rows[i]).all() for i in rows)
