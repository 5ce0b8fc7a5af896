"""The cards of Skat: what they count, what they follow, and which is higher (K1, K2, K16, K21)."""

from collections.abc import Iterable
from typing import Final, Literal, TypeAlias, get_args

from domain.kernel.cards import PACK_32, Card, Cards, Suit

Kind: TypeAlias = Literal["clubs", "spades", "hearts", "diamonds", "grand", "null"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

NULL: Final[Kind] = "null"
TRUMP: Final = "trump"
"""The suit of trumps, the jacks among them; every other card follows its suit."""

SUIT_GAMES: Final[dict[Kind, Suit]] = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}

POINTS: Final[dict[Card, int]] = {
    card: {"J": 2, "Q": 3, "K": 4, "T": 10, "A": 11}.get(card[0], 0) for card in PACK_32
}
"""K1."""
ALL_POINTS: Final = 120

JACKS: Final[Cards] = (Card("JC"), Card("JS"), Card("JH"), Card("JD"))
_RANKS: Final = "ATKQ987"
_NULL_RANKS: Final = "AKQJT987"


def points_of(cards: Iterable[Card]) -> int:
    """The card points of known cards (K1)."""
    return sum(POINTS[card] for card in cards)


def in_order(cards: Cards) -> Cards:
    """The cards in the order of a new pack, which does not reveal where they came from."""
    return tuple(sorted(cards, key=PACK_32.index))


def _trumps(kind: Kind) -> Cards:
    if kind == NULL:
        return ()
    suit = SUIT_GAMES.get(kind)
    return (*JACKS, *(Card(rank + suit) for rank in _RANKS)) if suit else JACKS


TRUMPS: Final[dict[Kind, Cards]] = {kind: _trumps(kind) for kind in KINDS}
"""The trumps of a game, from the highest down (K2)."""


def _follows(card: Card, kind: Kind) -> str:
    return TRUMP if card in TRUMPS[kind] else card[1]


FOLLOWS: Final[dict[Kind, dict[Card, str]]] = {
    kind: {card: _follows(card, kind) for card in PACK_32} for kind in KINDS
}
"""The suit that each card follows in a game, and asks others to follow (K16)."""


def _strength(card: Card, kind: Kind) -> int:
    if card in TRUMPS[kind]:
        return 100 - TRUMPS[kind].index(card)
    return -(_NULL_RANKS if kind == NULL else _RANKS).index(card[0])


STRENGTH: Final[dict[Kind, dict[Card, int]]] = {
    kind: {card: _strength(card, kind) for card in PACK_32} for kind in KINDS
}
"""The strength of a card among those that follow the same suit; any trump is above the rest."""


def taker(trick: Cards, kind: Kind) -> int:
    """The place in a trick of the card that takes it (K17)."""
    strength, follows = STRENGTH[kind], FOLLOWS[kind]
    best, led = 0, follows[trick[0]]
    for place in range(1, len(trick)):
        card = trick[place]
        if follows[card] in (led, TRUMP) and strength[card] > strength[trick[best]]:
            best = place
    return best


def following(hand: Cards, led: Card, kind: Kind) -> Cards:
    """The cards of a known hand that may be played to the card that was led (K16)."""
    follows = FOLLOWS[kind]
    required_suit = follows[led]
    return tuple(card for card in hand if follows[card] == required_suit) or hand


def matadors(twelve: Cards, kind: Kind) -> int:
    """The highest trumps without a gap, held (plus) or lacking (minus); 0 in null (K21).

    Args:
        twelve: The declarer's hand, with the skat or the discards: known cards.
        kind: The game.
    """
    trumps, held = TRUMPS[kind], set(twelve)
    count = 0
    for trump in trumps:
        if (trump in held) != (trumps[0] in held):
            break
        count += 1
    return count if trumps and trumps[0] in held else -count
