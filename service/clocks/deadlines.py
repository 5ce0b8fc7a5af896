"""Clocks: a turn that exceeds its time limit ends at its deadline, and idle tables are closed.

Every command on a deal checks the deadline first. If it has passed, that is recorded before
anything else. Tasks and the sweep do so for deals without commands.

The expected version of each append decides races, so the end is recorded once, or never if a move
was in time. In the same way a stand-in bot moves once its player's time has passed, unless the
player is back before.
"""

from collections.abc import Sequence
from uuid import UUID

from domain.kernel.deal import Revealed, ends_unrevealed
from domain.kernel.event import FULL, Event, Seat
from domain.kernel.leaving import Abandoned, Absence, SeatTakenOver, TimeOver
from domain.table.events import TableClosed, TableOpened
from service.clocks.table_time import deal_time, table_time
from service.commands import Command, by_itself
from service.context import PlayContext
from service.deals.streams import announce, decision, find_deal, in_deal
from service.streams import Deal, DecideAgain, Effect, TableStream
from service.tables.progress import at_table, open_next_deal, record_deal


def end_late_turn(context: PlayContext, deal: UUID) -> bool:
    """End the current turn of a deal if its deadline has passed.

    Returns:
        Whether it had passed.
    """
    on = find_deal(context, deal)
    return (
        is_late(on, deal_time(context, on)) and record_late_turns(context, on).version > on.version
    )


def is_late(deal: Deal, at: int) -> bool:
    """Whether a deal waits for a move whose deadline is at or before that moment."""
    return deal.clock is not None and not deal.played and deal.clock.is_over(at)


def is_too_soon(deal: Deal, seat: Seat, at: int) -> bool:
    """Whether a stand-in bot on a seat still has to wait for its player."""
    return deal.clock is not None and deal.clock.is_too_soon(seat, at)


def record_late_turns(context: PlayContext, deal: Deal) -> Deal:
    """End every turn of a full deal whose deadline has passed.

    Returns:
        The deal after that.
    """
    while is_late(deal, deal_time(context, deal)):
        deal = _record_late_turn(context, deal)
    return deal


def require_nobody_late(context: PlayContext, deal: Deal, at: int) -> None:
    """Check that a moment is before the deadline of the turn.

    Raises:
        DecideAgain: The deadline had passed, and the turn has ended now.
    """
    if is_late(deal, at):
        record_late_turns(context, deal)
        raise DecideAgain


def _record_late_turn(context: PlayContext, deal: Deal) -> Deal:
    command = by_itself(context.secret, "time-over", str(deal.id), str(deal.version))

    def late(on: Deal) -> Effect | None:
        clock, at = on.clock, deal_time(context, on)
        if clock is None or not is_late(on, at):
            return None  # a move was in time, or another process has ended the turn
        seat, since, until = clock.seat, clock.since, clock.until
        assert seat is not None and since is not None and until is not None  # noqa: PT018
        over = TimeOver(seat, since, until)
        left = events_of_leaving(table_of(context, on), on, seat, "time")
        return decision(on, (over, *left), command, at=at)

    done = in_deal(context, deal.id, command, late)
    if not done.replayed:
        announce(context, done.stream)
    return done.stream


def events_of_leaving(
    table: TableOpened, deal: Deal, seat: Seat, reason: Absence
) -> tuple[Event, ...]:
    """The consequences of a player's leaving: a bot takes over, or the series is forfeited."""
    if table.abandon == "bot":
        return (SeatTakenOver(seat, table.stand_in, reason),)
    assert reason != "away", "no player is away if leaving ends the series"
    return events_of_end(deal, Abandoned((seat,), reason))


def events_of_end(deal: Deal, end: Abandoned) -> tuple[Event, ...]:
    """The end of a deal that is not played out: the server reveals its seed, if it has one."""
    seed = deal.opened.seed
    if seed is None or ends_unrevealed(deal.opened):
        return (end,)
    return (end, Revealed(seed))


def table_of(context: PlayContext, deal: Deal) -> TableOpened:
    """How the table of a deal was opened; that never changes."""
    table, streams = UUID(deal.opened.table), context.streams
    stream = streams.remembered_table(table) or streams.table(table)
    assert stream is not None, "a deal has a table"
    return stream.opened


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
