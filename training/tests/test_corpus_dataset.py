"""The data sets of `inkd-corpus`: rows, splits by writer, files that pyarrow reads, and the layout that `datasets` looks for."""

import gzip
import json
import random
import re
from collections import Counter
from pathlib import Path

import pyarrow.dataset as pd
import pyarrow.parquet as pq
import pytest

from inkd_corpus.command import main
from inkd_corpus.dataset import SCHEMA
from inkd_corpus.rows import CHANNELS, RowError, decode, read
from inkd_corpus.splits import split_writers


def ink(number: int, writer: str | None, **more: object) -> dict:
    row = {"id": f"w{number}", "writer": writer, "level": "word", "label": f"Wörter {number}", "hz": 100, "ppmm": 40.5}
    row |= {"strokes": [[100 + number, -200, 3, -4, 0, 1], [], [7, 8]], "t": [[0, 10, 20.5], [], [300]], "f": [[0.1, 0.5, 0.2], [], [1]]}
    return row | more


def corpus(path: Path, rows: list[dict]) -> Path:
    text = "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows).encode()
    path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    return path


def run(*words: object) -> None:
    main([str(word) for word in words] + ["--licence", "cc-by-4.0"])


def test_row() -> None:
    row = decode(json.dumps(ink(1, "a")).encode())
    assert row["x"] == [[101, 104, 104], [7]]
    assert row["y"] == [[-200, -204, -203], [8]]
    assert row["t"] == [[0, 10, 20.5], [300]]
    assert row["f"] == [[0.1, 0.5, 0.2], [1]]
    assert row["otx"] is None
    assert row["hz"] == 100
    assert row["label"] == "Wörter 1"
    assert row["style"] is None


@pytest.mark.parametrize(
    "change",
    [
        *({"strokes": strokes} for strokes in (None, [[1]], [[1, 2.5]], [[1, True]], [[1, 1 << 31]], [3])),
        *({"t": times} for times in ([[0, 10, 20], []], [[0, 10], [], [1]])),
        *({"f": force} for force in (3, [[0, 1, None], [], [1]])),
        {"hz": "100"}, {"hz": 10**400}, {"label": 7},
    ],
)  # fmt: skip
def test_damaged_row(change: dict) -> None:
    with pytest.raises(RowError):
        decode(json.dumps(ink(1, "a") | change).encode())


def test_random_damage() -> None:
    good, hand = json.dumps(ink(1, "a")).encode(), random.Random(7)
    for _ in range(3000):
        line = bytearray(good)
        for _ in range(hand.randint(1, 4)):
            line[hand.randrange(len(line))] = hand.choice(b'[]{},:"0123456789.eE-\\u \x00\xff')
        try:
            row = decode(bytes(line))
        except RowError:
            continue
        assert [len(stroke) for stroke in row["x"]] == [len(stroke) for stroke in row["y"]]
        assert all(row[name] is None or [*map(len, row[name])] == [*map(len, row["x"])] for name in CHANNELS)
    for line in (b"[" * 100_000, b"\xff", b"{}", b"1e999"):
        with pytest.raises(RowError):
            decode(line)


def test_files(tmp_path: Path) -> None:
    rows = [ink(1, "a"), ink(2, "b")]
    for name in ("a.jsonl", "a.jsonl.gz"):
        assert [row["id"] for row in read(corpus(tmp_path / name, rows))] == ["w1", "w2"]
    bad = tmp_path / "bad.jsonl"
    bad.write_bytes(json.dumps(rows[0]).encode() + b"\n\nnonsense\n" + json.dumps(rows[1]).encode())
    with pytest.raises(RowError, match=r"bad\.jsonl: line 3: it is not JSON"):
        list(read(bad))
    assert [row["id"] for row in read(bad, skip_damaged=True)] == ["w1", "w2"]


def test_splits_of_many_writers() -> None:
    hand = random.Random(1)
    counts = {f"writer {number}": hand.randint(1, 100) for number in range(200)}
    splits = split_writers(counts)
    have = Counter()
    for writer, split in splits.items():
        have[split] += counts[writer]
    assert splits == split_writers(dict(reversed(counts.items())))
    assert splits != split_writers(counts, seed=1)
    assert all(0.09 < have[split] / have.total() < 0.12 for split in ("test", "validation"))


@pytest.mark.parametrize("counts", [[5], [5, 9], [1, 100], [5, 9, 7], [1000, 1, 1], [1, 1000, 2, 3], [10] * 9])
def test_splits_of_few_writers(counts: list[int]) -> None:
    for seed in range(20):
        splits = split_writers({f"w{index}": count for index, count in enumerate(counts)}, seed=seed)
        have = Counter()
        for writer, split in splits.items():
            have[split] += counts[int(writer[1:])]
        assert set(have) == set(["train", "test", "validation"][: len(counts)])
        # most is there to learn from, if one writer has not nearly all of it
        assert have["train"] >= max(counts) or len(counts) == 2


