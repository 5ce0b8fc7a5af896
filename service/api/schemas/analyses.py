"""The schemas of analyses."""

from marshmallow import Schema, fields, validate

from bots.analysis import WHOLE, Verdict
from service.api.schemas.fields import Component, about


class AlternativeSchema(Schema):
    """A legal move and its values, from 0, the worst result of a deal, to 1000, the best."""

    move = Component("Move", metadata=about("The move. Absent: to wait."))
    value = fields.Integer(
        required=True,
        validate=validate.Range(0, WHOLE),
        metadata=about("As far as its player could know."),
    )
    open = fields.Integer(
        required=True,
        validate=validate.Range(0, WHOLE),
        metadata=about("With the cards of all players open."),
    )


class ReviewSchema(Schema):
    """The review of a move whose player had a choice."""

    at = fields.Integer(required=True, metadata=about("The position of the move's event."))
    seat = fields.Integer(required=True, metadata=about("The seat that made it."))
    verdict = fields.String(
        required=True,
        validate=validate.OneOf([each.value for each in Verdict]),
        metadata=about(
            "`inaccuracy`: another move was better by 20 or more, `blunder`: by 100 or more, as "
            "far as the player could know. `unlucky`: none was; with all cards open, one was."
        ),
    )
    loss = fields.Integer(
        required=True, metadata=about("Its loss against the move with the highest `value`.")
    )
    open_loss = fields.Integer(required=True, metadata=about("The same of `open`."))
    played = fields.Nested(
        AlternativeSchema, required=True, metadata=about("The move that was made.")
    )
    best = fields.Nested(AlternativeSchema, required=True, metadata=about("The choice of the bot."))
    alternatives = fields.List(
        fields.Nested(AlternativeSchema),
        required=True,
        metadata=about("Every legal move, by falling `value`."),
    )
    worlds = fields.Integer(
        required=True, metadata=about("How many ways to deal the unseen cards were looked at.")
    )
    cut = fields.Boolean(
        required=True, metadata=about("Whether the budget ended a search before it was complete.")
    )


class AnalysisSchema(Schema):
    """The analysis of a finished deal, as far as it was made."""

    deal = fields.UUID(required=True, metadata=about("The deal."))
    method = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "The bot that values the moves, with its version and the most positions that it "
            "searches, such as `hard/1@45000000`. Null: no bot here can judge moves of this game."
        ),
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(["none", "running", "done", "failed"]),
        metadata=about(
            "`none` until a caller has requested it; `done` when every "
            "move was reviewed; `failed` when it was tried in vain: request it again."
        ),
    )
    place = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about(
            "The place in the queue: how many analyses are made before this one. 0: it is being "
            "made. Owners take turns, so another one may still come before it. Null: it does not "
            "wait."
        ),
    )
    moves = fields.Integer(required=True, metadata=about("The number of moves of the deal."))
    done = fields.Integer(required=True, metadata=about("How many of them were reviewed."))
    reviews = fields.List(
        fields.Nested(ReviewSchema),
        required=True,
        metadata=about(
            "The reviews of those whose player had a choice, in their order; none until it is done."
        ),
    )
