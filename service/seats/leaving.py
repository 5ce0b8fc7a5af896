"""Leaving a seat before the start, a deal in play or a series; closing a table.

The end of a deal is recorded in the deal first, on the version that it was judged on. The table
follows from there, as after any other end of a deal.
"""

from collections.abc import Callable, Sequence
from typing import Final
from uuid import UUID

from domain.kernel.event import Event, Seat
from domain.kernel.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver
from domain.kernel.sentence import Sentence
from domain.table.events import SeatLeft, TableClosed
from domain.table.next_deal import pause_until
from domain.table.series import Table
from service.access.credentials import HOUSE, OwnerOrSeat, SeatHolder
from service.clocks.deadlines import (
    close_idle,
    events_of_end,
    events_of_leaving,
    require_nobody_late,
    table_of,
)
from service.clocks.table_time import deal_time, wait_time
from service.commands import Command
from service.context import Context
from service.deals.signatures import refuse_unused
from service.deals.streams import announce, decision, given_before, in_deal
from service.problems import Code, Problem, not_found
from service.streams import Deal, DecideAgain, Done, Effect, TableStream
from service.tables.creation import TableDone
from service.tables.progress import advanced, at_table, open_next_deal, record_deal
from service.tables.sight import require_sight

CLOSING: Final = 1_000_000
"""The time that closing a table takes at most, in µs."""

# --- A deal in play -----------------------------------------------------------------------------


def leave_deal(context: Context, deal: UUID, seat: Seat, command: Command) -> Done[Deal]:
    """Leave a deal in play: a bot plays for the seat, or the series is forfeited (L3, L4).

    Raises:
        Problem: ``not-found``, ``deal-over``, ``not-allowed`` for a player who has come back since
            the last move, ``idempotency-key-reused``.
    """

    def judged(on: Deal, _at: int) -> tuple[Event, ...]:
        if on.is_away(seat):
            return ()
        if seat in on.progress.returned:
            raise Problem(Code.NOT_ALLOWED, Sentence("leave-after-move"), clauses=("L3",))
        return events_of_leaving(table_of(context, on), on, seat, "left")

    return _decided(context, deal, judged, lambda each: _is(each, SeatTakenOver, seat), command)


def come_back(context: Context, deal: UUID, seat: Seat, command: Command) -> Done[Deal]:
    """Return a player to a seat for which a bot plays (L3).

    Raises:
        Problem: ``not-found``, ``deal-over``, ``not-allowed`` for a player who has not left,
            ``time-over`` in a turn they have already had, ``idempotency-key-reused``.
    """

    def judged(on: Deal, at: int) -> tuple[Event, ...]:
        if not on.is_away(seat):
            return ()
        if on.clock is not None and on.clock.is_used_up(seat, at):
            late = Sentence("return-after-bot-move")
            raise Problem(Code.TIME_OVER, late, clauses=("L3",), more={"version": on.version})
        return (SeatReturned(seat),)

    return _decided(context, deal, judged, lambda each: _is(each, SeatReturned, seat), command)


def resign(context: Context, deal: UUID, seat: Seat, command: Command) -> Done[Deal]:
    """Resign: with the last person of a side the series is forfeited (L5).

    Raises:
        Problem: ``not-found``, ``deal-over``, ``away``, ``not-allowed`` in a board,
            ``idempotency-key-reused``.
    """
    mine = Resigned(seat)

    def judged(on: Deal, _at: int) -> tuple[Event, ...]:
        if on.opened.board is not None:
            raise Problem(Code.NOT_ALLOWED, Sentence("boards-are-played"), clauses=("C24",))
        if on.is_away(seat):
            raise Problem(Code.AWAY, Sentence("come-back-first"), clauses=("L5",))
        side = on.progress.side_of(seat)
        given = () if seat in on.progress.resigned else (mine,)
        if on.progress.has_resigned(side, seat):
            return (*given, *events_of_end(on, Abandoned(side, "resigned")))
        return given

    return _decided(context, deal, judged, lambda each: each == mine, command)


def _is(event: Event, kind: type[SeatTakenOver | SeatReturned], seat: Seat) -> bool:
    return isinstance(event, kind) and event.seat == seat


