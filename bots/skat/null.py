"""Null: the declarer ducks, and the others make him take (K2, K18).

All in thousandths: of a trick that the declarer takes, or must not take.
"""

from typing import Final

from bots.odds import CERTAIN
from bots.skat.mind import Mind
from domain.cards import Card
from domain.event import Seat
from domain.games.skat.cards import taker

RID: Final = 30
"""What it is worth to be rid of a card, for every card of the others below it."""


def value(card: Card, mind: Mind) -> int:
    """What playing a card is worth in a null game."""
    trick = (*mind.play.trick, card)
    takes = _declarer_takes(trick, mind)
    if mind.declares:
        return RID * _above(card, mind) - CERTAIN * takes // 100
    return takes + _shape(card, mind)


def _declarer_takes(trick: tuple[Card, ...], mind: Mind) -> int:
    """How likely the declarer takes a trick that he would rather not take."""
    place = taker(trick, mind.kind)
    best, owner = trick[place], mind.player(mind.play.leader, place)
    if mind.declares:
        if owner != mind.seat:
            return 0
        chance = CERTAIN
        for player in mind.to_come:
            chance = chance * (CERTAIN - _must_beat(player, best, trick[0], mind)) // CERTAIN
        return chance
    chance = CERTAIN if owner == mind.declarer else 0
    for player in mind.to_come:
        if player == mind.declarer:
            chance += (CERTAIN - chance) * _must_beat(player, best, trick[0], mind) // CERTAIN
        else:
            chance = chance * (CERTAIN - _must_beat(player, best, trick[0], mind)) // CERTAIN
    return chance


def _must_beat(player: Seat, best: Card, led: Card, mind: Mind) -> int:
    """How likely a player has cards of the suit, and none of them is below the best one."""
    suit, strength = mind.follows[led], mind.strength
    pool = mind.pools[player]
    below = [c for c in pool if mind.follows[c] == suit and strength[c] < strength[best]]
    above = [c for c in pool if mind.follows[c] == suit and strength[c] > strength[best]]
    if not above:
        return 0
    ducks = mind.holds(player, below)
    either = mind.holds(player, below + above)
    return max(either - ducks, 0)


def _above(card: Card, mind: Mind) -> int:
    """How many cards that the others may hold are below a card in its suit."""
    suit, strength = mind.follows[card], mind.strength
    return sum(
        mind.follows[other] == suit and strength[other] < strength[card] for other in mind.unseen
    )


def _shape(card: Card, mind: Mind) -> int:
    """Defenders keep their low cards, and become short of a suit."""
    suit = mind.follows[card]
    length = sum(mind.follows[other] == suit for other in mind.hand)
    return RID * _above(card, mind) - 10 * length
