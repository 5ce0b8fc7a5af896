"""Null, card by card: the declarer ducks, and the others make him take (K2, K18).

What a card brings is how likely the declarer takes its trick, in thousandths, and a little for what
is left in the hand.
"""

from typing import Final

from domain.games.skat.bot.mind import Mind
from domain.games.skat.cards import taker
from domain.kernel.cards import Card, Cards
from domain.kernel.event import Seat
from domain.kernel.odds import CERTAIN

LOST: Final = 10
"""How much more a trick costs the declarer than it brings those who hope for another one."""
RID: Final = 30
"""What it is worth to be rid of a card, for every card of the others below it."""
SHORT: Final = 10
"""What it is worth to a defender that he holds a card less of a suit, as he will be rid of it."""


def value(card: Card, mind: Mind) -> int:
    """What playing a card is worth in a null game."""
    takes = _declarer_takes((*mind.play.trick, card), mind)
    rid = RID * _below(card, mind)
    if mind.declares:
        return rid - LOST * takes
    suit = mind.follows[card]
    return takes + rid - SHORT * sum(mind.follows[other] == suit for other in mind.hand)


def _declarer_takes(trick: Cards, mind: Mind) -> int:
    """How likely the declarer takes a trick in which everybody stays below who can."""
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
    """How likely another player has cards of the suit, and none of them below the best one."""
    suit, strength = mind.follows[best], mind.strength
    same = [card for card in mind.pools[player] if mind.follows[card] == suit]
    below = [card for card in same if strength[card] < strength[best]]
    return mind.holds(player, same) - mind.holds(player, below)


def _below(card: Card, mind: Mind) -> int:
    """How many unseen cards are below a card in its suit."""
    return sum(mind.is_lower(other, card) for other in mind.unseen)
