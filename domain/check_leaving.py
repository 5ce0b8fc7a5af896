"""Checking who left a deal and who played for him (L1-L6), as far as it takes no times."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple, cast

from domain.deal import Opened
from domain.event import Event, Seat, Text
from domain.finding import Finding
from domain.game import Game, evolve
from domain.leaving import (
    LEAVING,
    Abandoned,
    ClockSet,
    Resigned,
    SeatReturned,
    SeatTakenOver,
    TimeOver,
    has_returned,
    have_resigned,
    players,
)


class _Moment(NamedTuple):
    """A deal just before one of its events."""

    game: Game[Any]
    events: Sequence[Event]
    """All of them."""
    place: int
    """The event's, from 0."""
    state: Any
    bots: tuple[Text | None, ...]
    """Who plays on each seat."""

    @property
    def before(self) -> Event:
        """The event before it."""
        return self.events[self.place - 1]

    @property
    def after(self) -> Event | None:
        """The event after it."""
        return next(iter(self.events[self.place + 1 :]), None)

    def plays(self, seat: Seat) -> bool:
        """Whether there is such a seat, and its player plays himself."""
        return seat in range(len(self.bots)) and self.bots[seat] is None


def check_leaving(game: Game[Any], events: Sequence[Event]) -> Finding | None:
    """The first event of those who come and go that can not have happened there.

    Args:
        game: The rules.
        events: A record which holds in all else.
    """
    if not any(isinstance(event, LEAVING) for event in events):
        return None
    opened = cast("Opened", events[0])
    state, bots = game.initial(opened), opened.bots
    for place, event in enumerate(events[1:], start=1):
        if not isinstance(event, LEAVING):
            state = evolve(game, state, event)
            continue
        moment = _Moment(game, events, place, state, bots)
        if game.outcome(state) is not None or not _CHECKS[type(event)](moment, event):
            clauses = (_CLAUSES[type(event)],)
            return Finding(place + 1, clauses, f"{event.TYPE} can not have happened here")
        bots = players(bots, (event,))
    return None


def _clock_set(moment: _Moment, event: ClockSet) -> bool:
    return moment.place == 1 and event.turn > 0 and event.bank >= 0


def _time_over(moment: _Moment, event: TimeOver) -> bool:
    seat = event.seat
    waited = moment.plays(seat) and moment.game.to_act(moment.state) == seat
    clocked = isinstance(moment.events[1], ClockSet)
    match moment.after:
        case SeatTakenOver(seat=gone, reason="time"):
            return waited and clocked and gone == seat
        case Abandoned(seats=seats, reason="time"):
            return waited and clocked and seats == (seat,)
        case _:
            return False


def _taken_over(moment: _Moment, event: SeatTakenOver) -> bool:
    before = moment.before
    if not moment.plays(event.seat):
        return False
    if event.reason == "away":
        return isinstance(before, Opened | ClockSet) or (
            isinstance(before, SeatTakenOver) and before.reason == "away"
        )
    late = isinstance(before, TimeOver) and before.seat == event.seat
    return late == (event.reason == "time") and (late or not _leaves_again(moment, event.seat))


def _leaves_again(moment: _Moment, seat: Seat) -> bool:
    """Whether a player has come back since the last move, where the record says that it counts."""
    given = moment.events[1]
    counts = isinstance(given, ClockSet) and given.stand_ins_wait
    return counts and has_returned(seat, moment.events[: moment.place])


def _returned(moment: _Moment, event: SeatReturned) -> bool:
    opened, seat = cast("Opened", moment.events[0]), event.seat
    there = seat in range(opened.seats)
    return there and opened.bots[seat] is None and moment.bots[seat] is not None


def _resigned(moment: _Moment, event: Resigned) -> bool:
    given = moment.events[: moment.place]
    if not moment.plays(event.seat) or event in given:
        return False
    sides = moment.game.sides(len(moment.bots))
    side = next(each for each in sides if event.seat in each)
    if not have_resigned(side, moment.bots, (*given, event)):
        return True
    return moment.after == Abandoned(side, "resigned")


def _abandoned(moment: _Moment, event: Abandoned) -> bool:
    seats, before = event.seats, moment.before
    match event.reason:
        case "closed":
            return not seats
        case "resigned":
            given = moment.events[: moment.place]
            sides = moment.game.sides(len(moment.bots))
            return seats in sides and have_resigned(seats, moment.bots, given)
        case "time":
            return isinstance(before, TimeOver) and seats == (before.seat,)
        case _:
            return len(seats) == 1 and moment.plays(seats[0])


_CHECKS: Final[dict[type[Event], Any]] = {
    ClockSet: _clock_set,
    TimeOver: _time_over,
    SeatTakenOver: _taken_over,
    SeatReturned: _returned,
    Resigned: _resigned,
    Abandoned: _abandoned,
}
_CLAUSES: Final[dict[type[Event], str]] = {
    ClockSet: "L1",
    TimeOver: "L2",
    SeatTakenOver: "L3",
    SeatReturned: "L3",
    Resigned: "L5",
    Abandoned: "L4",
}
