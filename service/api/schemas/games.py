"""The schemas by which the contract describes games and their rules."""

from typing import get_args

from marshmallow import Schema, fields, validate

from domain.kernel.zones import Owner, Shape, Where
from service.api.schemas.fields import about
from service.api.schemas.problems import RuleClauseSchema


class GameOptionSchema(Schema):
    """An option of a game: its default and its allowed values."""

    default = fields.Raw(required=True, metadata=about("The value if none is given."))
    values = fields.List(
        fields.Raw(), metadata=about("The allowed values; absent for a whole number.")
    )
    minimum = fields.Integer(metadata=about("The least whole number allowed."))
    maximum = fields.Integer(metadata=about("The greatest one allowed."))
    per_seat = fields.Boolean(
        metadata=about(
            "True where `default`, `minimum` and `maximum` are for each seat: with three seats a "
            "table has three times as much, and always a multiple of its seats."
        )
    )
    title = fields.String(required=True, metadata=about("The name of the option for people."))
    value_titles = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        metadata=about("The name of each allowed value for people."),
    )


class GameSummarySchema(Schema):
    """A game that can be played."""

    key = fields.String(required=True, metadata=about("The name of the game in the API."))
    title = fields.String(required=True, metadata=about("The name of the game for people."))
    rules = fields.String(required=True, metadata=about("The version of its rules."))
    seats = fields.List(fields.Integer(), required=True, metadata=about("How many may sit."))
    target = fields.String(
        required=True, metadata=about("The option that `target` of a table sets.")
    )
    options = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(GameOptionSchema),
        required=True,
        metadata=about("The options of a table, by name."),
    )
    bots = fields.List(fields.String(), required=True, metadata=about("The levels of its bots."))
    lesson = fields.Boolean(
        required=True, metadata=about("Whether it has a lesson: `beginLesson` with its key.")
    )
    move_names = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=about("The name of each type of move for people."),
    )


class GameListSchema(Schema):
    """All games."""

    games = fields.List(
        fields.Nested(GameSummarySchema), required=True, metadata=about("The games.")
    )
    play_now = fields.Boolean(
        required=True,
        metadata=about("Whether people may play against bots on the page without a key."),
    )


class BotLevelSchema(Schema):
    """Bots of a level."""

    level = fields.String(required=True, metadata=about("The `bot` of a seat in a request."))
    policy = fields.String(
        required=True,
        metadata=about("The policy, as records name it, such as `medium/2@12000`."),
    )


class GameBotsSchema(Schema):
    """The bots of a game."""

    game = fields.String(required=True)
    levels = fields.List(
        fields.Nested(BotLevelSchema), required=True, metadata=about("The weakest first.")
    )


class BotListSchema(Schema):
    """The bots of all games."""

    bots = fields.List(
        fields.Nested(GameBotsSchema), required=True, metadata=about("Game by game.")
    )


class ShownCardSchema(Schema):
    """The card of a zone that all have seen."""

    at = fields.List(
        fields.String(),
        required=True,
        metadata=about("JSON pointers to it in `state` of a view, also when it has left the zone."),
    )
    where = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Where)),
        metadata=about(
            "`under`: it is the last card, face up; `beside`: it is somewhere among the cards."
        ),
    )


class ZoneSchema(Schema):
    """A zone of a game's table. Every card of a view lies in exactly one of them."""

    zone = fields.String(required=True, metadata=about("The name of the zone."))
    owner = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Owner)),
        metadata=about(
            "The owner of each place in it: one seat, several seats together, or the table."
        ),
    )
    at = fields.List(
        fields.String(),
        required=True,
        metadata=about(
            "Where `state` of a view has its cards: JSON pointers, with `*` for every item."
        ),
    )
    shape = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Shape)),
        metadata=about(
            "How its cards lie: a fan in the `hand`; `laid` before the seat that laid them; "
            "`pairs` of an attack and what beat it; a `row`; a `deck` to draw from; a `heap`."
        ),
    )
    by = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "The member with the owners. It is beside the cards, or in an object around them; a "
            "view may lack it. Null where the number of an item is its owner, or there is none."
        ),
    )
    shown = fields.Nested(
        ShownCardSchema,
        required=True,
        allow_none=True,
        metadata=about("Its card that all have seen; null where there is none."),
    )
    tricks = fields.List(
        fields.String(),
        required=True,
        metadata=about("JSON pointers to the number of tricks in each of its places, if counted."),
    )


class RoleOfGameSchema(Schema):
    """A role of seats."""

    role = fields.String(
        required=True, metadata=about("Its name; `words.roles` has it for people.")
    )
    at = fields.List(
        fields.String(),
        required=True,
        metadata=about("JSON pointers to the seat, or the seats, with this role in `state`."),
    )
    others = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The role of all other seats, as soon as some seat has this one, or null."),
    )


class StatedSchema(Schema):
    """A part of what is played for, such as a bid."""

    field = fields.String(
        required=True, metadata=about("Its name; `words.fields` has it for people.")
    )
    at = fields.List(
        fields.String(),
        required=True,
        metadata=about("JSON pointers to its value in `state`: a number, a word or a truth."),
    )


