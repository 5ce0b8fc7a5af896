"""Places of people who wait for others to play with."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from service.responses.base import Id

QueueState: TypeAlias = Literal["waiting", "seated", "left"]


class QueuePlaceJson(TypedDict):
    """A place in the queue, or the seat that came of it."""

    state: QueueState
    """Whether the person waits, has a seat, or is not in the queue."""
    ahead: int
    """How many people who want the same have come before."""
    missing: int
    """How many people are missing for the table."""
    bots_in: int | None
    """Seconds until bots fill the table; null: they do not."""
    table: Id | None
    """The table; null: none yet."""
    seat: int | None
    """The seat."""
    token: str | None
    """The token of the seat, `seat_…`."""
