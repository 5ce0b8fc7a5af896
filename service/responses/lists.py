"""Lists of deals."""

from typing import Literal, TypeAlias

from typing_extensions import TypedDict

from service.responses.base import Id
from service.responses.shared import ExplainedJson, SeatSummaryJson, TimesJson

ListedDealStatus: TypeAlias = Literal["seeds", "playing", "over", "voided", "abandoned"]
"""The statuses of a deal, in lists."""


class DealSeatJson(SeatSummaryJson):
    """A seat of a deal, in a list."""

    side: int
    """The side, from 0, as `explained` names it."""
    ref: str | None
    """The owner's reference of the player; null for all others."""


class DealResultJson(TypedDict):
    """How a deal came out, in a list."""

    won_by: list[int]
    """The seats that came off best; empty where no side scored, or all came off equally."""
    declarer: int | None
    """The seat that played alone, where the game has one."""
    contract: str | None
    """The contract of the declarer."""


class DealSummaryJson(TimesJson, ExplainedJson, DealResultJson):
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


class StatisticsLineJson(TypedDict):
    """The results of a person at a game."""

    ref: str | None
    """The owner's reference of the player."""
    name: str
    """The name of the person at the tables."""
    game: str
    contract: str | None
    """The contract that the person had declared; null: there was none in these deals."""
    deals: int
    """The deals of the person that are counted in this line."""
    won: int
    """The deals in which the side of the person came off best."""
    lost: int
    """The deals in which another side did."""
    even: int
    """The deals in which all sides came off equally."""


class StatisticsJson(TypedDict):
    """The results of the people at the caller's tables."""

    deals: int
    """How many finished deals are counted in this answer."""
    people: list[StatisticsLineJson]
    """A line for each person, game and declared contract."""
    next: str | None
    """The cursor of the next answer, whose numbers are to be added; null: these are all deals."""
