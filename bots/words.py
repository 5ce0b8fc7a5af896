"""The words of questions and answers, and random numbers: as `bots/core/core.h` has them in C."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from domain.kernel.event import Event
from domain.kernel.policy import Decision

BITS: Final = 64
WORD: Final = (1 << BITS) - 1
_SIGN: Final = 1 << BITS - 1


def numbers(chance: int) -> Iterator[int]:
    """Endless random numbers below 2⁶⁴, by splitmix64."""
    while True:
        chance = chance + 0x9E3779B97F4A7C15 & WORD
        z = (chance ^ chance >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        yield z ^ z >> 31


def signed(word: int) -> int:
    """The number that a word stands for."""
    return (word ^ _SIGN) - _SIGN


def answer(
    chosen: int, worlds: int, positions: int, *, cut: bool, values: Iterable[tuple[int, int]]
) -> tuple[int, ...]:
    """The words of an answer: the chosen move, the counts, and moves with their values."""
    pairs = list(values)
    said = (chosen, worlds, positions, cut, len(pairs), *[word for pair in pairs for word in pair])
    return tuple([word & WORD for word in said])


def decision(given: Sequence[int], moves: Mapping[int, Event | None]) -> Decision:
    """The decision in the words of an answer.

    Args:
        given: The words.
        moves: The moves, by their numbers in the core.
    """
    chosen, worlds, positions, cut, count, *rest = given
    pairs = zip(rest[: 2 * count : 2], rest[1 : 2 * count : 2], strict=True)
    values = tuple([(moves[code], signed(value)) for code, value in pairs])
    return Decision(moves[chosen], values, worlds, positions, cut=bool(cut))
