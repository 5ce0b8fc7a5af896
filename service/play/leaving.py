"""Leaving: a seat before the start, a deal that is on, a series; and the table, when it is closed.

What ends a deal is recorded in the deal, by the version that it was judged on; the table follows
from there, as it does from any other end of a deal.
"""

from collections.abc import Callable
from contextlib import suppress
from uuid import UUID

from domain.kernel.event import Event, Seat
from domain.kernel.leaving import Abandoned, Resigned, SeatReturned, SeatTakenOver
from domain.table.events import SeatLeft, TableClosed
from domain.table.series import Table
from events.store import StaleVersion
from service.access.credentials import OwnerOrSeat, SeatHolder
from service.commands import Command
from service.context import Context, now
from service.play.clocks import (
    events_of_end,
    events_of_leaving,
    record_late_turns,
    require_nobody_late,
    table_of,
)
from service.play.deal_stream import Played, announce, find_deal, first_played, go_on
from service.play.progress import append_once, append_table, open_next_deal, record_deal
from service.play.signatures import refuse_unused
from service.play.tables import TableDone, advanced, find_table
from service.problems import Code, Problem, not_found
from service.streams import Deal, TableStream

# --- A deal that is on --------------------------------------------------------------------------


def leave_deal(context: Context, deal: UUID, seat: Seat, command: Command) -> Played:
    """Leave a deal that is on: a bot plays for the seat, or the series is forfeited (L3, L4).

    Raises:
        Problem: ``not-found``, ``deal-over``, ``not-allowed`` for who has come back since the last
            move, ``idempotency-key-reused``.
    """

    def judged(on: Deal, _at: int) -> tuple[Event, ...]:
        if on.is_away(seat):
            return ()
        if seat in on.progress.returned:
            detail = "You have come back since the last move: leave again after the next one."
            raise Problem(Code.NOT_ALLOWED, detail, clauses=("L3",))
        return events_of_leaving(table_of(context, on), on, seat, "left")

    return _in_deal(context, deal, judged, lambda each: _is(each, SeatTakenOver, seat), command)


def come_back(context: Context, deal: UUID, seat: Seat, command: Command) -> Played:
    """Come back to a seat for which a bot plays, and play oneself again (L3).

    Raises:
        Problem: ``not-found``, ``deal-over``, ``not-allowed`` for who has not left, ``time-over``
            in a turn that he has had, ``idempotency-key-reused``.
    """

    def judged(on: Deal, at: int) -> tuple[Event, ...]:
        if not on.is_away(seat):
            return ()
        if on.clock is not None and on.clock.is_used_up(seat, at):
            detail = "Your time was over: the bot moves in this turn. Come back after its move."
            raise Problem(Code.TIME_OVER, detail, clauses=("L3",), more={"version": on.version})
        return (SeatReturned(seat),)

    return _in_deal(context, deal, judged, lambda each: _is(each, SeatReturned, seat), command)


def resign(context: Context, deal: UUID, seat: Seat, command: Command) -> Played:
    """Resign: with the last person of a side the series is forfeited (L5).

    Raises:
        Problem: ``not-found``, ``deal-over``, ``away``, ``idempotency-key-reused``.
    """
    mine = Resigned(seat)

    def judged(on: Deal, _at: int) -> tuple[Event, ...]:
        if on.is_away(seat):
            raise Problem(Code.AWAY, "A bot plays for you: come back first.", clauses=("L5",))
        side = on.progress.side_of(seat)
        given = () if seat in on.progress.resigned else (mine,)
        if on.progress.has_resigned(side, seat):
            return (*given, *events_of_end(on, Abandoned(side, "resigned")))
        return given

    return _in_deal(context, deal, judged, lambda each: each == mine, command)


def _is(event: Event, kind: type[SeatTakenOver | SeatReturned], seat: Seat) -> bool:
    return isinstance(event, kind) and event.seat == seat


