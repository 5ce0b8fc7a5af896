"""The sweep: finding work that was lost before its announcement, in a broker, or with a worker.

Pending work is a query on the status of streams; announcing it only makes it start sooner.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from operator import itemgetter
from typing import Final, cast
from uuid import UUID

import structlog

from domain.kernel.clock import SECOND
from events.store import Cursor, Deadline, StreamDescription
from service.clocks.moved_clock import meet_deadlines
from service.context import PlayContext
from service.deals.seeds import void_late_deal, void_late_table
from service.deals.streams import SOON, owner_of
from service.streams import DEALS, TABLES, TOURNAMENTS
from service.summaries import UNTIL
from service.tables.creation import UNFINISHED
from service.tables.progress import open_next_deal, record_deal
from service.tables.representation import ENDED
from service.tournaments.boards import uncover
from service.tournaments.progress import advance_tournament
from workers.due import MoveQueue
from workers.turns import end_turn, play_bots

OVERDUE: Final = 3_000_000
"""In µs. Work this old was lost, or is so late that doing it twice does no harm."""
BATCH: Final = 100
IN_PLAY: Final = {
    DEALS.kind: ("seeds", "bots", "persons", "timed", "over"),
    TABLES.kind: UNFINISHED,
}
"""The statuses of streams that hide something."""

log = structlog.get_logger()


def sweep(context: PlayContext, *, overdue: int = OVERDUE, later: MoveQueue | None = None) -> int:
    """Process overdue work: moves of bots, and deals that must be recorded, opened or voided.

    Args:
        context: The service.
        overdue: The age from which work is overdue, in µs.
        later: The queue of bots' moves until they are due; None: there is no delay.

    Returns:
        The number of streams with overdue work.
    """
    found = 0

    def ask_bots(context: PlayContext, deal: UUID) -> int:
        return play_bots(context, deal, later)

    for kind, status, work in (
        (DEALS.kind, "over", record_deal),
        (TABLES.kind, "due", open_next_deal),
        (DEALS.kind, "bots", ask_bots),
        (DEALS.kind, "seeds", void_late_deal),
        (TABLES.kind, "committing", void_late_table),
        (TOURNAMENTS.kind, "drawing", advance_tournament),
        (TOURNAMENTS.kind, "playing", advance_tournament),
    ):
        for stream in _overdue(context, kind, status, overdue):
            found += work_on(context, stream, work)
    for row, _ in _expiring(context, TABLES.kind, UNFINISHED, before=1):
        work_on(context, row.id, meet_deadlines)
    now = context.runtime.now()
    waiting = ("open", "break", "closed")
    for row, _ in _expiring(context, TOURNAMENTS.kind, waiting, before=now + 1):
        found += work_on(context, row.id, advance_tournament)
    for stream in _ahead(context, TOURNAMENTS.kind, waiting):
        found += work_on(context, stream, advance_tournament)
    return found + _turns(context, later) + _pauses(context) + _uncovered(context)


def _turns(context: PlayContext, later: MoveQueue | None) -> int:
    """Handle turns whose deadline has passed; announce those that end soon.

    The deadline of a deal is in its row, so deals with time left are not read. It is the deadline
    of the last append, and status updates do not change it.

    Returns:
        The number of turns that ended here.
    """
    ended, at = 0, context.runtime.now()

    def end(context: PlayContext, deal: UUID) -> bool:
        return end_turn(context, deal, later)

    for row, until in _expiring(context, DEALS.kind, ("timed", "bots"), before=at + SOON):
        if until <= at:
            ended += work_on(context, row.id, end)
        else:
            owner = _owner(context, row)
            context.tasks.end_turn(row.id, version=row.version, at=until, owner=owner)
    for deal in _ahead(context, DEALS.kind, ("timed", "bots")):
        ended += work_on(context, deal, end)
    return ended


def _pauses(context: PlayContext) -> int:
    """Open the deals whose pause is over; announce the pauses that end soon.

    Returns:
        The number of deals that were opened here.
    """
    opened, at = 0, context.runtime.now()
    for row, until in _expiring(context, TABLES.kind, ("due",), before=at + SOON):
        if until <= at:
            opened += work_on(context, row.id, open_next_deal)
        else:
            context.tasks.open_deal(row.id, at=until, owner=_owner(context, row))
    for table in _ahead(context, TABLES.kind, ("due",)):
        opened += work_on(context, table, meet_deadlines)
    return opened


def _uncovered(context: PlayContext) -> int:
    """Reveal boards that are due at tables whose series are over.

    Returns:
        The number of tournaments in which there was something to do.
    """
    tables: defaultdict[UUID, list[UUID]] = defaultdict(list)
    for row, _ in _expiring(context, TABLES.kind, ENDED, before=1):
        tables[UUID(cast("str", row.summary["tournament"]))].append(row.id)
    return sum(
        work_on(context, tournament, partial(uncover, tables=over))
        for tournament, over in tables.items()
    )


def _overdue(context: PlayContext, kind: str, status: str, overdue: int) -> list[UUID]:
    """All streams that have had this status for so many µs, of all owners in turn.

    `_pauses` ends pauses. A stream of a time that has not come is among them: a clock is ahead, and
    its age is unknown.
    """
    at = context.runtime.now()
    counted = Counter[str]()
    rows = (
        row
        for row in _rows(context, kind, status)
        if not at - overdue < row.updated_at <= at
        and not (kind == TABLES.kind and row.summary.get(UNTIL))
    )
    turns = list[tuple[int, UUID]]()
    for row in rows:
        owner = _owner(context, row)
        turns.append((counted[owner], row.id))
        counted[owner] += 1
    return [stream for _, stream in sorted(turns, key=itemgetter(0))]


def _owner(context: PlayContext, row: StreamDescription) -> str:
    """The owner of a table or of a deal's table, by its row."""
    table = row.summary.get("table")
    return str(row.summary.get("owner")) if table is None else owner_of(context, UUID(str(table)))


