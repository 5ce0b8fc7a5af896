"""Deals without a server: played at random, checked, and played by bots."""

import random
from collections.abc import Callable
from statistics import median
from typing import Any
from uuid import UUID

from bench.measuring import in_turn, per_second
from bench.results import Line, Section, Size
from bench.tables import GOAT
from domain.check import check
from domain.deal import Terms, commit, shuffled
from domain.event import Event, Id
from domain.game import decide, legal_moves, start
from service.simulate import Setting, play_series

HOW = """One process, domain only: a deal of Goat is shuffled from a committed seed and played to
its end by moves that are drawn at random among the legal ones. `check` plays the record through
the rules again, shuffle included. Bots play whole series as `fairdeal simulate` does, each on
its own view. Medians."""


def run(size: Size) -> Section:
    """Measure deals a second."""
    chance = random.Random(7)
    works: dict[str, Callable[[], float]] = {
        "random deals": lambda: per_second(lambda: random_deal(chance), seconds=size.seconds),
        "random deals, checked": lambda: per_second(lambda: _checked(chance), seconds=size.seconds),
        "deals of easy bots": lambda: _by_bots("easy", size.seconds),
        "deals of medium bots": lambda: _by_bots("medium", size.seconds),
    }
    found = in_turn(works, slices=size.slices)
    lines = [Line(name, median(rates), "deals/s") for name, rates in found.items()]
    return Section("Deals without a server", HOW, lines)


def random_deal(chance: random.Random) -> tuple[Event, ...]:
    """The events of a deal that is played at random."""
    seed = chance.randbytes(32)
    opened = commit(_terms(chance), seed=seed)
    order = shuffled(opened, pack=GOAT.pack, lots=GOAT.lots, seed=seed)
    events, state = start(GOAT, opened, order)
    while GOAT.outcome(state) is None:
        seat = GOAT.to_act(state)
        assert seat is not None
        move = chance.choice(legal_moves(GOAT, state, seat))
        more, state = decide(GOAT, state, move, seen=state)
        events += more
    return events


def _checked(chance: random.Random) -> None:
    assert not check(GOAT, random_deal(chance))


def _terms(chance: random.Random) -> Terms:
    def drawn() -> Id:
        return Id(str(UUID(bytes=chance.randbytes(16), version=4)))

    options: dict[str, Any] = {}
    bots = (None,) * 4
    return Terms(drawn(), drawn(), 1, GOAT.key, GOAT.version, options, 4, None, None, bots)


def _by_bots(level: str, seconds: float) -> float:
    setting = Setting("goat", {}, (level,) * 4, "bench")
    deals = 0

    def work() -> None:
        nonlocal deals
        deals += len(play_series(setting, deals + 1).deals)

    series = per_second(work, seconds=seconds)
    return series * deals / max(round(series * seconds), 1)
