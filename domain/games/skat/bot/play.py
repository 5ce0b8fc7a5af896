"""Suit games and grand, card by card: a card's value in its trick, minus its value in the hand.

The rules of thumb for leads are added to that: the declarer pulls trumps; defenders lead long
suits the short way and short suits the long way. All in thousandths of a card point.
"""

from typing import Final, NamedTuple

from domain.games.skat.bot.mind import POINT, Mind, worth
from domain.games.skat.cards import POINTS, TRUMP
from domain.kernel.cards import Card
from domain.kernel.odds import CERTAIN


class Style(NamedTuple):
    """The weights of a side's play, in thousandths of a card point."""

    mine: int
    """The gain from each card still to come if the own side takes the trick."""
    theirs: int
    """The cost of each such card if the other side takes it."""
    lead: int
    """The value of taking the trick and leading the next one."""
    power: int
    """The value of an unbeatable card in the hand, besides its own points."""
    risk: int
    """The part, in thousandths, of its points that a card loses in the hand if it can be beaten."""
    trump: int
    """The additional value of a trump in the hand: it may ruff."""


DECLARER: Final = Style(3_000, 5_000, 1_000, power=14_000, risk=350, trump=3_000)
DEFENDER: Final = Style(4_000, 3_000, 1_000, power=10_000, risk=350, trump=3_000)

PULL: Final = 6 * POINT
"""The value to the declarer of drawing a trump from a player who may have some."""
NO_TRUMP: Final = 6 * POINT
"""The cost to defenders of leading trumps, which is the declarer's business."""
WAY: Final = 1 * POINT
"""The effect of every card of a suit that defenders lead towards the declarer."""
FULL: Final = 100
"""The part, in thousandths, of its points that makes a card less fit to be led by a defender."""


def value(card: Card, mind: Mind) -> int:
    """The value of playing a card."""
    style = DECLARER if mind.declares else DEFENDER
    trick, left = (*mind.play.trick, card), len(mind.to_come)
    ours = mind.ours(trick)
    won = worth(trick) + left * style.mine + style.lead
    lost = worth(trick) + left * style.theirs + style.lead
    brings = (ours * won - (CERTAIN - ours) * lost) // CERTAIN
    if not mind.play.trick:
        brings += _declarer_leads(card, mind) if mind.declares else _defender_leads(card, mind)
    return brings - keep(card, mind, style)


def keep(card: Card, mind: Mind, style: Style) -> int:
    """The value of keeping a card in the hand: its expected gain from leading it or ruffing."""
    stands = mind.stands(card)
    own = worth((card,))
    kept = stands * (style.power + own) - (CERTAIN - stands) * own * style.risk // CERTAIN
    return kept // CERTAIN + (style.trump if mind.follows[card] == TRUMP else 0)


def _declarer_leads(card: Card, mind: Mind) -> int:
    """Lead trumps as long as the defenders may have some and the declarer has enough."""
    if mind.follows[card] != TRUMP:
        return 0
    own = sum(mind.follows[other] == TRUMP for other in mind.hand)
    out = sum(mind.follows[other] == TRUMP for other in mind.unseen)
    if own * 2 <= out:
        return 0
    return PULL * sum(
        any(mind.follows[other] == TRUMP for other in pool) for pool in mind.pools.values()
    )


def _defender_leads(card: Card, mind: Mind) -> int:
    """Lead long suits if the declarer is next, short ones if they play last; trumps never."""
    group = mind.follows[card]
    if group == TRUMP:
        return -NO_TRUMP
    held = sum(mind.follows[other] == group for other in mind.hand)
    declarer_next = mind.player(mind.seat, 1) == mind.declarer
    way = WAY * held if declarer_next else -WAY * held
    return way - FULL * POINTS[card]