def _rows(context: PlayContext, kind: str, *statuses: str) -> Iterator[StreamDescription]:
    """All streams with this status, batch by batch."""
    after: Cursor | None = None
    while rows := context.store.find(kind=kind, statuses=statuses, limit=BATCH, after=after):
        after = rows[-1].cursor
        yield from rows


def _ahead(context: PlayContext, kind: str, statuses: Sequence[str]) -> list[UUID]:
    """All streams that wait since a time that had not come: a clock was ahead."""
    since, met, never = context.runtime.now() + SECOND, context.streams.ahead(), 1 << 62
    found = _expiring(context, kind, statuses, before=never, since=since, always=met)
    return [row.id for row, _ in found]


def _expiring(
    context: PlayContext,
    kind: str,
    statuses: Sequence[str],
    *,
    before: int,
    since: int = -1,
    always: Collection[UUID] = (),
) -> Iterator[tuple[StreamDescription, int]]:
    """All streams with a deadline before a moment, with that deadline.

    The times in the rows of a table with a moved clock, and of its deals, are by that clock.
    """
    after: Deadline | None = None
    while rows := context.store.expiring(
        kind=kind,
        statuses=statuses,
        before=before,
        limit=BATCH,
        after=after,
        since=since,
        always=always,
    ):
        for row in rows:
            until = cast("int", row.summary[UNTIL])
            after = until, row.id
            yield row, until


def encrypt_in_play(context: PlayContext) -> None:
    """Encrypt what is in play and was stored in plain text, as releases before 0.3 did."""
    for kind, statuses in IN_PLAY.items():
        after: Cursor | None = None
        while rows := context.store.find(kind=kind, statuses=statuses, limit=BATCH, after=after):
            after = rows[-1].cursor
            context.store.encrypt([row.id for row in rows])


def work_on(
    context: PlayContext, stream: UUID, work: Callable[[PlayContext, UUID], object]
) -> bool:
    """Work on a stream; a failure must not stop the work on other streams.

    Returns:
        Whether there was something to do.
    """
    try:
        if work(context, stream) is False:
            return False
    except Exception:
        log.exception("sweep.failed", stream=str(stream))
    else:
        log.info("sweep.did", work=getattr(work, "func", work).__name__, stream=str(stream))
    return True
