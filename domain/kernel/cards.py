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
    for card in cards:
        if card not in hand:
            return False
    return len({*cards}) == len(cards)


def without(hand: Cards, cards: Cards) -> Cards:
    """The hand after the cards have left it, as far as its observer knows.

    An unknown card that leaves may be any of the cards known to the observer, so the whole rest
    becomes unknown. A known card that the observer did not see in the hand was one of its unknown
    cards.
    """
    if UNKNOWN in cards:
        return (UNKNOWN,) * (len(hand) - len(cards))
    if len(cards) == 1 and cards[0] in hand:
        at = hand.index(cards[0])
        return hand[:at] + hand[at + 1 :]
    rest = list(hand)
    for card in cards:
        try:
            rest.remove(card)
        except ValueError:
            rest.remove(UNKNOWN)
    return tuple(rest)


def drawn(cards: Cards, seen: Cards) -> Cards:
    """Cards that were drawn, as their observer knows them: a card that was seen there is known.

    Args:
        cards: The cards as the observer was shown them.
        seen: The same cards as the observer knew them where they lay.
    """
    if UNKNOWN not in cards and len(cards) == len(seen):
        return cards
    return tuple(
        there if card == UNKNOWN else card for card, there in zip(cards, seen, strict=True)
    )


def with_hand(hands: Hands, seat: int, hand: Cards) -> Hands:
    """The hands, or the piles, with another one in one place."""
    changed = list(hands)
    changed[seat] = hand
    return tuple(changed)
