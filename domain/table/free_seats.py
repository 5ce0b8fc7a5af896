"""Free seats of a table."""

from domain.kernel.event import Seat
from domain.table.series import Table


def free_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that a person can take; a rematch keeps its seats for its players."""
    if table.status != "open" or table.rematch_of is not None:
        return ()
    return tuple(seat for seat, player in enumerate(table.players) if player is None)
