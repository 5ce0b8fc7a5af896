"""Streams besides the events of deals."""

from collections.abc import Mapping
from typing import Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from domain.kernel.event import Json
from service.responses.base import EnvelopeJson, EventJson, Id, Time
from service.responses.shared import RefsJson, SideResultJson, TableStatus
from service.responses.tables import TableSummaryJson

NewsKind: TypeAlias = Literal[
    "seat.taken",
    "seat.left",
    "seat.returned",
    "seat.resigned",
    "table.started",
    "table.closed",
    "table.rematched",
    "turn.started",
    "deal.finished",
    "series.finished",
    "dispute.opened",
    "dispute.answered",
    "dispute.withdrawn",
    "dispute.ruled",
    "dispute.appealed",
    "person.erased",
]
"""The kind of a notice. ``table.started`` replaces ``seat.taken`` when the last seat is taken.
``seat.left`` occurs before the start, and with a deal when a bot takes over for the player.
``deal.finished`` means that the deal counts in its series, or was voided or abandoned.
"""


TournamentNewsKind: TypeAlias = Literal[
    "tournament.round_drawn",
    "tournament.table_opened",
    "tournament.standings_changed",
    "tournament.closed",
]
"""The kind of news of a tournament, for its owner."""


class TableEventJson(EnvelopeJson):
    """An event of a table."""

    position: int
    """At the table, from 1."""
    actor: str
    """The actor: `key`, `seat:2`, `auditor:1`, `system`; without a number, where the caller may not
    know it."""
    data: dict[str, Json]
    """By the type. A value that the caller may not see is null."""


class TableEventPageJson(TypedDict):
    """A page of the events of a table. Their positions have no gaps."""

    table: Id
    version: int
    """The position of the table's last."""
    status: TableStatus
    """The status of the table; `over` and `closed` end its series."""
    now: Time
    """The time of the service."""
    events: list[TableEventJson]
    """The events, in the order of their positions."""


class OwnerRefsJson(TypedDict):
    """The owner's ids, in what the owner follows."""

    refs: NotRequired[RefsJson]
    """For the owner, where there is a `ref`."""


class NewsAboutJson(TypedDict):
    """Where something has happened, and what."""

    deal: NotRequired[Id]
    """With `turn`, `deal` and `dispute`; with `seat` where a deal is on."""
    number: NotRequired[int]
    """With `deal`: its number in the series."""
    voided: NotRequired[bool]
    """With `deal.finished`: whether it was voided."""
    abandoned: NotRequired[bool]
    """With `deal.finished`: whether it was abandoned."""
    seat: NotRequired[int]
    """With `turn`: whose it is. With `seat`: which was taken, left, and so on."""
    why: NotRequired[Literal["time", "left"]]
    """With `seat.left` where a deal is on: why a bot plays there."""
    rematch: NotRequired[Id]
    """With `table.rematched`: the new table."""
    version: NotRequired[int]
    """With `turn`: the version at which the deal waits."""
    dispute: NotRequired[int]
    """With `dispute`: its number in the deal."""
    winner: NotRequired[int | None]
    """With `series.finished`: the side; null: it is shared."""
    sides: NotRequired[list[SideResultJson]]
    """With `series.finished`: the sides, each with its total and its place."""


class NoticeJson(NewsAboutJson, OwnerRefsJson):
    """A notice for the caller: what has happened, and where to read about it."""

    position: int
    """In the log of all events, from 1."""
    type: NewsKind
    """The kind of news: `table.started` when the last seat was taken, `deal.finished` when the deal
    counts in its series."""
    at: Time
    """When it happened."""
    table: Id


class NoticePageJson(TypedDict):
    """A page of what is new, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[NoticeJson]
    """The notices, the oldest first."""


class LobbyChangeJson(TypedDict):
    """A change of a table in the lobby."""

    position: int
    """In the log of all events, from 1."""
    type: Literal["table.listed", "table.gone"]
    """`table.listed`: as `line` shows it. `table.gone`: it no longer fits."""
    table: Id
    line: TableSummaryJson | None
    """As in the list of tables; null for a table that is gone."""


class LobbyPageJson(TypedDict):
    """A page of changes of the lobby, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[LobbyChangeJson]
    """The oldest first."""


class EventOfSeatJson(TypedDict):
    """An event as a seat was shown it."""

    seat: int
    """The seat."""
    event: EventJson


class LoggedEventJson(TypedDict):
    """An event of a table or of a deal, as the caller is shown it."""

    position: int
    """In the log of all events, from 1."""
    type: str
    """The type of the event."""
    table: Id
    deal: Id | None
    """Null for an event of the table itself."""
    event: Mapping[str, Json]
    """As in the events of its deal or table; its `position` is the one there."""
    seats: list[EventOfSeatJson]
    """As the seats that an API key holds see it, where that is more."""
    refs: NotRequired[RefsJson]
    """For the owner, where there is a `ref`."""


class AllEventsPageJson(TypedDict):
    """A page of the events of all tables of the caller, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[LoggedEventJson]
    """The events, the oldest first."""
