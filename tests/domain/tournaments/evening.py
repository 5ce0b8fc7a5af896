"""A tournament that is played without tables: every event passes the judge, results are drawn."""

from collections.abc import Callable, Sequence
from hashlib import sha256
from random import Random
from typing import Any

from domain.fairness.shuffle import PLAYER, SERVER
from domain.games import GAMES
from domain.judge.record_rules import SYSTEM, Fact
from domain.judge.tournament_rules import follow, follow_append
from domain.kernel.clock import SECOND
from domain.kernel.deal import Board
from domain.kernel.event import Digest, Event, Id, Text, to_json
from domain.kernel.options import parse_options
from domain.tournaments import lots
from domain.tournaments.draws import draw
from domain.tournaments.events import (
    BoardRevealed,
    PlayerJoined,
    PlayerSeedShown,
    PlayerWithdrew,
    RoundCalled,
    TableResultRecorded,
    TournamentOpened,
    TournamentTableOpened,
)
from domain.tournaments.tournament import Tournament

ID = Id("f0000000-0000-8000-8000-000000000001")
KEY = "key:00000000-0000-0000-0000-000000000002"
OWNER = Id("00000000-0000-0000-0000-000000000002")
HEAD = Digest("00" * 32)
Result = Callable[[Sequence[int]], tuple[int, ...]]
"""The points of a table by seats, from its players."""


def seed(name: str) -> Digest:
    """A seed of the tests."""
    return Digest(sha256(name.encode()).hexdigest())


def board_seed(number: int, at: int) -> Digest:
    """The operator's seed of a board."""
    return seed(f"board {number}/{at}")


def board(number: int, at: int, seeds: Digest = HEAD) -> Board:
    """A board of a round."""
    return Board(ID, number, at, seeds)


def opened(game: str = "durak", **terms: Any) -> TournamentOpened:
    """The first event of a tournament."""
    rules = GAMES[game]
    rounds = terms.pop("rounds", 3)
    seats = terms.pop("seats", rules.seats[0])
    seeds = tuple(seed(f"round {number}") for number in range(1, rounds + 1))
    made = [
        lots.commitment(ID, role=SERVER, index=number, seed=each)
        for number, each in enumerate(seeds, start=1)
    ]
    boards_each = terms.get("boards", 0)
    given: dict[str, Any] = {
        "board_commitments": tuple(
            board(number, at).commitment(bytes.fromhex(board_seed(number, at)))
            for number in range(1, rounds + 1)
            for at in range(1, boards_each + 1)
        ),
        "format": "lot",
        "scoring": "points" if rules.counting.until == "deals" else "matchpoints",
        "most": 4_000,
        "joining": "owner",
        "visibility": "public",
        "fill": None,
        "reveal_seconds": 60,
        "break_seconds": None,
        "round_seconds": None,
        "table_terms": {},
        **terms,
    }
    return TournamentOpened(
        tournament=ID,
        owner=OWNER,
        name=Text("Club evening"),
        game=Text(game),
        rules=Text(rules.version),
        options=to_json(parse_options(rules.options, {}, seats=seats)),
        seats=seats,
        rounds=rounds,
        commitments=tuple(made),
        seeds=seeds,
        **given,
    )


