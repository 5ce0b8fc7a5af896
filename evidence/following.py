"""A table, event by event: what can have happened there after what came before."""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from domain import series
from domain.cards import SUIT_OF
from domain.conforming import misfit
from domain.disputes import DisputeEvent, may_follow
from domain.event import Event, Id, from_data
from domain.game import Game
from domain.options import BadOption
from domain.series import Table
from domain.table import (
    DealAbandoned,
    DealOpened,
    DealRecorded,
    DealVoided,
    RematchOpened,
    SeatCommitted,
    SeatLeft,
    SeatTaken,
    TableBranched,
    TableClosed,
    TableRematched,
)
from domain.watching import WatchEvent, may_be_watched
from evidence.case import Case
from evidence.record import Told
from evidence.rules import STUMBLES
from evidence.verdicts import Failure

SECOND: Final = 1_000_000
UNPINNED: Final = 1
"""The schema by which a table did not say which record of a deal was voided, or abandoned."""
_MAKING_DUE: Final = (SeatTaken, DealRecorded, DealVoided)


class Step(NamedTuple):
    """An event of a table, the table before it, and whether it can have happened there."""

    before: Table
    told: Told
    follows: bool


def opened_by(case: Case) -> Table:
    """The table as it was opened.

    Raises:
        Failure: its game has not such options.
    """
    try:
        return series.fold_table(case.events[:1])
    except BadOption as bad:
        raise failure(case.told[0], str(bad), "options") from None


def steps(case: Case) -> Iterator[Step]:
    """Every event after the first, up to the first that can not have happened."""
    table = opened_by(case)
    owed: tuple[Event, ...] = ()
    called: dict[int, Id] = {}
    since = case.told[0].at
    for told in case.told[1:]:
        event, follows = told.event, False
        try:
            due = owed or _due(table, told, since)
            follows = bool(due) and due[0] == event and _is_called_so(event, called)
            owed = due[1:]
            after = series.evolve(table, event)
        except (*STUMBLES, BadOption):
            follows = False
            after = table
        yield Step(table, told, follows)
        if not follows:
            return
        table = after
        since = told.at if isinstance(event, _MAKING_DUE) else since


def failure(told: Told, detail: str, field: str | None = None, *clauses: str) -> Failure:
    """What does not hold of an event."""
    return Failure(detail, position=told.position, type=told.type, field=field, clauses=clauses)


def _is_called_so(event: Event, called: dict[int, Id]) -> bool:
    """Whether a deal of a number is the one that it was when seats committed to it (F2)."""
    if not isinstance(
        event, SeatCommitted | DealOpened | DealVoided | DealAbandoned | DealRecorded
    ):
        return True
    return called.setdefault(event.number, event.deal) == event.deal


def _due(  # noqa: PLR0911 - by event
    table: Table, told: Told, since: int
) -> tuple[Event, ...]:
    """The event, with what must follow it, if it can happen at the table; otherwise nothing.

    Args:
        table: As it is.
        told: The event.
        since: When a player, or the end of a deal, last made the table wait for the next.
    """
    event = told.event
    if isinstance(event, DisputeEvent):
        return (event,) if _may_be_disputed(table, event, told.at) else ()
    if isinstance(event, WatchEvent):
        known = may_be_watched(table.watchers, event, seats=table.opened.seats)
        return (event,) if known else ()
    if isinstance(event, RematchOpened):
        return (event,) if table.may_be_rematched and table.rematch is None else ()
    if table.closed or table.ended is not None:
        return ()
    match event:
        case DealVoided() if table.status == "committing":
            return _due_to_no_commitment(table, event, waited=told.at - since)
        case DealVoided() if _is_on(table, event.deal):
            return _due_to_no_seed(table, event, schema=told.schema)
        case DealAbandoned() if _is_on(table, event.deal):
            return _due_to_leaving(table, event, schema=told.schema)
        case DealRecorded() if table.status == "playing":
            outcome = _outcome(table.game, event.result)
            return series.recorded(table, outcome, version=event.version, head=event.head)
        case _:
            return (event,) if _may_be(table, event) else ()


def _may_be(table: Table, event: Event) -> bool:  # noqa: PLR0911 - by event
    """Whether an event can happen that brings nothing else."""
    match event:
        case TableBranched() | TableRematched():
            origin = table.branch or table.rematch_of
            return origin is None and not any(table.players)
        case SeatTaken():
            free = not table.started and table.players[_seat(table, event.seat)] is None
            return free and (event.bot is None or not (event.commits or event.key))
        case SeatLeft():
            return not table.started and table.players[_seat(table, event.seat)] is not None
        case SeatCommitted():
            missing = event.seat in table.adding and table.commitments[event.seat] is None
            return missing and event.number == table.next_number
        case TableClosed():
            return table.status != "playing"
        case DealOpened():
            return table.status == "due" and event.number == table.next_number
        case _:
            return False


def _due_to_no_commitment(table: Table, event: DealVoided, *, waited: int) -> tuple[Event, ...]:
    """All who have not committed are to blame, and nobody else, when the time is over (F4)."""
    if event.seats != table.owing or waited < table.opened.reveal_seconds * SECOND:
        return ()
    return series.voided(table, deal=event.deal, seats=event.seats)


def _due_to_no_seed(table: Table, event: DealVoided, *, schema: int) -> tuple[Event, ...]:
    """Who adds seeds can owe one; who does, the deal's own record says."""
    seats = tuple(sorted({seat for seat in event.seats if seat in table.adding}))
    if not seats or not _is_pinned(event, schema):
        return ()
    version, head = event.version, event.head
    return series.voided(table, deal=event.deal, seats=seats, version=version, head=head)


def _due_to_leaving(table: Table, event: DealAbandoned, *, schema: int) -> tuple[Event, ...]:
    seats = tuple(sorted({_seat(table, seat) for seat in event.seats}))
    if (event.reason == "closed") == bool(seats) or not _is_pinned(event, schema):
        return ()
    version, head = event.version, event.head
    return series.abandoned(table, seats=seats, reason=event.reason, version=version, head=head)


def _is_pinned(event: DealVoided | DealAbandoned, schema: int) -> bool:
    """Whether the table says which record of the deal it means, or is so old that it does not."""
    given = None not in (event.version, event.head)
    return given or (schema == UNPINNED and event.version is None and event.head is None)


def _may_be_disputed(table: Table, event: DisputeEvent, at: int) -> bool:
    finished = {str(line.deal): line.version for line in table.deals if line.outcome is not None}
    seats = table.opened.seats
    sides = len(table.game.sides(seats))
    return may_follow(table.docket, event, at=at, deals=finished, seats=seats, sides=sides)


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
