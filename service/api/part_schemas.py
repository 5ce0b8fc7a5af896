"""Schemas that are parts of others: what a table is a branch of, what a ruling adjusted."""

from marshmallow import Schema, fields, validate

from service.api.fields import about


class BranchOf(Schema):
    """The deal that a table goes on from. A branch counts nowhere but for itself."""

    deal = fields.UUID(required=True)
    at = fields.Integer(required=True, metadata=about("The last event that stayed as it was."))
    cards = fields.String(
        required=True,
        validate=validate.OneOf(("true", "resample")),
        metadata=about("Whether those that a seat had not seen by then were dealt anew."),
    )
    from_seat = fields.Integer(required=True, allow_none=True, metadata=about("That seat."))


class Adjusted(Schema):
    """What a ruling gave each side in the ledger, or took."""

    deal = fields.UUID(required=True)
    dispute = fields.Integer(required=True)
    points = fields.List(fields.Integer(), required=True)
