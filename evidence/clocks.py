"""Whether times were kept: nobody was late, or said to be, and stand-ins waited (L1-L3)."""

from itertools import groupby
from typing import Any, cast

from domain.clock import Timed, ticked, wound
from domain.event import Event
from domain.leaving import Abandoned, ClockSet, Resigned, SeatReturned, SeatTakenOver, TimeOver
from evidence.case import Case
from evidence.record import Told
from evidence.verdicts import Failure


def see_times(case: Case) -> None:
    """See that every deadline was the one that follows from the times in the record, and was kept.

    Args:
        case: The full record of a deal that is by the rules in all else.

    Raises:
        Failure: one was not.
    """
    given = next((each for each in case.events[1:2] if isinstance(each, ClockSet)), None)
    if given is None:
        return
    timed = wound(case.game, case.opened, given)
    for _, appended in groupby(case.told, key=lambda told: told.command):
        events = [*appended]
        for told in events:
            _see(told, timed)
        timed = ticked(case.game, timed, [told.event for told in events], at=events[0].at)


def _see(told: Told, timed: Timed) -> None:
    """See that an event came in time, as the clock stood before it."""
    event, clock = cast("Any", told.event), timed.clock
    if isinstance(event, TimeOver):
        for field in ("seat", "since", "until"):
            if getattr(event, field) != getattr(clock, field):
                raise _failure(told, "the deadline was another one", field)
        if told.at < event.until:
            raise _failure(told, "the time was not over yet", "at")
    elif clock.is_over(told.at) and _is_by_time(event, timed):
        what = "the move" if event.MOVE is not None else "this"
        raise _failure(told, f"{what} came after a deadline that had passed", "at")
    elif event.MOVE is not None and clock.is_too_soon(event.seat, told.at):
        detail = "nobody was there, and the bot that stood in did not wait for the player"
        raise _failure(told, detail, "at", "L3")
    elif isinstance(event, SeatReturned) and clock.is_used_up(event.seat, told.at):
        raise _failure(told, "the player came back in a turn that he had used up", "at", "L3")


def _is_by_time(event: Event, timed: Timed) -> bool:
    """Whether it is judged by the time that it is recorded with: moves, and who comes and goes.

    Of those who came and went the records of before do not say so.
    """
    if event.MOVE is not None:
        return True
    goes = isinstance(event, SeatTakenOver | SeatReturned | Resigned | Abandoned)
    return goes and timed.turns_go_on and getattr(event, "reason", None) != "time"


def _failure(told: Told, detail: str, field: str, clause: str = "L2") -> Failure:
    return Failure(detail, position=told.position, type=told.type, field=field, clauses=(clause,))
