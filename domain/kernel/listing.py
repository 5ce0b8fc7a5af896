"""Listing moves: moves of one kind that differ in one field, each made once."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, TypeVar

from domain.kernel.event import Event

E = TypeVar("E", bound=Event)

KEPT: Final = 4096
"""The most moves that are kept of those that differ in one field."""


def moves_of(kind: type[E], *first: Any, each: Iterable[Any]) -> Iterator[E]:
    """A move of this kind for each of these values of a field; the fields before it are given.

    The same moves are listed again and again. They are kept, as making a move takes ten times as
    long as finding it.
    """
    return map(_kept((kind, *first)).__getitem__, each)


class _Kept(dict[Any, Any]):
    """The moves that were made of a kind and the values of its first fields."""

    def __init__(self, kind: Any, *first: Any) -> None:
        super().__init__()
        self.kind, self.first = kind, first

    def __missing__(self, value: Any) -> Any:
        if len(self) == KEPT:
            self.clear()
        move = self[value] = self.kind(*self.first, value)
        return move


@cache
def _kept(start: tuple[Any, ...]) -> _Kept:
    return _Kept(*start)
