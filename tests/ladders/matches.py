"""Matches of two players, who may be sides of two seats: identical deals, both seatings."""

import time
from typing import Any, Final, NamedTuple

from domain.kernel.event import Seat
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from service.offline.deals import Playing
from service.offline.statistics import Share, share
from tests.ladders.dealing import dealt
from tests.ladders.players import Player, value

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


def match(game: Game[Any], first: Player, second: Player, *, deals: int) -> Result:
    """Play each of some deals twice: the players exchange their seats."""
    times: list[float] = []
    seatings = [(number, seat) for number in range(1, deals // 2 + 1) for seat in (0, 1)]
    values = [_played(game, first, second, place, times) for place in seatings]
    won = share(values.count(1), len(values))
    return Result(won, values.count(0), sum(times) / max(len(times), 1), max(times, default=0))


def _played(
    game: Game[Any], first: Player, second: Player, place: tuple[int, Seat], times: list[float]
) -> int:
    number, side = place
    playing = dealt(game, number)
    for _ in range(LONGEST):
        turn = game.to_act(playing.state)
        if turn is None:
            break
        for seat in (*_early(playing, turn), turn):
            player = first if seat % 2 == side else second
            began = time.process_time()
            move = player.choose(playing, seat)
            if player is first:
                times.append(time.process_time() - began)
            if move is not None:
                playing.make(move)
                break
    return value(game, playing.state, side)


def _early(playing: Playing, turn: Seat) -> list[Seat]:
    """The seats that may move out of turn."""
    game = playing.game
    if not any(kind.EARLY for kind in game.moves):
        return []
    others = [seat for seat in range(game.seats[0]) if seat != turn]
    return [seat for seat in others if legal_moves(game, playing.view(seat), seat)]
