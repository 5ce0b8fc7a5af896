"""How the contract describes what is followed, besides the events of deals."""

from typing import Any, Final, get_args

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import STATUSES, about
from service.live.news import Kind

_WHEN: Final[dict[str, Any]] = {"format": "date-time"}


class TableEventSchema(Schema):
    """Something that happened at a table."""

    position = fields.Integer(required=True, metadata=about("At the table, from 1."))
    type = fields.String(required=True, metadata=about("What has happened."))
    schema = fields.Integer(required=True, metadata=about("The version of what `data` has."))
    at = fields.String(required=True, metadata=about("When it happened.", **_WHEN))
    actor = fields.String(
        required=True, metadata=about("Who did it: `key`, `seat:2`, `auditor:1`, `system`.")
    )
    data = fields.Dict(
        required=True, metadata=about("By the type. What is not for the caller is null.")
    )


class TableEventPageSchema(Schema):
    """A page of the events of a table. Their positions have no gaps."""

    table = fields.UUID(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the table's last."))
    status = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES),
        metadata=about("Where the table stands; over or closed, its series goes on no more."),
    )
    events = fields.List(
        fields.Nested(TableEventSchema),
        required=True,
        metadata=about("The events, in the order of their positions."),
    )


class NoticeSchema(Schema):
    """Something that is new for the caller: what has happened, and where to read of it."""

    position = fields.Integer(required=True, metadata=about("In the log of all events, from 1."))
    type = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Kind)),
        metadata=about(
            "What has happened: `table.started` where the last seat was taken, `deal.finished` "
            "where the deal counts in its series."
        ),
    )
    at = fields.String(required=True, metadata=about("When it happened.", **_WHEN))
    table = fields.UUID(required=True)
    deal = fields.UUID(
        metadata=about("With `turn`, `deal` and `dispute`; with `seat` where a deal is on.")
    )
    number = fields.Integer(metadata=about("With `deal`: its number in the series."))
    voided = fields.Boolean(metadata=about("With `deal.finished`: whether it was voided."))
    abandoned = fields.Boolean(metadata=about("With `deal.finished`: whether it was abandoned."))
    seat = fields.Integer(
        metadata=about("With `turn`: whose it is. With `seat`: which was taken, left, and so on.")
    )
    why = fields.String(
        validate=validate.OneOf(("time", "left")),
        metadata=about("With `seat.left` where a deal is on: why a bot plays for him."),
    )
    rematch = fields.UUID(metadata=about("With `table.rematched`: the new table."))
    version = fields.Integer(metadata=about("With `turn`: the version at which the deal waits."))
    dispute = fields.Integer(metadata=about("With `dispute`: its number in the deal."))
    winner = fields.Integer(
        allow_none=True, metadata=about("With `series.finished`: the side; null: it is shared.")
    )


class NoticePageSchema(Schema):
    """A page of what is new, in the order of the log."""

    position = fields.Integer(
        required=True, metadata=about("How far the log was read for it: the next `after`.")
    )
    events = fields.List(
        fields.Nested(NoticeSchema), required=True, metadata=about("What is new, the oldest first.")
    )
