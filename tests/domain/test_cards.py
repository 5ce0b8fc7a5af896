"""Cards, packs, and hands as far as a viewer knows them."""

import pytest

from domain.kernel.cards import (
    PACK_32,
    PACK_36,
    SUIT_OF,
    UNKNOWN,
    holds,
    of_one_suit,
    pack,
    suit_of,
    unknown,
    without,
)
from tests.domain.positions import cards


def test_packs_lie_suit_by_suit() -> None:
    assert PACK_36[:9] == cards("6C 7C 8C 9C 10C JC QC KC AC")
    assert [card[1] for card in PACK_36[::9]] == ["C", "S", "H", "D"]
    assert tuple(card for card in PACK_36 if card[0] != "6") == PACK_32
    assert pack("A") == cards("AC AS AH AD")


def test_every_card_has_a_suit_and_the_unknown_one_has_none() -> None:
    assert set(SUIT_OF) == set(PACK_36)
    assert all(suit_of(card) == card[1] for card in PACK_36)
    assert UNKNOWN not in SUIT_OF


def test_of_one_suit() -> None:
    assert of_one_suit(cards("6C AC"))
    assert of_one_suit(cards("6C"))
    assert not of_one_suit(cards("6C 6S"))


@pytest.mark.parametrize(
    ("named", "held"),
    [("6C", True), ("6C 7S", True), ("7S 6C", True), ("6C 6C", False), ("8C", False), ("", True)],
)
def test_holds(named: str, held: bool) -> None:  # noqa: FBT001
    assert holds(cards("6C 7S 9D"), cards(named)) is held


@pytest.mark.parametrize(
    ("hand", "gone", "rest"),
    [
        ("6C 7S 9D", "7S", "6C 9D"),
        ("6C 7S 9D", "9D 6C", "7S"),
        ("?? ?? ??", "7S", "?? ??"),
        ("?? 7S ??", "7S", "?? ??"),
        ("?? 7S ??", "9D", "7S ??"),
        ("?? 7S ??", "7S 9D", "??"),
        ("?? 7S ??", "??", "?? ??"),
        ("6C 7S", "?? ??", ""),
    ],
)
def test_without_as_far_as_the_viewer_knows(hand: str, gone: str, rest: str) -> None:
    assert without(cards(hand), cards(gone)) == cards(rest)


def test_unknown_cards_are_countable() -> None:
    assert unknown(2) == (UNKNOWN, UNKNOWN)
    assert unknown(0) == ()
