"""Tournaments: terms, players, rounds and standings."""

from typing import Literal

from typing_extensions import TypedDict

from domain.kernel.event import Json
from domain.tournaments.events import Format, Joining, Scoring
from domain.tournaments.tournament import TournamentStatus
from service.access.credentials import Visibility
from service.responses.base import EnvelopeJson, Hash, Id, Time
from service.responses.shared import NotedJson


class TournamentPlayerJson(TypedDict):
    """A player of a tournament."""

    player: int
    """Their number, from 1."""
    name: str
    """Or a pseudonym, once it is erased."""
    bot: str | None
    """The level of a bot of the house."""
    partner: int | None
    """The number of the first player of their pair; null for that one, and in games without."""
    team: str | None
    """The name of their team."""
    held_by_owner: bool
    """Whether the owner entered the person, and so may have the tokens of their seats."""
    committed: bool
    """Whether they add a seed to the draws (C6)."""
    withdrawn: bool
    """Whether they are seated in no later round (C4)."""
    ref: str | None
    """Null for all but the owner."""


class TableOfRoundJson(TypedDict):
    """A table of a round; lists are by seats."""

    number: int
    """Its number in the round."""
    table: Id | None
    """Null until it is opened."""
    players: list[int]
    """The numbers of the players; 0 is a bot of the house."""
    points: list[int] | None
    """Null until the table is over."""
    ranks: list[int] | None
    """1 is the best; null until the table is over."""


class RevealedBoardJson(TypedDict):
    """A board that is revealed."""

    board: int
    """Its number in the round, from 1."""
    seed: Hash
    """The operator's seed of the board, which the commitment was made to."""


class RoundJson(TypedDict):
    """A round of a tournament."""

    round: int
    """Its number, from 1."""
    called_at: Time
    """From then on no player joins it."""
    drawn_at: Time | None
    """Null while seeds are missing."""
    seed: Hash | None
    """The operator's seed of the round, which the commitment was made to."""
    ends_at: Time | None
    """When its time is over; null: it has no limit."""
    tables: list[TableOfRoundJson]
    """Its tables, in order."""
    byes: list[int]
    """The players without a table."""
    absent: list[int]
    """The players whose seeds were missing."""
    finished: int
    """How many of its tables are over."""
    boards: list[RevealedBoardJson]
    """Its boards that are revealed, in their order (C25)."""


class ScoreLineJson(TypedDict):
    """A line of a score."""

    round: int
    """The round that it belongs to."""
    kind: Literal["table", "bye", "correction"]
    """The origin of the points."""
    points: int
    """The points added to the score."""
    table: int | None
    """The number of the table in the round."""
    reason: str | None
    """Of a correction."""
    boards: list[int]
    """The points of each board that was revealed, where boards make the score (C27)."""


class StandingJson(TypedDict):
    """A line of the standings."""

    rank: int
    """1 is the best; equal where nothing but the lot decides."""
    players: list[int]
    """The players of the contestant."""
    points: int
    """The score."""
    opponents: int
    """The sum of the opponents' scores, which orders equal scores of a `swiss`."""
    won: int
    """The deals that they have won."""
    lost: int
    """The deals that they have lost."""
    withdrawn: bool
    """Whether they are seated in no later round."""
    lines: list[ScoreLineJson]
    """The parts of the score."""


class _TournamentTermsJson(NotedJson):
    """The terms of a tournament."""

    id: Id
    """The tournament."""
    name: str
    """The name of the tournament."""
    game: str
    format: Format
    """How players are seated in each round (C9 to C14)."""
    status: TournamentStatus
    """`open` before the first round, `drawing` while seeds are missing, `playing`, `break` between
    rounds; `over`, or `closed` by the director."""
    visibility: Visibility
    test: bool
    """Whether all its tables are tests."""
    rounds: int
    """The most rounds."""


class TournamentSummaryJson(_TournamentTermsJson):
    """A tournament in a list."""

    round: int
    """The last round that was called; 0: none."""
    players: int
    """How many players have joined."""
    opened_at: Time
    """When it was opened."""


class TournamentListJson(TypedDict):
    """Tournaments that the caller sees, the newest first."""

    tournaments: list[TournamentSummaryJson]
    """The tournaments of the page."""
    next: str | None
    """The cursor of the next page, if any."""


