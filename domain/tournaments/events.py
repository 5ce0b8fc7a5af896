"""Events of a tournament's stream. Names and notes of people are behind commitments."""

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

from domain.kernel.event import (
    ALL_ERASABLE,
    EVERYONE,
    NOBODY,
    OWNER,
    Digest,
    Event,
    Id,
    Json,
    Text,
    event,
    seen_by,
)
from domain.kernel.stored import added
from domain.table.events import Pairs
from domain.table.fields import ALL

Format: TypeAlias = Literal["fixed", "lot", "by_standings", "round_robin", "swiss", "knock_out"]
"""How the players are seated in each round (C9 to C14)."""
Scoring: TypeAlias = Literal["points", "matchpoints", "mean", "median"]
"""The scoring of a table for a contestant (C17, C27)."""
Joining: TypeAlias = Literal["owner", "anyone"]
"""The rule for joining (C2)."""


@event("tournament.opened", version=2)
class TournamentOpened(Event):
    """A tournament was opened. Its terms are fixed here."""

    tournament: Annotated[Id, ALL]
    owner: Id
    """The API key that opened it."""
    name: Annotated[Text, ALL]
    game: Annotated[Text, ALL]
    rules: Annotated[Text, ALL]
    options: Annotated[Mapping[str, Json], ALL] = seen_by(EVERYONE)
    """The options of every table; the target of the series is one of them."""
    seats: Annotated[int, ALL]
    """The seats of a full table (C8)."""
    table_terms: Annotated[Mapping[str, Json], ALL] = seen_by(EVERYONE)
    """The terms of every table, such as its clock."""
    format: Annotated[Format, ALL]
    rounds: Annotated[int, ALL]
    """The most rounds."""
    scoring: Annotated[Scoring, ALL]
    most: Annotated[int, ALL]
    """The most players (C2)."""
    joining: Annotated[Joining, ALL]
    """``owner``: the owner enters all players; ``anyone``: whoever sees it may join."""
    visibility: Annotated[Literal["public", "private"], ALL]
    fill: Annotated[Text | None, ALL]
    """The level of the bots that fill the last table; None: byes (C8)."""
    reveal_seconds: Annotated[int, ALL]
    """How long a call waits for the seeds of the players (C6)."""
    break_seconds: Annotated[int | None, ALL]
    """The break before the next round is called; None: the director calls it (C20)."""
    round_seconds: Annotated[int | None, ALL]
    """The time of a round; None: it has no limit (C16)."""
    commitments: Annotated[tuple[Digest, ...], ALL]
    """The operator's commitment to the seed of each round (C6)."""
    seeds: tuple[Digest, ...] | None = seen_by(NOBODY)
    """These seeds; each is shown when its round is drawn."""
    test: Annotated[bool, ALL] = False
    """Whether all its tables are tests."""
    ref: Annotated[Text | None, OWNER] = None
    metadata: Annotated[Pairs | None, OWNER] = None
    seeds_each_round: Annotated[bool, ALL] = True
    """Whether players show another seed in each round (C6)."""
    boards: Annotated[int, ALL] = 0
    """The boards of each round; 0: every table has cards of its own (C22)."""
    board_commitments: Annotated[tuple[Digest, ...], ALL] = ()
    """The operator's commitment to the seed of each board, round by round (C23)."""
    board_seeds: tuple[Digest, ...] | None = seen_by(NOBODY, default=None)
    """These seeds; each is shown when its board is revealed."""


added(
    "tournament.opened",
    1,
    {"seeds_each_round": False, "boards": 0, "board_commitments": [], "board_seeds": None},
)


@event("tournament.scheduled")
class TournamentScheduled(Event):
    """The times at which the clock calls rounds (C20). It is one of the terms."""

    starts: Annotated[tuple[int, ...], ALL]
    """Of the first rounds, in order, in µs since the epoch."""


@event("tournament.player_joined")
class PlayerJoined(Event):
    """A player joins."""

    player: Annotated[int, ALL]
    """Their number, from 1."""
    name: Annotated[Text | None, ALL_ERASABLE]
    bot: Annotated[Text | None, ALL]
    """The level of a bot of the house; None: a person, or an external bot."""
    partner: Annotated[int | None, ALL]
    """The earlier player with whom they form a pair (C3)."""
    team: Annotated[Text | None, ALL]
    token: Digest | None
    """The hash of the token of the player; None: a bot of the house."""
    holder: Id | None
    """The API key that entered the player; None: the player joined without one."""
    commitment: Annotated[Digest | None, ALL]
    """To a seed for the draws, or to the first of a chain of seeds (C6)."""
    ref: Annotated[Text | None, OWNER] = None


