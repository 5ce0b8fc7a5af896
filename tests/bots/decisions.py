"""Decisions of bots during play: every position of many deals, over every variant."""

from collections.abc import Iterator
from hashlib import sha256
from typing import Any, NamedTuple
from uuid import UUID

import bots
from domain.games import GAMES
from domain.kernel.deal import Terms, commit, shuffled
from domain.kernel.event import Event, Id, Json, Seat, redact
from domain.kernel.game import Game, start, view
from domain.kernel.moves import decide, legal_moves
from domain.kernel.options import options_of
from domain.kernel.policy import Decision
from tests.laws.play import fold_on

SEED = sha256(b"bots").digest()


class Question(NamedTuple):
    """A request to a bot, and its answer."""

    events: tuple[Event, ...]
    """All events, in full."""
    seat: Seat
    seed: bytes
    """The seed of its random choices."""
    shown: tuple[Event, ...]
    view: Any
    legal: tuple[Event, ...]
    on_turn: bool
    decision: Decision

    @property
    def answer(self) -> Event | None:
        """The move."""
        return self.decision.move


def variants(game: Game[Any]) -> list[dict[str, Json]]:
    """The defaults, then every value of every option."""
    found: list[dict[str, Json]] = [{}]
    for option in (each.at(game.seats[0]) for each in options_of(game.options)):
        values = option.values or (option.low, option.high)
        found += [{option.name: value} for value in values if value != option.default]
    return found


CASES = [
    (key, level, options)
    for key, game in GAMES.items()
    for level in bots.levels(game)
    for options in variants(game)
]


def decisions(
    key: str, level: str, options: dict[str, Json], number: int, *, version: int = bots.NEWEST
) -> Iterator[Question]:
    """Play a deal; every seat that may move is asked at every position.

    `easy` plays every kind of move in deals of a version of `deal.opened` before `TAUGHT`.
    """
    game = GAMES[key]
    seats, seed = game.seats[0], sha256(f"{key} {options} {number}".encode()).digest()
    ids = Id(str(UUID(bytes=seed[:16]))), Id(str(UUID(bytes=seed[16:])))
    rules, known = game.fitting(options)
    nobody = (None,) * seats
    terms = Terms(*ids, 1, key, rules.version, known, seats, None, None, nobody)
    opened = commit(terms, seed=seed)
    order = shuffled(opened, pack=game.pack, lots=game.lots(seats), seed=seed)
    events, state = start(game, opened, order)
    views = [view(game, events, seat) for seat in range(seats)]
    while game.outcome(state) is None:
        turn = game.to_act(state)
        given = _Level(level, version)
        decisions = [
            _ask(game, given, events, seat, views[seat], seed=seed, on_turn=seat == turn)
            for seat in range(seats)
        ]
        yield from (each for each in decisions if each.legal)
        moved = next(each for each in decisions if each.answer is not None)
        assert moved.answer is not None
        follow, state = decide(game, state, moved.answer, seen=moved.view)
        events += follow
        views = [fold_on(game, seen, follow, seat) for seat, seen in enumerate(views)]


class _Level(NamedTuple):
    name: str
    version: int
    """Of the event that opened the deal."""


def _ask(
    game: Game[Any],
    level: _Level,
    events: tuple[Event, ...],
    seat: Seat,
    seen: Any,
    *,
    seed: bytes,
    on_turn: bool,
) -> Question:
    legal = legal_moves(game, seen, seat)
    shown = tuple([redact(event, seat) for event in events])
    given: Any = {"seat": seat, "shown": shown, "view": seen, "legal": legal, "seed": seed}
    found = bots.choose(game, level.name, **given, opened=level.version)
    return Question(events, seat, seed, shown, seen, legal, on_turn, found)
