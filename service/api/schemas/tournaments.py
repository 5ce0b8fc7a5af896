"""The requests of tournaments."""

from types import MappingProxyType
from typing import Any, Final, get_args

from marshmallow import fields

from domain.judge.tournament_rules import MOST_BOARDS, MOST_PLAYERS, MOST_ROUNDS
from domain.kernel.sentence import Sentence
from domain.table.events import TableOpened
from domain.tournaments.events import Format, Joining, Scoring
from service.access.credentials import Visibility
from service.api.contract.compact import MEANS, NAMED
from service.api.schemas.fields import (
    Flag,
    Hexadecimal,
    ListOf,
    Metadata,
    Moment,
    Name,
    Pattern,
    Ref,
    Text,
    ValuesByName,
    WholeNumberField,
    WordOf,
    Words,
    about,
)
from service.api.schemas.request import LONGEST_WORD, CombinedRequest, Request, request_of
from service.api.schemas.requests import DAY, LARGEST, MOST_OPTIONS, MOST_SEATS
from service.tournaments.direction import OF_TABLES

LONGEST_REASON: Final = 200
_FORMAT: Final = {
    NAMED: "TournamentFormat",
    MEANS: "How players are seated: `fixed` by the director, by `lot`, `by_standings`, and two at "
    "a table in a `round_robin`, a `swiss` or a `knock_out`.",
}


class TournamentTablesRequest(request_of(TableOpened, *OF_TABLES)):  # type: ignore[misc] # made here
    """The terms of every table of a tournament."""


def _usual_tables() -> dict[str, Any]:
    loaded: Any = TournamentTablesRequest().load({})
    return {**loaded}


class OpenTournamentRequest(Request):
    """A request for a new tournament."""

    game = Text(longest=LONGEST_WORD, required=True, metadata=about("The game, by its key."))
    name = Name(required=True, metadata=about("The name of the tournament."))
    format = WordOf(
        get_args(Format),
        required=True,
        metadata=about("How players are seated in each round (C9 to C14).", **_FORMAT),
    )
    options = ValuesByName(
        most=MOST_OPTIONS,
        load_default=dict,
        metadata=about("The options of the game that differ from their defaults."),
    )
    seats = WholeNumberField(
        low=2,
        high=MOST_SEATS,
        load_default=None,
        allow_none=True,
        metadata=about("The seats of a full table; null: the fewest of the game."),
    )
    target = WholeNumberField(
        low=1,
        high=LARGEST,
        load_default=None,
        allow_none=True,
        metadata=about("The score or number of deals that ends the series of a table."),
    )
    rounds = WholeNumberField(
        low=1,
        high=MOST_ROUNDS,
        load_default=None,
        allow_none=True,
        metadata=about(
            "The most rounds. Null: as many as `most` players need in a `round_robin` or a "
            "`knock_out`, otherwise three. A `round_robin` is over when all have met (C12)."
        ),
    )
    scoring = WordOf(
        get_args(Scoring),
        load_default=None,
        allow_none=True,
        metadata=about(
            "The scoring of a table (C17), or the comparison of boards (C27). Null: `points` where "
            "the series counts deals, otherwise `matchpoints`."
        ),
    )
    boards = WholeNumberField(
        low=0,
        high=MOST_BOARDS,
        load_default=0,
        metadata=about(
            "The boards of each round, which all its tables play: a series of so many deals with "
            "the same cards everywhere (C22). 0: each table has cards of its own."
        ),
    )
    most = WholeNumberField(
        low=2, high=MOST_PLAYERS, load_default=64, metadata=about("The most players (C2).")
    )
    joining = WordOf(
        get_args(Joining),
        load_default="owner",
        metadata=about("Whether the owner enters all players, or anyone with the link joins."),
    )
    visibility = WordOf(
        get_args(Visibility),
        load_default=None,
        allow_none=True,
        metadata=about(
            "Of the tournament and of its tables. Default: the visibility of the API key."
        ),
    )
    fill = Text(
        longest=LONGEST_WORD,
        load_default=None,
        allow_none=True,
        metadata=about("The level of the bots that take free places; null: byes (C8)."),
    )
    reveal_seconds = WholeNumberField(
        low=1, high=DAY, load_default=60, metadata=about("How long a call waits for seeds (C6).")
    )
    break_seconds = WholeNumberField(
        low=0,
        high=DAY,
        load_default=None,
        allow_none=True,
        metadata=about("The break before the next round; null: the director calls each (C20)."),
    )
    starts = ListOf(
        Moment(),
        most=MOST_ROUNDS,
        load_default=list,
        metadata=about(
            "When the clock calls the first rounds, in order (C20): within a year, not in the past."
        ),
    )
    round_seconds = WholeNumberField(
        low=60,
        high=7 * DAY,
        load_default=None,
        allow_none=True,
        metadata=about("The time of a round; null: no limit (C16)."),
    )
    test = Flag(load_default=None, metadata=about("Whether all tables are tests."))
    table_terms = fields.Nested(
        TournamentTablesRequest,
        load_default=_usual_tables,
        metadata=about("The terms of every table."),
    )
    ref = Ref(load_default=None, metadata=about("Your own id of the tournament."))
    metadata = Metadata(load_default=None, metadata=about("Your own notes on the tournament."))


