"""What happens at a table: the events of its own stream. They hold no secrets."""

from collections.abc import Mapping
from typing import Final, Literal

from domain.event import (
    EVERYONE,
    Digest,
    Event,
    Id,
    Json,
    Seat,
    Text,
    event,
    seen_by,
    upcaster,
)
from domain.game import ranks_of

REVEAL_SECONDS: Final = 60
"""The time of F4, where a table sets no other."""


@event("table.opened", version=2)
class TableOpened(Event):
    """Somebody opened a table. What it is played by is fixed here for the whole series."""

    table: Id
    owner: Id
    """The API key that opened it."""
    name: Text
    game: Text
    rules: Text
    options: Mapping[str, Json] = seen_by(EVERYONE)
    seats: int
    visibility: Literal["public", "private"]
    """Whether others than its owner and its players find it."""
    spectators: bool
    """Whether others may watch a deal that is on, as the public sees it."""
    reveal_seconds: int = REVEAL_SECONDS
    """How long the table waits for a seat's commitment, and for its seed (F4)."""


@upcaster("table.opened", version=1)
def _timed(data: dict[str, Json]) -> dict[str, Json]:
    """No seat added seeds, and nobody waited for one."""
    return {**data, "reveal_seconds": REVEAL_SECONDS}


@event("table.branched")
class TableBranched(Event):
    """The table was opened to play on from an event of a finished deal. It is so for ever."""

    deal: Id
    at: int
    """The event that was the last to stay as it was."""
    cards: Literal["true", "resample"]
    """Whether they lie as they lay, or those that a seat had not seen are dealt anew."""
    from_seat: Seat | None
    """That seat; None: the cards are the true ones."""


@event("table.seat_taken", version=2)
class SeatTaken(Event):
    """A player sits down."""

    seat: Seat
    name: Text
    bot: Text | None
    """The bot's level; None: a person."""
    holder: Id | None
    """The API key that took the seat for a person."""
    token: Digest | None
    """The hash of the token that opens the seat to that person."""
    commits: bool = False
    """Whether he adds a seed of his own to every deal (F1)."""


@upcaster("table.seat_taken", version=1)
def _seedless(data: dict[str, Json]) -> dict[str, Json]:
    """No seat added seeds."""
    return {**data, "commits": False}


@event("table.seat_committed")
class SeatCommitted(Event):
    """A seat commits to its seed for the next deal (F2)."""

    seat: Seat
    number: int
    deal: Id
    commitment: Digest


@event("table.seat_left")
class SeatLeft(Event):
    """A player leaves before the start."""

    seat: Seat


@event("table.closed")
class TableClosed(Event):
    """The table was closed before the start."""


@event("table.deal_opened")
class DealOpened(Event):
    """A deal of the series has begun, in a stream of its own."""

    number: int
    deal: Id


@event("table.deal_voided")
class DealVoided(Event):
    """There is no deal of this number: these seats failed to commit, or to show their seeds (F4).

    Where it is for want of a commitment, the deal was never opened and has no stream of its own.
    """

    number: int
    deal: Id
    seats: tuple[Seat, ...]


@event("table.deal_recorded")
class DealRecorded(Event):
    """A finished deal counts in the series."""

    number: int
    deal: Id
    version: int
    """The deal's last event, and the hash of its record up to there."""
    head: Digest
    result: Mapping[str, Json] = seen_by(EVERYONE)
    """The event that settled the deal: type, schema and data."""


@event("table.series_ended", version=2)
class SeriesEnded(Event):
    """The target is reached, or a seat has forfeited the series (F5)."""

    winner: int | None
    """The side that won; None: the first place is shared."""
    ranks: tuple[int, ...]
    """The place of each side, 1 is the best, equal where shared."""
    points: tuple[int, ...]
    titles: tuple[Text, ...]


@upcaster("table.series_ended", version=1)
def _ranked(data: dict[str, Json]) -> dict[str, Json]:
    """One side had won, and every other one lost."""
    ranks = ranks_of(data["winner"], sides=len(data["points"]))
    return {**data, "ranks": list(ranks)}
