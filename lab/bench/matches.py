"""Bots against bots: how often the medium bot beats the easy one, in every game."""

from collections.abc import Iterator
from typing import Any, cast

from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.options import options_of
from lab.bench.results import Section, Size
from offline.simulate import Setting, play_many
from offline.statistics import Statistics, share

HOW = """`fairdeal simulate GAME --deals N --seed bench --options TARGET=LEAST --bots …`, medium on
the seats of one side and easy on the others, then on the seats of the next side. Series are played
to the smallest target of the game, so that most have one deal; if the target grows with the table,
whole lists are played. Shares of series won, including shared first places, with their 95 % Wilson
intervals. The seed is fixed, so the same version gives the same numbers."""
COLUMNS = ("game", "seats", "medium sits on", "deals", "series", "won by medium", "95 % interval")
DEALS = 1_000
LISTS = 25
"""How many lists are played for each side."""


def run(size: Size) -> Section:
    """Run the simulation."""
    deals = DEALS if size.whole else 2
    tables = [(game, seats) for game in GAMES.values() for seats in game.seats]
    rows = [row for game, seats in tables for row in _rows(game, seats, deals, size)]
    return Section("Bots against bots", HOW, [], COLUMNS, rows)


def _rows(game: Game[Any], seats: int, deals: int, size: Size) -> Iterator[tuple[str, ...]]:
    target = next(option for option in options_of(game.options) if option.name == game.target)
    least = target.at(seats).low
    if target.per_seat and size.whole:
        least = cast("int", target.at(seats).default)
        deals = 2 * LISTS * least
    for number, side in enumerate(game.sides(seats)):
        levels = tuple("medium" if seat in side else "easy" for seat in range(seats))
        setting = Setting(game.key, {game.target: least}, levels, "bench")
        found = Statistics(game)
        for series in play_many(setting, deals=deals // 2):
            found.add(series)
        won = share(found.wins[number], found.series)
        interval = f"{won.low:.1%} to {won.high:.1%}"
        where = " and ".join(map(str, side))
        yield (
            game.title,
            str(seats),
            f"seat {where}" if len(side) == 1 else f"seats {where}",
            f"{found.deals:,}",
            f"{found.series:,}",
            f"{won.part:.1%}",
            interval,
        )