class JoinTournamentRequest(CombinedRequest):
    """A request to join a tournament, or to enter a player."""

    ONE_OF = ("name", "bot")
    NEEDS = MappingProxyType({"commitment": "name", "ref": "name"})

    name = Name(metadata=about("The name of a person."))
    bot = Text(longest=LONGEST_WORD, metadata=about("The level of a bot of the house."))
    partner = WholeNumberField(
        low=1,
        high=MOST_PLAYERS,
        metadata=about("The number of the player with whom they form a pair (C3)."),
    )
    team = Name(metadata=about("The name of their team."))
    commitment = Hexadecimal(
        metadata=about(
            "To a chain of seeds for the draws (C6), in hex. The seed of the last round is chosen. "
            'The one before each is `TH("fairdeal/1/commit", tournament, "P", u32 round, seed)` of '
            "the recipe, and the commitment stands before the seed of round 1."
        )
    )
    ref = Ref(metadata=about("The owner's own id of the player."))


class SubstitutePlayerRequest(Request):
    """A request to seat another person for a player."""

    name = Name(required=True, metadata=about("The name of the substitute."))
    reason = Words(
        longest=LONGEST_REASON, required=True, metadata=about("The reason, shown to all readers.")
    )
    commitment = Hexadecimal(metadata=about("To a seed for the draws, as of a player who joins."))
    ref = Ref(metadata=about("The owner's own id of the substitute."))


class CallRoundRequest(Request):
    """A request for the next round."""

    tables = ListOf(
        ListOf(WholeNumberField(low=0, high=MOST_PLAYERS), least=1, most=MOST_SEATS),
        most=MOST_PLAYERS // 2,
        load_default=None,
        metadata=about(
            "In the format `fixed`: the numbers of the players of each table, by seats; 0 is a bot."
        ),
    )


class PlayerSeedRequest(Request):
    """The seed of a player."""

    seed = Hexadecimal(required=True, metadata=about("The seed of the round."))


class CorrectScoreRequest(Request):
    """A correction of a score."""

    round = WholeNumberField(
        low=1, high=MOST_ROUNDS, required=True, metadata=about("The round that it belongs to.")
    )
    player = WholeNumberField(
        low=1,
        high=MOST_PLAYERS,
        required=True,
        metadata=about("The first player of the contestant."),
    )
    points = WholeNumberField(
        low=-LARGEST,
        high=LARGEST,
        required=True,
        metadata=about(
            "The points added to the score, by `mean` and `median` in hundredths (C27)."
        ),
    )
    reason = Words(
        longest=LONGEST_REASON, required=True, metadata=about("The reason, shown to all readers.")
    )


class PauseTournamentRequest(Request):
    """The reason of a pause."""

    reason = Words(
        longest=LONGEST_REASON, required=True, metadata=about("The reason, shown to all readers.")
    )


MOST_COMPARED: Final = 8
"""The most tables whose plays are compared in one request."""


class BoardQuery(Request):
    """Which tables of a board are compared."""

    tables = Text(
        longest=5 * MOST_COMPARED - 1,
        load_default="",
        pattern=Pattern(
            rf"^[1-9][0-9]{{0,3}}(,[1-9][0-9]{{0,3}}){{0,{MOST_COMPARED - 1}}}$",
            Sentence("form-tables", {"most": MOST_COMPARED}),
        ),
        metadata=about(
            f"The numbers of up to {MOST_COMPARED} tables, separated by commas. Default: none."
        ),
    )
