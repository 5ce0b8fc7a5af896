"""The schemas by which requests are read."""

from typing import Any, Final

from marshmallow import ValidationError, fields, validates_schema

from domain.table.events import TableOpened
from service.api.contract.compact import MEANS, NAMED
from service.api.schemas.fields import (
    KINDS,
    STATUSES,
    Choice,
    Command,
    Component,
    Digits,
    Flag,
    Hexadecimal,
    ListOf,
    Name,
    Request,
    Text,
    Values,
    View,
    Whole,
    about,
)
from service.api.schemas.terms import LONGEST_WORD, request_of

MOST_SEATS: Final = 10
DAY: Final = 86_400
LARGEST: Final = 999_999_999
_SIGNED: Final = {
    NAMED: "SeatSignature",
    MEANS: "By the key of the seat, if it has one: over what it does, and where it does it (F7).",
}
MOST_OPTIONS: Final = 50
_COMMIT: Final = '{"type": "commit", "deal": …, "commitment": …}'
UUID_PATTERN: Final = "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
_COMMITS: Final = "Whether the seat adds a seed of its own to the shuffle of every deal (F1)."
_KEY: Final = (
    "The Ed25519 public key that all moves and acts of the seat are signed with (F7), for as long "
    "as its player has it. A point of the prime-order group, in its one encoding."
)

_KIND: Final = (
    "What the player is: others are shown it. A `bot` is an external one, which plays over the API "
    "with the seat's token like a person."
)


def signature_of(statement: str, of: str = "deal") -> Hexadecimal:
    """The signature of an act of a seat."""
    said = f"Over `{statement}` and the {of}'s `version` and `head`."
    return Hexadecimal(size=64, metadata=about(said, **_SIGNED))


class SeatRequest(Request):
    """Who is to sit on a seat of a new table: a person, a bot, or (empty) nobody yet."""

    name = Name(metadata=about("A person or an external bot, who gets a seat token."))
    bot = Text(longest=LONGEST_WORD, metadata=about("The level of a bot."))
    commits = Flag(metadata=about(_COMMITS))
    key = Hexadecimal(metadata=about(_KEY))
    kind = Choice(KINDS, metadata=about(_KIND))

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


class CreateTableRequest(request_of(TableOpened)):  # type: ignore[misc] # made here
    """What somebody asks of a new table."""

    game = Text(longest=LONGEST_WORD, required=True, metadata=about("The game, by its key."))
    name = Name(required=True, metadata=about("What the table is called."))
    options = Values(
        most=MOST_OPTIONS,
        load_default=dict,
        metadata=about("The options that are not to be the defaults."),
    )
    target = Whole(
        low=1,
        high=LARGEST,
        metadata=about("What ends the series; the same as the option that the game calls so."),
    )
    seats = ListOf(
        fields.Nested(SeatRequest),
        most=MOST_SEATS,
        load_default=list,
        metadata=about("The first seats, in their order; the others stay free."),
    )


class TakeSeatRequest(Request):
    """Who sits down."""

    name = Name(required=True, metadata=about("What the player is called at the table."))
    commits = Flag(load_default=False, metadata=about(_COMMITS))
    commitment = Hexadecimal(
        metadata=about("To the seed for the table's first deal, `next_deal`. With it, he commits.")
    )
    key = Hexadecimal(metadata=about(_KEY))
    kind = Choice(KINDS, load_default="person", metadata=about(_KIND))
    signature = signature_of(_COMMIT, "table")


class RematchRequest(Request):
    """What a person brings to his seat in a rematch."""

    commits = Flag(metadata=about(f"{_COMMITS} Default: as before."))
    commitment = Hexadecimal(
        metadata=about(
            "To the seed for the rematch's first deal, of which the id is known once somebody has "
            "asked for the rematch: `next_deal`."
        )
    )
    key = Hexadecimal(metadata=about(f"{_KEY} One of before does not count any more."))
    signature = signature_of(_COMMIT, "table")


class CommitSeedRequest(Request):
    """A commitment to the seed of a seat."""

    deal = Text(
        longest=36,
        pattern=UUID_PATTERN,
        required=True,
        metadata=about("The id of the table's next deal: `next_deal`."),
    )
    commitment = Hexadecimal(
        required=True,
        metadata=about(
            '`TH("fairdeal/1/commit", deal, "P", u32 seat, seed)` of the recipe, in hex.'
        ),
    )
    signature = signature_of(_COMMIT, "table")


class ShowSeedRequest(Request):
    """The seed of a seat."""

    seed = Hexadecimal(required=True, metadata=about("The 32 bytes that open the commitment."))
    next_commitment = Hexadecimal(metadata=about("The commitment to the deal after this one."))
    signature = signature_of(_COMMIT, "table")


class MoveRequest(Request):
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
            "Over the move in its complete form and the deal's `version` and `head`.", **_SIGNED
        ),
    )


class LeaveDealRequest(Request):
    """What comes with leaving a deal."""

    signature = signature_of('{"type": "leave"}')


class ReturnToDealRequest(Request):
    """What comes with a return to a deal."""

    signature = signature_of('{"type": "return"}')


class ResignRequest(Request):
    """What comes with a resignation."""

    signature = signature_of('{"type": "resign"}')


class LeaveSeatQuery(Request):
    """What comes with leaving a seat."""

    signature = signature_of('{"type": "leave"}', "table")


class LobbyQuery(Request):
    """Which tables are listed."""

    cursor = Text(
        longest=44,
        pattern=r"^[A-Za-z0-9_-]{44}$",
        metadata=about("`next` of the page before."),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most tables on the page."))
    game = Text(longest=LONGEST_WORD, metadata=about("Only this game."))
    status = Choice(STATUSES, metadata=about("Only tables that stand so."))
    open = Command(metadata=about("Only tables with (`true`) or without (`false`) a free seat."))


class ViewQuery(Request):
    """Through whose eyes a deal is seen."""

    view = View(
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


class FollowQuery(Request):
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
