"""Players who leave a running deal, and the bots that replace them: events common to all games.

A player leaves when their time is over, or by their own decision (L2, L3). A bot then takes the
seat, and the player may come back, or the deal is abandoned. A deal is also abandoned when a side
resigns or the table is closed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, Literal, TypeAlias

from domain.kernel.event import Clause, Event, Seat, Text, event
from domain.kernel.sentence import Sentence
from domain.kernel.stored import added

Absence: TypeAlias = Literal["time", "left", "away"]
"""The reason why a bot plays: the player's time was over, they left, or either before this deal."""
End: TypeAlias = Literal["time", "left", "resigned", "closed"]
"""Why a deal is not played out."""
_CLAUSES: Final[Mapping[End, Clause]] = {
    "time": "L4",
    "left": "L4",
    "resigned": "L5",
    "closed": "L6",
}


@event("deal.clock_set", version=2)
class ClockSet(Event):
    """The deal is played by the clock (L1)."""

    turn: int
    """The seconds that a seat has for each turn."""
    bank: int
    """The additional seconds of a seat, for all turns of the deal together."""
    stand_ins_wait: bool
    """Whether a bot that stands in lets a turn's time pass while no player is there, and a turn
    that its player leaves and comes back to is one turn (L3). False in older records."""


added("deal.clock_set", 1, {"stand_ins_wait": False})
"""The old behaviour: a stand-in moved at once, and a player who came back had a new turn."""


@event("deal.time_over")
class TimeOver(Event):
    """A seat has not moved in time (L2)."""

    seat: Seat
    since: int
    """When its turn began, in µs since the epoch."""
    until: int
    """When turn and bank were used up, in µs since the epoch."""


@event("deal.seat_taken_over")
class SeatTakenOver(Event):
    """From here on a bot plays for a player who has left (L3)."""

    seat: Seat
    bot: Text
    """The level of the bot."""
    reason: Absence
    """Whether the time was over (`time`), the player left (`left`), or was away before the deal."""


@event("deal.seat_returned")
class SeatReturned(Event):
    """The player is back, and moves again (L3)."""

    seat: Seat


@event("deal.resigned")
class Resigned(Event):
    """A player gives the series up, as far as they may alone (L5)."""

    seat: Seat


@event("deal.abandoned")
class Abandoned(Event):
    """The deal is not played out, and no side scores (L4-L6)."""

    seats: tuple[Seat, ...]
    """The seats at fault; none if the table was closed."""
    reason: End
    """Whether a time was over, a player left, a side resigned, or the table was closed."""


def explain_end(seats: Sequence[Seat], reason: End) -> Sentence:
    """Why a deal was abandoned, by the seats at fault."""
    named = {"seats": list(seats), "number": len(seats)}
    return Sentence(f"deal-abandoned-{reason}", named, _CLAUSES[reason])


PASSING: Final = (ClockSet, TimeOver, SeatTakenOver, SeatReturned, Resigned)
"""The events of this module after which the deal continues."""
LEAVING: Final = (*PASSING, Abandoned)


def players(bots: Sequence[Text | None], events: Iterable[Event]) -> tuple[Text | None, ...]:
    """The level of the bot on each seat after these events, or None for the person.

    Args:
        bots: The bots before them; at the beginning of a deal `Opened.bots`.
        events: The events since then.
    """
    changed: dict[Seat, Text | None] = {}
    for each in events:
        if isinstance(each, SeatTakenOver):
            changed[each.seat] = each.bot
        elif isinstance(each, SeatReturned):
            changed[each.seat] = None
    return tuple(changed.get(seat, bot) for seat, bot in enumerate(bots)) if changed else (*bots,)


def absent(bots: Sequence[Text | None], events: Iterable[Event]) -> dict[Seat, Text]:
    """The seats of persons for whom bots play after these events, with their levels."""
    now = players(bots, events)
    return {seat: bot for seat, bot in enumerate(now) if bot is not None and bots[seat] is None}
