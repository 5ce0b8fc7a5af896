"""A tournament as the fold of its own stream: its players, its rounds, and their results."""

from collections.abc import Iterable
from functools import reduce
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from domain.games import rules_of
from domain.kernel.event import Digest, Event, Id, Json, Text
from domain.kernel.game import Game
from domain.table.players import bot_name
from domain.tournaments.events import (
    BoardRevealed,
    PlayerErased,
    PlayerJoined,
    PlayerSeedShown,
    PlayerSubstituted,
    PlayerWithdrew,
    RoundCalled,
    RoundDrawn,
    ScoreCorrected,
    TableResultRecorded,
    TournamentClosed,
    TournamentOpened,
    TournamentPaused,
    TournamentResumed,
    TournamentScheduled,
    TournamentTableOpened,
)
from domain.tournaments.lots import ShownSeed

TournamentStatus: TypeAlias = Literal["open", "drawing", "playing", "break", "over", "closed"]
"""``open`` waits for players and the first round, ``drawing`` for the seeds of a round that is
called, ``playing`` for its tables, ``break`` for the next round."""


class Person(NamedTuple):
    """A person who is or was a player (C4)."""

    taken: int
    """The position of the event by which they came."""
    ref: Text | None
    erased: bool


class TournamentPlayer(NamedTuple):
    """A player of a tournament."""

    number: int
    name: Text
    bot: Text | None
    partner: int | None
    team: Text | None
    token: Digest | None
    holder: Id | None
    commitment: Digest | None
    taken: int
    """The position of the event by which the person came."""
    seed: Digest | None = None
    """The last seed that they have shown."""
    withdrawn: bool = False
    erased: bool = False
    ref: Text | None = None
    former: tuple[Person, ...] = ()

    @property
    def persons(self) -> tuple[Person, ...]:
        """All people who have been this player; a bot of the house is none."""
        own = () if self.bot is not None else (Person(self.taken, self.ref, self.erased),)
        return (*self.former, *own)


class TournamentTable(NamedTuple):
    """A table of a round."""

    players: tuple[int, ...]
    """By seats; 0 is a bot of the house that fills it."""
    table: Id | None = None
    result: TableResultRecorded | None = None


class Round(NamedTuple):
    """A round: called, drawn, and played."""

    number: int
    called_at: int
    drawn: RoundDrawn | None = None
    drawn_at: int = 0
    tables: tuple[TournamentTable, ...] = ()
    done_at: int = 0
    """When its last result was recorded."""
    shown: tuple[ShownSeed, ...] = ()
    """The seeds of players that it is drawn by (C6)."""
    boards: tuple[BoardRevealed, ...] = ()
    """Its boards that are revealed, in their order."""
    committed: tuple[int, ...] = ()
    """The players who owed it a seed when it was called, also those who have withdrawn since."""
    called_for: tuple[int, ...] = ()
    """The contestants who were there when it was called, whatever they did since."""

    @property
    def is_done(self) -> bool:
        """Whether every table of it has its result."""
        return self.drawn is not None and all(each.result is not None for each in self.tables)


class Contestant(NamedTuple):
    """A unit that is seated and ranked: a player, or a pair (C1)."""

    players: tuple[int, ...]

    @property
    def number(self) -> int:
        """The number of its first player."""
        return self.players[0]


