"""The play (S5-S9): beating and taking, own trumps, two cards in one move, how much is taken."""

import pytest

from domain.games.svoi_kozyri.rules import beats, take_size
from domain.kernel.cards import SUITS, Card
from tests.domain.positions import cards
from tests.domain.svoi_kozyri.positions import rest


def test_s06_same_suit_and_higher_or_an_own_trump() -> None:
    assert beats(Card("TC"), Card("9C"), "S")
    assert not beats(Card("8C"), Card("9C"), "S")
    assert not beats(Card("9C"), Card("9C"), "S")
    assert beats(Card("6S"), Card("AC"), "S")
    assert not beats(Card("6S"), Card("AS"), "S")
    assert beats(Card("AS"), Card("KS"), "S")


@pytest.mark.parametrize("own", SUITS)
def test_s06_a_card_of_my_own_trumps_is_beaten_only_by_a_higher_one_of_them(own: str) -> None:
    for suit in set(SUITS) - {own}:
        assert not beats(Card("A" + suit), Card("6" + own), own)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("top", "own", "size", "taken"),
    [
        ("9C", "S", 10, 3),
        ("AC", "S", 10, 3),
        ("9C", "S", 3, 3),
        ("9C", "S", 2, 2),
        ("9C", "S", 1, 1),
        ("6S", "S", 10, 5),
        ("KS", "S", 5, 5),
        ("KS", "S", 4, 4),
        ("KS", "S", 1, 1),
        ("AS", "S", 10, 10),
        ("AS", "S", 35, 35),
        ("AS", "S", 1, 1),
        ("AS", "H", 10, 3),
        ("8S", "H", 10, 3),
    ],
)
def test_s08_how_much_is_taken(top: str, own: str, size: int, taken: int) -> None:
    under = cards(rest(top))[: size - 1]
    assert take_size((*under, Card(top)), own) == taken  # type: ignore[arg-type]
