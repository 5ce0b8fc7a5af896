"""The cause of a wait, and its end: the one answer to "why does nothing happen"."""

from domain.kernel.clock import SECOND
from domain.kernel.event import Seat
from domain.kernel.progress import Progress
from domain.table.next_deal import pause_until
from domain.table.series import Table
from service.responses.shared import WaitingForJson, WaitKind
from service.timestamps import timestamp


def deal_waits(deal: Progress, *, until: int | None) -> WaitingForJson:
    """The player or the seed for which a deal waits.

    Args:
        deal: The deal.
        until: The deadline, in µs since the epoch, if there is one.
    """
    if deal.is_played:
        return _waits("nothing")
    if deal.shuffled is None:
        return _waits("seeds", *deal.owing, until=until)
    seat = deal.to_act
    if seat is None:
        return _waits("nothing")
    return _waits("move" if deal.bots[seat] is None else "bots", seat, until=until)


def table_waits(table: Table) -> WaitingForJson:
    """What a table waits for. Its deal says whose move it is, to whoever may see the deal."""
    match table.status:
        case "open":
            free = (seat for seat, player in enumerate(table.players) if player is None)
            return _waits("players", *free)
        case "committing":
            since = table.due_since
            until = since + table.opened.reveal_seconds * SECOND if since else None
            return _waits("seeds", *table.owing, until=until)
        case "pausing":
            return _waits("ready", *table.unready, until=pause_until(table))
        case "due":
            return _waits("next_deal")
        case "playing":
            return _waits("deal")
        case _:
            return _waits("nothing")


def _waits(kind: WaitKind, *seats: Seat, until: int | None = None) -> WaitingForJson:
    shown = None if until is None else timestamp(until)
    return {"kind": kind, "seats": list(seats), "until": shown}
