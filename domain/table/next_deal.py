"""The next deal of a table: when it may be opened, and its terms."""

from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Any

from domain.kernel.clock import SECOND
from domain.kernel.deal import Terms
from domain.kernel.event import Event, Id, Seat
from domain.table.events import SeatReady
from domain.table.series import Table, evolve


def waiting_since(table: Table) -> int | None:
    """Since when a table waits for commitments, or for its players in a pause; None: it does not.

    In µs since the epoch.
    """
    return table.due_since if table.status in ("committing", "pausing") else None


def pause_until(table: Table) -> int | None:
    """When the pause that the table is in is over, in µs since the epoch; None: it is in none."""
    if table.status != "pausing":
        return None
    return table.due_since + table.opened.pause_seconds * SECOND


def may_be_opened(table: Table, at: int) -> bool:
    """Whether the next deal may be opened at a moment: all are ready, or the pause is over."""
    until = pause_until(table)
    return table.status == "due" or (until is not None and at >= until)


def ended(table: Table, events: Sequence[Event], absent: Iterable[Seat]) -> tuple[Event, ...]:
    """The events at the end of a deal, and that absent players are ready for the next one.

    Args:
        table: The table before these events.
        events: The events at the end of the deal.
        absent: The seats whose players have left, so that bots play for them.
    """
    after = reduce(evolve, events, table)
    left = () if after.is_finished else sorted(set(absent).intersection(after.unready))
    return (*events, *(SeatReady(seat, after.next_number) for seat in left))


def terms(table: Table, *, deal: Id) -> Terms:
    """The terms of the next deal: dealer and leader carried from the deal before.

    Every seat that adds a seed has committed to it.
    """
    opened = table.opened
    return Terms(
        deal=deal,
        table=opened.table,
        number=table.next_number,
        game=opened.game,
        rules=opened.rules,
        options=opened.options,
        seats=opened.seats,
        dealer=table.score.dealer,
        leader=table.score.leader,
        bots=tuple(player and player.bot for player in table.players),
        commitments=table.commitments if table.adding else (),
        keys=table.keys if any(table.keys) else (),
        hints=opened.hints,
        test=opened.test,
        **_board(table),
    )


def _board(table: Table) -> dict[str, Any]:
    """The terms of a deal that is a board, with the number of the deal (C22)."""
    drawn = table.drawn
    if drawn is None or not drawn.boards:
        return {}
    return {"tournament": drawn.tournament, "round": drawn.round, "seeds": drawn.seeds}
