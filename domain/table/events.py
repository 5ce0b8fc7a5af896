"""What happens at a table: the events of its own stream. They hold no secrets."""

from collections.abc import Mapping
from typing import Final, Literal, TypeAlias

from domain.kernel.event import (
    EVERYONE,
    Digest,
    Event,
    Id,
    Json,
    Key,
    Seat,
    Signature,
    Text,
    added,
    event,
    seen_by,
    upcaster,
)
from domain.kernel.game import ranks_of
from domain.kernel.leaving import End

REVEAL_SECONDS: Final = 60
"""The time of F4, where a table sets no other."""
STAND_IN: Final = Text("medium")
"""The level of the bot that plays for who has left, where a table names no other."""

Kind: TypeAlias = Literal["person", "bot"]
"""What a player is, as who took the seat for him says."""


@event("table.opened", version=4)
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
    turn_limit: int | None = None
    """The seconds that a seat has for each turn (L1); None: there is no clock."""
    time_bank: int = 0
    """The seconds that a seat has besides, in each deal."""
    abandon: Literal["bot", "forfeit"] = "bot"
    """What follows where a player leaves: a bot takes his seat over, or the series is forfeited."""
    stand_in: Text = STAND_IN
    """The level of that bot."""
    test: bool = False
    """Whether the table is a test: its bots move without delay."""


added("table.opened", 1, {"reveal_seconds": REVEAL_SECONDS})
added(
    "table.opened",
    2,
    {"turn_limit": None, "time_bank": 0, "abandon": "bot", "stand_in": STAND_IN},
)
added("table.opened", 3, {"test": False})
"""Version 4 fixes the versions of other events, and its acts are signed."""


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


@event("table.rematched")
class TableRematched(Event):
    """The table was opened to play again by the terms of another one, whose series is over.

    A seat is kept for every person who sat there, one to the right of his own: so who deals first
    has moved on, as it does from deal to deal.
    """

    of: Id
    """The other one."""


@event("table.seat_taken", version=4)
class SeatTaken(Event):
    """A player sits down."""

    seat: Seat
    name: Text
    bot: Text | None
    """The level of a bot of the house; None: whoever holds the seat's token plays."""
    holder: Id | None
    """The API key that took the seat."""
    token: Digest | None
    """The hash of the token that opens the seat to who plays there."""
    commits: bool = False
    """Whether he adds a seed of his own to every deal (F1)."""
    key: Key | None = None
    """What the player signs moves and acts with (F7); None: the player signs nothing."""
    kind: Kind = "person"
    """A bot without a level is one that plays over the API: an external bot."""


added("table.seat_taken", 1, {"commits": False})
added("table.seat_taken", 2, {"key": None})


@upcaster("table.seat_taken", version=3, adds=["kind"])
def _kindless(data: dict[str, Json]) -> dict[str, Json]:
    """Whoever was no bot of the house was taken for a person."""
    return {**data, "kind": "person" if data["bot"] is None else "bot"}


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
    """The table was closed by its owner: there is no result (L6)."""


@event("table.deal_opened")
class DealOpened(Event):
    """A deal of the series has begun, in a stream of its own."""

    number: int
    deal: Id


@event("table.deal_voided", version=2)
class DealVoided(Event):
    """There is no deal: these seats failed to commit, or to show their seeds (F4)."""

    number: int
    deal: Id
    seats: tuple[Seat, ...]
    version: int | None = None
    """The deal's last event, and the hash of its record up to there; None where it was never
    opened, for want of a commitment: it has no stream of its own."""
    head: Digest | None = None


added("table.deal_voided", 1, {"version": None, "head": None})


@event("table.deal_abandoned", version=2)
class DealAbandoned(Event):
    """The deal that was on will not be played out: the series is forfeited, or closed (L4-L6)."""

    number: int
    deal: Id
    seats: tuple[Seat, ...]
    """Whose fault it is; none where the table is closed."""
    reason: End
    version: int | None = None
    """The deal's last event, and the hash of its record up to there."""
    head: Digest | None = None


added("table.deal_abandoned", 1, {"version": None, "head": None})


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
    """The target is reached, or a seat has forfeited the series (F5, L4, L5)."""

    winner: int | None
    """The side that won; None: the first place is shared."""
    ranks: tuple[int, ...]
    """The place of each side, 1 is the best, equal where shared."""
    points: tuple[int, ...]
    titles: tuple[Text, ...]


@upcaster("table.series_ended", version=1, adds=["ranks"])
def _ranked(data: dict[str, Json]) -> dict[str, Json]:
    """One side had won, and every other one lost."""
    ranks = ranks_of(data["winner"], sides=len(data["points"]))
    return {**data, "ranks": list(ranks)}


@event("table.rematch_opened")
class RematchOpened(Event):
    """There is a table at which those who sat here play again."""

    table: Id


@event("table.act_signed")
class ActSigned(Event):
    """The player has signed the act directly before this, such as a commitment (F7)."""

    seat: Seat
    signature: Signature
    """By the seat's key, over the act and the record of the table up to the event before it."""
