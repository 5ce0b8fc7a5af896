"""The schemas by which requests are read."""

from typing import Any, Final, get_args

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from domain.disputes import Claim, Ruling
from domain.table import REVEAL_SECONDS, STAND_IN
from service.api.schemas.fields import (
    KINDS,
    LONGEST_TEXT,
    STATUSES,
    VIEW_PATTERN,
    Asked,
    Component,
    Digits,
    Flag,
    Hexadecimal,
    ListOf,
    Name,
    Pattern,
    Whole,
    about,
)

MOST_SEATS: Final = 10
DAY: Final = 86_400
LARGEST: Final = 999_999_999
MOST_POINTS: Final = 1_000_000
"""Of a side, in one ruling."""
MINUTE: Final = 60
UUID_PATTERN: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
_COMMITS: Final = "Whether the seat adds a seed of its own to the shuffle of every deal (F1)."
_KEY: Final = (
    "The Ed25519 public key that every move of the seat is signed with (F7), for as long as its "
    "player has it. A point of the prime-order group, in its one encoding."
)

_KIND: Final = (
    "What the player is: others are shown it. A `bot` is an external one, which plays over the API "
    "with the seat's token like a person."
)


class SeatWish(Schema):
    """Who is to sit on a seat of a new table: a person, a bot, or (empty) nobody yet."""

    name = Name(metadata=about("A person or an external bot, who gets a seat token."))
    bot = fields.String(metadata=about("The level of a bot."))
    commits = Flag(metadata=about(_COMMITS))
    key = Hexadecimal(metadata=about(_KEY))
    kind = fields.String(validate=validate.OneOf(KINDS), metadata=about(_KIND))

    @validates_schema
    def _only_one(self, data: dict[str, Any], **_: Any) -> None:
        if "bot" in data and len(data) > 1:
            raise ValidationError("Either a person or a bot.")
        if "commits" in data and "name" not in data:
            raise ValidationError("Who commits has a name.")
        if "key" in data and "name" not in data:
            raise ValidationError("Who brings a key has a name.")
        if "kind" in data and "name" not in data:
            raise ValidationError("Who is of a kind has a name.")


class TableWish(Schema):
    """What somebody asks of a new table."""

    game = fields.String(required=True, metadata=about("The game, by its key."))
    name = Name(required=True, metadata=about("What the table is called."))
    options = fields.Dict(
        keys=fields.String(),
        load_default=dict,
        metadata=about("The options that are not to be the defaults."),
    )
    target = Whole(
        low=1,
        high=LARGEST,
        metadata=about("What ends the series; the same as the option that the game calls so."),
    )
    seats = ListOf(
        fields.Nested(SeatWish),
        load_default=list,
        validate=validate.Length(max=MOST_SEATS),
        metadata=about("The first seats, in their order; the others stay free."),
    )
    visibility = fields.String(
        load_default="public",
        validate=validate.OneOf(("public", "private")),
        metadata=about("Of a `private` table only its owner and its players know."),
    )
    spectators = Flag(
        load_default=True, metadata=about("Whether others may watch a deal that is on.")
    )
    reveal_seconds = Whole(
        low=1,
        high=DAY,
        load_default=REVEAL_SECONDS,
        metadata=about(
            "How long the table waits for the commitment of a seat, and for its seed; then the "
            "deal is voided (F4)."
        ),
    )
    turn_limit = Whole(
        low=1,
        high=DAY,
        allow_none=True,
        load_default=None,
        metadata=about("The seconds that a seat has for each turn (L1). Null: no clock."),
    )
    time_bank = Whole(
        low=0,
        high=DAY,
        load_default=0,
        metadata=about(
            "The seconds that a seat has besides, in all turns of a deal together. Without "
            "`turn_limit` there is no clock, and they count for nothing."
        ),
    )
    abandon = fields.String(
        load_default="bot",
        validate=validate.OneOf(("bot", "forfeit")),
        metadata=about(
            "What follows where a player leaves, or his time is over: a bot plays for him until he "
            "comes back (L3), or his side has lost the series (L4)."
        ),
    )
    stand_in = fields.String(
        load_default=STAND_IN, metadata=about("The level of the bot that plays for who has left.")
    )


class Taking(Schema):
    """Who sits down."""

    name = Name(required=True, metadata=about("What the player is called at the table."))
    commits = Flag(load_default=False, metadata=about(_COMMITS))
    commitment = Hexadecimal(
        metadata=about("To the seed for the table's first deal, `next_deal`. With it, he commits.")
    )
    key = Hexadecimal(metadata=about(_KEY))
    kind = fields.String(
        load_default="person", validate=validate.OneOf(KINDS), metadata=about(_KIND)
    )


class Rematch(Schema):
    """What a person brings to his seat in a rematch."""

    commits = Flag(metadata=about(f"{_COMMITS} Default: as before."))
    commitment = Hexadecimal(
        metadata=about(
            "To the seed for the rematch's first deal, of which the id is known once somebody has "
            "asked for the rematch: `next_deal`."
        )
    )
    key = Hexadecimal(metadata=about(f"{_KEY} One of before does not count any more."))


class Committing(Schema):
    """A commitment to the seed of a seat."""

    deal = fields.String(
        required=True,
        validate=Pattern(UUID_PATTERN),
        metadata=about("The id of the table's next deal: `next_deal`."),
    )
    commitment = Hexadecimal(
        required=True,
        metadata=about(
            '`TH("fairdeal/1/commit", deal, "P", u32 seat, seed)` of the recipe, in hex.'
        ),
    )


