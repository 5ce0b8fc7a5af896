"""Lists of deals."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from service.responses.base import Id
from service.responses.shared import ExplainedJson, SeatSummaryJson, TimesJson

ListedDealStatus: TypeAlias = Literal["seeds", "playing", "over", "voided", "abandoned"]
"""The statuses of a deal, in lists."""


class DealSeatJson(SeatSummaryJson):
    """A seat of a deal, in a list."""

    ref: str | None
    """The owner's reference of the player; null for all others."""


class DealSummaryJson(TimesJson, ExplainedJson):
    """A deal in a list."""

    id: Id
    """The deal."""
    table: Id
    number: int
    """1 for the first deal of the series."""
    game: str
    status: ListedDealStatus
    """`seeds`: it waits for seeds. `voided` and `abandoned`: no side scores."""
    seats: list[DealSeatJson]
    """Every seat, in order."""


class DealListJson(TypedDict):
    """A page of deals, the newest first."""

    deals: list[DealSummaryJson]
    """The deals of the page."""
    next: str | None
    """The cursor of the next page, if any."""
