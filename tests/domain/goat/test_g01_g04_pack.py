"""The pack (G1-G4): seats and sides, cards, ranks and points, which card beats which."""

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import SIDES
from domain.games.goat.rules import RANK, beats, clockwise, next_seat, side_of
from domain.games.goat.scoring import POINTS, points_of
from domain.kernel.cards import PACK_36, SUITS, Card, Suit


def test_g01_partners_sit_opposite() -> None:
    assert GOAT.seats == (4,)
    assert GOAT.sides(4) == SIDES == ((0, 2), (1, 3))
    assert [side_of(seat) for seat in range(4)] == [0, 1, 0, 1]


def test_g01_seats_run_clockwise() -> None:
    assert [next_seat(seat) for seat in range(4)] == [1, 2, 3, 0]
    assert clockwise(2) == (2, 3, 0, 1)


def test_g02_thirty_six_cards_of_four_suits() -> None:
    assert GOAT.pack == PACK_36
    assert len(set(PACK_36)) == 36
    assert {card[1] for card in PACK_36} == set(SUITS)
    assert all({card[0] for card in PACK_36 if card[1] == s} == set("6789TJQKA") for s in SUITS)


def test_g02_the_pack_has_120_points() -> None:
    assert points_of(PACK_36) == 120


def test_g03_the_ten_ranks_between_king_and_ace() -> None:
    for suit in SUITS:
        held = [card for card in PACK_36 if card[1] == suit]
        ranked = sorted(held, key=RANK.__getitem__)
        assert "".join(card[0] for card in ranked) == "6789JQKTA"


@pytest.mark.parametrize(
    ("rank", "points"),
    [("6", 0), ("7", 0), ("8", 0), ("9", 0), ("J", 2), ("Q", 3), ("K", 4), ("T", 10), ("A", 11)],
)
def test_g03_points(rank: str, points: int) -> None:
    assert {POINTS[Card(rank + suit)] for suit in SUITS} == {points}


@pytest.mark.parametrize("trump", SUITS)
def test_g04_is_an_order_with_non_trumps_of_two_suits_apart(trump: Suit) -> None:
    for one in PACK_36:
        for other in PACK_36:
            comparable = one != other and (one[1] == other[1] or trump in (one[1], other[1]))
            assert beats(one, other, trump) + beats(other, one, trump) == comparable