@event("tournament.player_withdrew")
class PlayerWithdrew(Event):
    """A player withdraws (C4)."""

    player: Annotated[int, ALL]


@event("tournament.player_substituted")
class PlayerSubstituted(Event):
    """The director seats another person for a player, who goes on with all that is theirs (C4)."""

    player: Annotated[int, ALL]
    name: Annotated[Text | None, ALL_ERASABLE]
    token: Digest
    """The hash of the token of the substitute; the one before it ends."""
    holder: Id | None
    """The API key that entered the substitute."""
    commitment: Annotated[Digest | None, ALL]
    """To a seed for the draws (C6)."""
    reason: Annotated[Text, ALL]
    ref: Annotated[Text | None, OWNER] = None


@event("tournament.person_erased")
class PlayerErased(Event):
    """The name and the `ref` of a person were erased, with the openings of their commitments."""

    player: Annotated[int, ALL]
    taken: Annotated[int, ALL]
    """The event by which the person came, by its position."""


@event("tournament.round_called")
class RoundCalled(Event):
    """The next round begins: no player joins it from now on, and seeds are shown (C6)."""

    round: Annotated[int, ALL]


@event("tournament.seed_shown")
class PlayerSeedShown(Event):
    """A player shows the seed that they had committed to, or the seed of the round."""

    player: Annotated[int, ALL]
    seed: Annotated[Digest, ALL]


@event("tournament.round_drawn")
class RoundDrawn(Event):
    """The seats of a round, as they follow from the clauses of the format."""

    round: Annotated[int, ALL]
    seed: Annotated[Digest, ALL]
    """The operator's seed of the round."""
    tables: Annotated[tuple[tuple[int, ...], ...], ALL]
    """The players of each table by seats; 0 is a bot of the house that fills it."""
    byes: Annotated[tuple[int, ...], ALL]
    """The players without a table."""
    absent: Annotated[tuple[int, ...], ALL]
    """The players whose seeds are missing (C6)."""


@event("tournament.table_opened")
class TournamentTableOpened(Event):
    """A table of the round was opened."""

    round: Annotated[int, ALL]
    number: Annotated[int, ALL]
    """Its number in the round, from 1."""
    table: Annotated[Id, ALL]


@event("tournament.result_recorded")
class TableResultRecorded(Event):
    """The result of a table counts (C15, C16). All lists are by seats."""

    round: Annotated[int, ALL]
    number: Annotated[int, ALL]
    table: Annotated[Id, ALL]
    version: Annotated[int, ALL]
    """The last event of the table that counts, and the hash of its record up to there."""
    head: Annotated[Digest, ALL]
    points: Annotated[tuple[int, ...], ALL]
    ranks: Annotated[tuple[int, ...], ALL]
    won: Annotated[tuple[int, ...], ALL]
    """The deals that each seat has won."""
    lost: Annotated[tuple[int, ...], ALL]


@event("tournament.board_revealed")
class BoardRevealed(Event):
    """A board was revealed, as every table of the round has ended it (C25)."""

    round: Annotated[int, ALL]
    number: Annotated[int, ALL]
    seed: Annotated[Digest, ALL]
    """The operator's seed of the board."""
    results: Annotated[tuple[tuple[int, ...], ...], ALL]
    """By tables, the points of each seat; none at a table that has not played it. Empty after the
    end of the tournament: it counts nowhere.
    """


@event("tournament.score_corrected")
class ScoreCorrected(Event):
    """The director corrects the score of a contestant (C19)."""

    round: Annotated[int, ALL]
    player: Annotated[int, ALL]
    """The first player of the contestant."""
    points: Annotated[int, ALL]
    """The points added to the score."""
    reason: Annotated[Text, ALL]


@event("tournament.paused")
class TournamentPaused(Event):
    """No round is called until the director lets it go on (C20)."""

    reason: Annotated[Text, ALL]


@event("tournament.resumed")
class TournamentResumed(Event):
    """Rounds are called again."""


@event("tournament.closed")
class TournamentClosed(Event):
    """The tournament is over (C21)."""

    reason: Annotated[Literal["over", "director"], ALL]
