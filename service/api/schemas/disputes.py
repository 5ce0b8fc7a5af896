"""The schemas by which the contract describes disputes and evidence."""

from typing import get_args

from marshmallow import Schema, fields, validate

from domain.table.disputes import Claim, Ruling
from service.api.schemas.deals import LegalMoveSchema
from service.api.schemas.fields import Component, about
from service.api.schemas.shared import SeatSummarySchema


class RulingSchema(Schema):
    """The ruling on a dispute."""

    ruling = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Ruling)),
        metadata=about("Whether the dispute was upheld."),
    )
    adjustment = fields.List(
        fields.Integer(), required=True, metadata=about("The points of each side in the ledger.")
    )
    text = fields.String(required=True, metadata=about("Why it was ruled so."))
    auditor = fields.Integer(required=True, metadata=about("The number of the auditor who ruled."))
    ruled_at = fields.String(
        required=True, metadata=about("When it was ruled.", format="date-time")
    )


class DisputeAnswerSchema(Schema):
    """The answer of a seat to a dispute."""

    seat = fields.Integer(required=True, metadata=about("The seat that answered."))
    text = fields.String(required=True, metadata=about("The answer, in the words of the seat."))
    answered_at = fields.String(
        required=True, metadata=about("When it was answered.", format="date-time")
    )


class DisputeSchema(Schema):
    """A dispute."""

    deal = fields.UUID(required=True)
    dispute = fields.Integer(required=True, metadata=about("1 for the deal's first."))
    seat = fields.Integer(required=True, metadata=about("The seat that disputes."))
    at = fields.Integer(required=True, metadata=about("The event that is disputed."))
    claim = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Claim)),
        metadata=about("The kind of claim; see `openDispute`."),
    )
    text = fields.String(required=True, metadata=about("The reason, in the words of the seat."))
    opened_at = fields.String(
        required=True, metadata=about("When it was opened.", format="date-time")
    )
    answers = fields.List(
        fields.Nested(DisputeAnswerSchema),
        required=True,
        metadata=about("The answers of seats, the oldest first."),
    )
    ruling = fields.Nested(
        RulingSchema,
        required=True,
        allow_none=True,
        metadata=about("How it was ruled; null while it is open."),
    )


class DisputeListSchema(Schema):
    """The disputes of a deal, the oldest first."""

    deal = fields.UUID(required=True)
    disputes = fields.List(
        fields.Nested(DisputeSchema), required=True, metadata=about("The disputes.")
    )


class TableDisputesSchema(Schema):
    """The disputes of all deals of a table, by deal, the oldest first."""

    table = fields.UUID(required=True)
    disputes = fields.List(
        fields.Nested(DisputeSchema), required=True, metadata=about("The disputes.")
    )


class ListedDisputeSchema(DisputeSchema):
    """A dispute in a list of several tables."""

    table = fields.UUID(required=True)


class DisputePageSchema(Schema):
    """A page of disputes, the newest first."""

    disputes = fields.List(
        fields.Nested(ListedDisputeSchema),
        required=True,
        metadata=about("The disputes of the page."),
    )
    next = fields.String(
        required=True, allow_none=True, metadata=about("The cursor of the next page, if any.")
    )


# --- Evidence -----------------------------------------------------------------------------------


class SeatViewSchema(Schema):
    """The record as a seat was shown it while the deal was on."""

    seat = fields.Integer(required=True)
    events = fields.List(
        Component("Event"),
        required=True,
        metadata=about("The events, with null for what it did not know."),
    )


class SeatChoicesSchema(Schema):
    """The choices of a seat."""

    seat = fields.Integer(required=True)
    legal_moves = fields.List(
        fields.Nested(LegalMoveSchema),
        required=True,
        metadata=about("Every move that it could make."),
    )


class DecisionSchema(Schema):
    """A move, what its seat saw before it, and what each seat could have done."""

    at = fields.Integer(required=True, metadata=about("The event."))
    move_at = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about("The move that it is or follows from; null: it came before all moves."),
    )
    seat = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat that made the move.")
    )
    move = Component(
        "Move", required=True, allow_none=True, metadata=about("The move that was made.")
    )
    state = Component(
        "State",
        required=True,
        allow_none=True,
        metadata=about("The state before the move, with trick and hand, as its seat saw it."),
    )
    seats = fields.List(
        fields.Nested(SeatChoicesSchema),
        required=True,
        metadata=about("The choices of every seat."),
    )


class MoveTimingSchema(Schema):
    """When a move was made."""

    position = fields.Integer(required=True, metadata=about("The event of the move."))
    seat = fields.Integer(required=True)
    at = fields.String(required=True, metadata=about("When it was recorded.", format="date-time"))
    took_us = fields.Integer(
        required=True, metadata=about("Microseconds since what happened before it.")
    )


class FindingSchema(Schema):
    """An event that disagrees with the rules."""

    position = fields.Integer(required=True, metadata=about("The event."))
    clauses = fields.List(
        fields.String(), required=True, metadata=about("The clauses that it offends.")
    )
    detail = fields.String(required=True, metadata=about("The fault in the event, in English."))
    key = fields.String(required=True, metadata=about("The key of `detail`."))
    values = fields.Dict(required=True, metadata=about("The values that it names."))
    field = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The field of the event that it shows in, where there is one."),
    )


class DecidedAtSchema(Schema):
    """The event after which no play could change the result of the deal.

    The result is the score, without the next dealer and leader. A move that ends the deal early, by
    giving up or by agreement, is no play as long as there are other moves.
    """

    at = fields.Integer(required=True, metadata=about("The event; the shuffle, if no play could."))
    exact = fields.Boolean(
        required=True,
        metadata=about("False: there or earlier; the search reached its limit."),
    )


class AuditSchema(Schema):
    """The evidence of a finished deal."""

    deal = fields.UUID(required=True)
    table = fields.UUID(required=True)
    number = fields.Integer(required=True)
    game = fields.String(required=True)
    rules = fields.String(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the last event."))
    head = fields.String(required=True, metadata=about("The hash of the record up to there."))
    deck = fields.String(
        required=True,
        validate=validate.OneOf(("seed", "hand")),
        metadata=about("Whether the deck follows from a seed; the deck of a branch does not."),
    )
    parties = fields.List(
        fields.Nested(SeatSummarySchema), required=True, metadata=about("The player of each seat.")
    )
    events = fields.List(Component("Event"), required=True, metadata=about("The full record."))
    views = fields.List(
        fields.Nested(SeatViewSchema),
        required=True,
        metadata=about("The masked record of each party."),
    )
    choices = fields.List(
        fields.Nested(DecisionSchema),
        required=True,
        metadata=about("At every event that is disputed, and at the one that was asked for."),
    )
    timing = fields.List(
        fields.Nested(MoveTimingSchema), required=True, metadata=about("Of every move.")
    )
    findings = fields.List(
        fields.Nested(FindingSchema),
        required=True,
        metadata=about("The faults found when the deal was played again under the rules."),
    )
    decided = fields.Nested(
        DecidedAtSchema,
        required=True,
        allow_none=True,
        metadata=about("Where the deal was decided; null: it was abandoned and came to nothing."),
    )
