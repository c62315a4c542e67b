"""Model files: safetensors with inkd's metadata, as `Sources/Recognition` reads them.

The same arrays and metadata always give the same bytes: tensors in a fixed order, keys of the header sorted.
"""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    # what only reads and writes files, such as the language data, needs no PyTorch
    import torch

FORMAT = "inkd.model"
FORMAT_VERSION = 1
DTYPES = {"float32": "F32", "int32": "I32", "uint32": "U32", "int16": "I16", "uint16": "U16", "int8": "I8", "uint8": "U8"}
"""NumPy's names of the types, and safetensors' names."""
ALIGNMENT = 64
"""The header is padded with spaces so that the data section starts at a multiple of this."""


def weight_arrays(network: torch.nn.Module) -> dict[str, np.ndarray]:
    """The network's weights by name, as float32 arrays."""
    return {name: t.detach().numpy().astype(np.float32) for name, t in network.state_dict().items()}


def write(path: Path, arrays: dict[str, np.ndarray], metadata: dict[str, str]) -> None:
    """Writes the arrays, little-endian, with `metadata`; the file appears whole or not at all, mode 0644.

    Wider numbers first, then by name: every array begins at a multiple of its own numbers' size and there are no holes, as safetensors
    wants it.
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
