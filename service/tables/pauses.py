"""The pause between two deals: a person says that they are ready for the next one.

The last of them opens it with the same request. If that process dies in between, the table is due,
and the sweep finds it. The end of a pause is announced to the workers (`announce_pause`).
"""

from collections.abc import Sequence
from uuid import UUID

from domain.kernel.event import Event, Seat
from domain.kernel.sentence import Sentence
from domain.table.events import SeatReady
from domain.table.series import Table
from service.access.credentials import OwnerOrSeat, SeatHolder
from service.commands import Command
from service.context import Context
from service.problems import Code, Problem, not_found
from service.streams import TableStream
from service.tables.creation import TableDone
from service.tables.progress import advanced, at_table
from service.tables.sight import require_sight, sits


def say_ready(
    context: Context,
    principal: OwnerOrSeat,
    table: UUID,
    seat: Seat,
    *,
    number: int,
    command: Command,
) -> TableDone:
    """Record that the player of a seat is ready for the next deal, and open it with the last one.

    A seat that is ready already stays so, however late the request comes.

    Args:
        context: The service.
        principal: The holder of the seat, or the API key that took it.
        table: The table.
        seat: The seat.
        number: The number of the deal that the player is ready for.
        command: The command.

    Raises:
        Problem: ``not-found``, ``series-over``, ``not-the-next-deal`` before and after the pause;
            ``not-allowed``, also to an API key where boards are covered.
    """

    def said(stream: TableStream) -> Sequence[Event]:
        require_sight(stream, principal)
        _require_player(stream.state, principal, seat)
        if stream.state.is_covered and not sits(stream, principal):
            raise Problem(Code.NOT_ALLOWED, Sentence("table-of-boards"), clauses=("C26",))
        return _judged(stream, SeatReady(seat, number))

    done = at_table(context, table, command, said)
    return TableDone(advanced(context, done.stream), replayed=done.replayed)


def _require_player(table: Table, principal: OwnerOrSeat, seat: Seat) -> None:
    if not 0 <= seat < table.opened.seats:
        raise not_found("seat")
    player = table.players[seat]
    if isinstance(principal, SeatHolder):
        allowed = principal.seat == seat
    else:
        allowed = player is not None and principal.acts_for(player.holder)
    if not allowed:
        raise Problem(Code.NOT_ALLOWED, Sentence("ready-by-holder"))


def _judged(stream: TableStream, ready: SeatReady) -> Sequence[Event]:
    """The readiness as an event; none if the table already has it, or the seat needs none."""
    state, number = stream.state, ready.number
    if not state.opened.pause_seconds:
        raise Problem(Code.NOT_ALLOWED, Sentence("no-pause"))
    if ready in stream.events:
        return ()
    if state.is_finished:
        raise Problem(Code.SERIES_OVER, Sentence("series-over"))
    if number < state.next_number:
        raise Problem(Code.NOT_NEXT_DEAL, Sentence("ready-too-late", {"number": number}))
    if number > state.next_number or state.status == "playing":
        raise Problem(Code.NOT_NEXT_DEAL, Sentence("ready-too-early", {"number": number}))
    return (ready,) if ready.seat in state.unready else ()
