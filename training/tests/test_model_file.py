"""Model files, quantisation, and the mean of weights."""

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest
import torch

from inkd_training import checkpoint
from inkd_training.model_file import ALIGNMENT, read, weight_arrays, write
from inkd_training.quantise import FULL_PRECISION, dequantise, quantise
from inkd_training.text.average import mean_weights, read_weights
from inkd_training.text.export import description, export
from inkd_training.text.golden import tiny_network
from inkd_training.text.network import NEW_BIAS, TextNetwork, load_network, with_alphabet
from inkd_training.text.samples import ACCENTED, ALPHABET, ASCII

BEFORE = ASCII + ACCENTED


def test_file_is_safetensors(tmp_path: Path) -> None:
    arrays = {
        "bytes": np.arange(-3, 3, dtype=np.int8),
        "matrix": np.arange(6, dtype=np.float32).reshape(2, 3).T,
        "words": np.array([1, 2**31], np.uint32),
    }
    path = tmp_path / "folder/model.safetensors"
    write(path, arrays, {"kind": "test", "title": "é"})
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header, data = json.loads(content[8 : 8 + size]), content[8 + size :]
    metadata = header.pop("__metadata__")
    assert (8 + size) % ALIGNMENT == 0
    assert metadata == {
        "data_sha256": hashlib.sha256(data).hexdigest(),
        "format": "inkd.model",
        "format_version": "1",
        "kind": "test",
        "title": "é",
    }
    # no holes, and every tensor aligned to its own numbers
    offsets = sorted(t["data_offsets"] for t in header.values())
    assert [first for first, _ in offsets] == [0, *(end for _, end in offsets[:-1])]
    assert offsets[-1][1] == len(data)
    assert header["matrix"] == {"dtype": "F32", "shape": [3, 2], "data_offsets": [0, 24]}
    found, about = read(path)
    assert about == metadata
    assert all((found[name] == array).all() and found[name].dtype == array.dtype for name, array in arrays.items())
    assert path.stat().st_mode & 0o777 == 0o644
    assert [p.name for p in path.parent.iterdir()] == ["model.safetensors"]


def test_same_arrays_give_the_same_bytes(tmp_path: Path) -> None:
    arrays = weight_arrays(tiny_network())
    write(tmp_path / "a", arrays, {"x": "1", "y": "2"})
    write(tmp_path / "b", dict(reversed(arrays.items())), {"y": "2", "x": "1"})
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_quantised_weights_are_within_half_a_step() -> None:
    arrays = weight_arrays(TextNetwork(hidden=12, channels=(6, 8, 10)))
    arrays["output.weight"][3] = 0
    arrays["output.weight"][4] *= 1e4
    quantised = quantise(arrays)
    matrices = {name for name, array in arrays.items() if array.ndim > 1} - FULL_PRECISION
    assert quantised.keys() == arrays.keys() | {f"{name}.scale" for name in matrices}
    again = dequantise(quantised)
    assert again.keys() == arrays.keys()
    for name, array in arrays.items():
        assert again[name].shape == array.shape
        assert again[name].dtype == np.float32
        if name not in matrices:
            assert quantised[name] is array
            continue
        assert quantised[name].dtype == np.int8
        assert quantised[name].min() >= -127
        scale = quantised[f"{name}.scale"]
        assert scale.shape == (len(array),)
        rows = array.reshape(len(array), -1)
        error = np.abs(again[name].reshape(rows.shape) - rows)
        assert (error <= 0.5001 * scale[:, None]).all()
        # the largest of a row keeps its place at the end of the range
        assert (np.abs(quantised[name].reshape(rows.shape)).max(1) == np.where(np.abs(rows).max(1) > 0, 127, 0)).all()


def save_run(run: Path, network: TextNetwork, seen: int) -> dict:
    run.mkdir(parents=True)
    state = {"average": network.state_dict(), "hidden": network.hidden, "layers": network.layers, "seen": seen}
    checkpoint.save(run / "checkpoint.pt", state)
    return state


