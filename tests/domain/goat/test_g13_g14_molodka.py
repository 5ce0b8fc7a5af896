"""The molodka (G13, G14): four of one suit, led out of turn, and the order of precedence."""

from typing import Any

from domain.games.goat import GOAT
from domain.judge.deal_rules import check
from domain.kernel.event import PUBLIC
from tests.domain.goat.positions import Deal, dealt
from tests.domain.positions import cards

HEARTS = "6H 7H JH KH"
DIAMONDS = "9D QD 10D AD"


def case_7(**options: Any) -> Deal:
    """Case 7 with P3's hearts; case 8 with P1's diamonds. Trump C."""
    return dealt("9S 6C 7D 8H", DIAMONDS, "8S 9H 7C JD", HEARTS, trump="C", **options)


def test_g13_the_holder_of_a_molodka_stays_hidden() -> None:
    """The views of the others are the same whether or not P3 holds a molodka."""
    with_one = case_7()
    without = dealt("9S 6C 7D 8H", DIAMONDS, "8S 9H 7C JD", "6H 7H JH KS", stock="", trump="C")
    for deal in (with_one, without):
        deal.play("0 lead 9S", "1 discard QD")
    for viewer in (PUBLIC, 0, 1, 2):
        one, other = with_one.seen_by(viewer), without.seen_by(viewer)
        assert one._replace(shown=None) == other._replace(shown=None)


SUITED = ("6S 7S 8S 9S", DIAMONDS, "JC QC KC AC", HEARTS)
"""Everybody holds a molodka."""


def test_g14_several_displacements_in_a_trick() -> None:
    """From the farthest seat to the leader, whose small lead came back."""
    deal = dealt(*SUITED)
    deal.play("0 lead 6S", f"3 pull {HEARTS}", f"2 pull {SUITED[2]}", f"1 pull {DIAMONDS}")
    assert deal.state.turn == 2
    assert deal.refusal(f"2 pull {SUITED[2]}") == ("G14",)
    assert deal.refusal(f"3 pull {HEARTS}") == ("G14",)
    deal.play(f"0 pull {SUITED[0]}")
    assert deal.state.turn == 1
    for seat in (1, 2, 3):
        assert deal.refusal(f"{seat} pull {SUITED[seat]}") == ("G14",)
        assert deal.hands[seat] == set(cards(SUITED[seat]))
    deal.play(*(f"{seat} discard {SUITED[seat]}" for seat in (1, 2, 3)))
    assert deal.state.tricks == (1, 0)
    assert check(GOAT, deal.events) == ()


def test_g14_the_order_is_that_of_the_record() -> None:
    """Two molodkas, either way round, end with the closer one on the table."""
    one, other = dealt(*SUITED), dealt(*SUITED)
    one.play(f"3 pull {HEARTS}", f"1 pull {DIAMONDS}")
    other.play(f"1 pull {DIAMONDS}")
    assert "G14" in other.refusal(f"3 pull {HEARTS}")
    assert one.state.turn == other.state.turn == 2
    assert one.state.best == other.state.best
