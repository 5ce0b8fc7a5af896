"""Schemas that are parts of others: a seat, the source of a branch, the points of a ruling."""

from typing import Final

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import KINDS, about
from service.api.schemas.problems import SentenceSchema
from service.api.schemas.proofs import ReceiptSchema
from service.play.waits import KINDS as WAITS

_UNTIL: Final = (
    "The deadline: a move at that moment is late. Of a seat in `away`: before that moment the bot "
    "that stands in does not move, and a player who comes back moves."
)


class TimesSchema(Schema):
    """When a table or a deal was opened, began and ended."""

    opened_at = fields.String(
        required=True, metadata=about("When it was opened.", format="date-time")
    )
    started_at = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "When the last seat was taken; of a deal: when the pack was shuffled. Null before.",
            format="date-time",
        ),
    )
    finished_at = fields.String(
        required=True,
        allow_none=True,
        metadata=about("When it was over, or closed. Null before.", format="date-time"),
    )


class RematchOfSchema(Schema):
    """Whether a table is a rematch."""

    rematch_of = fields.UUID(
        required=True,
        allow_none=True,
        metadata=about("The table whose players alone sit down at this one, to play again."),
    )


class RematchedSchema(Schema):
    """Whether a table has a rematch."""

    rematch = fields.UUID(
        required=True,
        allow_none=True,
        metadata=about("The table at which the same players play again, once it is opened."),
    )


class BranchOfSchema(Schema):
    """The deal that a table goes on from. A branch counts nowhere but for itself."""

    deal = fields.UUID(required=True)
    at = fields.Integer(required=True, metadata=about("The last event that stayed as it was."))
    cards = fields.String(
        required=True,
        validate=validate.OneOf(("true", "resample")),
        metadata=about("Whether the cards that a seat had not seen by then were dealt anew."),
    )
    from_seat = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat of `resample`.")
    )


class SideResultSchema(Schema):
    """The result of a side in a series that is over, as played."""

    seats = fields.List(fields.Integer(), required=True, metadata=about("The seats of the side."))
    points = fields.Integer(
        required=True, metadata=about("The total of the side; a ruling may add to its ledger.")
    )
    rank = fields.Integer(
        required=True, metadata=about("The place, 1 is the best; equal where it is shared.")
    )


class SeriesResultSchema(Schema):
    """The result of a series that is over, as played."""

    winner = fields.Integer(
        required=True, allow_none=True, metadata=about("The side that won; null: it is shared.")
    )
    sides = fields.List(
        fields.Nested(SideResultSchema),
        required=True,
        metadata=about("The sides, each with its total and its place."),
    )


class AdjustmentSchema(Schema):
    """The points that a ruling gave each side in the ledger, or took."""

    deal = fields.UUID(required=True)
    dispute = fields.Integer(
        required=True, metadata=about("The number of the dispute, within the deal.")
    )
    points = fields.List(
        fields.Integer(), required=True, metadata=about("The points of each side; negative: lost.")
    )


class NotedSchema(Schema):
    """The owner's notes."""

    ref = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The owner's own id of it; null for others, and once it is erased."),
    )
    metadata = fields.Dict(
        required=True,
        allow_none=True,
        metadata=about("The owner's own notes; null for others, and once they are erased."),
    )


class RefsSchema(Schema):
    """The owner's own ids of a table and its players."""

    table = fields.String(required=True, allow_none=True)
    seats = fields.List(
        fields.String(allow_none=True), required=True, metadata=about("Of each seat, in order.")
    )


class SeatSummarySchema(NotedSchema):
    """A seat; free where it has neither name nor bot."""

    seat = fields.Integer(required=True)
    name = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "The player's name, or a pseudonym once it is erased; null for a free seat."
        ),
    )
    erased = fields.Boolean(
        required=True, metadata=about("Whether the name is erased, and a pseudonym is shown.")
    )
    bot = fields.String(required=True, allow_none=True, metadata=about("The level of a bot."))
    kind = fields.String(
        required=True,
        allow_none=True,
        validate=validate.OneOf((*KINDS, None)),
        metadata=about(
            "The kind of player. A `bot` without a level is external: it plays over this API."
        ),
    )


class SeatSchema(SeatSummarySchema):
    """A seat, with the side that it plays for."""

    side = fields.Integer(
        required=True, metadata=about("The side, from 0; those who win together are one side.")
    )
    commits = fields.Boolean(
        required=True, metadata=about("Whether it adds a seed of its own to every deal.")
    )
    key = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The key that it signs with (F7), if any."),
    )


class AbandonmentSchema(Schema):
    """Why a deal was not played out."""

    seats = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats at fault, whose side has lost; none: it was closed."),
    )
    reason = fields.String(
        required=True,
        validate=validate.OneOf(("time", "left", "resigned", "closed")),
        metadata=about("Why: the time was over, a player left or resigned, the table was closed."),
    )


class ClockSchema(Schema):
    """How much time the seats have. Seconds are counted from the times in the record."""

    turn = fields.Integer(required=True, metadata=about("The seconds for each turn."))
    banks = fields.List(
        fields.Float(),
        required=True,
        metadata=about("The seconds in the bank of each seat when this turn began."),
    )
    seat = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about(
            "The seat whose time runs, if any. It is in `away` if no player is at the table: the "
            "bot that stands in lets the time pass before it moves (L3)."
        ),
    )
    until = fields.String(
        required=True,
        allow_none=True,
        metadata={"format": "date-time", **about(_UNTIL)},
    )


class SeatSeedSchema(Schema):
    """The part of a seat in the shuffle."""

    seat = fields.Integer(required=True)
    commitment = fields.String(required=True, metadata=about("The commitment of the seat."))
    seed = fields.String(required=True, allow_none=True, metadata=about("Null until it is shown."))


class FairnessSchema(Schema):
    """The seeds and commitments of a deal's shuffle."""

    commitment = fields.String(required=True, metadata=about("The server's, to its own seed."))
    seats = fields.List(
        fields.Nested(SeatSeedSchema), required=True, metadata=about("The seats that add seeds.")
    )
    waiting = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats that have yet to show their seeds before the cards are dealt."),
    )
    receipt = fields.Nested(
        ReceiptSchema,
        required=True,
        allow_none=True,
        metadata=about(
            "For the opening, with the server's commitment, while a seed is waited for. Keep it, "
            "and show no seed without it (F3): it proves which commitment there was before."
        ),
    )
    guarantee = fields.String(
        required=True, metadata=about("The guarantee that follows from it, in words.")
    )
    guarantee_explained = fields.Nested(SentenceSchema, required=True)


class WaitingForSchema(Schema):
    """The reason why nothing is happening: who or what is waited for."""

    kind = fields.String(
        required=True,
        validate=validate.OneOf(WAITS),
        metadata=about(
            "`players`: free seats. `seeds`: commitments or seeds. `next_deal`: it is being "
            "opened. `deal`: the deal that is on, which says more. `move`: a person. `bots`: a "
            "bot. `nothing`: nothing will happen by itself. There may be more kinds later."
        ),
    )
    seats = fields.List(
        fields.Integer(), required=True, metadata=about("The seats that are waited for.")
    )
    until = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The deadline, if there is one.", format="date-time"),
    )
