"""The schemas by which the contract describes answers."""

from typing import Final

from marshmallow import Schema, fields, validate

from domain.table.events import TableOpened
from service.api.schemas.fields import STATUSES, Component, about
from service.api.schemas.problems import SentenceSchema
from service.api.schemas.shared import (
    AbandonmentSchema,
    AdjustmentSchema,
    BranchOfSchema,
    NotedSchema,
    RefsSchema,
    RematchedSchema,
    RematchOfSchema,
    SeatSchema,
    SeatSummarySchema,
    SeriesResultSchema,
    TimesSchema,
    WaitingForSchema,
)
from service.api.schemas.terms import answer_of

OFF: Final = "Why it was not played out, so that no side scores (L4-L6); null where it was."
VOIDED: Final = "The seats that voided it, so that no side scores (F4); empty if it was not."

EXPLANATIONS: Final = "The sentences of `explained`, each with its key and values."


class TableSummarySchema(RematchOfSchema, NotedSchema, TimesSchema):
    """A table in the lobby."""

    id = fields.UUID(required=True, metadata=about("The table."))
    name = fields.String(required=True, metadata=about("The name of the table."))
    game = fields.String(required=True)
    target = fields.Integer(required=True, metadata=about("The target that ends the series."))
    visibility = fields.String(
        required=True,
        validate=validate.OneOf(("public", "private")),
        metadata=about("A `private` table is known only to its owner and its players."),
    )
    spectators = fields.Boolean(
        required=True, metadata=about("Whether others may watch a deal that is on.")
    )
    hints = fields.Boolean(
        required=True, metadata=about("Whether players may ask for hints in their turns.")
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES),
        metadata=about(
            "`open` while seats are free, then `playing` and `over`; `closed`: it never began."
        ),
    )
    created_at = fields.String(required=True, metadata=about("`opened_at`.", format="date-time"))
    seats = fields.List(
        fields.Nested(SeatSummarySchema), required=True, metadata=about("Every seat, in order.")
    )
    branch_of = fields.Nested(
        BranchOfSchema,
        required=True,
        allow_none=True,
        metadata=about("Null where a series is played."),
    )
    result = fields.Nested(
        SeriesResultSchema,
        required=True,
        allow_none=True,
        metadata=about(
            "Null before the end; in lists also of series that ended before release 0.3."
        ),
    )


class TableListSchema(Schema):
    """A page of tables, the newest first."""

    position = fields.Integer(
        required=True,
        metadata=about("In the log: the changes of the lobby after it are not missing here."),
    )
    tables = fields.List(
        fields.Nested(TableSummarySchema), required=True, metadata=about("The tables of the page.")
    )
    next = fields.String(
        required=True, allow_none=True, metadata=about("The cursor of the next page, if any.")
    )


class DealReferenceSchema(Schema):
    """A deal of a series."""

    id = fields.UUID(required=True, metadata=about("The id of the deal."))
    number = fields.Integer(required=True)


class NextDealSchema(DealReferenceSchema):
    """The deal that comes next, known ahead, for seats to commit to."""

    waiting = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats whose commitments are still missing: it is opened with them."),
    )


class TableSchema(TableSummarySchema, answer_of(TableOpened), RematchedSchema):  # type: ignore[misc] # made here
    """A table."""

    rules = fields.String(required=True, metadata=about("The rules version, fixed for ever."))
    options = fields.Dict(required=True, metadata=about("The options of the game, all of them."))
    version = fields.Integer(
        required=True, metadata=about("The position of the last event of the table.")
    )
    head = fields.String(
        required=True,
        metadata=about("The hash of the record up to there: what a seat signs its acts with (F7)."),
    )
    seats = fields.List(
        fields.Nested(SeatSchema), required=True, metadata=about("Every seat, in order.")
    )
    deal = fields.Nested(
        DealReferenceSchema, required=True, allow_none=True, metadata=about("The deal that is on.")
    )
    next_deal = fields.Nested(
        NextDealSchema, required=True, allow_none=True, metadata=about("Null once there is none.")
    )
    waiting_for = fields.Nested(WaitingForSchema, required=True)
    now = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "The time of the service; null in the answer to a command, and after the series.",
            format="date-time",
        ),
    )


class SeatTokenSchema(Schema):
    """A seat taken for a person, with its token. Keep it: it is not kept here."""

    seat = fields.Integer(required=True)
    token = fields.String(required=True)