@pytest.mark.parametrize("precision", ["fp32", "int8"])
def test_export(tmp_path: Path, precision: str) -> None:
    torch.manual_seed(3)
    network = TextNetwork(hidden=8, layers=2, channels=(4, 6, 8))
    save_run(tmp_path / "run", network, 1234)
    rows = [{"sequences": 1000, "word_cer": 0.9}, {"sequences": 1234, "word_cer": 0.125, "line_cer": 0.25}]
    (tmp_path / "run/log.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows))
    out = tmp_path / "model.safetensors"
    about = export(tmp_path / "run", out, precision, "mul-Latn")
    assert about == {"training_sequences": "1234", "dev_word_cer": "0.125", "dev_line_cer": "0.25"}
    arrays, metadata = read(out)
    assert metadata["alphabet"] == ALPHABET
    assert metadata["language"] == "mul-Latn"
    assert metadata["feature_pipeline"] == "1"
    assert metadata["training_data_licence"].startswith("CC BY 4.0")
    assert metadata.items() >= about.items()
    assert json.loads(metadata["architecture"]) == {
        "kind": "conv-bilstm-ctc", "features": 8, "channels": [4, 6, 8], "kernels": [5, 5, 3], "strides": [1, 2, 2],
        "hidden": 8, "layers": 2, "classes": len(ALPHABET) + 1,
    }  # fmt: skip
    if precision == "int8":
        assert arrays["output.weight"].dtype == np.int8
        return
    loaded, alphabet = load_network(out)
    assert alphabet == ALPHABET
    assert all(torch.equal(a, b) for a, b in zip(loaded.state_dict().values(), network.state_dict().values(), strict=True))


def test_mean_of_weights(tmp_path: Path) -> None:
    networks = [TextNetwork(hidden=4, layers=1, channels=(2, 2, 2)) for _ in range(3)]
    save_run(tmp_path / "a", networks[0], 1)
    save_run(tmp_path / "b", networks[1], 2)
    write(tmp_path / "c.safetensors", weight_arrays(networks[2]), description(networks[2]))
    mean = mean_weights([read_weights(tmp_path / name) for name in ("a/checkpoint.pt", "b/checkpoint.pt", "c.safetensors")])
    states = [n.state_dict() for n in networks]
    assert mean.keys() == states[0].keys()
    for name, weights in mean.items():
        torch.testing.assert_close(weights, (states[0][name] + states[1][name] + states[2][name]) / 3)


def test_mean_with_a_network_of_fewer_characters(tmp_path: Path) -> None:
    old = TextNetwork(hidden=4, layers=1, channels=(2, 2, 2), classes=len(BEFORE) + 1)
    new = TextNetwork(hidden=4, layers=1, channels=(2, 2, 2))
    write(tmp_path / "old.safetensors", weight_arrays(old), description(old, BEFORE))
    save_run(tmp_path / "new", new, 1)
    mean = mean_weights([read_weights(tmp_path / "old.safetensors"), read_weights(tmp_path / "new/checkpoint.pt")])
    before, after = old.state_dict(), new.state_dict()
    for name in ("output.weight", "output.bias"):
        torch.testing.assert_close(mean[name][: len(BEFORE) + 1], (before[name] + after[name][: len(BEFORE) + 1]) / 2)
        torch.testing.assert_close(mean[name][len(BEFORE) + 1 :], after[name][len(BEFORE) + 1 :])
    torch.testing.assert_close(mean["conv1.weight"], (before["conv1.weight"] + after["conv1.weight"]) / 2)


def test_new_characters_begin_as_their_plain_letters() -> None:
    network = TextNetwork(hidden=4, layers=1, channels=(2, 2, 2), classes=len(BEFORE) + 1).state_dict()
    more = with_alphabet(network, BEFORE, ALPHABET)
    for letter, plain in (("ą", "a"), ("Š", "S"), ("ł", "l"), ("ı", "i")):
        a, b = ALPHABET.index(letter) + 1, ALPHABET.index(plain) + 1
        assert torch.equal(more["output.weight"][a], network["output.weight"][b])
        assert more["output.bias"][a] == network["output.bias"][b] + NEW_BIAS
    assert all(torch.equal(more[name][: len(BEFORE) + 1], network[name]) for name in ("output.weight", "output.bias"))
