"""Cards in the notation: the suit first, ``CJ`` for the jack of clubs."""

from collections.abc import Iterable, Mapping
from typing import Final

from domain.kernel.cards import PACK_32, Card, Cards
from formats.notation import UnreadableNotation

CODES: Final[Mapping[Card, str]] = {card: card[1] + card[0] for card in PACK_32}
CARDS: Final[Mapping[str, Card]] = {code: card for card, code in CODES.items()}

_QUOTED: Final = 20
"""The maximum number of characters of an invalid card that an error quotes."""


def said_cards(words: str, *, what: str) -> Cards:
    """The cards of a list such as ``CJ.ST``.

    Raises:
        Unreadable: A word of it is no card, or a second one of the same.
    """
    codes = words.split(".")
    try:
        cards = tuple(CARDS[code] for code in codes)
    except KeyError as unknown:
        code = str(unknown.args[0])[:_QUOTED]
        raise UnreadableNotation(f"{what}: {code} is no card") from None
    if len(set(cards)) < len(cards):
        double = next(code for code in codes if codes.count(code) > 1)
        raise UnreadableNotation(f"{what}: {double} stands twice")
    return cards


def written(cards: Iterable[Card]) -> str:
    """Cards as a list of the notation."""
    return ".".join(CODES[card] for card in cards)