class MovedClockSchema(Schema):
    """The clock of a test table as it was moved."""

    table = fields.UUID(required=True)
    version = fields.Integer(required=True, metadata=about("Of the table, with this event."))
    now = fields.String(
        required=True, metadata=about("The time at the table then.", format="date-time")
    )
    ahead_seconds = fields.Integer(
        required=True, metadata=about("How far the clock is ahead of the service's in all.")
    )


class NewTableSchema(Schema):
    """A new table, with the seat tokens of the persons who sit there."""

    table = fields.Nested(TableSchema, required=True)
    tokens = fields.List(
        fields.Nested(SeatTokenSchema),
        required=True,
        metadata=about("The tokens of the persons, by seat; they come this once."),
    )


class NewHouseTableSchema(NewTableSchema):
    """A new table of the house, with the token of the person who opened it."""

    invitation = fields.String(
        required=True,
        allow_none=True,
        metadata=about("`invite_…`, for a friend; it comes this once. Null: all seats are taken."),
    )


class TakenSeatSchema(SeatTokenSchema):
    """A seat taken, and the table after it."""

    table = fields.Nested(TableSchema, required=True)


class SideSchema(Schema):
    """A side of a series."""

    seats = fields.List(fields.Integer(), required=True, metadata=about("The seats of the side."))
    points = fields.Integer(
        required=True, metadata=about("The score of the side, as the game counts.")
    )


class SeriesDealSchema(Schema):
    """A deal of a series; without a result while it is on, voided or abandoned."""

    number = fields.Integer(required=True)
    deal = fields.UUID(
        required=True,
        metadata=about("It was never opened where it was voided for want of a commitment."),
    )
    result = fields.Dict(
        required=True, allow_none=True, metadata=about("The result in the form of the game.")
    )
    explained = fields.List(
        fields.String(), required=True, metadata=about("How it ended, in sentences with clauses.")
    )
    explanations = fields.List(
        fields.Nested(SentenceSchema), required=True, metadata=about(EXPLANATIONS)
    )
    counted = fields.List(
        fields.Integer(), required=True, metadata=about("The points of each side for it.")
    )
    points = fields.List(
        fields.Integer(), required=True, metadata=about("The score of each side after it.")
    )
    hints = fields.List(
        fields.Integer(),
        required=True,
        allow_none=True,
        metadata=about("How many hints each seat was given. Null while the deal is on."),
    )
    voided = fields.List(fields.Integer(), required=True, metadata=about(VOIDED))
    abandoned = fields.Nested(
        AbandonmentSchema, required=True, allow_none=True, metadata=about(OFF)
    )


class SeriesSchema(TimesSchema):
    """The series of a table."""

    table = fields.UUID(required=True)
    refs = fields.Nested(
        RefsSchema,
        required=True,
        allow_none=True,
        metadata=about("Null for all but the owner, and where there is no `ref`."),
    )
    game = fields.String(required=True)
    target = fields.Integer(required=True, metadata=about("The target that ends the series."))
    status = fields.String(
        required=True,
        validate=validate.OneOf(STATUSES),
        metadata=about(
            "`open` while seats are free, then `playing` and `over`; `closed`: it never began."
        ),
    )
    version = fields.Integer(
        required=True, metadata=about("The position of the last event of the table.")
    )
    sides = fields.List(
        fields.Nested(SideSchema), required=True, metadata=about("The sides, in order.")
    )
    deals = fields.List(
        fields.Nested(SeriesDealSchema),
        required=True,
        metadata=about("The deals, the first one first."),
    )
    score = Component("Score", required=True)
    ledger = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The points of the sides, with the rulings on disputes."),
    )
    adjustments = fields.List(
        fields.Nested(AdjustmentSchema),
        required=True,
        metadata=about("The rulings in the ledger, besides the points as played."),
    )
    winner = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about("The side that won; null too where the first place is shared."),
    )
    voids = fields.Integer(
        required=True, metadata=about("How many of its deals were voided, by any seat (F4).")
    )
    forfeited = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats that have forfeited the series (F5, L4, L5)."),
    )
    ranks = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The place of each side, equal where shared; empty while the series is on."),
    )
    titles = fields.List(
        fields.String(), required=True, metadata=about("The title of each side for it, or empty.")
    )
    titles_explained = fields.List(
        fields.Nested(SentenceSchema, allow_none=True),
        required=True,
        metadata=about("`titles` as sentences; null for a side without a title."),
    )
    branch_of = fields.Nested(
        BranchOfSchema,
        required=True,
        allow_none=True,
        metadata=about("Null where a series is played."),
    )
