"""Requests about tables, deals and lists of them, and what other requests share."""

from typing import Any, Final, get_args

from marshmallow import fields, validates_schema

from domain.kernel.sentence import Sentence
from domain.table.events import MOST_AHEAD, Kind, TableOpened
from domain.tournaments.tournament import TournamentStatus
from service.api.contract.compact import MEANS, NAMED
from service.api.routes import announced, replaced
from service.api.schemas.fields import (
    CardCode,
    ComponentField,
    Digits,
    Flag,
    Hexadecimal,
    Identifier,
    ListOf,
    Metadata,
    Moment,
    Name,
    NoteFilter,
    PageCursor,
    Pattern,
    QueryFlag,
    Ref,
    Text,
    ValuesByName,
    View,
    WholeNumberField,
    WordOf,
    about,
    unfit,
)
from service.api.schemas.request import LONGEST_WORD, Request, request_of
from service.deals.representation import LEGAL
from service.deals.views import MOST
from service.lists.queries import RESULTS
from service.responses.deals import ListedDealStatus
from service.responses.players import RematchSeats
from service.responses.shared import TableStatus

MOST_SEATS: Final = 10
MOST_DECKS: Final = 20
MOST_CARDS: Final = 64
DAY: Final = 86_400
LARGEST: Final = 999_999_999
LARGEST_POSITION: Final = 2**53 - 1
"""The largest position in the log that every program reads from JSON."""
_SIGNED: Final = {
    NAMED: "SeatSignature",
    MEANS: "By the key of the seat, if it has one: over the move or act and its place (F7).",
}
MOST_OPTIONS: Final = 50
EXPANDABLE: Final = ("table", "series", "events")
_ANY: Final = "|".join(EXPANDABLE)
COMMIT: Final = '{"type": "commit", "deal": …, "commitment": …}'
_COMMITS: Final = "Whether the seat adds a seed of its own to the shuffle of every deal (F1)."
_KEY: Final = (
    "The Ed25519 public key that all moves and acts of the seat are signed with (F7), as long as "
    "its player keeps it. A point of the prime-order group, in its one encoding."
)

_REF: Final = "Your own id of the {}. No other caller is shown it, and it can be erased."
_METADATA: Final = "Your own notes on the {}. No other caller is shown them; they can be erased."
_KIND: Final = (
    "The kind of player, which others are shown. A `bot` is an external one: it plays over the API "
    "with the seat's token like a person."
)
_AFTER: Final = "Only events after it. Default: all. `Last-Event-ID` has precedence."


def signature_of(statement: str, of: str = "deal") -> Hexadecimal:
    """The signature of an act of a seat."""
    said = f"Over `{statement}` and the {of}'s `version` and `head`."
    return Hexadecimal(size=64, metadata=about(said, **_SIGNED))


class SeatRequest(Request):
    """The player of a seat of a new table: a person or a bot; an empty seat stays free."""

    name = Name(metadata=about("A person or an external bot, who gets a seat token."))
    bot = Text(longest=LONGEST_WORD, metadata=about("The level of a bot."))
    commits = Flag(metadata=about(_COMMITS))
    key = Hexadecimal(metadata=about(_KEY))
    kind = WordOf(get_args(Kind), metadata=about(_KIND))
    ref = Ref(metadata=about(_REF.format("player")))
    metadata = Metadata(metadata=about(_METADATA.format("player")))

    @validates_schema
    def _only_one(self, data: dict[str, Any], **_: Any) -> None:
        if "bot" in data and len(data) > 1:
            raise unfit("form-person-or-bot")
        if "commits" in data and "name" not in data:
            raise unfit("form-commits-needs-name")
        if "key" in data and "name" not in data:
            raise unfit("form-key-needs-name")
        if "kind" in data and "name" not in data:
            raise unfit("form-kind-needs-name")
        if ("ref" in data or "metadata" in data) and "name" not in data:
            raise unfit("form-notes-need-name")


class CreateTableRequest(request_of(TableOpened)):  # type: ignore[misc] # made here
    """A request for a new table."""

    game = Text(longest=LONGEST_WORD, required=True, metadata=about("The game, by its key."))
    name = Name(required=True, metadata=about("The name of the table."))
    options = ValuesByName(
        most=MOST_OPTIONS,
        load_default=dict,
        metadata=about("The options that differ from their defaults."),
    )
    target = WholeNumberField(
        low=1,
        high=LARGEST,
        metadata=about("The score or number of deals that ends the series: an option of the game."),
    )
    seats = ListOf(
        fields.Nested(SeatRequest),
        most=MOST_SEATS,
        load_default=list,
        metadata=about("The first seats, in their order; the others stay free."),
    )
    ref = Ref(metadata=about(_REF.format("table")))
    metadata = Metadata(metadata=about(_METADATA.format("table")))
    decks = ListOf(
        ListOf(CardCode(), least=1, most=MOST_CARDS),
        most=MOST_DECKS,
        metadata=about(
            "Only for a test: the given decks of its first deals, each the exact order of the "
            "pack. Such a deal has no seeds, and every lot falls on 0. Only the owner sees them."
        ),
    )


