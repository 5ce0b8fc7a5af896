"""Notations: how others write down a finished deal, such as the records of a public server.

A game brings those that it has. What serves them knows none: a text comes in pieces, each piece is
read and played through the rules, and what the record says came out is held against what did.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from domain.kernel.event import Clause, Event, Json


class Unreadable(ValueError):
    """A record that can not be played at all, with what is wrong in it."""


class Piece(NamedTuple):
    """What may be a record, as it was found in a text."""

    line: int
    """Where it begins, from 1."""
    text: str
    fault: str = ""
    """Why it is none, where that is seen before it is read."""


class Illegal(NamedTuple):
    """A move of a record that the rules refuse."""

    place: str
    clauses: tuple[Clause, ...]


class Reading(NamedTuple):
    """A record as it was played through the rules."""

    id: str
    """What the record calls itself; empty where it does not."""
    events: tuple[Event, ...]
    """The full events, as far as it could be played."""
    said: Mapping[str, Json]
    """What the record says came out, in the fields of its notation."""
    due: Mapping[str, Json]
    """The same fields by our reckoning."""
    illegal: Illegal | None = None
    """Where the rules refuse to go on; then nothing is to be compared."""
    incomparable: str = ""
    """Why the two results can not be held against each other; empty: they can."""


class Writing(Protocol):
    """How a finished deal is written."""

    def __call__(self, events: Sequence[Event], *, date: datetime | None = None) -> str:
        """The record of a deal, in one line.

        Args:
            events: Its full events from the first on, to the one that settled it or beyond.
            date: When it was played, in UTC.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """A way to write deals of one game.

    Attributes:
        key: Its name on the command line.
        title: Its name for people.
        media_type: Its name in HTTP.
        begins: What each of its records begins with.
        write: A finished deal as a record.
        pieces: The records of a text that comes bit by bit, in bounded memory.
        read: A record, played through the rules. Raises `Unreadable`.
    """

    key: str
    title: str
    media_type: str
    begins: str
    write: Writing
    pieces: Callable[[Iterable[str]], Iterator[Piece]]
    read: Callable[[str], Reading]
