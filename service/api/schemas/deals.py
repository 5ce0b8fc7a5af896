"""The schemas of deals: a view with its last trick and legal moves, events, moves, proofs."""

from typing import Final

from marshmallow import Schema, fields, validate

from service.api.schemas.fields import Component, about
from service.api.schemas.problems import SentenceSchema
from service.api.schemas.proofs import ReceiptSchema
from service.api.schemas.responses import (
    EXPLANATIONS,
    OFF,
    VOIDED,
    SeriesSchema,
    TableSchema,
)
from service.api.schemas.shared import (
    AbandonmentSchema,
    ClockSchema,
    FairnessSchema,
    TimesSchema,
    WaitingForSchema,
)

_NOW: Final = "The time of the service when this was made; null where nothing more happens."
_HEAD: Final = "The chain head after {}: the same in every view. A signed move signs it."


class LaidCardsSchema(Schema):
    """Cards of a trick, and the seat that laid them."""

    seat = fields.Integer(required=True, allow_none=True)
    cards = fields.List(
        Component("Card"), required=True, metadata=about("The cards, null where they lie hidden.")
    )


class LastTrickSchema(Schema):
    """A trick that has left the table; of Durak a bout, of Svoi Kozyri what was taken."""

    position = fields.Integer(required=True, metadata=about("The position of its last event."))
    laid = fields.List(
        fields.Nested(LaidCardsSchema),
        required=True,
        metadata=about("Its cards, in the order in which they lay."),
    )
    taker = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about("The seat that took the cards; null where they went out of play."),
    )


class FieldValuesSchema(Schema):
    """The values that fit for a field of a move: `cards` or `values`."""

    cards = fields.List(fields.String(), metadata=about("The cards; no card is in a move twice."))
    values = fields.List(fields.Raw(), metadata=about("The values of a field without cards."))
    least = fields.Integer(metadata=about("The fewest cards, where the field is a list of them."))
    most = fields.Integer(metadata=about("The most cards, where the field is a list of them."))


class ChoiceSchema(Schema):
    """Moves of a type: each takes one of its values for each field, in any combination.

    All choices together stand for exactly the legal moves.
    """

    type = fields.String(required=True, metadata=about("The type of the moves."))
    clause = fields.String(
        required=True, allow_none=True, metadata=about("The clause that grants them.")
    )
    early = fields.Boolean(required=True, metadata=about("As of a legal move."))
    fields_ = fields.Dict(
        keys=fields.String(),
        values=fields.Nested(FieldValuesSchema),
        required=True,
        data_key="fields",
        metadata=about("The values that fit, by the field of the move."),
    )


class HintSchema(Schema):
    """A hint for a move."""

    seat = fields.Integer(required=True, metadata=about("The seat that asked for it."))
    policy = fields.String(
        required=True,
        metadata=about("The policy that decided, with its version and budget."),
    )
    move = Component(
        "Move",
        required=True,
        allow_none=True,
        metadata=about("The move. Null for other viewers while the deal is on."),
    )


class LessonStepSchema(Schema):
    """A step of a lesson."""

    number = fields.Integer(required=True, metadata=about("Its number in the lesson, from 1."))
    key = fields.String(required=True, metadata=about("The name of its text in all languages."))
    text = fields.String(required=True, metadata=about("Its text in the language of the answer."))
    clause = fields.String(
        required=True, allow_none=True, metadata=about("The clause that it is about.")
    )
    move = Component(
        "Move",
        required=True,
        allow_none=True,
        metadata=about("The move that the learner is asked to make. Null: there is none."),
    )
    otherwise = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The answer to another legal move, before it is made."),
    )