class MoveClockRequest(Request):
    """How far the clock of a test table is moved."""

    forward_seconds = WholeNumberField(
        low=1,
        high=MOST_AHEAD,
        required=True,
        metadata=about("How far forward; 366 days in all."),
    )


class TakeSeatRequest(Request):
    """The player who sits down."""

    name = Name(required=True, metadata=about("The name of the player at the table."))
    commits = Flag(load_default=False, metadata=about(_COMMITS))
    commitment = Hexadecimal(
        metadata=about("To the seed for the table's first deal, `next_deal`. It implies `commits`.")
    )
    key = Hexadecimal(metadata=about(_KEY))
    kind = WordOf(get_args(Kind), load_default="person", metadata=about(_KIND))
    ref = Ref(metadata=about(f"{_REF.format('player')} Only for the owner of the table."))
    metadata = Metadata(
        metadata=about(f"{_METADATA.format('player')} Only for the owner of the table.")
    )
    signature = signature_of(COMMIT, "table")


class RematchRequest(Request):
    """The seats of a rematch; seed and key of a person's seat there."""

    seats = WordOf(
        get_args(RematchSeats),
        metadata=about(
            "`next`: all players sit one seat to the right of the old one; with two players they "
            "exchange seats. `same`: they keep their seats. The first request decides. "
            "Default: the seats of the rematch, or `next`."
        ),
    )

    commits = Flag(metadata=about(f"{_COMMITS} Default: as before."))
    commitment = Hexadecimal(
        metadata=about(
            "To the seed for the rematch's first deal, `next_deal`. Its id is known once the "
            "rematch is opened."
        )
    )
    key = Hexadecimal(metadata=about(f"{_KEY} An earlier key no longer counts."))
    signature = signature_of(COMMIT, "table")


class ReadyRequest(Request):
    """The deal that a player is ready for."""

    number = WholeNumberField(
        low=1,
        high=LARGEST,
        required=True,
        metadata=about("The number of the table's next deal: `next_deal`."),
    )
    signature = signature_of('{"type": "ready", "number": …}', "table")


