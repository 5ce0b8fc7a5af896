"""The costs of the levels: the time of a move, and the memory that a process needs besides."""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from resource import RUSAGE_SELF, getrusage
from statistics import fmean
from typing import Final, NamedTuple

import bots
from domain.games import GAMES
from lab.ladders.matches import played
from lab.ladders.players import bot

DEALS: Final = 20
HEAD: Final = f"""
## What the levels cost

{DEALS} deals with the level on all seats, each level in a process of its own. Times are processor
time for a move. Memory is by how much the process grew: the module of searches has 4 MiB.

| game | player | mean | worst | memory |
|---|---|---|---|---|
"""


class Cost(NamedTuple):
    """The costs of a level, in seconds and MiB."""

    player: str
    mean: float
    worst: float
    memory: float


def section(deals: int = DEALS) -> str:
    """The costs of all levels of all games, in Markdown."""
    return HEAD + "".join(_rows(deals))


def _rows(deals: int) -> Iterator[str]:
    for game in GAMES.values():
        for level in bots.levels(game):
            with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as fresh:
                cost = fresh.submit(measured, game.key, level, deals).result()
            times = f"{1e3 * cost.mean:.2f} ms | {1e3 * cost.worst:.1f} ms"
            yield f"| {game.title} | {cost.player} | {times} | {cost.memory:.0f} MiB |\n"


def measured(key: str, level: str, deals: int) -> Cost:
    """Let bots of a level play with each other; the first deal only loads what they need."""
    game = GAMES[key]
    before, player, times = _memory(), bot(level)(game), list[float]()
    seats = [player] * game.seats[0]
    played(game, 0, seats)
    for number in range(1, deals + 1):
        played(game, number, seats, player, times)
    return Cost(player.name, fmean(times), max(times), _memory() - before)


def _memory() -> float:
    """The most memory that this process has had, in MiB."""
    return getrusage(RUSAGE_SELF).ru_maxrss / 1024
