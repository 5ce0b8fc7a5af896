"""Deals of every game without a server: random play, checking, folding, bots."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from statistics import median
from typing import Any, NamedTuple, cast
from uuid import UUID

from domain.games import GAMES
from domain.judge.deal_rules import check
from domain.kernel.deal import Opened, Terms, commit, shuffled
from domain.kernel.event import Event, Id, Seat
from domain.kernel.game import Game, evolve, fold, start
from domain.kernel.moves import decide, legal_moves
from lab.bench.measuring import cpu_time, in_turn, per_second
from lab.bench.results import Line, Section, Size, at_least
from offline.simulate import Setting, play_series

HOW = """One process, domain only: a deal is shuffled from a committed seed and played to its end
by moves that are drawn at random among the legal ones. `check` plays the record through the rules
again, shuffle included. Bots play whole series as `fairdeal simulate` does, each on its own view.
Deals per second of processor time, medians. The bound is what the rules alone take for deals that
were played: the legal moves of each turn, and each move with its consequences. A fold makes the
state of the finished deal from its events; a listing is the legal moves of the seat to act. Both
are in microseconds of processor time, for an event or a listing, the least of several runs over the
same deals."""
SLICES = 5
TARGETS = {"svoi_kozyri": at_least(100)}
COLUMNS = (
    "game",
    "random",
    "and checked",
    "easy bots",
    "medium bots",
    "events",
    "fold, µs/event",
    "listing, µs",
)


class Costs(NamedTuple):
    """The CPU time that the rules of a game take, in microseconds."""

    events: float
    """Events per deal."""
    fold: float
    """Per event folded."""
    listing: float
    """Per listing of the legal moves of the seat to act."""
    rules: float
    """Per deal: its listings, and its moves with their consequences."""


def run(size: Size) -> Section:
    """Measure deals a second, game by game."""
    found = {game: _measured(game, size) for game in GAMES.values()}
    costs = {game: costs_of(game, size) for game in GAMES.values()}
    lines = [
        Line(f"random deals of {game.title}", rates["random"], "/s", TARGETS.get(game.key))
        for game, rates in found.items()
    ]
    lines += [
        Line(f"the bound: {game.title}, listed and decided alone", 1e6 / costs[game].rules, "/s")
        for game in GAMES.values()
        if game.key in TARGETS
    ]
    rows = [_row(game, rates, costs[game]) for game, rates in found.items()]
    return Section("Deals without a server", HOW, lines, COLUMNS, rows)


def _row(game: Game[Any], found: dict[str, float], costs: Costs) -> tuple[str, ...]:
    rates = (f"{found[name]:,.0f}" for name in ("random", "checked", "easy", "medium"))
    return (game.title, *rates, f"{costs.events:.0f}", f"{costs.fold:.1f}", f"{costs.listing:.1f}")


def _measured(game: Game[Any], size: Size) -> dict[str, float]:
    chance = random.Random(7)

    def rate(work: Callable[[], object]) -> float:
        return per_second(work, seconds=size.seconds, clock=time.process_time)

    works: dict[str, Callable[[], float]] = {
        "random": lambda: rate(lambda: random_deal(game, chance)),
        "checked": lambda: rate(lambda: _checked(game, chance)),
        "easy": lambda: _by_bots(game, "easy", size.seconds),
        "medium": lambda: _by_bots(game, "medium", size.seconds),
    }
    turns = in_turn(works, slices=min(size.slices, SLICES))
    return {name: median(rates) for name, rates in turns.items()}


def costs_of(game: Game[Any], size: Size) -> Costs:
    """Fold some deals that were played at random, and list the moves of every turn in them."""
    chance = random.Random(7)
    deals = [random_deal(game, chance) for _ in range(4 * size.slices)]
    turns = [turn for deal in deals for turn in _turns(game, deal)]
    events = sum(map(len, deals))
    fold_time = cpu_time(lambda: [fold(game, deal) for deal in deals], times=size.slices)
    listing_time = cpu_time(lambda: [legal_moves(game, *turn) for turn in turns], times=size.slices)
    moves = [move for deal in deals for move in _moves(game, deal)]
    decide_time = cpu_time(
        lambda: [decide(game, state, move, seen=state) for state, move in moves], times=size.slices
    )
    return Costs(
        events / len(deals),
        1e6 * fold_time / events,
        1e6 * listing_time / len(turns),
        1e6 * (listing_time + decide_time) / len(deals),
    )


def _moves(game: Game[Any], deal: Sequence[Event]) -> Iterator[tuple[Any, Event]]:
    """The moves of a deal, each with the state before it."""
    opened, *rest = deal
    state = game.initial(cast("Opened", opened))
    for event in rest:
        if event.MOVE is not None:
            yield state, event
        state = evolve(game, state, event)


def _turns(game: Game[Any], deal: Sequence[Event]) -> Iterator[tuple[Any, Seat]]:
    """The states of a deal in which a seat is to act, and that seat."""
    opened, *rest = deal
    state = game.initial(cast("Opened", opened))
    for event in rest:
        state = evolve(game, state, event)
        seat = game.to_act(state)
        if seat is not None and game.consequence(state) is None:
            yield state, seat


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
        open_to = legal if early else [move for move in legal if not move.EARLY] or legal
        move = chance.choice(open_to)
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
    rules = game.fitting({})[0].version
    return Terms(drawn(), drawn(), 1, game.key, rules, {}, seats, None, None, bots)


def _by_bots(game: Game[Any], level: str, seconds: float) -> float:
    setting = Setting(game.key, {}, (level,) * game.seats[0], "bench")
    deals = 0

    def work() -> None:
        nonlocal deals
        deals += len(play_series(setting, deals + 1).deals)

    series = per_second(work, seconds=seconds, clock=time.process_time)
    return series * deals / max(round(series * seconds), 1)
