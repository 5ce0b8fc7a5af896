"""Networks of integers that say what moves are worth.

The same is in `bots/core/network.c`; the twin here is the second opinion of the verifier.

An input is a bit. The network adds the weights of those that are on, cuts each sum off below 0 and
above 1, and weighs the results in three more layers. A file of weights is made offline (see
`lab/training/goat_network`) and never changes: another file is another version of a policy.
"""

import struct
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from operator import mul
from pathlib import Path
from typing import Final, NamedTuple

from bots import core, words

SHARED: Final = 512
"""The inputs that all moves share come first."""
OWN: Final = 128
"""The inputs of a move come after them."""
FIRST: Final = 256
UPPER: Final = 32
MOVES: Final = 40
"""The most moves of a question."""
BITS: Final = 9
"""An integer of 2⁹ stands for 1, in weights and in results of a layer."""
VALUE_BITS: Final = 8
WON: Final = 1 << 2 * BITS - VALUE_BITS
"""The value that stands for 1."""

_BIASES: Final = (FIRST, UPPER, UPPER, 1)
_WEIGHTS: Final = ((SHARED + OWN) * FIRST, UPPER * FIRST, UPPER * UPPER, UPPER)
_FORM: Final = struct.Struct(f"<{sum(_BIASES)}i{sum(_WEIGHTS)}h")


class Network(NamedTuple):
    """The weights of a network."""

    bias: tuple[Sequence[int], ...]
    """The numbers that each layer adds to its sums."""
    first: Sequence[Sequence[int]]
    """By input."""
    upper: tuple[Sequence[Sequence[int]], ...]
    """Of the other layers, by result."""


def valued(weights: Path, shared: int, own: Sequence[int]) -> tuple[int, ...]:
    """The value of each move; `WON` stands for 1.

    Args:
        weights: The file of the network.
        shared: The inputs that all moves share, as bits.
        own: The inputs of each move.
    """
    if len(own) > MOVES:
        raise ValueError(f"a question has {MOVES} moves at most, not {len(own)}")
    if not core.is_available():
        return _valued(network(weights), shared, own)
    question = [len(own), *_split(shared, SHARED)]
    for inputs in own:
        question += _split(inputs, OWN)
    answer = core.run("valued", question, weights=weights)
    return tuple([words.signed(value) for value in answer[: len(own)]])


@cache
def network(weights: Path) -> Network:
    """The network in a file."""
    numbers = iter(_FORM.unpack(weights.read_bytes()))
    parts = [[next(numbers) for _ in range(size)] for size in (*_BIASES, *_WEIGHTS)]
    *bias, first, second, third, last = parts
    upper = (_rows(second, FIRST), _rows(third, UPPER), [last])
    return Network(tuple(bias), _rows(first, FIRST), upper)


def _rows(numbers: Sequence[int], size: int) -> list[Sequence[int]]:
    return [numbers[at : at + size] for at in range(0, len(numbers), size)]


def _split(bits: int, count: int) -> Iterable[int]:
    return (bits >> at & words.WORD for at in range(0, count, words.BITS))


# --- The twin -----------------------------------------------------------------------------------


def _valued(net: Network, shared: int, own: Sequence[int]) -> tuple[int, ...]:
    sums = _added(net, net.bias[0], shared, 0)
    return tuple([_value(net, _added(net, sums, inputs, SHARED)) for inputs in own])


def _added(net: Network, sums: Sequence[int], bits: int, start: int) -> Sequence[int]:
    rows = [net.first[start + at] for at in range(bits.bit_length()) if bits >> at & 1]
    return [sum(column) for column in zip(sums, *rows, strict=True)]


def _value(net: Network, sums: Sequence[int]) -> int:
    parts = [_part(each) for each in sums]
    *hidden, last = zip(net.upper, net.bias[1:], strict=True)
    for weights, bias in hidden:
        parts = [_part(each >> BITS) for each in _weighed(weights, bias, parts)]
    return next(_weighed(*last, parts)) >> VALUE_BITS


def _weighed(
    weights: Sequence[Sequence[int]], bias: Sequence[int], parts: Sequence[int]
) -> Iterator[int]:
    for row, more in zip(weights, bias, strict=True):
        yield more + sum(map(mul, row, parts))


def _part(number: int) -> int:
    return min(max(number, 0), 1 << BITS)
