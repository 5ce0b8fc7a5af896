"""The clock of a test table: moved by its owner, and everything that is due by it then.

The move is an event of the table. The deadlines that it has passed are met at once. A process may
die before that, and a deadline may come later, so the sweep looks at every table whose clock is
ahead: the times in the rows of its streams are not those of the service.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple
from uuid import UUID

from domain.kernel.event import Event
from domain.kernel.sentence import Sentence
from domain.table.events import MOST_AHEAD, ClockMoved
from domain.table.series import Table
from service.access.credentials import ApiKey
from service.clocks.deadlines import end_late_turn
from service.commands import Command
from service.context import PlayContext
from service.deals.seeds import void_late_deal, void_late_table
from service.deals.streams import announce, announce_deadline, find_deal
from service.problems import Code, Problem
from service.streams import TableStream
from service.tables.progress import at_table, open_next_deal, record_deal
from service.tables.sight import owns, require_sight

WITH_CLOCK: Final = 6
"""The first version of a table whose clock can be moved."""


class Moved(NamedTuple):
    """The clock of a table as it was moved.

    Attributes:
        version: The version of the table after it.
        at: The time at the table then, in µs since the epoch.
        ahead: How far ahead its clock was after the request, in seconds.
        replayed: Whether the request was a repetition.
    """

    version: int
    at: int
    ahead: int
    replayed: bool


def move_clock(
    context: PlayContext, principal: ApiKey, table: UUID, seconds: int, command: Command
) -> Moved:
    """Move the clock of a test table forward, and meet the deadlines that it passes.

    Raises:
        Problem: ``not-found``; ``not-allowed`` unless the caller owns the table, it is a test of
            this release, and the clock stays within its bounds; ``series-over``;
            ``idempotency-key-reused``.
    """

    def moved(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        if not owns(stream.state, principal):
            raise Problem(Code.NOT_ALLOWED, Sentence("owner-only"))
        _require_movable(stream.state, seconds)
        return (ClockMoved(seconds),)

    done = at_table(context, table, command, moved)
    meet_deadlines(context, table)
    last = done.records[-1]
    after = done.stream.at(last.version)
    return Moved(last.version, last.at, after.clock_ahead, done.replayed)


def _require_movable(table: Table, seconds: int) -> None:
    if not table.opened.test:
        raise Problem(Code.NOT_ALLOWED, Sentence("only-at-tests"))
    if table.first_version < WITH_CLOCK:
        raise Problem(Code.NOT_ALLOWED, Sentence("table-of-older-release"))
    if table.is_covered:
        raise Problem(Code.NOT_ALLOWED, Sentence("table-of-boards"), clauses=("C26",))
    if table.is_finished:
        raise Problem(Code.SERIES_OVER, Sentence("series-over"))
    if table.clock_ahead + seconds > MOST_AHEAD:
        bound = Sentence("clock-too-far", {"seconds": MOST_AHEAD - table.clock_ahead})
        raise Problem(Code.NOT_ALLOWED, bound)


def meet_deadlines(context: PlayContext, table: UUID) -> bool:
    """Meet the deadlines of a table that have passed by its clock, and announce the moves of bots.

    Returns:
        Whether anything was due.
    """
    stream = context.streams.table(table)
    if stream is None:
        return False
    match stream.state.status:
        case "committing":
            return void_late_table(context, table)
        case "due" | "pausing":
            return open_next_deal(context, table) is not None
        case "playing":
            return _meet_deadlines_of(context, UUID(stream.state.deals[-1].deal))
        case _:
            return False


def _meet_deadlines_of(context: PlayContext, deal: UUID) -> bool:
    on = find_deal(context, deal)
    if on.played:
        record_deal(context, deal)
        return True
    if on.progress.shuffled is None:
        return void_late_deal(context, deal)
    if on.clock is not None and not on.clock.stands_in and end_late_turn(context, deal):
        return True
    row = context.store.head(deal)
    if row is not None and row.status == "bots":
        announce(context, on)
    else:
        announce_deadline(context, on)
    return False
