"""Suits, ranks, cards and packs, and the card that an observer does not know.

A card is its code, rank then suit: ``"7C"``, ``"TH"``. Codes are plain strings, so that a hand
costs nothing to store, to compare or to send.
"""

from typing import Final, Literal, NewType, TypeAlias, get_args

Suit: TypeAlias = Literal["C", "S", "H", "D"]
Card = NewType("Card", str)
Cards: TypeAlias = tuple[Card, ...]
Hands: TypeAlias = tuple[Cards, ...]
"""One hand a seat, in the order of the seats."""

SUITS: Final[tuple[Suit, ...]] = get_args(Suit)

UNKNOWN: Final = Card("??")
"""The card that the observer does not know; ``null`` in JSON."""


def pack(ranks: str) -> Cards:
    """Every card of the given ranks, suit by suit: how a pack lies before a shuffle."""
    return tuple(Card(rank + suit) for suit in SUITS for rank in ranks)


PACK_36: Final = pack("6789TJQKA")
PACK_32: Final = pack("789TJQKA")

SUIT_OF: Final[dict[Card, Suit]] = {
    Card(rank + suit): suit for suit in SUITS for rank in "6789TJQKA"
}


def suit_of(card: Card) -> Suit:
    """The suit of a known card."""
    return SUIT_OF[card]


def of_one_suit(cards: Cards) -> bool:
    """Whether all the cards, known ones, share a suit."""
    return len({card[1] for card in cards}) == 1


def unknown(count: int) -> Cards:
    """As many unknown cards."""
    return (UNKNOWN,) * count


def holds(hand: Cards, cards: Cards) -> bool:
    """Whether the hand holds every one of the cards, each named once."""
    return len(set(cards)) == len(cards) and set(cards) <= set(hand)


def without(hand: Cards, cards: Cards) -> Cards:
    """The hand after the cards have left it, as far as its observer knows.

    An unknown card that leaves may be any of the cards known to the observer, so the whole rest
    becomes unknown. A known card that the observer did not see in the hand was one of its unknown
    cards.
    """
    if UNKNOWN in cards:
        return (UNKNOWN,) * (len(hand) - len(cards))
    rest = list(hand)
    for card in cards:
        rest.remove(card if card in rest else UNKNOWN)
    return tuple(rest)