class TournamentJson(_TournamentTermsJson):
    """A tournament: its terms, players, rounds and standings."""

    rules: str
    options: dict[str, Json]
    seats: int
    """The seats of a full table."""
    pairs: bool
    """Whether the contestants are pairs (C1)."""
    scoring: Scoring
    """The scoring of a table (C17); scores by `mean` and `median` are in hundredths (C27)."""
    boards: int
    """The boards of each round; 0: each table has cards of its own (C22)."""
    board_commitments: list[Hash]
    """The operator's commitment to the seed of each board, round by round."""
    most: int
    """The most players."""
    joining: Joining
    """The rule for joining (C2)."""
    fill: str | None
    """The level of the bots that take free places; null: byes."""
    reveal_seconds: int
    """How long a call waits for seeds."""
    break_seconds: int | None
    """The break before the next round; null: the director calls each."""
    starts: list[Time]
    """When the clock calls the first rounds."""
    round_seconds: int | None
    """The time of a round; null: it has no limit."""
    table_terms: dict[str, Json]
    """The terms of every table."""
    commitments: list[Hash]
    """The operator's commitment to the seed of each round."""
    version: int
    """The position of its last event."""
    head: Hash
    """The hash of the record up to there."""
    opened_at: Time
    """When it was opened."""
    now: Time | None
    """The time of the service; null in the answer to a command."""
    paused: str | None
    """The reason of a pause; null: it is not paused."""
    next_round_at: Time | None
    """When the clock calls the next round; past, if it waits for a worker. Null: it does not."""
    waiting_for: list[int]
    """The players whose seeds are missing."""
    director: bool
    """Whether the caller directs it."""
    players: list[TournamentPlayerJson]
    """All players, in the order of joining."""
    played: list[RoundJson]
    """The rounds that were called."""
    standings: list[StandingJson]
    """The contestants, the best first."""


class JoinedTournamentJson(TypedDict):
    """A player who has joined."""

    player: int
    """Their number, from 1."""
    token: str | None
    """`entry_…`, which shows their seat of each round; it comes this once. Null: a bot."""


class OwnSeatJson(TypedDict):
    """The seat of a player in the round that is on."""

    table: Id
    seat: int
    token: str
    """The token of the seat."""


class EntryJson(TypedDict):
    """A player of a tournament, as they see themselves."""

    tournament: Id
    """The tournament."""
    player: int
    """Their number, from 1."""
    name: str
    """Their name."""
    round: int
    """The last round that was called; 0: none."""
    status: TournamentStatus
    owes_seed: bool
    """Whether the round that is called waits for their seed."""
    seat: OwnSeatJson | None
    """Null while no round is on in which they have a seat."""


class TournamentEventJson(EnvelopeJson):
    """An event of a tournament. Fields that the caller may not see are null."""


class TournamentEventPageJson(TypedDict):
    """Events of a tournament after a position."""

    tournament: Id
    """The tournament."""
    version: int
    """The position of its last event."""
    status: TournamentStatus
    now: Time
    """The time of the service."""
    events: list[TournamentEventJson]
    """The events, in order."""


class BoardResultJson(TypedDict):
    """How a table played a board."""

    number: int
    """The number of the table in the round."""
    table: Id | None
    """The table."""
    players: list[int]
    """Its players by seats; 0 is a bot of the house."""
    points: list[int] | None
    """By seats; null: it was closed before it had played the board."""
    deal: Id | None
    """The deal in which it was played, with its replay and its analysis; null with `points`."""
    compared: list[int] | None
    """By seats, what counts by C27, in hundredths of a point; null: nothing is compared."""


class PlayOfBoardJson(TypedDict):
    """The play of a board at a table."""

    number: int
    """The number of the table in the round."""
    deal: Id
    """The deal, which can be replayed."""


class PartedJson(TypedDict):
    """Where some tables parted in the play of a board."""

    moves: int
    """The first moves that all of them have made alike."""
    tables: list[PlayOfBoardJson]
    """The tables, as they were asked for."""


class BoardJson(TypedDict):
    """A board of a tournament that is revealed: the results of all tables side by side."""

    round: int
    """The round, from 1."""
    board: int
    """The number of the board in its round, from 1."""
    seed: Hash
    """The operator's seed of the board."""
    results: list[BoardResultJson]
    """By tables, in order."""
    parted: PartedJson | None
    """Where the tables of the query parted; null: none were named."""
