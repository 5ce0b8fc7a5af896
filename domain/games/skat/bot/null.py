"""Null, card by card: the declarer ducks, and the defenders try to make them take (K2, K18).

The value of a card depends on the chance that the declarer takes its trick, in thousandths, and
slightly on the rest of the hand.
"""

from typing import Final

from domain.games.skat.bot.mind import Mind
from domain.games.skat.cards import taker
from domain.kernel.cards import Card, Cards
from domain.kernel.event import Seat
from domain.kernel.odds import CERTAIN

LOST: Final = 10
"""The cost of a trick to the declarer, as a multiple of its gain for the defenders."""
RID: Final = 30
"""The value of discarding a card, for every unseen card below it."""
SHORT: Final = 10
"""The value to a defender of having one card less in a suit, on the way to a void."""


def value(card: Card, mind: Mind) -> int:
    """The value of playing a card in a null game."""
    takes = _declarer_takes((*mind.play.trick, card), mind)
    rid = RID * _below(card, mind)
    if mind.declares:
        return rid - LOST * takes
    suit = mind.follows[card]
    return takes + rid - SHORT * sum(mind.follows[other] == suit for other in mind.hand)


def _declarer_takes(trick: Cards, mind: Mind) -> int:
    """The chance that the declarer takes a trick in which every player stays below if possible."""
    place = taker(trick, mind.kind)
    best, owner = trick[place], mind.player(mind.play.leader, place)
    chance = CERTAIN if owner == mind.declarer else 0
    for player in mind.to_come:
        beats = _must_beat(player, best, mind)
        if player == mind.declarer:
            chance += (CERTAIN - chance) * beats // CERTAIN
        else:
            chance -= chance * beats // CERTAIN
    return chance


def _must_beat(player: Seat, best: Card, mind: Mind) -> int:
    """The chance that another player has cards of the suit, but none below the best one."""
    suit, strength = mind.follows[best], mind.strength
    same = [card for card in mind.pools[player] if mind.follows[card] == suit]
    below = [card for card in same if strength[card] < strength[best]]
    return mind.holds(player, same) - mind.holds(player, below)


def _below(card: Card, mind: Mind) -> int:
    """How many unseen cards are below a card in its suit."""
    return sum(mind.is_lower(other, card) for other in mind.unseen)
