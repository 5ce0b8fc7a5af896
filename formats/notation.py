"""Notations: foreign formats of finished deals, such as the records of a public server.

Each game defines its own notations; the code that serves them is independent of any. A text arrives
in pieces, and each piece is parsed and replayed through the rules. The recorded result is then
compared with the replayed one.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple, Protocol

from domain.kernel.event import Clause, Event, Json


class UnreadableNotation(ValueError):
    """A record that cannot be replayed at all, with the reason."""


class Piece(NamedTuple):
    """A possible record, as it was found in a text."""

    line: int
    """Where it begins, from 1."""
    text: str
    fault: str = ""
    """Why it is none, where that is seen before it is read."""
    is_text: bool = False
    """Whether it is text around records, such as a comment or a line of a log: no fault."""


class Illegal(NamedTuple):
    """A move of a record that the rules refuse."""

    place: str
    clauses: tuple[Clause, ...]


class Note(NamedTuple):
    """Something that a record says besides moves, such as that a player left."""

    after: int
    """The number of events before it."""
    text: str


class Reading(NamedTuple):
    """A record after its replay through the rules."""

    id: str
    """The record's own name; empty where it has none."""
    events: tuple[Event, ...]
    """The full events, as far as the replay came."""
    said: Mapping[str, Json]
    """The recorded result, in the fields of its notation."""
    due: Mapping[str, Json]
    """The same fields by our reckoning."""
    illegal: Illegal | None = None
    """The move at which the rules stopped the replay; the results are then not compared."""
    incomparable: str = ""
    """The reason why the two results cannot be compared; empty: they can."""
    notes: tuple[Note, ...] = ()
    """Words of the record besides moves, in their order."""
    ending: tuple[str, ...] = ()
    """How it ended and was settled, in sentences, where no event of the rules did."""


class Writing(Protocol):
    """Writes a finished deal as a record."""

    def __call__(self, events: Sequence[Event], *, date: datetime | None = None) -> str:
        """The record of a deal, in one line.

        Args:
            events: Its full events from the first on, to the one that settled it or beyond.
            date: When it was played, in UTC.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Notation:
    """A format for deals of one game.

    Attributes:
        key: Its name on the command line.
        game: The key of the game.
        title: Its name for people.
        media_type: Its name in HTTP.
        begins: The text at the beginning of each record.
        write: A finished deal as a record.
        pieces: The records of a text that comes bit by bit, in bounded memory.
        read: A record, played through the rules. Raises `UnreadableNotation`.
    """

    key: str
    game: str
    title: str
    media_type: str
    begins: str
    write: Writing
    pieces: Callable[[Iterable[str]], Iterator[Piece]]
    read: Callable[[str], Reading]