class MoveRequest(Request):
    """A move."""

    move = ComponentField(
        "Move",
        required=True,
        metadata=about("The move, one of those that the deal has as `legal_moves`."),
    )
    expected_version = WholeNumberField(
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
    dry_run = Flag(metadata=about("Whether the move is judged only, and not made."))


class LeaveSeatQuery(Request):
    """The signature of leaving a seat."""

    signature = signature_of('{"type": "leave"}', "table")


class ViewQuery(Request):
    """The view in which a deal is seen."""

    view = View(
        metadata=about(
            "`seat:0` … as that seat sees it, `public` as the public does, `full` with every card. "
            "While a deal is on, a seat's view is for its own token only, and `full` is refused. "
            "Default: the token's own seat; with an API key `public`."
        ),
    )


class LegalQuery(Request):
    """The form of the legal moves."""

    legal = WordOf(
        LEGAL,
        load_default="full",
        metadata=about(
            "The form of the legal moves: the `full` list, the `compact` form (`choices`), `both` "
            "or `none`."
        ),
    )


class PositionQuery(ViewQuery):
    """Which state of a deal is wanted."""

    at = Digits(
        low=1, high=LARGEST, metadata=about("After the event at this position. Default: the last.")
    )


class DealQuery(PositionQuery, LegalQuery):
    """Which state of a deal is wanted, and in which form."""

    expand = Text(
        longest=len(",".join(EXPANDABLE)),
        pattern=Pattern(
            f"^({_ANY})(,({_ANY}))*$",
            Sentence("form-some-of", {"choices": ", ".join(EXPANDABLE)}),
        ),
        metadata=about("The parts wanted in `expanded`: some of these words, separated by commas."),
    )


class FramesQuery(ViewQuery):
    """Which frames of a deal are wanted."""

    legal = WordOf(
        LEGAL,
        load_default="compact",
        metadata=about("The form of the legal moves, as for the deal; full lists are long."),
    )
    after = Digits(
        low=1,
        high=LARGEST,
        load_default=1,
        metadata=about("The position of the event after which `first` shows the deal."),
    )
    limit = Digits(low=1, high=MOST, load_default=MOST, metadata=about("The most frames."))
    explanations = QueryFlag(
        load_default=False,
        metadata=about("Whether each move comes with the reason why the rules allowed it."),
    )


class FollowQuery(Request):
    """Which events are wanted, and whether to wait for them. A stream is sent all, as they come."""

    after = Digits(low=0, high=LARGEST, metadata=about(_AFTER))
    last_event_id = Digits(
        low=0,
        high=LARGEST_POSITION,
        data_key="lastEventId",
        metadata=about(
            "As the header `Last-Event-ID`, for an EventSource that cannot send it when it "
            "reconnects. It has precedence over `after`."
        ),
    )
    wait = Digits(
        low=0,
        high=120,
        load_default=0,
        metadata=about(
            "How many seconds to wait if there is no event yet. The service may answer sooner with "
            "an empty page, and with `Retry-After` if too many callers wait."
        ),
    )
    limit = Digits(low=1, high=1000, metadata=about("The most events on the page."))


class FollowTableQuery(FollowQuery):
    """Which events of a table are wanted."""

    people = QueryFlag(
        load_default=False,
        metadata=about(
            "Whether a stream is also sent who is present, and what they say, as in `getPeople`. "
            "A player with such a stream is present."
        ),
    )


class FollowLogQuery(FollowQuery):
    """Which entries of the log are wanted, and whether to wait for them."""

    after = Digits(low=0, high=LARGEST_POSITION, metadata=about(_AFTER))


class AllEventsQuery(FollowLogQuery):
    """Which events of all tables and deals are wanted."""

    types = Text(
        longest=1_000,
        pattern=Pattern(r"^[a-z_.,]*$", Sentence("form-types", {"example": "deal.opened"})),
        metadata=about("Only events of these types, separated by commas. Default: all."),
    )


class EventsQuery(ViewQuery, LegalQuery, FollowTableQuery):
    """Which events of a deal are wanted, and in which view."""

    views = QueryFlag(
        load_default=False,
        metadata=about(
            "Whether the view after each command is wanted too: on a page in `views`, in a stream "
            "as a line of the type `view`. A page then has fewer events."
        ),
    )


class OpenedQuery(Request):
    """Which page of a list is meant, and when its entries were opened."""

    cursor = PageCursor(size=44)
    limit = Digits(low=1, high=1000, metadata=about("The most entries on the page."))
    since = Moment(metadata=about("Only what was opened at this time or later."))
    until = Moment(metadata=about("Only what was opened before this time."))


class FilterQuery(Request):
    """Which tables are meant."""

    owner = WordOf(("me",), metadata=about("`me`: only tables of the caller, and their deals."))
    ref = Ref(metadata=about("Only tables of the caller at which a seat has this `ref`."))
    table_ref = Ref(metadata=about("Only tables of the caller that have this `ref` themselves."))
    metadata = NoteFilter(
        metadata=about(
            "Only tables of the caller with this name and value in their `metadata`, such as "
            "`season=2026-autumn`."
        )
    )
    game = Text(longest=LONGEST_WORD, metadata=about("Only this game."))


class TableFilterQuery(FilterQuery):
    """Which tables are meant, by their status."""

    status = WordOf(get_args(TableStatus), metadata=about("Only tables with this status."))
    free = QueryFlag(
        metadata=about(
            "Only tables with a seat that anybody may take (`true`), or all others (`false`). The "
            "seats of a rematch are reserved."
        )
    )


class ListQuery(FilterQuery, OpenedQuery):
    """Which tables or deals are listed."""

    table = Identifier(metadata=about("Only this table."))


class TablesQuery(TableFilterQuery, ListQuery):
    """Which tables are listed."""

    open = QueryFlag(
        metadata=announced(
            "Only tables that wait for players (`true`), or all others (`false`). Use `free`.",
            replaced(2026, 12, 1),
        )
    )


class TournamentsQuery(OpenedQuery):
    """Which tournaments are listed."""

    owner = WordOf(("me",), metadata=about("`me`: only tournaments of the caller."))
    ref = Ref(metadata=about("Only tournaments of the caller with a player of this `ref`."))
    tournament_ref = Ref(
        metadata=about("Only tournaments of the caller that have this `ref` themselves.")
    )
    metadata = NoteFilter(
        metadata=about("Only tournaments of the caller with this name and value in `metadata`.")
    )
    game = Text(longest=LONGEST_WORD, metadata=about("Only this game."))
    status = WordOf(get_args(TournamentStatus), metadata=about("Only those with this status."))


class PeopleQuery(Request):
    """Which people are meant, and how deals came out for them."""

    player = Name(metadata=about("Only deals at which a person has this name."))
    contract = Text(
        longest=LONGEST_WORD,
        metadata=about(
            "Only deals in which a person had declared this, such as `grand`; with `player` or "
            "`ref`, that person."
        ),
    )
    result = WordOf(
        RESULTS,
        metadata=about(
            "Only deals that came out like this for a person; with `player` or `ref`, for that "
            "person. `even`: no side came off better."
        ),
    )


class DealsQuery(ListQuery, PeopleQuery):
    """Which deals are listed."""

    status = WordOf(get_args(ListedDealStatus), metadata=about("Only deals with this status."))


class StatisticsQuery(ListQuery, PeopleQuery):
    """Which deals are counted, and for whom."""


class LobbyQuery(TableFilterQuery, FollowLogQuery):
    """Which changes of the lobby are wanted, as tables are listed."""