def layout(folder: Path) -> dict[str, list[Path]]:
    """The files of each split, by the rules of `datasets`: the patterns of the card, and names with the number of files in them."""
    text = (folder / "README.md").read_text()
    _, front, _ = text.split("---\n", 2)
    patterns = dict(re.findall(r"- split: (\w+)\n    path: (\S+)\n", front))
    found = {split: sorted(folder.glob(pattern)) for split, pattern in patterns.items()}
    for split, files in found.items():
        assert [file.name for file in files] == [f"{split}-{index:05}-of-{len(files):05}.parquet" for index in range(len(files))]
    assert sorted(file for files in found.values() for file in files) == sorted((folder / "data").iterdir())
    assert 'license: "cc-by-4.0"\n' in front
    assert "size_categories:\n- " in front
    return found


def test_dataset(tmp_path: Path) -> None:
    rows = [ink(number, f"writer {number % 12}", **({} if number % 3 else {"f": None})) for number in range(2500)]
    source, output = corpus(tmp_path / "all.jsonl.gz", rows), tmp_path / "out" / "words"
    run(source, "-o", output, "--rows", 700, "--language", "de", "--title", 'Words: "twelve" hands')
    found = layout(output)
    assert set(found) == {"train", "validation", "test"}
    assert len(found["train"]) == 3
    writers, seen = {}, []
    for split, files in found.items():
        table = pd.dataset(files).to_table()
        assert table.schema.equals(SCHEMA)
        assert all(pq.read_metadata(file).num_rows <= 700 for file in files)
        seen += table.to_pylist()
        writers[split] = set(table["writer"].to_pylist())
    assert sum(map(len, writers.values())) == len(set().union(*writers.values())) == 12
    expected = {row["id"]: decode(json.dumps(row).encode()) for row in rows}
    assert len(seen) == 2500
    assert all(row == expected[row["id"]] for row in seen)
    assert [file.name for file in output.parent.iterdir()] == ["words"]
    assert output.stat().st_mode & 0o777 == 0o700
    assert found["test"][0].stat().st_mode & 0o777 == 0o600
    text = (output / "README.md").read_text()
    assert 'pretty_name: "Words: \\"twelve\\" hands"' in text
    assert "2,500 inks, 2,500 of them labelled" in text
    assert "force (1,666)" in text


def test_few_writers(tmp_path: Path, capsys: pytest.CaptureFixture) -> None:
    run(corpus(tmp_path / "one.jsonl", [ink(1, "a"), ink(2, "a")]), "-o", tmp_path / "one")
    assert set(layout(tmp_path / "one")) == {"train"}
    assert "test: nothing, since there are too few writers" in capsys.readouterr().out
    run(corpus(tmp_path / "two.jsonl", [ink(1, "a"), ink(2, "b")]), "-o", tmp_path / "two")
    assert set(layout(tmp_path / "two")) == {"train", "test"}


def test_given_parts(tmp_path: Path) -> None:
    parts = tmp_path / "parts"
    parts.mkdir()
    for name, writer in (("train", "a"), ("dev", "b"), ("test", "c")):
        corpus(parts / f"{name}.jsonl.gz", [ink(1, writer)])
    run(parts, "-o", tmp_path / "out")
    found = layout(tmp_path / "out")
    writers = {split: pq.read_table(files[0])["writer"].to_pylist() for split, files in found.items()}
    assert writers == {"train": ["a"], "validation": ["b"], "test": ["c"]}


def test_refusals(tmp_path: Path) -> None:
    source = corpus(tmp_path / "some.jsonl", [ink(1, "a"), ink(2, None)])
    output = tmp_path / "out"
    with pytest.raises(SystemExit, match="1 inks do not tell their writer"):
        run(source, "-o", output)
    assert not output.exists()
    run(source, "-o", output, "--unknown-to-train")
    with pytest.raises(SystemExit, match="is there already: give --force"):
        run(source, "-o", output, "--unknown-to-train")
    run(source, "-o", output, "--unknown-to-train", "--force")
    (output / "mine.txt").write_text("not to be lost")
    with pytest.raises(SystemExit, match="is no data set"):
        run(source, "-o", output, "--unknown-to-train", "--force")
    source.write_text("nonsense\n")
    with pytest.raises(SystemExit, match="line 1"):
        run(source, "-o", tmp_path / "other")
    with pytest.raises(SystemExit, match="there is no ink"):
        run(source, "-o", tmp_path / "other", "--skip-damaged")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out", "some.jsonl"]
