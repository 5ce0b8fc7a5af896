"""Webhooks and their deliveries, and what receivers are sent."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NotRequired, TypeAlias

from typing_extensions import TypedDict

from domain.kernel.event import Json
from service.responses.base import Id, Time
from service.responses.live import NewsKind, TournamentNewsKind
from service.responses.shared import RefsJson, SideResultJson

Outcome: TypeAlias = Literal[
    "delivered",
    "gone",
    "redirected",
    "rejected",
    "failed",
    "timeout",
    "unreachable",
    "insecure",
    "garbled",
    "no_address",
]
"""The outcome of an attempt. With an answer, it is the class of the status: 2xx, 410, 3xx, other,
or 5xx. Otherwise: no answer in time; no connection; no valid TLS certificate; an answer that is not
HTTP; or no address that may be connected to."""
SentKind: TypeAlias = NewsKind | TournamentNewsKind
"""The kind of news that webhooks can ask for."""
DeliveryKind: TypeAlias = NewsKind | TournamentNewsKind | Literal["webhook.test"]
DisabledReason: TypeAlias = Literal["by_owner", "gone", "failing", "key_revoked"]
DeliveryStatus: TypeAlias = Literal["waiting", "delivered", "dead"]


class NewsDataJson(TypedDict):
    """Where it happened."""

    table: Id
    refs: NotRequired[RefsJson]
    """Where the table or a player has a `ref`."""
    version: int
    """Of the table, which orders its news; not of the deal."""
    position: int
    """Of the event in the log, which has the events of one table or deal in order. Events of
    different tables may be in another order there: compare their `timestamp`."""


class TableSeatDataJson(NewsDataJson):
    """A seat of a table."""

    seat: int
    """The seat that was taken."""


class SeatLeftDataJson(NewsDataJson):
    """A seat that its player has left: before the series begins, or during a deal."""

    seat: int
    """The seat."""
    deal: NotRequired[Id]
    """The deal, where one is being played."""
    number: NotRequired[int]
    """Of the deal in its series."""
    why: NotRequired[str]
    """Why a bot plays on: `time` or `left`."""


class SeatInDealDataJson(NewsDataJson):
    """A seat of a deal."""

    deal: Id
    number: int
    """Of the deal in its series."""
    seat: int
    """The seat."""


class TableRematchedDataJson(NewsDataJson):
    """A table whose players play again."""

    rematch: Id
    """The new table."""


class WebhookTestDataJson(TypedDict):
    """A webhook that is tried."""

    webhook: Id
    """The webhook."""


class SeriesFinishedDataJson(NewsDataJson):
    """A table whose series is over."""

    winner: int | None
    """The side that won; null: it is shared."""
    sides: list[SideResultJson]
    """The sides, each with its total and its place."""


class TurnStartedDataJson(NewsDataJson):
    """A turn in a deal."""

    version: int
    """Of the deal, which orders its turns; not of the table."""
    deal: Id
    number: int
    """Of the deal in its series."""
    seat: int
    """The seat that is to act."""


class DealFinishedDataJson(NewsDataJson):
    """A deal that is over: it counts in its series, or it says why not."""

    deal: Id
    number: int
    """Of the deal in its series."""
    voided: bool
    """Whether there was no deal, for want of a seed (F4)."""
    abandoned: bool
    """Whether it was not played out: no side scores (L4-L6)."""


class DisputeDataJson(NewsDataJson):
    """A dispute of a deal."""

    deal: Id
    dispute: int
    """Its number in the deal."""


class TournamentAboutJson(TypedDict):
    """The place of news in a tournament."""

    round: NotRequired[int]
    """The round."""
    number: NotRequired[int]
    """The number of the table in the round."""
    table: NotRequired[Id]
    """The table."""
    reason: NotRequired[Literal["over", "director"]]
    """Whether the last round is over, or the director has closed it."""


class TournamentDataJson(TypedDict):
    """A tournament."""

    tournament: Id
    """The tournament."""
    ref: NotRequired[str]
    """Your own id of the tournament, if it has one."""
    version: int
    """Of the tournament, which orders its news."""
    position: int
    """Of the event in the log."""


class RoundDrawnDataJson(TournamentDataJson):
    """A round with its seats."""

    round: int
    """The round."""


class TournamentTableDataJson(RoundDrawnDataJson):
    """A table of a round."""

    number: int
    """Its number in the round."""
    table: Id


class StandingsChangedDataJson(RoundDrawnDataJson):
    """A tournament whose standings are other ones; read them there."""

    number: NotRequired[int]
    """The number of the table that is over; none: a board is revealed, or a score corrected."""
    table: NotRequired[Id]
    """With `number`."""


class TournamentClosedDataJson(TournamentDataJson):
    """A tournament that is over."""

    reason: Literal["over", "director"]
    """`over`: the last round is. `director`: the director has closed it."""


class WebhookJson(TypedDict):
    """A webhook."""

    id: Id
    """The webhook."""
    url: str
    """The address that gets the news."""
    events: list[SentKind]
    """The kinds of news that it gets."""
    enabled: bool
    """Whether it gets news."""
    reason: DisabledReason | None
    """Why it is not enabled. `by_owner`: its owner has disabled it. `gone`: its receiver has
    answered 410 Gone. `failing`: nothing could be delivered for days. `key_revoked`: the key that
    added it was revoked, so it cannot be enabled again. null: it is enabled."""
    failing_since: Time | None
    """The first failure since something was delivered, if any."""
    created_at: Time
    """When it was added."""
    made_by: Id
    """The key that added it; when the key is revoked, it gets no news."""
    public_key: str
    """`whpk_…`: the key of the Ed25519 signatures (`v1a`) of this webhook."""


class NewWebhookJson(WebhookJson):
    """A new webhook, with the secret that it shares with its receiver. Keep it: it comes once."""

    secret: str
    """`whsec_…`: the key of the HMAC signatures (`v1`) of this webhook."""


class WebhookListJson(TypedDict):
    """The webhooks of an API key, the oldest first."""

    webhooks: list[WebhookJson]
    """The webhooks."""


class DeliveryAttemptJson(TypedDict):
    """A try to deliver."""

    at: Time
    """When it began."""
    outcome: Outcome
    """`delivered` 2xx, `gone` 410, `redirected` 3xx, `failed` 5xx, `rejected` any other status.
    `timeout`: no answer in time. `unreachable`: no connection. `insecure`: no TLS certificate that
    holds. `garbled`: no HTTP. `no_address`: the name leads to no address that may be connected
    to."""
    status: int | None
    """The HTTP status."""
    milliseconds: int
    """How long it took."""


class DeliveryJson(TypedDict):
    """A delivery, with its last tries."""

    id: Id
    """The header `webhook-id`, in every try."""
    type: DeliveryKind
    """The kind of news."""
    position: int
    """Of the event in the log; 0 for a test."""
    status: DeliveryStatus
    """`dead`: it is not tried again, unless a redelivery is asked for."""
    created_at: Time
    """When it was noted."""
    next_at: Time | None
    """When it is tried next."""
    payload: dict[str, Json]
    """The body that is sent."""
    tries: list[DeliveryAttemptJson]
    """Its last tries, in their order."""


class DeliveryListJson(TypedDict):
    """A page of deliveries, the newest first. They are kept for thirty days."""

    deliveries: list[DeliveryJson]
    """The deliveries of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class OwnDeliveryJson(TypedDict):
    """A delivery that a webhook would get."""

    position: int
    """In the log of all events, from 1."""
    id: Id
    """The `webhook-id`: the same whenever it is read."""
    type: SentKind
    """The kind of news."""
    payload: dict[str, Json]
    """The body of the request."""


