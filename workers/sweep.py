"""Finding work that was lost: between an append and its announcement, in a broker, with a worker.

What there is to do is a query on the status of streams; announcing is only the faster way to it.
"""

from collections.abc import Callable, Iterator
from typing import Final, cast
from uuid import UUID

import structlog

from events.store import Cursor, Deadline, Stream
from service.context import Context, now
from service.play.deal_stream import SOON
from service.play.progress import open_next_deal, record_deal
from service.play.seeds import void_late_deal, void_late_table
from service.streams import DEALS, TABLES, UNTIL
from workers.due import Later
from workers.turns import end_turn, play_bots

OVERDUE: Final = 3_000_000
"""In µs. What has waited this long was lost, or is so late that doing it twice does no harm."""
BATCH: Final = 100

log = structlog.get_logger()


def sweep(context: Context, *, overdue: int = OVERDUE, later: Later | None = None) -> int:
    """Do what is overdue: bots that should have moved, deals not recorded, not opened, or to void.

    Args:
        context: The service.
        overdue: What has waited as long is done, in µs.
        later: Where moves of bots wait until they are due; None: there is no delay.

    Returns:
        How many streams needed it.
    """
    found = 0

    def ask_bots(context: Context, deal: UUID) -> int:
        return play_bots(context, deal, later)

    for kind, status, work in (
        (DEALS.kind, "over", record_deal),
        (TABLES.kind, "due", open_next_deal),
        (DEALS.kind, "bots", ask_bots),
        (DEALS.kind, "seeds", void_late_deal),
        (TABLES.kind, "committing", void_late_table),
    ):
        for stream in _overdue(context, kind, status, before=now() - overdue):
            found += _do(context, stream, work)
    return found + _turns(context, later)


def _turns(context: Context, later: Later | None) -> int:
    """Do what turns that have come to their end ask for; announce those that end before long.

    The deadline of a deal stands in its row, by which it is found: deals whose time runs on are not
    read. It is that of the last append, which no marking changes.

    Returns:
        How many have ended here.
    """
    ended, at = 0, now()

    def end(context: Context, deal: UUID) -> bool:
        return end_turn(context, deal, later)

    for row, until in _expiring(context, before=at + SOON):
        if until <= at:
            ended += _do(context, row.id, end)
        else:
            context.tasks.end_turn(row.id, version=row.version, at=until)
    return ended


def _overdue(context: Context, kind: str, status: str, *, before: int) -> Iterator[UUID]:
    """All streams that have stood so since before a moment."""
    return (row.id for row in _rows(context, kind, status) if row.updated_at <= before)


def _rows(context: Context, kind: str, *statuses: str) -> Iterator[Stream]:
    """All streams that stand so, batch by batch."""
    after: Cursor | None = None
    while rows := context.store.find(kind=kind, statuses=statuses, limit=BATCH, after=after):
        after = rows[-1].cursor
        yield from rows


def _expiring(context: Context, *, before: int) -> Iterator[tuple[Stream, int]]:
    """All deals whose turn comes to its end before a moment, with when it does."""
    after: Deadline | None = None
    while rows := context.store.expiring(
        kind=DEALS.kind, statuses=("timed", "bots"), before=before, limit=BATCH, after=after
    ):
        for row in rows:
            until = cast("int", row.summary[UNTIL])
            after = until, row.id
            yield row, until


def _do(context: Context, stream: UUID, work: Callable[[Context, UUID], object]) -> bool:
    """Work on a stream; one that can not be worked on must not keep the others from it.

    Returns:
        Whether there was something to do; work that found that there was not says False.
    """
    try:
        if work(context, stream) is False:
            return False
    except Exception:
        log.exception("sweep.failed", stream=str(stream))
    else:
        log.info("sweep.did", work=work.__name__, stream=str(stream))
    return True
