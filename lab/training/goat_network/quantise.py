"""Write trained weights as integers: `python -m lab.training.goat_network.quantise IN OUT`."""

import sys
from pathlib import Path
from typing import Any

import numpy as np

from bots.network import BITS, FIRST, OWN, SHARED
from lab.training.goat_network.inputs import INPUTS, MOVE


def quantised(arrays: list[Any]) -> bytes:
    """The bytes of a network."""
    first, first_bias, *upper = arrays
    rows = np.zeros((SHARED + OWN, FIRST))
    rows[:INPUTS] = first[:INPUTS]
    rows[SHARED : SHARED + MOVE] = first[INPUTS:]
    one = 1 << BITS
    biases = [np.round(first_bias * one), *(np.round(bias * one * one) for bias in upper[1::2])]
    weights = [np.round(rows * one), *(np.round(each.T * one) for each in upper[::2])]
    return b"".join(
        [
            *(bias.astype("<i4").tobytes() for bias in biases),
            *(np.ascontiguousarray(each).astype("<i2").tobytes() for each in weights),
        ]
    )


def main() -> None:
    """Read the arrays of `train`, and write integers."""
    source, target = map(Path, sys.argv[1:])
    arrays = np.load(source)
    target.write_bytes(quantised([arrays[name] for name in arrays.files]))


if __name__ == "__main__":
    main()