class Tournament(NamedTuple):
    """A tournament, in which players sit down at tables round by round."""

    opened: TournamentOpened
    starts: tuple[int, ...] = ()
    """When the clock calls the first rounds, in µs since the epoch (C20)."""
    players: tuple[TournamentPlayer, ...] = ()
    rounds: tuple[Round, ...] = ()
    corrections: tuple[ScoreCorrected, ...] = ()
    paused: TournamentPaused | None = None
    closed: TournamentClosed | None = None
    length: int = 1
    """The number of its events: the position of the last one."""

    @property
    def game(self) -> Game[Any]:
        """The game that is played."""
        return rules_of(self.opened.game, self.opened.rules)

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side of a full table."""
        return self.game.sides(self.opened.seats)

    @property
    def status(self) -> TournamentStatus:
        """The step that the tournament waits for."""
        if self.closed is not None:
            return "over" if self.closed.reason == "over" else "closed"
        if not self.rounds:
            return "open"
        last = self.rounds[-1]
        if last.drawn is None:
            return "drawing"
        return "break" if last.is_done else "playing"

    @property
    def next_round(self) -> int:
        """The number of the next round that can be called."""
        return len(self.rounds) + 1

    def player(self, number: int) -> TournamentPlayer | None:
        """The player with a number."""
        return self.players[number - 1] if 1 <= number <= len(self.players) else None

    @property
    def contestants(self) -> tuple[Contestant, ...]:
        """All complete contestants, also those who have withdrawn (C1)."""
        if len(self.sides[0]) == 1:
            return tuple(Contestant((each.number,)) for each in self.players)
        pairs = (each for each in self.players if each.partner is not None)
        return tuple(Contestant((cast("int", each.partner), each.number)) for each in pairs)

    def stays(self, contestant: Contestant) -> bool:
        """Whether no player of a contestant has withdrawn."""
        return not any(self.players[each - 1].withdrawn for each in contestant.players)

    @property
    def owing(self) -> tuple[int, ...]:
        """The players whose seeds a round that is called still waits for (C6)."""
        if not self.rounds:
            return ()
        known = {each.player for each in self.rounds[-1].shown}
        return tuple(each for each in self.rounds[-1].committed if each not in known)

    def board_commitment(self, number: int, board: int) -> Digest:
        """The operator's commitment to the seed of a board of a round (C23)."""
        return self.opened.board_commitments[self._place_of(number, board)]

    def board_seed(self, number: int, board: int) -> Digest:
        """The operator's seed of a board of a round; only the full record has it."""
        seeds = self.opened.board_seeds
        assert seeds is not None, "only the full record has it"
        return seeds[self._place_of(number, board)]

    def _place_of(self, number: int, board: int) -> int:
        return (number - 1) * self.opened.boards + board - 1

    @property
    def is_covered(self) -> bool:
        """Whether a round has boards that are not revealed (C26)."""
        last = self.rounds[-1] if self.rounds else None
        return last is not None and last.drawn is not None and len(last.boards) < self.opened.boards

    def table(self, number: int, table: int) -> TournamentTable | None:
        """The table of a number in the round of a number."""
        if not (1 <= number <= len(self.rounds)):
            return None
        tables = self.rounds[number - 1].tables
        return tables[table - 1] if 1 <= table <= len(tables) else None


