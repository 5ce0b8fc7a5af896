"""Matches of two players on identical deals: of two sides, or one seat in turn among others."""

import time
from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple, cast

from domain.kernel.event import Seat
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from lab.ladders.players import Player, value
from offline.deals import RunningDeal
from offline.statistics import Share, share
from tests.bots.deals import dealt

LONGEST: Final = 1_000
"""A deal of more moves counts as drawn; the rules of a game may end it earlier."""


class Result(NamedTuple):
    """The result of a match."""

    share: Share
    """The deals that the first player won; a drawn deal counts as lost."""
    drawn: int
    mean: float
    """Seconds of processor time for a move of the first player that has a choice."""
    worst: float


class Gain(NamedTuple):
    """The gain of a player in a seat where another one has played the same deals."""

    deals: int
    """Each seat of a deal counts."""
    mean: float
    """In points of the list, a deal."""
    half: float
    """Half of a 95 % interval; the seats of one deal are not independent."""
    times: list[float]
    """Seconds of processor time for the moves of the player."""


def gain(game: Game[Any], first: Player, second: Player, *, deals: int) -> Gain:
    """Play deals with the second player on all seats, and with the first on each seat in turn."""
    times: list[float] = []
    means: list[float] = []
    seats = range(game.seats[0])
    for number in range(1, -(-deals // len(seats)) + 1):
        before = points(game, played(game, number, [second] * len(seats)))
        gains: list[int] = []
        for own in seats:
            players = [first if seat == own else second for seat in seats]
            after = points(game, played(game, number, players, first, times))
            gains.append(after[own] - before[own])
        means.append(fmean(gains))
    half = 1.96 * stdev(means) / sqrt(len(means)) if len(means) > 1 else 0.0
    return Gain(len(means) * len(seats), fmean(means), half, times)


def points(game: Game[Any], state: Any) -> tuple[int, ...]:
    """The points of each seat in the list."""
    return cast("Any", game.outcome(state)).list_points  # type: ignore[no-any-return]


def match(game: Game[Any], first: Player, second: Player, *, deals: int) -> Result:
    """Play each of some deals twice: the players exchange their seats."""
    times: list[float] = []
    seatings = [(number, seat) for number in range(1, deals // 2 + 1) for seat in (0, 1)]
    values: list[int] = []
    for number, side in seatings:
        seats = range(game.seats[0])
        players = [first if seat % 2 == side else second for seat in seats]
        values.append(value(game, played(game, number, players, first, times), side))
    won = share(values.count(1), len(values))
    return Result(won, values.count(0), sum(times) / max(len(times), 1), max(times, default=0))


def played(
    game: Game[Any],
    number: int,
    players: Sequence[Player],
    timed: Player | None = None,
    times: list[float] | None = None,
) -> Any:
    """Play a deal; return its state.

    Args:
        game: The rules.
        number: The number of the deal.
        players: By seat.
        timed: The player whose moves are timed.
        times: Their times are added here.
    """
    playing = dealt(game, number)
    for _ in range(LONGEST):
        turn = game.to_act(playing.state)
        if turn is None:
            break
        for seat in (*_early(playing, turn), turn):
            began = time.process_time()
            move = players[seat].choose(playing, seat)
            if times is not None and players[seat] is timed:
                times.append(time.process_time() - began)
            if move is not None:
                playing.make(move)
                break
    return playing.state


def _early(playing: RunningDeal, turn: Seat) -> list[Seat]:
    """The seats that may move out of turn; in Skat they may only give up, and no bot does."""
    game = playing.game
    if game.key == "skat" or not any(kind.EARLY for kind in game.moves):
        return []
    others = [seat for seat in range(game.seats[0]) if seat != turn]
    return [seat for seat in others if legal_moves(game, playing.view(seat), seat)]