class LessonSchema(Schema):
    """The steps of a lesson for the learner now."""

    lesson = fields.String(
        required=True,
        allow_none=True,
        metadata=about("The lesson, by the key of its game. Null: the seat takes none here."),
    )
    at = fields.Integer(required=True, metadata=about("The last event of the deal until now."))
    of = fields.Integer(required=True, metadata=about("How many steps the lesson has."))
    left = fields.Boolean(
        required=True,
        metadata=about("Whether the learner has made another move than the lesson asked for."),
    )
    steps = fields.List(
        fields.Nested(LessonStepSchema),
        required=True,
        metadata=about("The steps for now; only the last one may ask for a move."),
    )


class LegalMoveSchema(Schema):
    """A move that may be made now."""

    move = Component("Move", required=True)
    clause = fields.String(
        required=True, allow_none=True, metadata=about("The clause that grants it.")
    )
    early = fields.Boolean(
        required=True,
        metadata=about("Whether it would end the deal early: by giving up, or by agreement."),
    )


class ExpandedSchema(Schema):
    """Other resources, in the answer with a deal."""

    table = fields.Nested(TableSchema, metadata=about("The table of the deal."))
    series = fields.Nested(SeriesSchema, metadata=about("The series of the table."))
    events = fields.List(
        Component("Event"),
        metadata=about("The events up to `at`; of a long deal the first ones, as on a page."),
    )


class DealSchema(TimesSchema):
    """A deal as an observer saw it. Cards that it did not know are null."""

    id = fields.UUID(required=True, metadata=about("The deal."))
    table = fields.UUID(required=True)
    number = fields.Integer(required=True, metadata=about("1 for the first deal of the series."))
    game = fields.String(required=True)
    rules = fields.String(required=True)
    view = fields.String(required=True, metadata=about("The view."))
    at = fields.Integer(required=True, metadata=about("The position of the last event in it."))
    head = fields.String(required=True, metadata=about(_HEAD.format("the event at `at`")))
    version = fields.Integer(required=True, metadata=about("The position of the deal's last."))
    status = fields.String(
        required=True,
        validate=validate.OneOf(("playing", "over")),
        metadata=about("Where the deal stands; `over` too where it was voided."),
    )
    explained = fields.List(
        fields.String(),
        required=True,
        metadata=about(
            "How the deal ended, in sentences; those that a clause decides name it in brackets. "
            "Empty while the deal is on, and where `at` lies before its end."
        ),
    )
    explanations = fields.List(
        fields.Nested(SentenceSchema), required=True, metadata=about(EXPLANATIONS)
    )
    voided = fields.List(fields.Integer(), required=True, metadata=about(VOIDED))
    abandoned = fields.Nested(
        AbandonmentSchema, required=True, allow_none=True, metadata=about(OFF)
    )
    fairness = fields.Nested(FairnessSchema, required=True)
    to_act = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat that the table waits for.")
    )
    bots = fields.List(
        fields.String(allow_none=True),
        required=True,
        metadata=about("The level of the bot that plays on each seat, perhaps for a while."),
    )
    away = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats of persons who have left: bots play for them (L3)."),
    )
    clock = fields.Nested(
        ClockSchema,
        required=True,
        allow_none=True,
        metadata=about("Null where no time is counted, and where `at` is not the last event."),
    )
    waiting_for = fields.Nested(WaitingForSchema, required=True)
    now = fields.String(required=True, allow_none=True, metadata=about(_NOW, format="date-time"))
    state = Component("State", required=True)
    last_trick = fields.Nested(
        LastTrickSchema,
        required=True,
        allow_none=True,
        metadata=about("The last trick that has left the table."),
    )
    hints = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("How many hints each seat was given in the deal."),
    )
    hint = fields.Nested(
        HintSchema,
        required=True,
        allow_none=True,
        metadata=about("The hint that was given since the last move (H4)."),
    )
    legal_moves = fields.List(
        fields.Nested(LegalMoveSchema),
        required=True,
        metadata=about(
            "Every move that the seat of the view may make now, also out of its turn. None while "
            "it is in `away`: its player comes back first, by POST to `return`. Once the deal is "
            "over: every move that it could make then. Empty where `legal` leaves the list out."
        ),
    )
    choices = fields.List(
        fields.Nested(ChoiceSchema),
        required=True,
        allow_none=True,
        metadata=about(
            "The same moves in a compact form: the values that fit for each field. Null unless "
            "`legal` asks for it."
        ),
    )
    expanded = fields.Nested(
        ExpandedSchema, metadata=about("What `expand` asks for; absent otherwise.")
    )


