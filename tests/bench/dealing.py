"""Deals of every game without a server: random play, checking, folding, bots."""

import random
from collections.abc import Callable
from statistics import median
from typing import Any
from uuid import UUID

from domain.games import GAMES
from domain.judge.deal_rules import check
from domain.kernel.deal import Terms, commit, shuffled
from domain.kernel.event import Event, Id
from domain.kernel.game import Game, fold, start
from domain.kernel.moves import decide, legal_moves
from service.offline.simulate import Setting, play_series
from tests.bench.measuring import in_turn, per_second
from tests.bench.results import Section, Size

HOW = """One process, domain only: a deal is shuffled from a committed seed and played to its end
by moves that are drawn at random among the legal ones. `check` plays the record through the rules
again, shuffle included; a fold makes the state of the finished deal from its events. Bots play
whole series as `fairdeal simulate` does, each on its own view. Deals per second and, of a fold,
microseconds per event; medians."""
COLUMNS = ("game", "random", "and checked", "easy bots", "medium bots", "events", "fold, µs/event")


def run(size: Size) -> Section:
    """Measure deals a second, game by game."""
    rows = [_row(game, size) for game in GAMES.values()]
    return Section("Deals without a server", HOW, [], COLUMNS, rows)


def _row(game: Game[Any], size: Size) -> tuple[str, ...]:
    chance = random.Random(7)
    deals = [random_deal(game, chance) for _ in range(4 * size.slices)]
    events = sum(map(len, deals))

    def folded() -> None:
        for deal in deals:
            fold(game, deal)

    works: dict[str, Callable[[], float]] = {
        "random": lambda: per_second(lambda: random_deal(game, chance), seconds=size.seconds),
        "checked": lambda: per_second(lambda: _checked(game, chance), seconds=size.seconds),
        "easy": lambda: _by_bots(game, "easy", size.seconds),
        "medium": lambda: _by_bots(game, "medium", size.seconds),
        "fold": lambda: 1e6 / per_second(folded, seconds=size.seconds) / events,
    }
    found = {name: median(rates) for name, rates in in_turn(works, slices=size.slices).items()}
    fold_time = found.pop("fold")
    rates = (f"{rate:,.0f}" for rate in found.values())
    return (game.title, *rates, f"{events / len(deals):.0f}", f"{fold_time:.1f}")


def random_deal(game: Game[Any], chance: random.Random, *, early: bool = True) -> tuple[Event, ...]:
    """The events of a deal played at random; it ends early only on request."""
    seed = chance.randbytes(32)
    opened = commit(_terms(game, chance), seed=seed)
    order = shuffled(opened, pack=game.pack, lots=game.lots(opened.seats), seed=seed)
    events, state = start(game, opened, order)
    played = list(events)
    while game.outcome(state) is None:
        seat = game.to_act(state)
        assert seat is not None
        legal = legal_moves(game, state, seat)
        move = chance.choice([move for move in legal if early or not move.EARLY] or legal)
        more, state = decide(game, state, move, seen=state)
        played += more
    return tuple(played)


def _checked(game: Game[Any], chance: random.Random) -> None:
    assert not check(game, random_deal(game, chance))


def _terms(game: Game[Any], chance: random.Random) -> Terms:
    def drawn() -> Id:
        return Id(str(UUID(bytes=chance.randbytes(16), version=4)))

    seats = game.seats[0]
    bots = (None,) * seats
    return Terms(drawn(), drawn(), 1, game.key, game.version, {}, seats, None, None, bots)


def _by_bots(game: Game[Any], level: str, seconds: float) -> float:
    setting = Setting(game.key, {}, (level,) * game.seats[0], "bench")
    deals = 0

    def work() -> None:
        nonlocal deals
        deals += len(play_series(setting, deals + 1).deals)

    series = per_second(work, seconds=seconds)
    return series * deals / max(round(series * seconds), 1)
