"""Cards of Goat as the numbers of the core: 4 times the rank, plus the suit."""

from collections.abc import Iterable, Mapping
from typing import Final, cast

from domain.games.goat.rules import RANK
from domain.kernel.cards import PACK_36, SUITS, UNKNOWN, Card, Suit


def _numbers(trump: Suit) -> dict[Card, int]:
    suits = [suit for suit in SUITS if suit != trump] + [trump]
    return {card: 4 * RANK[card] + suits.index(cast("Suit", card[1])) for card in PACK_36}


NUMBERS: Final[Mapping[Suit, Mapping[Card, int]]] = {trump: _numbers(trump) for trump in SUITS}
"""The numbers of the cards, by the suit of the trumps: that suit is the last one."""


def bits(number: Mapping[Card, int], cards: Iterable[Card]) -> int:
    """A set of cards as a number with a bit for each; unknown cards are left out."""
    return sum(1 << number[card] for card in cards if card != UNKNOWN)