def options_of(opened: TournamentOpened, seats: int) -> dict[str, Json]:
    """The options of a table with so many seats: fewer deals at a smaller table (C15)."""
    options, game = dict(opened.options), rules_of(opened.game, opened.rules)
    deals = options.get(game.target)
    if game.counting.until == "deals" and isinstance(deals, int):
        options[game.target] = max(1, deals * seats // opened.seats)
    return options


def fold_tournament(events: Iterable[Event]) -> Tournament:
    """The tournament from its events, the first of which opened it; without times."""
    opened, *rest = events
    return reduce(evolve, rest, Tournament(cast("TournamentOpened", opened)))


def evolve(before: Tournament, event: Event, *, at: int = 0) -> Tournament:
    """The tournament after an event that was recorded at a time, in µs since the epoch."""
    return _changed(before._replace(length=before.length + 1), event, at)


def _changed(before: Tournament, event: Event, at: int) -> Tournament:  # noqa: C901, PLR0911, PLR0912 - by event
    match event:
        case TournamentScheduled():
            return before._replace(starts=event.starts)
        case PlayerJoined():
            return before._replace(players=(*before.players, _joined(before, event)))
        case PlayerWithdrew():
            return _player(before, event.player, withdrawn=True)
        case PlayerSubstituted():
            return _substituted(before, event)
        case PlayerErased():
            return _erased(before, event)
        case PlayerSeedShown():
            return _shown(before, event)
        case RoundCalled():
            known = () if before.opened.seeds_each_round else _last_shown(before)
            owe = (each for each in before.players if each.commitment and not each.withdrawn)
            committed = tuple(each.number for each in owe)
            here = tuple(each.number for each in before.contestants if before.stays(each))
            called = Round(event.round, at, shown=known, committed=committed, called_for=here)
            return before._replace(rounds=(*before.rounds, called))
        case RoundDrawn():
            tables = tuple(map(TournamentTable, event.tables))
            return _round(before, event.round, drawn=event, drawn_at=at, tables=tables, done_at=at)
        case TournamentTableOpened():
            return _table(before, event.round, event.number, at, table=event.table)
        case BoardRevealed():
            boards = before.rounds[event.round - 1].boards
            return _round(before, event.round, boards=(*boards, event))
        case TableResultRecorded():
            return _table(before, event.round, event.number, at, result=event)
        case ScoreCorrected():
            return before._replace(corrections=(*before.corrections, event))
        case TournamentPaused():
            return before._replace(paused=event)
        case TournamentResumed():
            return before._replace(paused=None)
        case TournamentClosed():
            return before._replace(closed=event)
        case _:
            raise TypeError(f"{event.TYPE} is no event of a tournament")


def _joined(before: Tournament, event: PlayerJoined) -> TournamentPlayer:
    name = event.name or pseudonym(event.player)
    if event.bot is not None:
        like = sum(each.bot == event.bot for each in before.players)
        name = bot_name(event.bot, like + 1)
    return TournamentPlayer(
        event.player,
        name,
        *(event.bot, event.partner, event.team, event.token, event.holder, event.commitment),
        taken=before.length,
        erased=event.bot is None and event.name is None,
        ref=event.ref,
    )


def _last_shown(before: Tournament) -> tuple[ShownSeed, ...]:
    return before.rounds[-1].shown if before.rounds else ()


def _shown(before: Tournament, event: PlayerSeedShown) -> Tournament:
    player = before.players[event.player - 1]
    assert player.commitment is not None, "who shows a seed has committed to it"
    shown = ShownSeed(player.number, player.commitment, event.seed)
    after = _player(before, player.number, seed=event.seed)
    return _round(after, len(after.rounds), shown=(*after.rounds[-1].shown, shown))


def _substituted(before: Tournament, event: PlayerSubstituted) -> Tournament:
    return _player(
        before,
        event.player,
        name=event.name or pseudonym(event.player),
        token=event.token,
        holder=event.holder,
        commitment=event.commitment,
        seed=None,
        taken=before.length,
        withdrawn=False,
        erased=event.name is None,
        ref=event.ref,
        former=before.players[event.player - 1].persons,
    )


def _erased(before: Tournament, event: PlayerErased) -> Tournament:
    player = before.players[event.player - 1]
    if event.taken != player.taken:
        former = [
            each._replace(ref=None, erased=True) if each.taken == event.taken else each
            for each in player.former
        ]
        return _player(before, event.player, former=tuple(former))
    return _player(before, event.player, name=pseudonym(event.player), erased=True, ref=None)


def pseudonym(number: int) -> Text:
    """The name that is shown for a player whose name is erased or unknown."""
    return Text(f"Player {number}")


def _player(before: Tournament, number: int, **changed: Any) -> Tournament:
    players = [*before.players]
    players[number - 1] = players[number - 1]._replace(**changed)
    return before._replace(players=tuple(players))


def _round(before: Tournament, number: int, **changed: Any) -> Tournament:
    rounds = [*before.rounds]
    rounds[number - 1] = rounds[number - 1]._replace(**changed)
    return before._replace(rounds=tuple(rounds))


def _table(before: Tournament, number: int, place: int, at: int, **changed: Any) -> Tournament:
    tables = [*before.rounds[number - 1].tables]
    tables[place - 1] = tables[place - 1]._replace(**changed)
    return _round(before, number, tables=tuple(tables), done_at=at)
