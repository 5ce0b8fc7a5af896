"""The schemas by which the contract describes answers."""

from typing import Final

from marshmallow import Schema, fields, validate

from service.api.fields import STATUSES, Component, about
from service.api.part_schemas import Adjusted, BranchOf
from service.api.proving import Receipt

_VOIDED: Final = "The seats that voided it, so that nobody scores (F4); empty if it was not."


class Wrong(Schema):
    """One thing that is wrong, and where: one of `pointer`, `parameter` and `header`."""

    pointer = fields.String(metadata=about("A JSON pointer into the body (RFC 6901)."))
    parameter = fields.String(metadata=about("A parameter of the query."))
    header = fields.String(metadata=about("A header of the request."))
    detail = fields.String(required=True)


class BrokenClause(Schema):
    """A clause of the rules."""

    id = fields.String(required=True, metadata={"example": "G10"})
    text = fields.String(required=True)


class ProblemDetails(Schema):
    """What went wrong (RFC 9457). Nothing has changed."""

    type = fields.String(required=True, metadata={"format": "uri-reference"})
    title = fields.String(required=True)
    status = fields.Integer(required=True)
    detail = fields.String(required=True)
    code = fields.String(required=True, metadata=about("The kind of problem, for programs."))
    errors = fields.List(fields.Nested(Wrong))
    clauses = fields.List(
        fields.Nested(BrokenClause), metadata=about("Every clause that a refused move breaks.")
    )
    version = fields.Integer(metadata=about("With `stale-version`: the version of the deal now."))
    missed = fields.String(metadata=about("With `stale-version`: where the missed events are."))


class SeatLine(Schema):
    """A seat; free where it has neither name nor bot."""

    seat = fields.Integer(required=True)
    name = fields.String(required=True, allow_none=True)
    bot = fields.String(required=True, allow_none=True, metadata=about("The level of a bot."))


class SidedSeat(SeatLine):
    """A seat, with the side that it plays for."""

    side = fields.Integer(required=True)
    commits = fields.Boolean(
        required=True, metadata=about("Whether it adds a seed of its own to every deal.")
    )


