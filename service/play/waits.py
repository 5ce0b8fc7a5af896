"""The cause of a wait, and its end: the one answer to "why does nothing happen"."""

from typing import Final, Literal, TypeAlias, get_args

from domain.kernel.clock import SECOND
from domain.kernel.event import Json, Seat
from domain.kernel.progress import Progress
from domain.table.next_deal import pause_until
from domain.table.series import Table
from service.timestamps import timestamp

Kind: TypeAlias = Literal[
    "players", "seeds", "ready", "next_deal", "deal", "move", "bots", "nothing"
]
"""``players``: free seats. ``seeds``: commitments, or seeds. ``ready``: persons, or the end of the
pause. ``next_deal``: it is being opened.
``deal``: the deal that is on, which says more. ``move``: a person. ``bots``: a bot. ``nothing``:
nothing will happen by itself."""
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)


def deal_waits(deal: Progress, *, until: int | None) -> dict[str, Json]:
    """The player or the seed for which a deal waits.

    Args:
        deal: The deal.
        until: The deadline, in µs since the epoch, if there is one.
    """
    if deal.is_over:
        return _waits("nothing")
    if deal.shuffled is None:
        return _waits("seeds", *deal.owing, until=until)
    seat = deal.to_act
    if seat is None:
        return _waits("nothing")
    return _waits("move" if deal.bots[seat] is None else "bots", seat, until=until)


def table_waits(table: Table) -> dict[str, Json]:
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


def _waits(kind: Kind, *seats: Seat, until: int | None = None) -> dict[str, Json]:
    shown = None if until is None else timestamp(until)
    return {"kind": kind, "seats": list(seats), "until": shown}
