"""The golden files of the Swift tests: the same strokes must give the same numbers here."""

import json

import numpy as np
import pytest
import torch

from inkd_training.gestures import golden as gestures_golden
from inkd_training.gestures.features import Trace
from inkd_training.gestures.features import features as gesture_features
from inkd_training.golden import FIXTURES, read_cases
from inkd_training.ink import Strokes, join_strokes
from inkd_training.model_file import read, weight_arrays
from inkd_training.quantise import quantise
from inkd_training.shapes import golden as shapes_golden
from inkd_training.shapes.features import GRID, PLANES, picture
from inkd_training.sketches import golden as sketches_golden
from inkd_training.sketches.features import picture as sketch_picture
from inkd_training.symbols import golden as symbols_golden
from inkd_training.symbols.export import arrays
from inkd_training.symbols.features import features as symbol_features
from inkd_training.symbols.views import picture as symbol_picture
from inkd_training.text import golden as text_golden
from inkd_training.text.features import features as text_features
from inkd_training.text.network import load_network

MODELS = FIXTURES.parents[2] / "models"


def strokes_of(case: dict) -> Strokes:
    return [np.array(s, float).reshape(-1, 2) for s in case["strokes"]]


def assert_close(found: np.ndarray, expected: list, tolerance: float) -> None:
    expected = np.array(expected)
    assert found.shape == expected.shape
    assert np.abs(found - expected).max() < tolerance


@pytest.mark.parametrize("case", read_cases("golden.json"), ids=lambda case: case["name"])
def test_text_features_and_logits(case: dict) -> None:
    rows = text_features(*join_strokes(strokes_of(case)))
    assert_close(rows, case["features"], 1e-5)
    network, _ = load_network(FIXTURES / "tiny.safetensors")
    with torch.no_grad():
        logits = network.logits(torch.from_numpy(rows)[None], torch.tensor([len(rows)]))[0]
    assert_close(logits.numpy(), case["logits"], 1e-4)


REFERENCE = MODELS / "reference/latin-fp32.safetensors"
needs_reference = pytest.mark.skipif(not REFERENCE.exists(), reason=f"needs {REFERENCE.name}: make reference")


@needs_reference
@pytest.mark.parametrize("case", read_cases("shipped.json"), ids=lambda case: case["name"])
def test_shipped_text_network(case: dict) -> None:
    rows = text_features(*join_strokes(strokes_of(case)))
    network, _ = load_network(REFERENCE)
    with torch.no_grad():
        logits = network.logits(torch.from_numpy(rows)[None], torch.tensor([len(rows)]))[0]
    assert_close(logits.numpy(), case["logits"], 1e-3)


@pytest.mark.parametrize("case", read_cases("symbols.json"), ids=lambda case: case["name"])
def test_symbol_features_and_logits(case: dict) -> None:
    rows = symbol_features(*join_strokes(strokes_of(case)))
    assert_close(rows, case["features"], 1e-5)
    with torch.no_grad():
        network, pictures = symbols_golden.tiny_networks()
        points = join_strokes(strokes_of(case))
        logits = network(torch.from_numpy(rows)[None], torch.tensor([len(rows)])) + pictures(*symbol_picture([points]))
    assert_close(logits.numpy(), case["logits"], 1e-4)


@pytest.mark.parametrize("case", read_cases("shapes.json"), ids=lambda case: case["name"])
def test_shape_pictures_and_logits(case: dict) -> None:
    seen = picture(strokes_of(case))
    assert_close(seen.reshape(GRID, GRID * PLANES), case["features"], 1e-5)
    with torch.no_grad():
        logits = shapes_golden.tiny_network()(torch.from_numpy(seen).permute(2, 0, 1)[None])
    assert_close(logits.numpy(), case["logits"], 1e-4)


@pytest.mark.parametrize("case", read_cases("sketches.json"), ids=lambda case: case["name"])
def test_sketch_pictures_and_logits(case: dict) -> None:
    seen = sketch_picture(*join_strokes(strokes_of(case)))
    expected = np.zeros(seen.size)
    for place, value in case["features"]:
        expected[place] = value
    assert_close(seen.reshape(-1), expected.tolist(), 1e-5)
    with torch.no_grad():
        logits = sketches_golden.tiny_network()(torch.from_numpy(seen).permute(2, 0, 1)[None])
    assert_close(logits.numpy(), case["logits"], 1e-4)


def test_tiny_sketch_network_is_that_of_the_file() -> None:
    arrays, _ = read(FIXTURES / "tiny-sketches.safetensors")
    weights = sketches_golden.tiny_network().folded()
    assert arrays.keys() == weights.keys()
    assert all(np.abs(arrays[key] - weights[key]).max() < 1e-6 for key in weights)


def test_drawn_shapes() -> None:
    for drawn, expected in zip(shapes_golden.draw_shapes(), read_cases("drawn-shapes.json"), strict=True):
        assert drawn["name"] == expected["name"]
        for found, stroke in zip(drawn["strokes"], expected["strokes"], strict=True):
            # a sine may be rounded otherwise on another machine
            assert np.abs(np.array(found) - stroke).max() <= 1


def test_gesture_features() -> None:
    golden = json.loads((FIXTURES / "gestures.json").read_text())
    traces = [Trace(np.array(s).reshape(-1, 2)) for s in golden["text"]]
    assert [s.reshape(-1).tolist() for s in gestures_golden.text()] == golden["text"]
    for case in golden["cases"]:
        found = gesture_features(np.array(case["stroke"]).reshape(-1, 2), traces[: case["over"]])
        if case["features"] is None:
            assert found is None, case["name"]
        else:
            assert_close(found, case["features"], 1e-6)


@pytest.mark.parametrize(
    ("name", "network"),
    [
        ("tiny", text_golden.tiny_network()),
        ("tiny-shapes", shapes_golden.tiny_network()),
    ],
)
def test_tiny_networks_are_those_of_the_files(name: str, network: torch.nn.Module) -> None:
    arrays, _ = read(FIXTURES / f"{name}.safetensors")
    weights = weight_arrays(network)
    assert arrays.keys() == weights.keys()
    assert all((arrays[key] == weights[key]).all() for key in weights)


def test_tiny_symbol_networks_are_those_of_the_file() -> None:
    found, _ = read(FIXTURES / "tiny-symbols.safetensors")
    weights = arrays(*symbols_golden.tiny_networks())
    assert found.keys() == weights.keys()
    assert all(np.allclose(found[key], weights[key], atol=1e-6) for key in weights)


def test_tiny_network_of_8_bits_is_that_of_the_file() -> None:
    arrays, _ = read(FIXTURES / "tiny-int8.safetensors")
    expected = quantise(weight_arrays(text_golden.tiny_network()))
    assert arrays.keys() == expected.keys()
    assert all((arrays[key] == expected[key]).all() for key in expected)


@needs_reference
def test_shipped_model_is_the_reference_in_8_bits() -> None:
    reference, about = read(REFERENCE)
    arrays, metadata = read(MODELS / "latin.safetensors")
    expected = quantise(reference)
    assert arrays.keys() == expected.keys()
    assert all((arrays[key] == expected[key]).all() for key in expected)
    assert {k: v for k, v in about.items() if k != "data_sha256"} == {k: v for k, v in metadata.items() if k != "data_sha256"}