class OwnDeliveriesPageJson(TypedDict):
    """A page of deliveries that a webhook would get, in the order of the log."""

    position: int
    """How far the log was read for it: the next `after`."""
    events: list[OwnDeliveryJson]
    """The oldest first."""


class RedeliveryJson(TypedDict):
    """A delivery that was requested: a test, or a delivery that is made once more."""

    webhook: Id
    """The webhook."""
    delivery: Id
    """The delivery."""


NEWS_KINDS: Final[Mapping[str, tuple[str, type[Any]]]] = {
    "seat.taken": ("A seat is taken, and others are free.", TableSeatDataJson),
    "seat.left": ("A player has left: a seat is free, or a bot plays on.", SeatLeftDataJson),
    "seat.returned": ("A player is back, and plays on for the bot.", SeatInDealDataJson),
    "seat.resigned": ("A player has given up the deal.", SeatInDealDataJson),
    "table.started": ("All seats of a table are taken: its series begins.", TableSeatDataJson),
    "table.closed": ("The owner has closed a table.", NewsDataJson),
    "table.rematched": ("A new table exists for the same players.", TableRematchedDataJson),
    "turn.started": ("A person is to act. There is no news of bots' turns.", TurnStartedDataJson),
    "deal.finished": ("A deal is over, and its series says how it ended.", DealFinishedDataJson),
    "series.finished": ("A series is over.", SeriesFinishedDataJson),
    "dispute.opened": ("A seat disputes an event of a finished deal.", DisputeDataJson),
    "dispute.answered": ("A seat has answered a dispute.", DisputeDataJson),
    "dispute.withdrawn": ("A seat has withdrawn its dispute.", DisputeDataJson),
    "dispute.ruled": ("An auditor has ruled a dispute, or an appeal.", DisputeDataJson),
    "dispute.appealed": ("A seat appeals the ruling on a dispute.", DisputeDataJson),
    "person.erased": ("The name of a person is erased.", TableSeatDataJson),
    "tournament.round_drawn": ("A round of a tournament has its seats.", RoundDrawnDataJson),
    "tournament.table_opened": ("A table of a round is open.", TournamentTableDataJson),
    "tournament.standings_changed": (
        "A table of a tournament is over, a board revealed, or a score corrected.",
        StandingsChangedDataJson,
    ),
    "tournament.closed": ("A tournament is over.", TournamentClosedDataJson),
    "webhook.test": ("The owner of the webhook has requested a test.", WebhookTestDataJson),
}
"""The meaning of each kind of news, and its ``data``."""
