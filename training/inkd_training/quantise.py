"""Quantisation: weights of 8 bits, one scale a row, as `Sources/CNeural/int8.inc` multiplies them.

Every matrix but the first convolution's becomes an I8 tensor and, as NAME.scale, an F32 number for each of its rows; a weight is byte
times scale. Biases and the first convolution, of each network in the file, stay F32. A layer's input is rounded when the network runs,
and needs no preparation here. Symmetric, per channel: Jacob et al. 2018, "Quantization and training of neural networks for efficient
integer-arithmetic-only inference", and Krishnamoorthi 2018, "Quantizing deep convolutional networks for efficient inference".
"""

from __future__ import annotations

import numpy as np

FULL_PRECISION = {"conv1.weight", "picture.conv1.weight"}
"""Matrices that keep 32 bits: small, and fed with the features themselves."""


def quantise(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays of a float32 network with every matrix but FULL_PRECISION's replaced by bytes (int8, -127 to 127) and scales (float32)."""
    result: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        if array.ndim < 2 or name in FULL_PRECISION:
            result[name] = array
            continue
        largest = np.abs(array.reshape(len(array), -1)).max(1).astype(np.float32)
        # a row of zeros has any scale
        scale = np.where(largest > 1e-30, largest / 127, 1).astype(np.float32)
        rows = scale.reshape(-1, *[1] * (array.ndim - 1))
        result[name] = np.clip(np.rint(array / rows), -127, 127).astype(np.int8)
        result[f"{name}.scale"] = scale
    return result


def dequantise(arrays: dict[str, np.ndarray]) -> dict[str, np.ndarray]:
    """The arrays of a network as float32: those that `quantise` made bytes, times their scales."""
    result: dict[str, np.ndarray] = {}
    for name, array in arrays.items():
        scale = arrays.get(f"{name}.scale")
        if scale is not None:
            result[name] = array * scale.reshape(-1, *[1] * (array.ndim - 1))
        elif not name.endswith(".scale"):
            result[name] = array
    return result
