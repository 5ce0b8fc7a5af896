"""The schemas of lists of deals."""

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import DEAL_STATUSES, about
from service.api.schemas.problems import SentenceSchema
from service.api.schemas.responses import EXPLANATIONS
from service.api.schemas.shared import SeatSummarySchema, TimesSchema


class DealSeatSchema(SeatSummarySchema):
    """A seat of a deal, in a list."""

    ref = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The owner's reference of the player; null for all others."),
    )


class DealSummarySchema(TimesSchema):
    """A deal in a list."""

    id = fields.UUID(required=True, metadata=about("The deal."))
    table = fields.UUID(required=True)
    number = fields.Integer(required=True, metadata=about("1 for the first deal of the series."))
    game = fields.String(required=True)
    status = fields.String(
        required=True,
        validate=validate.OneOf(DEAL_STATUSES),
        metadata=about("`seeds`: it waits for seeds. `voided` and `abandoned`: no side scores."),
    )
    seats = fields.List(
        fields.Nested(DealSeatSchema), required=True, metadata=about("Every seat, in order.")
    )
    explained = fields.List(
        fields.String(),
        required=True,
        metadata=about("How it ended, in sentences with clauses; empty while it is on."),
    )
    explanations = fields.List(
        fields.Nested(SentenceSchema), required=True, metadata=about(EXPLANATIONS)
    )


class DealListSchema(Schema):
    """A page of deals, the newest first."""

    deals = fields.List(
        fields.Nested(DealSummarySchema), required=True, metadata=about("The deals of the page.")
    )
    next = fields.String(
        required=True, allow_none=True, metadata=about("The cursor of the next page, if any.")
    )
