"""The order of the cards: three hands and the skat in a record, the whole pack in our events."""

from domain.games.skat.model import HAND, PLAYERS, SKAT
from domain.kernel.cards import Cards, Hands
from formats.notation import UnreadableNotation

PACK = PLAYERS * HAND + SKAT


def deck_of(cards: Cards) -> Cards:
    """The pack whose dealing (K4) gives the hands of forehand, middlehand and rearhand, and skat.

    Args:
        cards: Ten, ten and ten, and two.
    """
    if len(cards) != PACK:
        raise UnreadableNotation(f"MV[0]: the deal has {len(cards)} cards, not {PACK}")
    hands = tuple(cards[HAND * place : HAND * (place + 1)] for place in range(PLAYERS))
    return (
        *_of_each(hands, 0, 3),
        *cards[-SKAT:],
        *_of_each(hands, 3, 7),
        *_of_each(hands, 7, HAND),
    )


def _of_each(hands: Hands, begin: int, end: int) -> Cards:
    return tuple(card for hand in hands for card in hand[begin:end])