class Showing(Schema):
    """The seed of a seat."""

    seed = Hexadecimal(required=True, metadata=about("The 32 bytes that open the commitment."))
    next_commitment = Hexadecimal(metadata=about("The commitment to the deal after this one."))


class Moving(Schema):
    """A move."""

    move = Component(
        "Move",
        required=True,
        metadata=about("The move, one of those that the deal has as `legal_moves`."),
    )
    expected_version = Whole(
        low=1,
        high=LARGEST,
        metadata=about(
            "The version of the deal that the move was chosen on; at any other one it is refused. "
            "Absent: the move applies to the deal as it is."
        ),
    )
    signature = Hexadecimal(
        size=64,
        metadata=about(
            "By the key of the seat, if it has one, over the framed bytes of "
            '`"fairdeal/1/move", deal, u32 seat, u32 position, head, move`: position and head of '
            "the deal's last event, and the move in its complete form as canonical JSON."
        ),
    )


class LobbyQuery(Schema):
    """Which tables are listed."""

    cursor = fields.String(
        validate=Pattern(r"^[A-Za-z0-9_-]{44}$"),
        metadata=about("`next` of the page before."),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most tables on the page."))
    game = fields.String(metadata=about("Only this game."))
    status = fields.String(
        validate=validate.OneOf(STATUSES), metadata=about("Only tables that stand so.")
    )
    open = Asked(metadata=about("Only tables with (`true`) or without (`false`) a free seat."))


class ViewQuery(Schema):
    """Through whose eyes a deal is seen."""

    view = fields.String(
        validate=Pattern(VIEW_PATTERN, error="Must be seat:N, public or full."),
        metadata=about(
            "`seat:0` … as that seat sees it, `public` as everybody does, `full` with every card. "
            "While a deal is on, a seat's view is for its own token only, and nobody sees `full`. "
            "Default: the token's own seat; with an API key `public`."
        ),
    )


class DealQuery(ViewQuery):
    """Which state of a deal is wanted."""

    at = Digits(
        low=1, high=LARGEST, metadata=about("After the event at this position. Default: the last.")
    )


class FollowQuery(Schema):
    """Which events are wanted, and whether to wait for them. A stream is sent all, as they come."""

    after = Digits(
        low=0,
        high=LARGEST,
        metadata=about("Those after this position. Default: all. `Last-Event-ID` goes before it."),
    )
    wait = Digits(
        low=0,
        high=120,
        load_default=0,
        metadata=about(
            "Where there are none yet: how many seconds to wait for one. The service may answer "
            "sooner, with an empty page; with `Retry-After` where too many wait already."
        ),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most events on the page."))


class EventsQuery(ViewQuery, FollowQuery):
    """Which events of a deal are wanted, through whose eyes."""


# --- Disputes and branches -----------------------------------------------------------------------


class Admitting(Schema):
    """Who may judge the disputes of a table, and for how long."""

    name = Name(required=True, metadata=about("What the auditor is called."))
    expires_in = Whole(
        low=MINUTE,
        high=LARGEST,
        load_default=7 * DAY,
        metadata=about("In seconds. The service may end the token sooner: see `until`."),
    )


class Disputing(Schema):
    """What is said to be wrong, and where."""

    at = Whole(
        low=1,
        high=LARGEST,
        required=True,
        metadata=about("The event that is disputed, by its position in the deal."),
    )
    claim = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Claim)),
        metadata=about(
            "`deal`: the cards or their shuffle. `legality`: a move, or what followed, against the "
            "rules. `score`: what the deal came to. `authorship`: a move that its seat did not "
            "make. `knowledge`: somebody knew what he could not. `delay`: the play was held up."
        ),
    )
    text = Name(longest=LONGEST_TEXT, required=True, metadata=about("What was wrong."))


class RulingWish(Schema):
    """How a dispute is ruled."""

    ruling = fields.String(
        required=True,
        validate=validate.OneOf(get_args(Ruling)),
        metadata=about("Whether the dispute is upheld."),
    )
    adjustment = ListOf(
        Whole(low=-MOST_POINTS, high=MOST_POINTS),
        load_default=list,
        validate=validate.Length(max=MOST_SEATS),
        metadata=about(
            "What each side gets in the ledger, or loses; empty: nothing, as with a claim that is "
            "dismissed."
        ),
    )
    text = Name(longest=LONGEST_TEXT, required=True, metadata=about("Why."))


class AuditQuery(Schema):
    """Of which event the choices are wanted, besides those that are disputed."""

    at = Digits(low=1, high=LARGEST, metadata=about("The event of which the choices are wanted."))


class BranchWish(Schema):
    """From where a finished deal is played on, with which cards, by whom."""

    at = Whole(
        low=1, high=LARGEST, required=True, metadata=about("The last event that stays as it was.")
    )
    deal = fields.String(
        required=True,
        validate=validate.OneOf(("true", "resample")),
        metadata=about(
            "`true`: the cards as they lay. `resample`: those that `from_seat` had not seen by "
            "then dealt anew, so that it would have seen the same."
        ),
    )
    from_seat = Whole(
        low=0,
        high=MOST_SEATS - 1,
        metadata=about(
            "From whose side it is played. Default: the token's own seat; with an API key the "
            "seat that was to act."
        ),
    )
    seats = ListOf(
        fields.Nested(SeatWish),
        validate=validate.Length(max=MOST_SEATS),
        metadata=about(
            "Who plays on the first seats, in their order; bots play on the others. Default: a "
            "person on `from_seat`, bots on all others."
        ),
    )
