"""The schemas by which the contract describes games and their rules."""

from marshmallow import Schema, fields

from service.api.fields import about
from service.api.schemas import BrokenClause


class OptionLine(Schema):
    """An option of a game: its default and what it may be."""

    default = fields.Raw(required=True)
    values = fields.List(fields.Raw())
    minimum = fields.Integer()
    maximum = fields.Integer()
    per_seat = fields.Boolean(
        metadata=about(
            "True where `default`, `minimum` and `maximum` are for each seat: with three seats a "
            "table has three times as much, and always a multiple of its seats."
        )
    )


class GameLine(Schema):
    """A game that can be played."""

    key = fields.String(required=True)
    title = fields.String(required=True)
    rules = fields.String(required=True, metadata=about("The version of its rules."))
    seats = fields.List(fields.Integer(), required=True, metadata=about("How many may sit."))
    target = fields.String(required=True, metadata=about("The option that a table's target is."))
    options = fields.Dict(keys=fields.String(), values=fields.Nested(OptionLine), required=True)
    bots = fields.List(fields.String(), required=True, metadata=about("The levels of its bots."))


class Games(Schema):
    """All games."""

    games = fields.List(fields.Nested(GameLine), required=True)


class GameBook(GameLine):
    """A game with its grammar and its rules."""

    options_schema = fields.Dict(required=True, metadata=about("A JSON Schema."))
    moves = fields.Dict(required=True, metadata=about("A JSON Schema: what a move may say."))
    clauses = fields.List(fields.Nested(BrokenClause), required=True)
