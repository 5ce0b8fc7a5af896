"""Tables, and the series that are played at them."""

from typing_extensions import TypedDict

from domain.kernel.event import Json
from service.access.credentials import Visibility
from service.responses.base import Id, ScoreJson, TermsJson, Time
from service.responses.problems import SentenceJson
from service.responses.shared import (
    AdjustmentJson,
    BranchOfJson,
    EndJson,
    NotedJson,
    RefsJson,
    RematchedJson,
    RematchOfJson,
    SeatJson,
    SeatSummaryJson,
    SeriesResultJson,
    TableStatus,
    TimesJson,
    WaitingForJson,
)


class _TableJson(RematchOfJson, NotedJson, TimesJson):
    """The fields of a table but for its seats."""

    id: Id
    """The table."""
    name: str
    """The name of the table."""
    game: str
    target: int
    """The target that ends the series."""
    status: TableStatus
    """`open` while seats are free, then `playing` and `over`; `closed`: it never began."""
    created_at: Time
    """`opened_at`."""
    branch_of: BranchOfJson | None
    """Null where a series is played."""
    result: SeriesResultJson | None
    """Null before the end; in lists also of series that ended before release 0.3."""


class TableSummaryJson(_TableJson):
    """A table in the lobby."""

    visibility: Visibility
    """A `private` table is known only to its owner and its players."""
    spectators: bool
    """Whether others may watch a deal that is on."""
    hints: bool
    """Whether players may ask for hints in their turns."""
    seats: list[SeatSummaryJson]
    """Every seat, in order."""


class TableListJson(TypedDict):
    """A page of tables, the newest first."""

    position: int
    """In the log: the changes of the lobby after it are not missing here."""
    tables: list[TableSummaryJson]
    """The tables of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class DealReferenceJson(TypedDict):
    """A deal of a series."""

    id: Id
    """The id of the deal."""
    number: int


class NextDealJson(DealReferenceJson):
    """The deal that comes next, known ahead, for seats to commit to."""

    waiting: list[int]
    """The seats whose commitments are still missing: it is opened with them."""
    may_commit: list[int]
    """The seats that may commit to it now. It does not wait for those that are not in `waiting`."""


class RoundOfTableJson(TypedDict):
    """The round of a tournament in which a table is played."""

    id: Id
    """The tournament."""
    round: int
    """The number of the round."""
    number: int
    """The number of the table in the round."""


class TableJson(_TableJson, TermsJson, RematchedJson):
    """A table."""

    tournament: RoundOfTableJson | None
    """Null at a table of its own."""

    seats: list[SeatJson]
    """Every seat, in order."""
    rules: str
    """The rules version, fixed for ever."""
    options: dict[str, Json]
    """The options of the game, all of them."""
    version: int
    """The position of the last event of the table."""
    head: str
    """The hash of the record up to there: what a seat signs its acts with (F7)."""
    deal: DealReferenceJson | None
    """The deal that is on."""
    next_deal: NextDealJson | None
    """Null once there is none."""
    waiting_for: WaitingForJson
    disputes_waiting: int | None
    """The number of its disputes that wait for a ruling; null for all but members and auditors."""
    now: Time | None
    """The time of the service; null in the answer to a command, and after the series."""


class SeatTokenJson(TypedDict):
    """A seat taken for a person, with its token. Keep it: it is not kept here."""

    seat: int
    token: str


class MovedClockJson(TypedDict):
    """The clock of a test table as it was moved."""

    table: Id
    version: int
    """Of the table, with this event."""
    now: Time
    """The time at the table then."""
    ahead_seconds: int
    """How far the clock is ahead of the service's in all."""


class NewTableJson(TypedDict):
    """A new table, with the seat tokens of the persons who sit there."""

    table: TableJson
    tokens: list[SeatTokenJson]
    """The tokens of the persons, by seat; they come this once."""


class NewHouseTableJson(NewTableJson):
    """A new table of the house, with the token of the person who opened it."""

    invitation: str | None
    """`invite_…`, for a friend; it comes this once. Null: all seats are taken."""


class TakenSeatJson(SeatTokenJson):
    """A seat taken, and the table after it."""

    table: TableJson


class SideJson(TypedDict):
    """A side of a series."""

    seats: list[int]
    """The seats of the side."""
    points: int
    """The score of the side, as the game counts."""


class SeriesDealJson(EndJson):
    """A deal of a series; without a result while it is on, voided or abandoned."""

    number: int
    deal: Id
    """It was never opened where it was voided for want of a commitment."""
    result: dict[str, Json] | None
    """The result in the form of the game."""
    counted: list[int]
    """The points of each side for it."""
    points: list[int]
    """The score of each side after it."""
    hints: list[int] | None
    """How many hints each seat was given. Null while the deal is on, and where its record does not
    hold."""
    fault: SentenceJson | None
    """Why its record does not hold, by a comparison with the log. Null: none has found a fault."""


class SeriesJson(TimesJson):
    """The series of a table."""

    table: Id
    refs: RefsJson | None
    """Null for all but the owner, and where there is no `ref`."""
    game: str
    target: int
    """The target that ends the series."""
    status: TableStatus
    """`open` while seats are free, then `playing` and `over`; `closed`: it never began."""
    version: int
    """The position of the last event of the table."""
    sides: list[SideJson]
    """The sides, in order."""
    deals: list[SeriesDealJson]
    """The deals, the first one first."""
    score: ScoreJson
    ledger: list[int]
    """The points of the sides, with the rulings on disputes."""
    adjustments: list[AdjustmentJson]
    """The rulings in the ledger, besides the points as played."""
    winner: int | None
    """The side that won; null too where the first place is shared."""
    voids: int
    """How many of its deals were voided, by any seat (F4)."""
    forfeited: list[int]
    """The seats that have forfeited the series (F5, L4, L5)."""
    ranks: list[int]
    """The place of each side, equal where shared; empty while the series is on."""
    titles: list[str]
    """The title of each side for it, or empty."""
    titles_explained: list[SentenceJson | None]
    """`titles` as sentences; null for a side without a title."""
    branch_of: BranchOfJson | None
    """Null where a series is played."""
