"""The schemas of webhooks: of requests, of answers, and of what receivers are sent."""

from typing import Any, Final, get_args

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import Choice, Digits, Flag, ListOf, PageCursor, Text, about
from service.api.schemas.request import Request
from service.api.schemas.shared import RefsSchema, SideResultSchema
from service.webhooks.addresses import INTERNET_PATTERN, LONGEST_URL
from service.webhooks.deliveries import Status
from service.webhooks.notices import KINDS, TEST
from service.webhooks.repository import REASONS
from service.webhooks.sending import OUTCOMES

_WHEN: Final = {"format": "date-time"}
_REASONS: Final = ". ".join(f"`{reason}`: {meaning}" for reason, meaning in REASONS.items())


def _kinds(**options: Any) -> ListOf:
    return ListOf(
        Choice(KINDS),
        least=1,
        most=len(KINDS),
        metadata=about("The kinds of news that it gets."),
        **options,
    )


# --- Requests ------------------------------------------------------------------------------------


class CreateWebhookRequest(Request):
    """An address that gets the news of the API key's tables."""

    url = Text(
        longest=LONGEST_URL,
        required=True,
        metadata=about(
            "https, a name on the internet, port 443 or 8443. It must lead to addresses of the "
            "internet at every delivery. A service may allow networks of its own, and in them "
            "http, addresses and any port.",
            pattern=INTERNET_PATTERN,
        ),
    )
    events = _kinds(load_default=lambda: list(KINDS))


class UpdateWebhookRequest(Request):
    """Changes to a webhook."""

    events = _kinds()
    enabled = Flag(
        metadata=about(
            "`false`: nothing is delivered, and waiting deliveries are given up. `true`: it gets "
            "the news from now on."
        )
    )


class DeliveriesQuery(Request):
    """Which deliveries are listed."""

    cursor = PageCursor(size=24)
    limit = Digits(low=1, high=1000, metadata=about("The most deliveries on the page."))
    status = Choice(get_args(Status), metadata=about("Only deliveries with this status."))


# --- What receivers are sent ---------------------------------------------------------------------


class NewsDataSchema(Schema):
    """Where it happened."""

    table = fields.UUID(required=True)
    refs = fields.Nested(RefsSchema, metadata=about("Where the table or a player has a `ref`."))
    version = fields.Integer(
        required=True,
        metadata=about("Of the table, which orders its news; not of the deal."),
    )
    position = fields.Integer(
        required=True,
        metadata=about(
            "Of the event in the log, which has the events of one table or deal in order. Events "
            "of different tables may be in another order there: compare their `timestamp`."
        ),
    )


class TableSeatDataSchema(NewsDataSchema):
    """A seat of a table."""

    seat = fields.Integer(required=True, metadata=about("The seat that was taken."))


class SeatLeftDataSchema(NewsDataSchema):
    """A seat that its player has left: before the series begins, or during a deal."""

    seat = fields.Integer(required=True, metadata=about("The seat."))
    deal = fields.UUID(metadata=about("The deal, where one is being played."))
    number = fields.Integer(metadata=about("Of the deal in its series."))
    why = fields.String(metadata=about("Why a bot plays on: `time` or `left`."))


class SeatInDealDataSchema(NewsDataSchema):
    """A seat of a deal."""

    deal = fields.UUID(required=True)
    number = fields.Integer(required=True, metadata=about("Of the deal in its series."))
    seat = fields.Integer(required=True, metadata=about("The seat."))


class TableRematchedDataSchema(NewsDataSchema):
    """A table whose players play again."""

    rematch = fields.UUID(required=True, metadata=about("The new table."))


class WebhookTestDataSchema(Schema):
    """A webhook that is tried."""

    webhook = fields.UUID(required=True, metadata=about("The webhook."))


class SeriesFinishedDataSchema(NewsDataSchema):
    """A table whose series is over."""

    winner = fields.Integer(
        required=True, allow_none=True, metadata=about("The side that won; null: it is shared.")
    )
    sides = fields.List(
        fields.Nested(SideResultSchema),
        required=True,
        metadata=about("The sides, each with its total and its place."),
    )


class TurnStartedDataSchema(NewsDataSchema):
    """A turn in a deal."""

    deal = fields.UUID(required=True)
    version = fields.Integer(
        required=True,
        metadata=about("Of the deal, which orders its turns; not of the table."),
    )
    number = fields.Integer(required=True, metadata=about("Of the deal in its series."))
    seat = fields.Integer(required=True, metadata=about("The seat that is to act."))


class DealFinishedDataSchema(NewsDataSchema):
    """A deal that is over: it counts in its series, or it says why not."""

    deal = fields.UUID(required=True)
    number = fields.Integer(required=True, metadata=about("Of the deal in its series."))
    voided = fields.Boolean(
        required=True, metadata=about("Whether there was no deal, for want of a seed (F4).")
    )
    abandoned = fields.Boolean(
        required=True, metadata=about("Whether it was not played out: no side scores (L4-L6).")
    )


class DisputeDataSchema(NewsDataSchema):
    """A dispute of a deal."""

    deal = fields.UUID(required=True)
    dispute = fields.Integer(required=True, metadata=about("Its number in the deal."))


