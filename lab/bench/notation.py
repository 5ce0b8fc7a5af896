"""Records in foreign notations: written, and read, played through the rules, and compared."""

import random
from collections.abc import Callable
from itertools import count
from statistics import median
from typing import Any, Final

from domain.games import GAMES
from domain.kernel.event import Event
from domain.kernel.game import Game
from formats import notations_of
from formats.notation import Notation, UnreadableNotation
from lab.bench.dealing import random_deal
from lab.bench.measuring import in_turn, per_second
from lab.bench.results import Line, Section, Size, at_least
from offline.replay import held

RECORDS: Final = 100
PLAYED: Final = 40
"""A record with fewer events was not played out, or nearly not."""
STRETCH: Final = 1000

HOW = f"""One process: {RECORDS} deals, played at random to their ends, are written to one text.
The text is split into records, each is played through the rules, and every field of its result is
compared, as `fairdeal replay --format` does. Records per second on one core; medians."""


def run(size: Size) -> Section:
    """Measure every notation of every game."""
    lines = [
        line
        for game in GAMES.values()
        for notation in notations_of(game)
        for line in _lines(game, notation, size)
    ]
    return Section("Records of others", HOW, lines)


def _lines(game: Game[Any], notation: Notation, size: Size) -> list[Line]:
    chance = random.Random(7)
    deals = [played_out(game, chance) for _ in range(RECORDS if size.whole else 3)]
    text = "\n".join(notation.write(deal) for deal in deals)
    works: dict[str, Callable[[], float]] = {
        "read": lambda: per_second(lambda: _read(notation, text), seconds=size.seconds),
        "written": lambda: per_second(
            lambda: [notation.write(deal) for deal in deals], seconds=size.seconds
        ),
    }
    found = {name: median(rates) for name, rates in in_turn(works, slices=size.slices).items()}
    events = sum(map(len, deals)) / len(deals)
    named = f"{game.title}, {notation.title}: records of {events:.0f} events"
    return [
        Line(f"{named}, read", found["read"] * len(deals), "/s", at_least(STRETCH)),
        Line(f"{named}, written", found["written"] * len(deals), "/s"),
    ]


def _read(notation: Notation, text: str) -> None:
    for line, record, fault, _ in notation.pieces([text]):
        if fault:
            raise UnreadableNotation(fault)
        assert held(notation.read(record), name=f"line {line}").ok


def played_out(game: Game[Any], chance: random.Random) -> tuple[Event, ...]:
    """The events of a deal that was played at random, card by card to its end."""
    deals = (random_deal(game, chance, early=False) for _ in count())
    return next(deal for deal in deals if len(deal) >= PLAYED)