def _decided(
    context: Context,
    deal: UUID,
    judged: Callable[[Deal, int], tuple[Event, ...]],
    made_it_so: Callable[[Event], bool],
    command: Command,
) -> Done[Deal]:
    """Append a decision on a deal; if it already holds, return the first result.

    It is judged and recorded by one time, like a move. Otherwise it could be recorded after a
    deadline that had passed in the meantime.

    Args:
        context: The service.
        deal: The deal.
        judged: The events to append at a moment; none if the decision already holds.
        made_it_so: Whether an event is the one that made it hold.
        command: The command.
    """

    def decide(on: Deal) -> Effect | None:
        require_nobody_late(context, on, at := deal_time(context, on))
        if on.played:
            raise Problem(Code.DEAL_OVER, Sentence("deal-is-over"), clauses=("T3",))
        events = judged(on, at)
        if events:
            return decision(on, events, command, at=at)
        if not any(map(made_it_so, on.events)):
            raise Problem(Code.NOT_ALLOWED, Sentence("not-left"), clauses=("L3",))
        refuse_unused(command.signature)
        return None

    done = in_deal(context, deal, command, decide)
    if not done.replayed:
        announce(context, done.stream)
    if done.records:
        return done
    return given_before(done.stream, next(filter(made_it_so, reversed(done.stream.events))))


# --- A table ------------------------------------------------------------------------------------


def leave_seat(
    context: Context, principal: OwnerOrSeat, table: UUID, seat: Seat, command: Command
) -> TableDone:
    """Leave a seat before the start: its holder may, and the table's owner.

    A table of the house at which no person is left is closed: nobody can come back to it.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``table-started``.
    """

    def left(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        state = stream.state
        require_power(state, principal, seat)
        if state.started:
            raise Problem(Code.TABLE_STARTED, Sentence("series-begun"))
        return () if state.closed or state.players[seat] is None else (SeatLeft(seat),)

    done = at_table(context, table, command, left)
    state = done.stream.state
    people = [player for player in state.players if player is not None and player.bot is None]
    if state.opened.owner == HOUSE.owner and not people:
        close_idle(context, table, microseconds=0)
    return TableDone(advanced(context, done.stream), replayed=done.replayed)


def close_table(
    context: Context, principal: OwnerOrSeat, table: UUID, command: Command
) -> TableDone:
    """Close a table in any state: its owner may (L6).

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``series-over``, but where boards are covered.
    """
    ended = covered = False

    def closed(stream: TableStream) -> Sequence[Event]:
        nonlocal ended, covered
        require_sight(stream, principal)
        state = stream.state
        require_power(state, principal, None)
        covered = state.is_covered
        if state.closed or (covered and state.is_finished):  # the answer is the same
            return ()
        if state.status == "over":
            raise Problem(Code.SERIES_OVER, Sentence("series-over"))
        if state.status in ("open", "committing") or _is_pausing(context, stream):
            return (TableClosed(),)
        if (deal := open_next_deal(context, table)) is not None:
            ended = _close_deal(context, deal, command) or ended
        raise DecideAgain

    done = at_table(context, table, command, closed)
    return TableDone(done.stream, replayed=done.replayed and not (ended or covered))


def _is_pausing(context: Context, stream: TableStream) -> bool:
    """Whether no process can open the next deal of a table yet, nor while the table is closed.

    Near the end of a pause another process may have opened the deal and not recorded it yet.
    """
    until = pause_until(stream.state)
    if until is None:
        return False
    left = until - wait_time(context, stream)
    if 0 < left <= CLOSING:
        context.runtime.sleep(left / 1e6)
    return left > CLOSING


def _close_deal(context: Context, deal: UUID, command: Command) -> bool:
    """Abandon a deal in play, with no party at fault, and record its end at the table.

    Returns:
        Whether this command has ended the deal.
    """

    def closed(on: Deal) -> Effect | None:
        require_nobody_late(context, on, at := deal_time(context, on))
        if on.played:
            return None
        return decision(on, events_of_end(on, Abandoned((), "closed")), command, at=at)

    done = in_deal(context, deal, command, closed)
    record_deal(context, deal)
    return not done.replayed


def require_power(table: Table, principal: OwnerOrSeat, seat: Seat | None) -> None:
    """The owner may empty any seat; the holder of a seat may leave it."""
    if seat is not None and not 0 <= seat < table.opened.seats:
        raise not_found("seat")
    if isinstance(principal, SeatHolder):
        allowed = principal.seat == seat
    else:
        player = None if seat is None else table.players[seat]
        allowed = principal.acts_for(table.opened.owner, player and player.holder)
    if not allowed:
        raise Problem(Code.NOT_ALLOWED, Sentence("owner-or-holder-only"))
