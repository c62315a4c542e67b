"""Writes a trained network as the safetensors file that `Sources/Recognition` reads.

    python -m inkd_training.export --run runs/latin --out ../models/latin.safetensors
    python -m inkd_training.export --run runs/latin --out latin-fp32.safetensors --precision fp32

The same checkpoint always gives the same bytes: tensors in the order of their names, keys of the header sorted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
from pathlib import Path

import numpy as np
import torch

from .data import ALPHABET
from .features import FEATURES, PIPELINE_VERSION
from .network import InkNetwork
from .quantise import quantise

FORMAT = "inkd.model"
FORMAT_VERSION = 1
DTYPES = {"float32": "F32", "int32": "I32", "uint32": "U32", "int16": "I16", "uint16": "U16", "int8": "I8", "uint8": "U8"}
"""What safetensors calls them."""
ALIGNMENT = 64
"""The header is padded with spaces so that the data section starts at a multiple of this."""
TRAINING_DATA = (
    "UNIPEN train_r01_v07 (Guyon et al. 1994), Zenodo 1195803: ink of words, lines and characters; "
    "word lists after OpenSubtitles: which accented words were composed of it"
)
TRAINING_LICENCE = "CC BY 4.0 (ink); CC BY-SA 4.0 (word lists)"


def architecture(network: InkNetwork) -> dict:
    """What `Sources/Recognition/Model` needs to know to run the network."""
    convolutions = [network.conv1, network.conv2, network.conv3]
    return {
        "kind": "conv-bilstm-ctc",
        "features": FEATURES,
        "channels": [c.out_channels for c in convolutions],
        "kernels": [c.kernel_size[0] for c in convolutions],
        "strides": [c.stride[0] for c in convolutions],
        "hidden": network.hidden,
        "layers": network.layers,
        "classes": network.output.out_features,
    }


def description(network: InkNetwork, alphabet: str = ALPHABET) -> dict[str, str]:
    """What a reader must know to run the network."""
    return {
        "kind": "text",
        "alphabet": alphabet,
        "architecture": json.dumps(architecture(network), sort_keys=True),
        "feature_pipeline": str(PIPELINE_VERSION),
    }


def tensors(network: torch.nn.Module) -> dict[str, np.ndarray]:
    """The network's weights as float32 arrays."""
    return {name: t.detach().numpy().astype(np.float32) for name, t in network.state_dict().items()}


def write(path: Path, arrays: dict[str, np.ndarray], metadata: dict[str, str]) -> None:
    """The arrays, little-endian, with `metadata`; whole or not at all, mode 0644.

    Wider numbers first, then by name: every array begins at a multiple of its own numbers' size and there are no holes, as safetensors wants it.
    """
    header: dict = {}
    parts, offset = [], 0
    for name, array in sorted(arrays.items(), key=lambda item: (-item[1].itemsize, item[0])):
        parts.append(np.ascontiguousarray(array, array.dtype.newbyteorder("<")).tobytes())
        header[name] = {"dtype": DTYPES[array.dtype.name], "shape": list(array.shape), "data_offsets": [offset, offset + len(parts[-1])]}
        offset += len(parts[-1])
    data = b"".join(parts)
    described = {"format": FORMAT, "format_version": str(FORMAT_VERSION), "data_sha256": hashlib.sha256(data).hexdigest()} | metadata
    header = {"__metadata__": dict(sorted(described.items()))} | header
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-(8 + len(text)) % ALIGNMENT)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    part.write_bytes(len(text).to_bytes(8, "little") + text + data)
    part.chmod(0o644)
    os.replace(part, path)


def read(path: Path) -> tuple[dict[str, np.ndarray], dict[str, str]]:
    """The arrays and the metadata of a file that `write` wrote."""
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8 : 8 + size])
    metadata = header.pop("__metadata__")
    numpy_names = {theirs: ours for ours, theirs in DTYPES.items()}
    data = memoryview(content)[8 + size :]
    arrays = {
        name: np.frombuffer(data[slice(*t["data_offsets"])], np.dtype(numpy_names[t["dtype"]]).newbyteorder("<")).reshape(t["shape"])
        for name, t in header.items()
    }
    return arrays, metadata


def trained(run: Path) -> tuple[InkNetwork, dict[str, str]]:
    """The averaged network of a run's checkpoint, and what the run says about itself."""
    state = torch.load(run / "checkpoint.pt", map_location="cpu", weights_only=True)
    weights = state["average"]
    channels = tuple(weights[f"conv{k}.weight"].shape[0] for k in (1, 2, 3))
    network = InkNetwork(state["hidden"], state["layers"], channels, classes=len(weights["output.bias"]))
    network.load_state_dict(weights)
    about = {"training_sequences": str(state["seen"])}
    log = run / "log.jsonl"
    if log.exists():
        rows = [json.loads(line) for line in log.read_text().splitlines()]
        for row in rows:
            if row["sequences"] == state["seen"]:
                about |= {key: str(row[of]) for key, of in (("dev_word_cer", "word_cer"), ("dev_line_cer", "line_cer")) if of in row}
    return network.eval(), about


def main() -> None:
    parser = argparse.ArgumentParser(description="Write a run's averaged network as a model for inkd.")
    parser.add_argument("--run", type=Path, default=Path("runs/latin"))
    parser.add_argument("--out", type=Path, default=Path("../models/latin.safetensors"))
    parser.add_argument("--precision", choices=("int8", "fp32"), default="int8", help="of the weights: see quantise.py")
    parser.add_argument("--language", default="mul-Latn", help="BCP-47 tag of what the model reads")
    options = parser.parse_args()
    network, about = trained(options.run)
    arrays = tensors(network)
    write(options.out, quantise(arrays) if options.precision == "int8" else arrays, description(network) | about | {
        "language": options.language,
        "training_data": TRAINING_DATA,
        "training_data_licence": TRAINING_LICENCE,
    })
    print(f"{options.out}: {options.out.stat().st_size} bytes, {about}")


if __name__ == "__main__":
    main()
