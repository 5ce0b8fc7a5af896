"""Idle tables: the service closes a table where nothing has happened for a number of days."""

from collections.abc import Sequence
from uuid import UUID

from domain.kernel.event import FULL, Event
from domain.kernel.leaving import Abandoned
from domain.table.events import TableClosed
from service.clocks.deadlines import events_of_end, require_nobody_late
from service.clocks.table_time import deal_time, table_time
from service.commands import Command, by_itself
from service.context import PlayContext
from service.deals.streams import decision, in_deal
from service.streams import Deal, DecideAgain, Effect, TableStream
from service.tables.progress import at_table, open_next_deal, record_deal


def close_idle(context: PlayContext, table: UUID, *, microseconds: int) -> bool:
    """Close a table if it has been idle for so long, by its own clock; abandon the deal that is on.

    The decision is made on the version of the table and of its deal that is closed: an event in the
    meantime keeps the table open. It may run twice.

    Returns:
        Whether the table was closed.
    """
    stream = context.streams.table(table)
    if stream is None or stream.state.is_finished or not _is_idle(context, stream, microseconds):
        return False
    command = by_itself(context.secret, "idle", str(table))

    def closed(stream: TableStream) -> Sequence[Event]:
        if stream.state.is_finished or not _is_idle(context, stream, microseconds):
            return ()
        if stream.state.status in ("open", "committing"):
            return (TableClosed("idle"),)
        if (deal := open_next_deal(context, table)) is not None:
            _close_deal(context, deal, command, microseconds)
        raise DecideAgain

    return at_table(context, table, command, closed).stream.state.closed


def _close_deal(context: PlayContext, deal: UUID, command: Command, microseconds: int) -> None:
    """Abandon a deal that is still idle, with no party at fault, and record its end."""

    def closed(on: Deal) -> Effect | None:
        require_nobody_late(context, on, at := deal_time(context, on))
        if on.played or at - on.records[-1].at < microseconds:
            return None
        return decision(on, events_of_end(on, Abandoned((), "closed")), command, at=at)

    in_deal(context, deal, command, closed)
    record_deal(context, deal)


def _is_idle(context: PlayContext, stream: TableStream, microseconds: int) -> bool:
    """Whether the table and its deal have had no event for so long."""
    last = stream.records[-1].at
    if stream.state.status == "playing":
        deal = context.streams.deal(UUID(stream.state.deals[-1].deal), viewer=FULL)
        last = last if deal is None else max(last, deal.records[-1].at)
    at = table_time(context, stream)
    return at + context.streams.lag(stream.id, last, at=at) - last >= microseconds
