"""The schemas of what can be followed, besides the events of deals."""

from typing import Any, Final, get_args

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import STATUSES, Component, about
from service.api.schemas.responses import TableSummarySchema
from service.api.schemas.shared import RefsSchema, SideResultSchema
from service.live.news import Kind

_WHEN: Final[dict[str, Any]] = {"format": "date-time"}


class TableEventSchema(Schema):
    """An event of a table."""

    position = fields.Integer(required=True, metadata=about("At the table, from 1."))
    type = fields.String(required=True, metadata=about("The type of the event."))
    schema = fields.Integer(required=True, metadata=about("The version of the form of `data`."))
    at = fields.String(required=True, metadata=about("When it happened.", **_WHEN))
    command = fields.Integer(
        required=True,
        metadata=about("The position of the first event of its command: its events share it."),
    )
    actor = fields.String(
        required=True, metadata=about("The actor: `key`, `seat:2`, `auditor:1`, `system`.")
    )
    data = fields.Dict(
        required=True, metadata=about("By the type. A value that the caller may not see is null.")
    )


class TableEventPageSchema(Schema):
    """A page of the events of a table. Their positions have no gaps."""

    table = fields.UUID(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the table's last."))
    status = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES),
        metadata=about("The status of the table; `over` and `closed` end its series."),
    )
    now = fields.String(required=True, metadata=about("The time of the service.", **_WHEN))
    events = fields.List(
        fields.Nested(TableEventSchema),
        required=True,
        metadata=about("The events, in the order of their positions."),
    )


class NoticeSchema(Schema):
    """A notice for the caller: what has happened, and where to read about it."""

    position = fields.Integer(required=True, metadata=about("In the log of all events, from 1."))
    type = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Kind)),
        metadata=about(
            "The kind of news: `table.started` when the last seat was taken, `deal.finished` when "
            "the deal counts in its series."
        ),
    )
    at = fields.String(required=True, metadata=about("When it happened.", **_WHEN))
    table = fields.UUID(required=True)
    refs = fields.Nested(RefsSchema, metadata=about("For the owner, where there is a `ref`."))
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
        metadata=about("With `seat.left` where a deal is on: why a bot plays there."),
    )
    rematch = fields.UUID(metadata=about("With `table.rematched`: the new table."))
    version = fields.Integer(metadata=about("With `turn`: the version at which the deal waits."))
    dispute = fields.Integer(metadata=about("With `dispute`: its number in the deal."))
    winner = fields.Integer(
        allow_none=True, metadata=about("With `series.finished`: the side; null: it is shared.")
    )
    sides = fields.List(
        fields.Nested(SideResultSchema),
        metadata=about("With `series.finished`: the sides, each with its total and its place."),
    )


class NoticePageSchema(Schema):
    """A page of what is new, in the order of the log."""

    position = fields.Integer(
        required=True, metadata=about("How far the log was read for it: the next `after`.")
    )
    events = fields.List(
        fields.Nested(NoticeSchema), required=True, metadata=about("The notices, the oldest first.")
    )


class LobbyChangeSchema(Schema):
    """A change of a table in the lobby."""

    position = fields.Integer(required=True, metadata=about("In the log of all events, from 1."))
    type = fields.String(
        required=True,
        validate=validate.OneOf(("table.listed", "table.gone")),
        metadata=about("`table.listed`: as `line` shows it. `table.gone`: it no longer fits."),
    )
    table = fields.UUID(required=True)
    line = fields.Nested(
        TableSummarySchema,
        required=True,
        allow_none=True,
        metadata=about("As in the list of tables; null for a table that is gone."),
    )


class LobbyPageSchema(Schema):
    """A page of changes of the lobby, in the order of the log."""

    position = fields.Integer(
        required=True, metadata=about("How far the log was read for it: the next `after`.")
    )
    events = fields.List(
        fields.Nested(LobbyChangeSchema), required=True, metadata=about("The oldest first.")
    )


class EventOfSeatSchema(Schema):
    """An event as a seat was shown it."""

    seat = fields.Integer(required=True, metadata=about("The seat."))
    event = Component("Event", required=True)


class LoggedEventSchema(Schema):
    """An event of a table or of a deal, as the caller is shown it."""

    position = fields.Integer(required=True, metadata=about("In the log of all events, from 1."))
    type = fields.String(required=True, metadata=about("The type of the event."))
    table = fields.UUID(required=True)
    deal = fields.UUID(
        required=True, allow_none=True, metadata=about("Null for an event of the table itself.")
    )
    event = fields.Dict(
        required=True,
        metadata=about("As in the events of its deal or table; its `position` is the one there."),
    )
    seats = fields.List(
        fields.Nested(EventOfSeatSchema),
        required=True,
        metadata=about("As the seats that an API key holds see it, where that is more."),
    )
    refs = fields.Nested(RefsSchema, metadata=about("For the owner, where there is a `ref`."))


class AllEventsPageSchema(Schema):
    """A page of the events of all tables of the caller, in the order of the log."""

    position = fields.Integer(
        required=True, metadata=about("How far the log was read for it: the next `after`.")
    )
    events = fields.List(
        fields.Nested(LoggedEventSchema),
        required=True,
        metadata=about("The events, the oldest first."),
    )
