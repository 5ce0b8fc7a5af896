"""The medium bot of Skat: it bids the game that it means to declare, and plays by rules of thumb.

It never ends a deal early by itself. On request, it lets the declarer give up. It also grants the
declarer all remaining tricks if its own hand cannot take one.
"""

from functools import partial
from typing import Final, cast

from domain.fairness.shuffle import below
from domain.games.skat.bot import bidding, contract, null, play, worlds
from domain.games.skat.bot.mind import Mind
from domain.games.skat.cards import NULL
from domain.games.skat.model import Accepted, Declined, Played
from domain.games.skat.phases import Bidding, Contracting, Playing, State
from domain.kernel.chance import pick
from domain.kernel.event import Event
from domain.kernel.policy import MEDIUM, Numbers, Policy, Sight, by_move


def choose(sight: Sight, numbers: Numbers, *, strict: bool, misjudged: int = 0) -> Event | None:
    """Choose a move for the current phase; out of turn the only move is to give up: wait.

    Args:
        sight: The knowledge of the seat.
        numbers: The source of its random choices.
        strict: Whether a search stops where the budget is used up.
        misjudged: By how much it may take a hand for better or worse when it bids, in thousandths
            of a point.
    """
    state = cast("State", sight.view)
    if sight.may_wait:
        return None
    match state.phase:
        case Bidding():
            worth = bidding.WORTH
            if misjudged:
                worth += below(2 * misjudged + 1, numbers) - misjudged
            return bidding.choose(sight, state, worth=worth)
        case Contracting():
            return contract.choose(sight, state)
        case _:
            return _play(sight, state, numbers, strict=strict)


def _play(sight: Sight, state: State, numbers: Numbers, *, strict: bool) -> Event | None:
    playing = cast("Playing", state.phase)
    moves = tuple(move for move in sight.legal if isinstance(move, Played))
    if len(moves) == 1:
        return moves[0]
    mind = Mind(sight.seat, state)
    if playing.offer is not None:
        agrees = playing.offer.kind == "concession" or mind.helpless
        kind = Accepted if agrees else Declined
        return next(move for move in sight.legal if isinstance(move, kind))
    worth = worlds.worth(moves, mind, numbers, budget=sight.budget, strict=strict)
    if worth is None:
        value = null.value if mind.kind == NULL else play.value
        worth = [value(move.card, mind) for move in moves]
    most = max(worth)
    return pick([move for value, move in zip(worth, moves, strict=True) if value == most], numbers)


POSITIONS: Final = 12_000
"""The budget. In version 1 it limits only when a further possible deal is begun."""

POLICIES: Final = (
    Policy(MEDIUM, 1, by_move(partial(choose, strict=False)), budget=POSITIONS),
    Policy(MEDIUM, 2, by_move(partial(choose, strict=True)), budget=POSITIONS, since=4),
)
