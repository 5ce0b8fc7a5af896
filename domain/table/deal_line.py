"""The line of a deal in its series."""

from typing import NamedTuple

from domain.kernel.event import Event, Id, Seat
from domain.table.events import DealAbandoned


class DealLine(NamedTuple):
    """A deal of the series: how it ended, what each side stood at after it, or why it did not."""

    number: int
    deal: Id
    outcome: Event | None = None
    points: tuple[int, ...] = ()
    voided: tuple[Seat, ...] = ()
    """The seats that voided it."""
    abandoned: DealAbandoned | None = None
    version: int = 0
    """The last event of a deal that was played out."""
    opened: int = 0
    """The event of the table that opened it, by its position."""
    revealed: bool = False
    """Whether it was a board that is revealed (C25)."""
    adding: tuple[Seat, ...] = ()
    """The seats that had committed to it when it was opened."""

    @property
    def on(self) -> bool:
        """Whether it is being played."""
        return self.outcome is None and not self.voided and self.abandoned is None
