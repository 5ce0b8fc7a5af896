"""Leaving: the clock, the end of a turn, stand-ins, returns and resignations (L1-L5)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from domain.kernel.deal import ActSigned, Opened, Shuffled
from domain.kernel.event import Event
from domain.kernel.finding import Finding
from domain.kernel.leaving import (
    Abandoned,
    ClockSet,
    Resigned,
    SeatReturned,
    SeatTakenOver,
    TimeOver,
)
from domain.kernel.progress import Progress
from domain.kernel.sentence import Sentence

OWING: Final = (TimeOver, Resigned)
"""The events that another one may have to follow at once."""


def judge_leaving(before: Progress, event: Event) -> Finding | None:
    """Why an event of leaving cannot come next in a deal; None: it can."""
    due = before.game.consequence(before.state) if before.shuffled is not None else None
    if due is not None:
        detail = Sentence("finding-follows-by-itself", {"event": due.TYPE})
        return Finding(0, (), detail)
    is_off = isinstance(event, Abandoned) and before.shuffled is None
    if is_off and not before.owing:
        return Finding(0, (), Sentence("finding-should-follow", {"event": Shuffled.TYPE}))
    may_leave, clause = _LEAVING[type(event)]
    if before.opened.board is not None and _gives_up(event):
        return _not_here(0, event, "C24")
    if before.outcome is None and may_leave(before, event):
        return None
    return _not_here(0, event, clause)


def _not_here(position: int, event: Event, clause: str) -> Finding:
    return Finding(
        position, (clause,), Sentence("finding-cannot-have-happened", {"event": event.TYPE})
    )


def _clock_set(before: Progress, event: ClockSet) -> bool:
    return before.position == 1 and event.turn > 0 and event.bank >= 0


def _time_over(before: Progress, event: TimeOver) -> bool:
    seat = event.seat
    waits_for_person = before.is_played_by_person(seat) and before.to_act == seat
    return waits_for_person and before.clock is not None


def _taken_over(before: Progress, event: SeatTakenOver) -> bool:
    last, seat = before.last, event.seat
    if not before.is_played_by_person(seat):
        return False
    if event.reason == "away":
        return isinstance(last, Opened | ClockSet) or (
            isinstance(last, SeatTakenOver) and last.reason == "away"
        )
    late = isinstance(last, TimeOver) and last.seat == seat
    return late == (event.reason == "time") and (late or not leaves_again(before, seat))


def leaves_again(before: Progress, seat: int) -> bool:
    """Whether a player has come back since the last move, where the record says that it counts.

    They may leave again only after the next move (L3). Otherwise the record could grow without
    limit while nothing happens in the deal.
    """
    counts = before.clock is not None and before.clock.turns_go_on
    return counts and seat in before.returned


def _returned(before: Progress, event: SeatReturned) -> bool:
    seat = event.seat
    there = 0 <= seat < before.opened.seats
    return there and before.opened.bots[seat] is None and before.bots[seat] is not None


def _resigned(before: Progress, event: Resigned) -> bool:
    return before.is_played_by_person(event.seat) and event.seat not in before.resigned


def _gives_up(event: Event) -> bool:
    """Whether a seat gives a deal up: nobody does that with a board."""
    return isinstance(event, Resigned) or (
        isinstance(event, Abandoned) and event.reason != "closed"
    )


def _abandoned(before: Progress, event: Abandoned) -> bool:
    seats, last = event.seats, before.last
    match event.reason:
        case "closed":
            return not seats
        case "resigned":
            sides = before.game.sides(before.opened.seats)
            return seats in sides and before.has_resigned(seats)
        case "time":
            return isinstance(last, TimeOver) and seats == (last.seat,)
        case _:
            return len(seats) == 1 and before.is_played_by_person(seats[0])


_LEAVING: Final[Mapping[type[Event], tuple[Callable[[Progress, Any], bool], str]]] = (
    MappingProxyType(
        {
            ClockSet: (_clock_set, "L1"),
            TimeOver: (_time_over, "L2"),
            SeatTakenOver: (_taken_over, "L3"),
            SeatReturned: (_returned, "L3"),
            Resigned: (_resigned, "L5"),
            Abandoned: (_abandoned, "L4"),
        }
    )
)
"""Whether each of these events may come next, and the clause that it breaks otherwise."""


def judge_owed(before: Progress, event: Event | None) -> Finding | None:
    """Why an event, or none, cannot follow one of `OWING`; None: it can."""
    match before.last:
        case TimeOver(seat=seat) as last:
            by_bot = isinstance(event, SeatTakenOver) and (event.seat, event.reason) == (
                seat,
                "time",
            )
            if by_bot or event == Abandoned((seat,), "time"):
                return None
            return _not_here(before.position, last, "L2")
        case Resigned(seat=seat) as last if (side := before.side_of(seat)) and before.has_resigned(
            side
        ):
            if isinstance(event, ActSigned) or event == Abandoned(side, "resigned"):
                return None
            return _not_here(before.position, last, "L5")
        case _:
            return None