class Evening:
    """A tournament that grows by events that the judge lets follow."""

    def __init__(self, first: TournamentOpened) -> None:
        self.at = 1_000_000_000
        self.events: list[Event] = [first]
        self.actors = [KEY]
        self.now: Tournament = follow_append(None, [Fact(first, 1, self.at, KEY)])

    def add(self, *events: Event, actor: str = KEY) -> "Evening":
        """Add events, each at a later second."""
        for event in events:
            self.at += SECOND
            self.now = follow(self.now, Fact(event, event.VERSION, self.at, actor))
            self.events.append(event)
            self.actors.append(actor)
        return self

    def join(
        self, count: int, *, teams: Sequence[str | None] = (None,), commits: Sequence[int] = ()
    ) -> "Evening":
        """Players join; in a game with partners each second is the partner of a first who stays."""
        pairs = len(self.now.sides[0]) > 1
        for _ in range(count):
            number = len(self.now.players) + 1
            team = teams[(number - 1) % len(teams)]
            is_second = pairs and number % 2 == 0 and not self.now.players[-1].withdrawn
            self.add(
                PlayerJoined(
                    number,
                    Text(f"P{number}"),
                    bot=None,
                    partner=number - 1 if is_second else None,
                    team=None if team is None else Text(team),
                    token=HEAD,
                    holder=OWNER,
                    commitment=self.seed_of(number, 0) if number in commits else None,
                )
            )
        return self

    def withdraw(self, *players: int) -> "Evening":
        """Players withdraw."""
        return self.add(*map(PlayerWithdrew, players))

    def show(self, *players: int) -> "Evening":
        """Players show their seeds."""
        for each in players:
            shown = PlayerSeedShown(each, self.seed_of(each, len(self.now.rounds)))
            self.add(shown, actor=f"entry:{each}")
        return self

    def seed_of(self, player: int, number: int) -> Digest:
        """The seed of a player for a round; for round 0 the commitment to all."""
        last, rounds = seed(f"player {player}"), self.now.opened.rounds
        if not self.now.opened.seeds_each_round:
            return last if number else lots.commitment(ID, role=PLAYER, index=0, seed=last)
        return lots.chain(ID, last=last, rounds=rounds)[number]

    def call(self) -> "Evening":
        """The next round is called."""
        return self.add(RoundCalled(self.now.next_round))

    def draw(self, fixed: Sequence[Sequence[int]] | None = None) -> "Evening":
        """The round that is called is drawn."""
        number = len(self.now.rounds)
        return self.add(draw(self.now, seed(f"round {number}"), fixed=fixed), actor=SYSTEM)

    def play(self, result: Result) -> "Evening":
        """Every table of the round is opened and played."""
        number = len(self.now.rounds)
        for at, table in enumerate(self.now.rounds[-1].tables, start=1):
            named = _table(number, at)
            points = result(table.players)
            sign = self.now.game.counting.sign
            ranks = tuple(1 + len({p for p in points if sign * p > sign * q}) for q in points)
            none = (0,) * len(points)
            self.add(
                TournamentTableOpened(number, at, named),
                TableResultRecorded(number, at, named, 9, HEAD, points, ranks, none, none),
                actor=SYSTEM,
            )
        return self

    def open_tables(self) -> "Evening":
        """Every table of the round is opened."""
        number = len(self.now.rounds)
        for at in range(1, len(self.groups) + 1):
            self.add(TournamentTableOpened(number, at, _table(number, at)), actor=SYSTEM)
        return self

    def reveal(self, *results: Sequence[int]) -> "Evening":
        """The next board of the round is revealed, with the points of each table."""
        last = self.now.rounds[-1]
        at = len(last.boards) + 1
        shown = BoardRevealed(last.number, at, board_seed(last.number, at), (*map(tuple, results),))
        return self.add(shown, actor=SYSTEM)

    def record(self, at: int, *points: int) -> "Evening":
        """The result of a table is recorded."""
        number, nothing = len(self.now.rounds), (0,) * len(points)
        ranks = tuple(1 + len({p for p in points if p > q}) for q in points)
        known = (number, at, _table(number, at), 9, HEAD)
        return self.add(TableResultRecorded(*known, points, ranks, nothing, nothing), actor=SYSTEM)

    def round(self, result: Result | None = None) -> "Evening":
        """A whole round."""
        return self.call().draw().play(result or lower_wins)

    @property
    def groups(self) -> list[tuple[int, ...]]:
        """The players of each table of the last round."""
        return [each.players for each in self.now.rounds[-1].tables]


def _table(number: int, at: int) -> Id:
    return Id(f"f0000000-0000-8000-8000-{number:06}{at:06}")


def lower_wins(players: Sequence[int]) -> tuple[int, ...]:
    """The lower a player's number, the more points; bots have none."""
    return tuple(0 if each == 0 else 1_000 - each for each in players)


def by_chance(chance: Random) -> Result:
    """Points that chance gives, also equal ones."""
    return lambda players: tuple(chance.randrange(3) for _ in players)
