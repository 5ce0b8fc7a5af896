"""The last tricks: deals that might be are played out exactly, and what a card brings is summed.

A deal that might be gives the unseen cards out so that all that was seen could have been.
"""

from collections.abc import Sequence
from typing import Final

from domain.fairness.shuffle import below
from domain.games.skat.bot.mind import Mind
from domain.games.skat.bot.search import OutOfBudget, Search
from domain.games.skat.cards import ALL_POINTS, NULL, TRUMP, points_of
from domain.games.skat.model import PLAYERS, Played
from domain.games.skat.scoring import HALF, SCHNEIDER
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.event import Seat
from domain.kernel.policy import Numbers

FEW: Final = 5
"""The hand size at which the search begins: with so many cards or fewer, the rest is played out."""
FEW_IN_NULL: Final = 6
WORLDS: Final = 8
"""The number of possible deals that are searched."""
TRIES: Final = 20
"""The number of attempts to find a possible deal."""
WON: Final = 100
"""The value of winning the game, in points."""
SCHNEIDERED: Final = 20
"""The value of making the defenders schneider, or of the declarer's not being schneider."""
NOBODY: Final[Seat] = -1
"""The owner number of the skat."""


def worth(
    moves: Sequence[Played], mind: Mind, numbers: Numbers, *, budget: int, strict: bool
) -> list[int] | None:
    """The value of each move to its player; None: it is too early to evaluate.

    Args:
        moves: All legal moves.
        mind: The knowledge of their player.
        numbers: The random numbers from which possible deals follow.
        budget: After so many positions no further deal is begun.
        strict: Whether the deal being searched is abandoned then, too, and does not count.
    """
    if len(mind.hand) > (FEW_IN_NULL if mind.kind == NULL else FEW):
        return None
    sums = [0] * len(moves)
    left = budget
    order = [mind.player(mind.declarer, steps) for steps in range(PLAYERS)]
    place = order.index(mind.seat)
    for number in range(WORLDS):
        hands = world(mind, numbers)
        if hands is None:
            return None
        most = left if strict else None
        search = Search(mind.kind, tuple(hands[player] for player in order), most=most)
        try:
            found = [search.after(move.card, mind.play.trick, place) for move in moves]
        except OutOfBudget:
            return sums if number else None
        for at, value in enumerate(_worth(found, mind, hands)):
            sums[at] += value if mind.declares else -value
        left -= search.positions
        if left < 0:
            break
    return sums


def _worth(found: list[int], mind: Mind, hands: dict[Seat, Cards]) -> list[int]:
    """The value to the declarer of taking so much more in a possible deal."""
    if mind.kind == NULL:
        return [-tricks for tricks in found]
    to_come = points_of((*mind.play.trick, *(card for hand in hands.values() for card in hand)))
    taken = ALL_POINTS - to_come - points_of(mind.play.piles[1])
    return [_merit(taken + points) for points in found]


def _merit(points: int) -> int:
    """The value of the declarer's points to the declarer."""
    schneider = (points >= SCHNEIDER) + (points > ALL_POINTS - SCHNEIDER)
    return points + WON * (points >= HALF) + SCHNEIDERED * schneider


# --- Deals that might be ------------------------------------------------------------------------


def world(mind: Mind, numbers: Numbers) -> dict[Seat, Cards] | None:
    """The hands of all three in a deal that might be; None: none was found by chance."""
    hands = {player: mind.state.hands[player] for player in mind.state.players}
    hidden = [player for player in hands if UNKNOWN in hands[player]]
    may = {player: frozenset(mind.pools[player]) for player in hidden}
    free = {player: mind.size(player) for player in hidden}
    free[NOBODY] = len(mind.unseen) - sum(free.values())
    may[NOBODY] = frozenset(card for card in mind.unseen if _laid_away(card, mind))
    for _ in range(TRIES):
        found = _deal(mind.unseen, may, dict(free), numbers)
        if found is not None:
            del found[NOBODY]
            return hands | {player: tuple(cards) for player, cards in found.items()}
    return None


def _laid_away(card: Card, mind: Mind) -> bool:
    """Whether a card may lie in the skat: no declarer is assumed to discard trumps."""
    return mind.play.contract.hand or mind.follows[card] != TRUMP


def _deal(
    unseen: Cards, may: dict[Seat, frozenset[Card]], free: dict[Seat, int], numbers: Numbers
) -> dict[Seat, list[Card]] | None:
    """Give the cards out by chance, those first that fewest may hold."""
    found: dict[Seat, list[Card]] = {player: [] for player in may}
    holders = {card: [player for player in may if card in may[player]] for card in unseen}
    for card in sorted(unseen, key=lambda card: (len(holders[card]), next(numbers))):
        candidates = [player for player in holders[card] for _ in range(free[player])]
        if not candidates:
            return None
        player = candidates[below(len(candidates), numbers)]
        found[player].append(card)
        free[player] -= 1
    return found
