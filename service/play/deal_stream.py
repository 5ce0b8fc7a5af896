"""The stream of a deal: read, begun, gone on with, and what there is to do about it announced."""

from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Final, Literal, NamedTuple, TypeAlias, cast
from uuid import UUID

from domain.clock import Timed, ticked, wound
from domain.deal import Opened, Voided, beginning
from domain.event import FULL, Event, Text
from domain.game import Game, evolve, fold
from domain.games import rules_of
from domain.leaving import ClockSet, abandoned, players
from events.record import Recorded
from events.store import Appended, StaleVersion
from service.commands import Asked, append, first_result, is_known
from service.counts import deal_ended
from service.house import House, now
from service.journal import Deal
from service.problems import not_found

DEAL: Final = "deal"
UNTIL: Final = "until"
"""In the summary of a deal: when the turn that is on comes to its end, in µs since the epoch."""
SOON: Final = 15_000_000
"""In µs. A deadline that is nearer is announced at once; a later one the sweep finds in time."""

Status: TypeAlias = Literal["seeds", "persons", "timed", "bots", "over", "recorded"]
"""Whom the deal waits for: seats that owe their seeds; persons, perhaps by the clock (``timed``),
be they gone; bots, who are to be asked; its series (``over``); nobody."""


class Played(NamedTuple):
    """What a move brought about.

    Attributes:
        deal: The full deal after it.
        records: The records of the move and of all that followed from it.
        replayed: Whether this is the first result given again.
    """

    deal: Deal
    records: tuple[Recorded, ...]
    replayed: bool


class _After(NamedTuple):
    """A deal as an append will leave it."""

    game: Game[Any]
    events: tuple[Event, ...]
    state: Any
    bots: tuple[Text | None, ...]
    timed: Timed | None


def _status(after: _After) -> Status:
    """Whom a deal waits for, from what everybody knows.

    Wherever bots sit, they are asked after every event, in turn or not: to ask them only when they
    could move out of turn would show in the time of an answer what they hold.
    """
    events = after.events
    voided = any(isinstance(each, Voided) for each in events[-2:])
    if voided or abandoned(events) is not None or after.game.outcome(after.state) is not None:
        return "over"
    if not beginning(events).dealt:
        return "seeds"
    return "bots" if any(after.bots) else _without_bots(after.timed)


def _without_bots(timed: Timed | None) -> Status:
    return "persons" if timed is None else "timed"


# --- Reading ------------------------------------------------------------------------------------


def find_deal(house: House, deal: UUID) -> Deal:
    """The full deal.

    Raises:
        Problem: ``not-found``.
    """
    found = house.journal.deal(deal, observer=FULL)
    if found is None:
        raise not_found("deal")
    return found


def first_played(house: House, deal: Deal, asked: Asked) -> Played | None:
    """What the command brought about, if it stands in the record.

    Raises:
        Problem: ``idempotency-key-reused``.
    """
    if not is_known(deal.records, asked):
        return None
    return _result(deal, first_result(house, deal.id, kind=DEAL, asked=asked))


# --- Appending ----------------------------------------------------------------------------------


def begin(house: House, events: Sequence[Event], *, asked: Asked) -> None:
    """Append the first events of a deal, if it is not open yet: otherwise those count."""
    opened, at = cast("Opened", events[0]), now()
    game = rules_of(opened.game, opened.rules)
    given = next((each for each in events[1:2] if isinstance(each, ClockSet)), None)
    timed = None if given is None else ticked(game, wound(game, opened, given), events, at=at)
    bots = players(opened.bots, events)
    after = _After(game, tuple(events), fold(game, events), bots, timed)
    with suppress(StaleVersion):
        _append(house, opened, 0, events, after, asked=asked, at=at)


def go_on(
    house: House, before: Deal, events: Sequence[Event], *, asked: Asked, at: int | None = None
) -> Played:
    """Append to a deal as it was read.

    Args:
        house: The service.
        before: The full deal.
        events: What happens.
        asked: The command.
        at: The time by which it was judged; None: now.

    Raises:
        StaleVersion: It has gone on.
    """
    at, state = now() if at is None else at, before.state
    for event in events:
        state = evolve(before.game, state, event)
    timed = before.timed and ticked(before.game, before.timed, events, at=at)
    bots = players(before.bots, events)
    after = _After(before.game, (*before.events, *events), state, bots, timed)
    done = _append(house, before.opened, before.version, events, after, asked=asked, at=at)
    if done.replayed:
        return _result(find_deal(house, before.id), done)
    return _result(house.journal.grown(before, done.events), done)


def _result(deal: Deal, done: Appended) -> Played:
    return Played(deal, deal.records[done.version_first - 1 : done.version_last], done.replayed)


def _append(
    house: House,
    opened: Opened,
    expected: int,
    events: Sequence[Event],
    after: _After,
    *,
    asked: Asked,
    at: int,
) -> Appended:
    until = after.timed and after.timed.clock.until
    status = _status(after)
    done = append(
        house,
        UUID(opened.deal),
        kind=DEAL,
        expected=expected,
        events=events,
        asked=asked,
        status=status,
        summary={"table": opened.table, "number": opened.number, UNTIL: until},
        at=at,
    )
    if status == "over" and not done.replayed:
        deal_ended(events)
    return done


# --- What there is to do ------------------------------------------------------------------------


def announce(house: House, deal: Deal) -> None:
    """Tell the workers what there is to do now. What is not told, the sweep finds."""
    if deal.over:
        house.tasks.record_deal(deal.id)
    elif deal.begun.dealt:
        if any(deal.bots):
            house.tasks.play_bots(deal.id, version=deal.version)
        announce_deadline(house, deal)


def announce_deadline(house: House, deal: Deal) -> None:
    """Tell the workers of a turn that ends soon."""
    until = deal.clock and deal.clock.until
    if until is not None and until - now() < SOON:
        house.tasks.end_turn(deal.id, version=deal.version, at=until)


def bots_wait(house: House, deal: Deal) -> None:
    """Note that the bots have been asked, and that it is for a person to move."""
    house.store.mark(deal.id, version=deal.version, status=_without_bots(deal.timed))