class FrameSchema(Schema):
    """An event, and how it changes the deal."""

    event = Component("Event", required=True)
    patch = fields.Dict(
        required=True,
        metadata=about("A JSON merge patch; a field that it removes is null from there on."),
    )


class FramesSchema(Schema):
    """A deal after an event, and how each event after that one changes it."""

    deal = fields.UUID(required=True)
    view = fields.String(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the deal's last."))
    first = fields.Nested(DealSchema, required=True, metadata=about("The deal, as GET shows it."))
    frames = fields.List(
        fields.Nested(FrameSchema), required=True, metadata=about("The frames, in order.")
    )
    next = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about("`after` of the next answer; null where this one has the last event."),
    )


class EventPageSchema(Schema):
    """A page of events, as an observer was shown them. Their positions have no gaps."""

    deal = fields.UUID(required=True)
    view = fields.String(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the deal's last."))
    head = fields.String(
        required=True,
        metadata=about(_HEAD.format("the page's last event, or the deal's where it is empty")),
    )
    status = fields.String(
        required=True,
        validate=validate.OneOf(("playing", "over")),
        metadata=about("Where the deal stands; `over` too where it was voided."),
    )
    events = fields.List(
        Component("Event"),
        required=True,
        metadata=about("The events, in the order of their positions."),
    )
    now = fields.String(
        required=True, metadata=about("The time of the service.", format="date-time")
    )
    views = fields.List(
        fields.Nested(DealSchema),
        metadata=about(
            "With `views`: the deal after each command whose last event is on the page."
        ),
    )


class MoveResultSchema(Schema):
    """A move that was made: it and all that followed from it, as its player was shown it."""

    deal = fields.UUID(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the last of them."))
    events = fields.List(
        Component("Event"), required=True, metadata=about("The move, and what followed from it.")
    )
    receipt = fields.Nested(
        ReceiptSchema,
        required=True,
        metadata=about("The proof that the move was accepted. Keep it."),
    )
    view = fields.Nested(
        DealSchema,
        metadata=about("With `Prefer: return=representation`: the deal as it is now."),
    )


class HintResultSchema(Schema):
    """A hint that was given to a seat, as its player was shown it."""

    deal = fields.UUID(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the event."))
    events = fields.List(
        Component("Event"), required=True, metadata=about("The event that the hint was given.")
    )
    hint = fields.Nested(HintSchema, required=True)
    receipt = fields.Nested(
        ReceiptSchema, required=True, metadata=about("The proof that the hint is on record.")
    )


class CardOpeningSchema(Schema):
    """The proof of a card: its leaf is `H(0x00 ‖ u32 position ‖ salt ‖ card)`."""

    position = fields.Integer(required=True, metadata=about("In the pack, from 0."))
    card = Component("Card", required=True)
    salt = fields.String(required=True, metadata=about("The salt of the leaf, in hex."))
    path = fields.List(
        fields.String(), required=True, metadata=about("From leaf to root (RFC 6962, 2.1.1).")
    )


class CardOpeningsSchema(Schema):
    """The proofs of the cards that an observer may have proved."""

    deal = fields.UUID(required=True)
    view = fields.String(required=True)
    root = fields.String(
        required=True, allow_none=True, metadata=about("Of the tree over the salted cards.")
    )
    size = fields.Integer(required=True, metadata=about("How many cards the pack has."))
    openings = fields.List(
        fields.Nested(CardOpeningSchema),
        required=True,
        metadata=about("One for each card, in the order of the pack."),
    )