class CountingSchema(Schema):
    """How the points of a series are read."""

    better = fields.String(
        required=True,
        validate=validate.OneOf(("high", "low")),
        metadata=about("Whether many points are good, or few."),
    )
    until = fields.String(
        required=True,
        validate=validate.OneOf(("points", "deals")),
        metadata=about("The unit of `target`: the points of a side, or the deals of the series."),
    )


class TrumpsOfGameSchema(Schema):
    """The trumps of a game."""

    owner = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Owner)),
        metadata=about("`seat` where each seat has trumps of its own, otherwise `table`."),
    )
    at = fields.List(
        fields.String(),
        required=True,
        metadata=about(
            "Where `state` of a view names the trumps: JSON pointers, with `*` for every item."
        ),
    )
    cards = fields.Dict(
        keys=fields.String(),
        values=fields.List(fields.String()),
        required=True,
        metadata=about("The trumps that each value there means, the highest first."),
    )
    before = fields.List(
        fields.String(),
        required=True,
        metadata=about("The cards that are trumps in any case, the highest first."),
    )


class WordsSchema(Schema):
    """The words of a game for people, in the language of the answer."""

    zones = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=about("The name of each zone."),
    )
    roles = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=about("The name of each role."),
    )
    fields_ = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        data_key="fields",
        metadata=about("The name of each field of a move."),
    )
    values_ = fields.Dict(
        keys=fields.String(),
        values=fields.Dict(keys=fields.String(), values=fields.String()),
        required=True,
        data_key="values",
        metadata=about("The names of the values of a field that takes a few texts, by the field."),
    )
    events = fields.Dict(
        keys=fields.String(),
        values=fields.String(),
        required=True,
        metadata=about("The name of each type of event; that of a move is the name of the move."),
    )


class SaidSchema(Schema):
    """A move in a few words, as a bubble beside its seat."""

    words = fields.String(required=True, metadata=about("Three words at most, such as *leads*."))
    tells = fields.String(
        required=True,
        allow_none=True,
        metadata=about(
            "The field of the event that follows the words: a card or a value, or the number of its"
            " cards where it is a list. null: nothing follows."
        ),
    )
    strong = fields.Boolean(
        required=True, metadata=about("Whether it is worth a second look at the table.")
    )


class CardNameSchema(Schema):
    """A card and its names for people."""

    code = fields.String(required=True, metadata=about("The card everywhere in the API."))
    name = fields.String(required=True, metadata=about("Its name."))
    index = fields.String(required=True, metadata=about("Its rank and suit in two signs or three."))


class LanguageSchema(Schema):
    """A language of texts for people."""

    tag = fields.String(required=True, metadata=about("The tag for `Accept-Language` (RFC 5646)."))
    name = fields.String(required=True, metadata=about("Its name in the language itself."))
    complete = fields.Boolean(
        required=True, metadata=about("Whether it has every text; what it lacks is in English.")
    )


class LanguageListSchema(Schema):
    """The languages of texts for people."""

    languages = fields.List(
        fields.Nested(LanguageSchema), required=True, metadata=about("English first.")
    )


class GameSchema(GameSummarySchema):
    """A game with its grammar and its rules."""

    options_schema = fields.Dict(required=True, metadata=about("A JSON Schema."))
    moves = fields.Dict(required=True, metadata=about("A JSON Schema: what a move may say."))
    clauses = fields.List(
        fields.Nested(RuleClauseSchema),
        required=True,
        metadata=about("The rules, clause by clause, with those that hold at every table."),
    )
    cards = fields.List(
        fields.Nested(CardNameSchema),
        required=True,
        metadata=about("The pack, with the names of its cards in the language."),
    )
    zones = fields.List(
        fields.Nested(ZoneSchema),
        required=True,
        metadata=about("Where cards lie: every card of a view lies in exactly one zone."),
    )
    trumps = fields.Nested(
        TrumpsOfGameSchema,
        required=True,
        allow_none=True,
        metadata=about("The trumps; null in a game without trumps."),
    )
    roles = fields.List(
        fields.Nested(RoleOfGameSchema),
        required=True,
        metadata=about("The roles of seats, in the order in which a deal gives them."),
    )
    best = fields.List(
        fields.String(),
        required=True,
        metadata=about("JSON pointers to the seat that holds the trick in `state`, if one does."),
    )
    stated = fields.List(
        fields.Nested(StatedSchema),
        required=True,
        metadata=about("What is played for, beside the trumps, in the order to show it in."),
    )
    said = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(SaidSchema),
        required=True,
        metadata=about("What a seat has done, in a few words, by the type of the event of a move."),
    )
    score = fields.Nested(
        CountingSchema, required=True, metadata=about("How the points of a series are read.")
    )
    words = fields.Nested(
        WordsSchema,
        required=True,
        metadata=about("The names of zones, roles, fields, values and events for people."),
    )