NEWS_KINDS: Final[dict[str, tuple[str, type[Schema]]]] = {
    "seat.taken": ("A seat is taken, and others are free.", TableSeatDataSchema),
    "seat.left": ("A player has left: a seat is free, or a bot plays on.", SeatLeftDataSchema),
    "seat.returned": ("A player is back, and plays on for the bot.", SeatInDealDataSchema),
    "seat.resigned": ("A player has given up the deal.", SeatInDealDataSchema),
    "table.started": ("All seats of a table are taken: its series begins.", TableSeatDataSchema),
    "table.closed": ("The owner has closed a table.", NewsDataSchema),
    "table.rematched": ("A new table exists for the same players.", TableRematchedDataSchema),
    "turn.started": ("A person is to act. There is no news of bots' turns.", TurnStartedDataSchema),
    "deal.finished": ("A deal is over, and its series says how it ended.", DealFinishedDataSchema),
    "series.finished": ("A series is over.", SeriesFinishedDataSchema),
    "dispute.opened": ("A seat disputes an event of a finished deal.", DisputeDataSchema),
    "dispute.ruled": ("An auditor has ruled a dispute.", DisputeDataSchema),
    "person.erased": ("The name of a person is erased.", TableSeatDataSchema),
    TEST: ("The owner of the webhook has requested a test.", WebhookTestDataSchema),
}
"""The meaning of each kind of news, and its ``data``."""


# --- Answers -------------------------------------------------------------------------------------


class WebhookSchema(Schema):
    """A webhook."""

    id = fields.UUID(required=True, metadata=about("The webhook."))
    url = fields.String(required=True, metadata=about("The address that gets the news."))
    events = fields.List(
        fields.String(validate=validate.OneOf(KINDS)),
        required=True,
        metadata=about("The kinds of news that it gets."),
    )
    enabled = fields.Boolean(required=True, metadata=about("Whether it gets news."))
    reason = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf(REASONS),
        metadata=about(f"Why it is not enabled. {_REASONS}. null: it is enabled."),
    )
    failing_since = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The first failure since something was delivered, if any.", **_WHEN),
    )
    created_at = fields.String(required=True, metadata=about("When it was added.", **_WHEN))
    made_by = fields.UUID(
        required=True,
        metadata=about("The key that added it; when the key is revoked, it gets no news."),
    )
    public_key = fields.String(
        required=True,
        metadata=about("`whpk_…`: the key of the Ed25519 signatures (`v1a`) of this webhook."),
    )


class NewWebhookSchema(WebhookSchema):
    """A new webhook, with the secret that it shares with its receiver. Keep it: it comes once."""

    secret = fields.String(
        required=True,
        metadata=about("`whsec_…`: the key of the HMAC signatures (`v1`) of this webhook."),
    )


class WebhookListSchema(Schema):
    """The webhooks of an API key, the oldest first."""

    webhooks = fields.List(
        fields.Nested(WebhookSchema), required=True, metadata=about("The webhooks.")
    )


class DeliveryAttemptSchema(Schema):
    """A try to deliver."""

    at = fields.String(required=True, metadata=about("When it began.", **_WHEN))
    outcome = fields.String(
        required=True,
        validate=validate.OneOf(OUTCOMES),
        metadata=about(
            "`delivered` 2xx, `gone` 410, `redirected` 3xx, `failed` 5xx, `rejected` any other "
            "status. `timeout`: no answer in time. `unreachable`: no connection. `insecure`: no "
            "TLS certificate that holds. `garbled`: no HTTP. `no_address`: the name leads to no "
            "address that may be connected to."
        ),
    )
    status = fields.Integer(required=True, allow_none=True, metadata=about("The HTTP status."))
    milliseconds = fields.Integer(required=True, metadata=about("How long it took."))


class DeliverySchema(Schema):
    """A delivery, with its last tries."""

    id = fields.UUID(required=True, metadata=about("The header `webhook-id`, in every try."))
    type = fields.String(
        required=True, validate=validate.OneOf(NEWS_KINDS), metadata=about("The kind of news.")
    )
    position = fields.Integer(
        required=True, metadata=about("Of the event in the log; 0 for a test.")
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Status)),
        metadata=about("`dead`: it is not tried again, unless a redelivery is asked for."),
    )
    created_at = fields.String(required=True, metadata=about("When it was noted.", **_WHEN))
    next_at = fields.String(
        required=True, allow_none=True, metadata=about("When it is tried next.", **_WHEN)
    )
    payload = fields.Dict(required=True, metadata=about("The body that is sent."))
    tries = fields.List(
        fields.Nested(DeliveryAttemptSchema),
        required=True,
        metadata=about("Its last tries, in their order."),
    )


class DeliveryListSchema(Schema):
    """A page of deliveries, the newest first. They are kept for thirty days."""

    deliveries = fields.List(
        fields.Nested(DeliverySchema), required=True, metadata=about("The deliveries of the page.")
    )
    next = fields.String(
        required=True, allow_none=True, metadata=about("The cursor of the next page, if any.")
    )


class OwnDeliverySchema(Schema):
    """A delivery that a webhook would get."""

    position = fields.Integer(required=True, metadata=about("In the log of all events, from 1."))
    id = fields.UUID(
        required=True, metadata=about("The `webhook-id`: the same whenever it is read.")
    )
    type = fields.String(
        required=True, validate=validate.OneOf(KINDS), metadata=about("The kind of news.")
    )
    payload = fields.Dict(required=True, metadata=about("The body of the request."))


class OwnDeliveriesPageSchema(Schema):
    """A page of deliveries that a webhook would get, in the order of the log."""

    position = fields.Integer(
        required=True, metadata=about("How far the log was read for it: the next `after`.")
    )
    events = fields.List(
        fields.Nested(OwnDeliverySchema), required=True, metadata=about("The oldest first.")
    )


class RedeliverySchema(Schema):
    """A delivery that was requested: a test, or a delivery that is made once more."""

    webhook = fields.UUID(required=True, metadata=about("The webhook."))
    delivery = fields.UUID(required=True, metadata=about("The delivery."))
