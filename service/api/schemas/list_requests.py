"""The schemas by which requests for lists are read, and for the lobby that changes."""

from typing import get_args

from domain.tournaments.tournament import TournamentStatus
from service.api.deprecation import announced, replaced
from service.api.schemas.fields import (
    Digits,
    Identifier,
    Moment,
    Name,
    PageCursor,
    QueryFlag,
    Ref,
    Text,
    WordOf,
    about,
)
from service.api.schemas.notes import NoteFilter
from service.api.schemas.request import Request
from service.api.schemas.requests import FollowLogQuery
from service.api.schemas.terms import LONGEST_WORD
from service.lists.queries import RESULTS
from service.responses.lists import ListedDealStatus
from service.responses.shared import TableStatus


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
