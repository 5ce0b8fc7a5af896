"""A round robin of all levels and a player at random, and their steps in Elo.

`make ladders ARGS=--levels` writes LEVELS.md.
"""

import platform
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import combinations
from math import log10, sqrt
from pathlib import Path
from statistics import NormalDist, fmean, stdev
from typing import Any, Final, NamedTuple

import bots
from domain.fairness.framing import tagged_hash, u32
from domain.games import GAMES
from domain.kernel.chance import chance, pick
from domain.kernel.event import Event, Seat
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from lab.ladders.matches import played, points
from lab.ladders.players import Player, bot, value
from offline.deals import RunningDeal

RESULTS: Final = Path(__file__).parent / "LEVELS.md"
DEALS: Final = 200
"""In each pairing, both seatings counted."""
LIST: Final = 12
LEAST: Final = 0.001

HEAD: Final = """\
# Levels

`make ladders ARGS=--levels` plays these pairings and writes this file; {deals} deals each, on \
{day}, {machine}.

Both players of a pairing get identical deals in both seatings. *Random* makes any legal move, each
as likely. The share is that of the first player; a drawn deal is half a deal. In Skat one player
has one seat and the other both others. They win the deal if their points in the list are higher
than the mean of the others. Elo is 400 times the logarithm of the odds, with an interval of 95 %.
A match of Skat is a list of deals, so its rows also have the Elo for a list of 12 deals, from the
mean and the deviation of a deal's points.

| game | player | against | deals | share | Elo | 95 % interval | in a list of 12 |
|---|---|---|---|---|---|---|---|
"""


class Share(NamedTuple):
    """How often one player beats another one."""

    share: float
    half: float
    """Half of a 95 % interval."""
    deals: int
    listed: float | None
    """The share of lists of 12 deals; None: the game has no lists."""


def at_random(game: Game[Any]) -> Player:
    """The player that makes any legal move."""

    def choose(playing: RunningDeal, seat: Seat) -> Event | None:
        legal = legal_moves(game, playing.view(seat), seat)
        seed = tagged_hash("random", u32(len(playing.events)))
        numbers = chance(seed, seat=seat, legal=legal, events=len(playing.events))
        return pick(legal, numbers) if legal else None

    return Player("random", choose)


def pairing(game: Game[Any], first: Player, second: Player, *, deals: int) -> Share:
    """Play a pairing."""
    found = list(_margins(game, first, second, deals=deals))
    shares = [fmean((1 + (won > 0) - (won < 0)) / 2 for won in each) for each in found]
    each = [won for seatings in found for won in seatings]
    listed = (
        NormalDist().cdf(sqrt(LIST) * fmean(each) / stdev(each)) if game.key == "skat" else None
    )
    return Share(fmean(shares), 1.96 * stdev(shares) / sqrt(len(shares)), len(each), listed)


def _margins(
    game: Game[Any], first: Player, second: Player, *, deals: int
) -> Iterator[list[float]]:
    """By how much the first player wins each deal, in all its seatings."""
    seats = range(game.seats[0])
    seatings = [[seat == own for seat in seats] for own in seats]
    if game.key != "skat":
        seatings = [[seat % 2 == own for seat in seats] for own in range(2)]
    elif first is not second:
        seatings += [[not mine for mine in each] for each in seatings]
    for number in range(1, deals // len(seatings) + 1):
        yield [_margin(game, number, mine, first, second) for mine in seatings]


def _margin(game: Game[Any], number: int, mine: list[bool], first: Player, second: Player) -> float:
    state = played(game, number, [first if own else second for own in mine])
    if game.key != "skat":
        return value(game, state, mine.index(True))
    got = points(game, state)
    ours = fmean(each for each, own in zip(got, mine, strict=True) if own)
    theirs = fmean(each for each, own in zip(got, mine, strict=True) if not own)
    return ours - theirs


def elo(share: float) -> float:
    """The difference in Elo that such a share stands for."""
    share = max(LEAST, min(share, 1 - LEAST))
    return 400 * log10(share / (1 - share))


def rows(game: Game[Any], *, deals: int) -> Iterator[str]:
    """The rows of a game: neighbours first."""
    makers: list[Callable[[Game[Any]], Player]] = [at_random, *map(bot, bots.levels(game))]
    players = [maker(game) for maker in makers]
    pairs = sorted(combinations(range(len(players)), 2), key=lambda each: each[1] - each[0])
    for weaker, stronger in pairs:
        first, second = players[stronger], players[weaker]
        yield row(game, first, second, deals=deals)


def row(game: Game[Any], first: Player, second: Player, *, deals: int) -> str:
    """The row of a pairing."""
    found = pairing(game, first, second, deals=deals)
    low, high = elo(found.share - found.half), elo(found.share + found.half)
    cells = (
        *(game.title, first.name, second.name, f"{found.deals:,}", f"{found.share:.1%}"),
        *(f"{elo(found.share):+.0f}", f"{low:+.0f} to {high:+.0f}"),
        "" if found.listed is None else f"{elo(found.listed):+.0f}",
    )
    return f"| {' | '.join(cells)} |\n"


def write(deals: int = DEALS, *, key: str | None = None) -> None:
    """Play all pairings, or those of one game, and write them if they are all."""
    machine = f"{platform.machine()}, CPython {platform.python_version()}"
    text = HEAD.format(deals=deals, day=datetime.now(UTC).date(), machine=machine)
    for game in GAMES.values():
        for each in rows(game, deals=deals) if key in {None, game.key} else ():
            print(each, end="", flush=True)
            text += each
    if key is None:
        RESULTS.write_text(text, "utf-8")
