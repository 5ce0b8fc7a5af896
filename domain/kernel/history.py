"""An immutable sequence of texts that grows at its end and counts a text, without a copy of all.

A tuple is copied whenever it grows, and searched from its start to count. A state that remembers
each position of a long deal spent a quarter of its time on this.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import Final, Self, cast, overload

RECENT: Final = 64
"""The number of texts at which the recent ones become older ones."""


class History(Sequence[str]):
    """Texts in the order in which they came.

    The older ones are searched by their hashes, the recent ones from their start.
    """

    __slots__ = ("_every", "_older", "_recent")
    _older: tuple[str, ...]
    _every: frozenset[str]
    """The older texts, to look one up."""
    _recent: tuple[str, ...]

    def __init__(
        self,
        recent: tuple[str, ...] = (),
        older: tuple[str, ...] = (),
        every: frozenset[str] = frozenset(),
    ) -> None:
        self._recent, self._older, self._every = recent, older, every

    @classmethod
    def of(cls, texts: Iterable[str]) -> Self:
        """The history of these texts."""
        every = tuple(texts)
        place = len(every) - len(every) % RECENT
        return cls(every[place:], every[:place], frozenset(every[:place]))

    def and_then(self, text: str) -> "History":
        """The history with one more text."""
        recent = (*self._recent, text)
        if len(recent) < RECENT:
            return History(recent, self._older, self._every)
        return History((), self._older + recent, self._every.union(recent))

    @property
    def last(self) -> str:
        """The text that came last; there is one."""
        return (self._recent or self._older)[-1]

    def count(self, value: object) -> int:
        """How often a text has come."""
        text = cast("str", value)
        found = self._recent.count(text)
        return found + self._older.count(text) if text in self._every else found

    def __contains__(self, value: object) -> bool:
        return value in self._every or value in self._recent

    def __len__(self) -> int:
        return len(self._older) + len(self._recent)

    def __iter__(self) -> Iterator[str]:
        return chain(self._older, self._recent)

    @overload
    def __getitem__(self, at: int) -> str: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[str, ...]: ...
    def __getitem__(self, at: int | slice) -> str | tuple[str, ...]:
        return (*self,)[at]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return self._recent == other._recent and self._older == other._older

    def __hash__(self) -> int:
        return hash((self._older, self._recent))

    def __repr__(self) -> str:
        return f"History.of({[*self]})"