def _in_deal(
    context: Context,
    deal: UUID,
    judged: Callable[[Deal, int], tuple[Event, ...]],
    made_it_so: Callable[[Event], bool],
    command: Command,
) -> Played:
    """Append what is decided on a deal as it is; where it is so already, the first result.

    It is judged and recorded by one time, like a move: else it could stand in the record after a
    deadline that had passed meanwhile.

    Args:
        context: The service.
        deal: The deal.
        judged: What is to happen at a moment; nothing, where it is so already.
        made_it_so: Whether that is by this event.
        command: The command.
    """
    while True:
        on = record_late_turns(context, find_deal(context, deal))
        if (first := first_played(context, on, command)) is not None:
            return first
        if on.over:
            raise Problem(Code.DEAL_OVER, "The deal is over.", clauses=("T3",))
        with suppress(StaleVersion):  # somebody was quicker, or is late: it is judged again
            require_nobody_late(context, on, at := now())
            if not (events := judged(on, at)):
                known = _known(on, made_it_so)
                refuse_unused(command.signature)
                return known
            done = go_on(context, on, events, command=command, at=at)
            announce(context, done.deal)
            return done


def _known(deal: Deal, made_it_so: Callable[[Event], bool]) -> Played:
    """What made it so, as a result that is given again."""
    command = next(
        (
            record.command_id
            for record, event in reversed([*zip(deal.records, deal.events, strict=True)])
            if made_it_so(event)
        ),
        None,
    )
    if command is None:
        raise Problem(Code.NOT_ALLOWED, "Who has not left can not come back.", clauses=("L3",))
    records = tuple(record for record in deal.records if record.command_id == command)
    return Played(deal, records, replayed=True)


# --- A table ------------------------------------------------------------------------------------


def leave_seat(
    context: Context, principal: OwnerOrSeat, table: UUID, seat: Seat, command: Command
) -> TableDone:
    """Leave a seat before the start: its holder may, and the table's owner.

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``table-started``.
    """

    def judged(stream: TableStream) -> Event | None:
        state = stream.state
        _require_power(state, principal, seat)
        if state.started:
            detail = "The series has begun: leave the deal that is on."
            raise Problem(Code.TABLE_STARTED, detail)
        return None if state.closed or state.players[seat] is None else SeatLeft(seat)

    done = append_once(context, lambda: find_table(context, principal, table), judged, command)
    return TableDone(advanced(context, table), replayed=done is None or done.replayed)


def close_table(
    context: Context, principal: OwnerOrSeat, table: UUID, command: Command
) -> TableDone:
    """Close a table, whatever it waits for: its owner may (L6).

    Raises:
        Problem: ``not-found``, ``not-allowed``, ``series-over``.
    """
    replayed = True
    while True:
        stream = find_table(context, principal, table)
        state = stream.state
        _require_power(state, principal, None)
        if state.closed:
            return TableDone(stream, replayed=replayed)
        replayed = False
        if state.status == "over":
            raise Problem(Code.SERIES_OVER, "The series is over.")
        if state.status in ("open", "committing"):
            with suppress(StaleVersion):
                append_table(context, table, stream, (TableClosed(),), command=command)
        elif (deal := open_next_deal(context, table)) is not None:
            _close_deal(context, deal, command)


def _close_deal(context: Context, deal: UUID, command: Command) -> None:
    """Abandon a deal as nobody's fault, if it is still on, and let its table know how it ended."""
    on = record_late_turns(context, find_deal(context, deal))
    if not on.over:
        with suppress(StaleVersion):
            require_nobody_late(context, on, at := now())
            go_on(context, on, events_of_end(on, Abandoned((), "closed")), command=command, at=at)
    record_deal(context, deal)


def _require_power(table: Table, principal: OwnerOrSeat, seat: Seat | None) -> None:
    """The owner may do all; who holds a seat may leave it."""
    if seat is not None and not 0 <= seat < table.opened.seats:
        raise not_found("seat")
    if isinstance(principal, SeatHolder):
        allowed = principal.seat == seat
    else:
        player = None if seat is None else table.players[seat]
        holder = player and player.holder
        allowed = principal.owner in (table.opened.owner, holder)
    if not allowed:
        raise Problem(Code.NOT_ALLOWED, "That is for the table's owner, or for who holds the seat.")
