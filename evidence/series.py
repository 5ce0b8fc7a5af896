"""Whether a series is what its deals make it: who sat, which deals counted, and for what."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from uuid import UUID

from domain import series
from domain.cards import SUIT_OF
from domain.conforming import misfit
from domain.deal import Voided
from domain.disputes import DisputeEvent, may_follow
from domain.event import Event, Id, Json, from_data, to_json
from domain.game import Game
from domain.options import BadOption
from domain.series import Table
from domain.table import (
    DealOpened,
    DealRecorded,
    DealVoided,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    SeriesEnded,
    TableBranched,
    TableClosed,
)
from evidence.bundle import DEAL
from evidence.case import Case
from evidence.record import Told
from evidence.rules import STUMBLES
from evidence.verdicts import Failure, NotYet

_COUNTED = (DealRecorded, DealVoided, SeriesEnded)


class _Step(NamedTuple):
    """An event of a table, the table before it, and whether it can have happened there."""

    before: Table
    told: Told
    follows: bool


def consequences(case: Case) -> str:
    """Seats were taken, committed and left, and deals opened, as it can be at a table."""
    for step in _steps(case):
        if not step.follows and not isinstance(step.told.event, _COUNTED):
            raise _failure(step.told, "this can not have happened here")
    return "seats and deals follow each other as they must"


def score(case: Case) -> str:
    """Points, places and titles follow from the recorded results by the rules."""
    table, due = _opened(case), None
    for step in _steps(case):
        if not step.follows and isinstance(step.told.event, _COUNTED):
            raise _failure(step.told, "this does not follow from the results before it")
        if not step.follows:
            raise NotYet("the record of the table is not as it must be up to here")
        table = series.evolve(step.before, step.told.event)
        due = step.told
    if due is not None and _is_owed(table):
        raise _failure(due, "table.series_ended should have followed")
    counted = sum(line.outcome is not None for line in table.deals)
    points = ", ".join(map(str, table.score.points))
    ended = "the series is over" if table.ended is not None else "the series is on"
    return f"{counted} deals are counted and make {points}; {ended}"


def deals(case: Case) -> str:
    """The deals that count are those of the bundles that were given with the table's."""
    given = {each.bundle.stream: each for each in case.others if each.bundle.kind == DEAL}
    seen = counted = 0
    for step in _steps(case):
        event = step.told.event
        if not step.follows:
            raise NotYet("the record of the table is not as it must be up to here")
        if not isinstance(event, DealOpened | DealVoided | DealRecorded):
            continue
        other = given.get(UUID(event.deal))
        counted += isinstance(event, DealRecorded)
        if other is not None:
            _see_deal(step, event, other)
            seen += isinstance(event, DealRecorded)
    if seen < counted:
        raise NotYet(f"bundles of {seen} of {counted} deals were given, and agree with the table")
    return f"all {counted} deals that count were given, and agree with the table"


def _see_deal(step: _Step, event: DealOpened | DealVoided | DealRecorded, deal: Case) -> None:
    if isinstance(event, DealOpened):
        _see_terms(step, deal)
    elif isinstance(event, DealRecorded):
        _see_result(step.told, event, deal)
    elif Voided(event.seats) not in deal.events:
        raise _failure(step.told, "the deal was not voided by these seats", "seats")


def _see_terms(step: _Step, deal: Case) -> None:
    """The deal was played on what the series had come to."""
    opened = deal.opened
    terms = series.terms(step.before, deal=Id(opened.deal))
    for name, value in terms._asdict().items():
        if getattr(opened, name) != value:
            raise _failure(step.told, "the deal was opened on other terms", f"deal.{name}")


def _see_result(told: Told, event: DealRecorded, deal: Case) -> None:
    """The deal ended with this head, and with this result."""
    version = event.version
    if not 1 <= version <= len(deal.heads) or deal.heads[version - 1].hex() != event.head:
        raise _failure(told, "another record of the deal was counted", "head")
    if not any(_result(each) == event.result for each in deal.events):
        raise _failure(told, "the deal ended with another result", "result")


def _result(outcome: Event) -> dict[str, Json]:
    return {"type": outcome.TYPE, "schema": outcome.SCHEMA, "data": to_json(outcome)}


# --- The table, step by step --------------------------------------------------------------------


def _opened(case: Case) -> Table:
    try:
        return series.fold_table(case.events[:1])
    except BadOption as bad:
        raise _failure(case.told[0], str(bad), "options") from None


def _steps(case: Case) -> Iterator[_Step]:
    """Every event after the first, up to the first that can not have happened."""
    table = _opened(case)
    owed: tuple[Event, ...] = ()
    for told in case.told[1:]:
        event, follows = told.event, False
        try:
            due = owed or _due(table, event)
            follows = bool(due) and due[0] == event
            owed = due[1:]
            after = series.evolve(table, event)
        except (*STUMBLES, BadOption):
            follows = False
            after = table
        yield _Step(table, told, follows)
        if not follows:
            return
        table = after


def _is_owed(table: Table) -> bool:
    """Whether the series has ended, and nothing says so."""
    return table.ended is None and bool(table.score.ranks or table.forfeited)


def _due(table: Table, event: Event) -> tuple[Event, ...]:  # noqa: C901, PLR0911 - one case an event
    """The event, with what must follow it, if it can happen at the table; otherwise nothing."""
    if isinstance(event, DisputeEvent):
        return (event,) if _may_be_disputed(table, event) else ()
    if table.closed or table.ended is not None:
        return ()
    match event:
        case TableBranched():
            first = table.branch is None and not any(table.players)
            return (event,) if first else ()
        case SeatTaken():
            free = not table.started and table.players[_seat(table, event.seat)] is None
            return (event,) if free else ()
        case SeatLeft():
            sits = not table.started and table.players[_seat(table, event.seat)] is not None
            return (event,) if sits else ()
        case SeatCommitted():
            missing = event.seat in table.adding and table.commitments[event.seat] is None
            return (event,) if missing and event.number == table.next_number else ()
        case TableClosed():
            return () if table.started else (event,)
        case DealOpened():
            due = table.status == "due" and event.number == table.next_number
            return (event,) if due else ()
        case DealVoided() if table.status == "committing" or _is_on(table, event.deal):
            seats = tuple(sorted({_seat(table, seat) for seat in event.seats}))
            return series.voided(table, deal=event.deal, seats=seats) if seats else ()
        case DealRecorded() if table.status == "playing":
            outcome = _outcome(table.game, event.result)
            return series.recorded(table, outcome, version=event.version, head=event.head)
        case _:
            return ()


def _may_be_disputed(table: Table, event: DisputeEvent) -> bool:
    finished = [line.deal for line in table.deals if line.outcome is not None]
    seats = table.opened.seats
    sides = len(table.game.sides(seats))
    return may_follow(table.docket, event, deals=finished, seats=seats, sides=sides)


def _is_on(table: Table, deal: Id) -> bool:
    return table.status == "playing" and table.deals[-1].deal == deal


def _seat(table: Table, seat: int) -> int:
    if seat not in range(table.opened.seats):
        raise ValueError("there is no such seat")
    return seat


def _outcome(game: Game[Any], result: Any) -> Event:
    """The event that settled a deal, as the table has it."""
    outcome = from_data(result["type"], result["schema"], result["data"])
    if (field := misfit(outcome, cards=SUIT_OF)) is not None:
        raise ValueError(f"{game.key}: {field}")
    return outcome


def _failure(told: Told, detail: str, field: str | None = None) -> Failure:
    return Failure(detail, position=told.position, type=told.type, field=field)