class TableLine(Schema):
    """A table in the lobby."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    game = fields.String(required=True)
    target = fields.Integer(required=True, metadata=about("What ends the series."))
    visibility = fields.String(required=True, validate=validate.OneOf(("public", "private")))
    spectators = fields.Boolean(
        required=True, metadata=about("Whether others may watch a deal that is on.")
    )
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    created_at = fields.String(required=True, metadata={"format": "date-time"})
    seats = fields.List(fields.Nested(SeatLine), required=True)
    branch_of = fields.Nested(
        BranchOf, required=True, allow_none=True, metadata=about("Null where a series is played.")
    )


class Lobby(Schema):
    """A page of tables, the newest first."""

    tables = fields.List(fields.Nested(TableLine), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata=about("The cursor of the next page, if any.")
    )


class DealReference(Schema):
    """A deal of a series."""

    id = fields.UUID(required=True)
    number = fields.Integer(required=True)


class NextDeal(DealReference):
    """The deal that comes next, known ahead, for seats to commit to."""

    waiting = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats whose commitments are still missing: it is opened with them."),
    )


class TableShown(TableLine):
    """A table."""

    rules = fields.String(required=True, metadata=about("The rules version, fixed for ever."))
    options = fields.Dict(required=True)
    version = fields.Integer(required=True)
    seats = fields.List(fields.Nested(SidedSeat), required=True)
    deal = fields.Nested(
        DealReference, required=True, allow_none=True, metadata=about("The deal that is on.")
    )
    next_deal = fields.Nested(
        NextDeal, required=True, allow_none=True, metadata=about("Null once there is none.")
    )
    reveal_seconds = fields.Integer(
        required=True, metadata=about("How long it waits for a commitment, or for a seed.")
    )


class SeatGiven(Schema):
    """A seat taken for a person, with its token. Keep it: it is not kept here."""

    seat = fields.Integer(required=True)
    token = fields.String(required=True)


class TableOpened(Schema):
    """A new table, with the seat tokens of the persons who sit there."""

    table = fields.Nested(TableShown, required=True)
    tokens = fields.List(fields.Nested(SeatGiven), required=True)


class SeatTaken(SeatGiven):
    """A seat taken, and the table after it."""

    table = fields.Nested(TableShown, required=True)


class SideShown(Schema):
    """A side of a series."""

    seats = fields.List(fields.Integer(), required=True)
    points = fields.Integer(required=True)


class DealCounted(Schema):
    """A deal of a series; without a result while it is on, or where it was voided."""

    number = fields.Integer(required=True)
    deal = fields.UUID(
        required=True,
        metadata=about("It was never opened where it was voided for want of a commitment."),
    )
    result = fields.Dict(
        required=True, allow_none=True, metadata=about("What settled the deal, as the game has it.")
    )
    explained = fields.List(
        fields.String(), required=True, metadata=about("How it ended, in sentences with clauses.")
    )
    counted = fields.List(
        fields.Integer(), required=True, metadata=about("What each side got for it.")
    )
    points = fields.List(
        fields.Integer(), required=True, metadata=about("What each side stood at after it.")
    )
    voided = fields.List(fields.Integer(), required=True, metadata=about(_VOIDED))


class SeriesShown(Schema):
    """The series of a table."""

    table = fields.UUID(required=True)
    game = fields.String(required=True)
    target = fields.Integer(required=True)
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    version = fields.Integer(required=True)
    sides = fields.List(fields.Nested(SideShown), required=True)
    deals = fields.List(fields.Nested(DealCounted), required=True)
    score = Component("Score", required=True)
    ledger = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The points of the sides with what was ruled in disputes."),
    )
    adjustments = fields.List(
        fields.Nested(Adjusted),
        required=True,
        metadata=about("The rulings that the ledger has besides the points as played."),
    )
    winner = fields.Integer(
        required=True,
        allow_none=True,
        metadata=about("The side that won; null too where the first place is shared."),
    )
    forfeited = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats that have forfeited the series (F5)."),
    )
    ranks = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The place of each side, equal where shared; empty while the series is on."),
    )
    titles = fields.List(
        fields.String(), required=True, metadata=about("What each side is called for it, or empty.")
    )
    branch_of = fields.Nested(
        BranchOf, required=True, allow_none=True, metadata=about("Null where a series is played.")
    )


class LegalMove(Schema):
    """A move that may be made now."""

    move = Component("Move", required=True)
    clause = fields.String(
        required=True, allow_none=True, metadata=about("The clause that grants it.")
    )
    early = fields.Boolean(
        required=True,
        metadata=about("Whether it would end the deal early: by giving up, or by agreement."),
    )


class SeedShown(Schema):
    """The part of a seat in the shuffle."""

    seat = fields.Integer(required=True)
    commitment = fields.String(required=True)
    seed = fields.String(required=True, allow_none=True, metadata=about("Null until it is shown."))


class Fairness(Schema):
    """What the shuffle of a deal rests on."""

    commitment = fields.String(required=True, metadata=about("The server's, to its own seed."))
    seats = fields.List(
        fields.Nested(SeedShown), required=True, metadata=about("The seats that add seeds.")
    )
    waiting = fields.List(
        fields.Integer(),
        required=True,
        metadata=about("The seats that have yet to show their seeds: then the cards are dealt."),
    )
    guarantee = fields.String(required=True, metadata=about("What follows from it, in words."))


class DealShown(Schema):
    """A deal as an observer saw it. Cards that he did not know are null."""

    id = fields.UUID(required=True)
    table = fields.UUID(required=True)
    number = fields.Integer(required=True, metadata=about("1 for the first deal of the series."))
    game = fields.String(required=True)
    rules = fields.String(required=True)
    view = fields.String(required=True, metadata=about("Through whose eyes."))
    at = fields.Integer(required=True, metadata=about("The position of the last event in it."))
    version = fields.Integer(required=True, metadata=about("The position of the deal's last."))
    status = fields.String(required=True, validate=validate.OneOf(("playing", "over")))
    explained = fields.List(
        fields.String(),
        required=True,
        metadata=about(
            "How the deal ended, in sentences; those that a clause decides name it in brackets. "
            "Empty while the deal is on, and where `at` lies before its end."
        ),
    )
    voided = fields.List(fields.Integer(), required=True, metadata=about(_VOIDED))
    fairness = fields.Nested(Fairness, required=True)
    to_act = fields.Integer(
        required=True, allow_none=True, metadata=about("The seat that the table waits for.")
    )
    bots = fields.List(
        fields.String(allow_none=True), required=True, metadata=about("The level on each seat.")
    )
    state = Component("State", required=True)
    legal_moves = fields.List(
        fields.Nested(LegalMove),
        required=True,
        metadata=about("Every move that the caller's seat may make now, also out of its turn."),
    )


class Events(Schema):
    """A page of events, as an observer was shown them. Their positions have no gaps."""

    deal = fields.UUID(required=True)
    view = fields.String(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the deal's last."))
    status = fields.String(required=True, validate=validate.OneOf(("playing", "over")))
    events = fields.List(Component("Event"), required=True)


class Played(Schema):
    """A move that was made: it and all that followed from it, as its player was shown it."""

    deal = fields.UUID(required=True)
    version = fields.Integer(required=True, metadata=about("The position of the last of them."))
    events = fields.List(Component("Event"), required=True)
    receipt = fields.Nested(
        Receipt, required=True, metadata=about("What proves that the move was accepted. Keep it.")
    )


class CardOpening(Schema):
    """The proof of a card: its leaf is `H(0x00 ‖ u32 position ‖ salt ‖ card)`."""

    position = fields.Integer(required=True, metadata=about("In the pack, from 0."))
    card = Component("Card", required=True)
    salt = fields.String(required=True)
    path = fields.List(
        fields.String(), required=True, metadata=about("From leaf to root (RFC 6962, 2.1.1).")
    )


class Openings(Schema):
    """The proofs of the cards that an observer may have proved."""

    deal = fields.UUID(required=True)
    view = fields.String(required=True)
    root = fields.String(
        required=True, allow_none=True, metadata=about("Of the tree over the salted cards.")
    )
    size = fields.Integer(required=True, metadata=about("How many cards the pack has."))
    openings = fields.List(fields.Nested(CardOpening), required=True)


class Me(Schema):
    """Who calls."""

    kind = fields.String(required=True, validate=validate.OneOf(("key", "seat", "auditor")))
    name = fields.String(required=True)
    id = fields.UUID(metadata=about("Of an API key."))
    created_at = fields.String(metadata={"format": "date-time"})
    table = fields.UUID(metadata=about("Of a seat or an auditor."))
    seat = fields.Integer(metadata=about("Of a seat."))
    auditor = fields.Integer(metadata=about("Of an auditor."))


class Health(Schema):
    """How the service is."""

    status = fields.String(required=True)


class LogStanding(Schema):
    """How the log stands."""

    size = fields.Integer(
        required=True, allow_none=True, metadata=about("How many entries are signed.")
    )
    waiting = fields.Integer(
        required=True, metadata=about("How many appends are not logged yet; so many at most.")
    )
    behind_seconds = fields.Float(
        required=True, metadata=about("How long the first of them has waited.")
    )
    broken_streams = fields.Integer(
        required=True, metadata=about("How many streams are not logged, as they do not hold.")
    )


class Readiness(Health):
    """Whether requests can be served, and how the log stands: that alone turns nobody away."""

    log = fields.Nested(LogStanding, required=True)
