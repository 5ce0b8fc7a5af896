"""Ways to give cards to places of some kinds, counted exactly, and drawn with equal chances."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import Final, TypeAlias

_BITS: Final = 32

May: TypeAlias = tuple[tuple[int, ...], ...]
"""For each card, the numbers of the kinds that it may go to."""


@lru_cache(maxsize=1 << 14)
def count(may: May, free: tuple[int, ...]) -> int:
    """How many ways there are to give each card to a kind with a free place.

    Args:
        may: The cards.
        free: For each kind, how many places are free.
    """
    if not may:
        return 1
    return sum(count(may[1:], _taken(free, kind)) for kind in may[0] if free[kind])


def drawn(may: May, free: tuple[int, ...], numbers: Iterator[int]) -> Iterator[int]:
    """The kinds of the cards, in one of these ways: each is as likely.

    Args:
        may: The cards.
        free: For each kind, how many places are free. There is a way.
        numbers: The chance.
    """
    for at, kinds in enumerate(may):
        rest = may[at + 1 :]
        fitting = [kind for kind in kinds if free[kind]]
        ways = [count(rest, _taken(free, kind)) for kind in fitting]
        kind = fitting[_place_of(below(sum(ways), numbers), ways)]
        yield kind
        free = _taken(free, kind)


def below(bound: int, numbers: Iterator[int]) -> int:
    """A number below any bound, each as likely, from numbers of 32 bits."""
    size = bound.bit_length() // _BITS + 1
    fair = (1 << size * _BITS) // bound * bound
    while True:
        found = 0
        for number in islice(numbers, size):
            found = found << _BITS | number
        if found < fair:
            return found % bound


def _place_of(drawn: int, ways: Sequence[int]) -> int:
    for at, each in enumerate(ways):
        if drawn < each:
            return at
        drawn -= each
    raise AssertionError("the number is below the sum")


def _taken(free: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*free[:kind], free[kind] - 1, *free[kind + 1 :])
