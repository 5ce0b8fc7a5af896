"""The time at a table: that of the service, and how far the owner of a test has moved its clock.

Everything that is recorded at a table or in its deals, and every deadline there, is by this time.
The clock of a table that is no test is never ahead, so its stream is not read again for that.

A machine's clock may have been ahead when an event was recorded. A wait that began with it still
ends after its own time: see `StreamRepository.lag`. A deal goes on from the time of its last event,
as its times never go back. A table is by the clock again when its wait is over.
"""

from collections.abc import Sequence
from typing import TypeVar
from uuid import UUID

from domain.kernel.clock import SECOND
from domain.kernel.event import Event
from domain.table.events import ClockMoved
from domain.table.next_deal import waiting_since
from service.context import PlayContext
from service.streams import Deal, TableStream, as_it_was

S = TypeVar("S", Deal, TableStream)


def table_time(context: PlayContext, stream: TableStream) -> int:
    """The time at a table as it was read, in µs since the epoch."""
    return context.runtime.now() + ahead(stream) - stream.behind


def wait_time(context: PlayContext, stream: TableStream) -> int:
    """The time by which a table waits for commitments, or for the end of a pause."""
    at, since = table_time(context, stream), waiting_since(stream.state)
    return at if since is None else at + context.streams.lag(stream.id, since, at=at)


def recorded_at(context: PlayContext, before: TableStream | None, events: Sequence[Event]) -> int:
    """The time at which events are recorded at a table now.

    An event that moves the clock is recorded by the moved clock.

    Args:
        context: The service.
        before: The table before them; None if they open it.
        events: The events.
    """
    moved = sum(each.seconds for each in events if isinstance(each, ClockMoved))
    at = context.runtime.now() if before is None else wait_time(context, before)
    return at + moved * SECOND


def time_at_table(context: PlayContext, table: UUID) -> int:
    """The time at a table, in µs since the epoch."""
    return context.runtime.now() + clock_ahead(context, table)


def deal_time(context: PlayContext, deal: Deal, *, ahead: int | None = None) -> int:
    """The time in a deal, in µs since the epoch.

    Args:
        context: The service.
        deal: The deal.
        ahead: How far ahead the clock of its table is; None: it is looked up.
    """
    return context.runtime.now() + deal_ahead(context, deal, ahead=ahead) - deal.behind


def deal_ahead(context: PlayContext, deal: Deal, *, ahead: int | None = None) -> int:
    """How far ahead of the clock of this machine the time in a deal is, in µs; see `deal_time`."""
    if ahead is None:
        ahead = clock_ahead(context, UUID(deal.opened.table))
    last = (deal.records[-1].at, *deal.later)[-1]  # also what its viewer does not see yet
    return ahead + context.streams.lag(deal.id, last, at=context.runtime.now() + ahead)


def ages(context: PlayContext, stream: Deal | TableStream) -> list[int]:
    """How long ago each event of a stream was, in µs, also those that its viewer does not see yet.

    None is less old than the events after it: where their times go back, a clock was ahead.
    """
    if isinstance(stream, TableStream):
        now = table_time(context, stream) + stream.behind
    else:
        now = context.runtime.now() + clock_ahead(context, UUID(stream.opened.table))
    found: list[int] = []
    after = 0
    for at in reversed([*(record.at for record in stream.records), *stream.later]):
        if found and at <= after:
            found.append(found[-1] + after - at)
        else:
            age = now + context.streams.lag(stream.id, at, at=now) - at
            found.append(max([age, *found[-1:]]))
        after = at
    return found[::-1]


def as_of(context: PlayContext, stream: S, behind: int) -> S | None:
    """A stream as it was so many µs ago, for watchers (`watch_delay`); None: it was not there."""
    if not behind:
        return stream
    return as_it_was(stream, ages(context, stream), behind=behind)


def ahead(stream: TableStream) -> int:
    """How far ahead the clock of a table is, in µs."""
    return stream.state.clock_ahead * SECOND


def clock_ahead(context: PlayContext, table: UUID) -> int:
    """How far ahead the clock of a table is now, in µs."""
    stream = context.streams.remembered_table(table)
    if stream is None or stream.opened.test:
        stream = context.streams.table(table)
    return 0 if stream is None else stream.folded.clock_ahead * SECOND
