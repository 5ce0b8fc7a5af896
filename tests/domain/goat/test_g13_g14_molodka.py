"""The molodka (G13, G14): four of one suit, led out of turn, and the order of precedence."""

from typing import Any

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import Drawn, TrickTaken
from domain.judge.deal_rules import check
from domain.kernel.cards import UNKNOWN
from domain.kernel.event import PUBLIC
from tests.domain.goat.positions import Deal, dealt, late
from tests.domain.positions import cards

HEARTS = "6H 7H JH KH"
DIAMONDS = "9D QD 10D AD"


def case_7(**options: Any) -> Deal:
    """Case 7 with P3's hearts; case 8 with P1's diamonds. Trump C."""
    return dealt("9S 6C 7D 8H", DIAMONDS, "8S 9H 7C JD", HEARTS, trump="C", **options)


# --- G13 ----------------------------------------------------------------------------------------


def test_g13_all_come_back_and_play_goes_on_from_him() -> None:
    """Case 7."""
    deal = case_7()
    deal.play("0 lead 9S", "1 discard QD")
    assert deal.state.turn == 2
    deal.play(f"3 pull {HEARTS}")
    assert deal.hands[0] == set(cards("9S 6C 7D 8H"))
    assert deal.hands[1] == set(cards(DIAMONDS))
    assert deal.hands[3] == set()
    assert deal.state.turn == 0
    assert len(deal.state.laid) == 1
    assert deal.state.best is not None
    assert deal.state.best.cards == cards(HEARTS)
    assert deal.refusal("0 discard 9S 6C 7D") == ("G9",)
    assert deal.refusal("0 lead 9S") == ("T4",)
    assert deal.legal("0 discard 9S 6C 7D 8H")


def test_g13_it_can_be_beaten_like_any_lead() -> None:
    deal = dealt("9S 6C 7D 8H", "9C 10C KC AC", "8S 9H 7C JD", HEARTS, trump="C")
    happened = deal.play(
        "0 lead 9S",
        f"3 pull {HEARTS}",
        "0 discard 9S 6C 7D 8H",
        "1 beat 9C 10C KC AC",
        "2 discard 8S 9H 7C JD",
    )
    assert happened[1] == TrickTaken(1)
    assert len(deal.state.piles[1]) == 16
    assert deal.state.turn == 1


def test_g13_unbeaten_it_takes_the_trick_and_its_holder_leads() -> None:
    deal = case_7()
    happened = deal.play(
        "0 lead 9S",
        f"3 pull {HEARTS}",
        "0 discard 9S 6C 7D 8H",
        f"1 discard {DIAMONDS}",
        "2 discard 8S 9H 7C JD",
    )
    assert happened[1] == TrickTaken(3)
    assert isinstance(happened[2], Drawn)
    assert deal.state.turn == deal.state.leader == 3


def test_g13_it_is_a_right_not_a_duty() -> None:
    deal = case_7()
    deal.play("0 lead 9S", "1 discard 9D", "2 discard 8S")
    assert deal.kinds(3) == {"beat", "discard", "pull"} - {"beat"}
    assert deal.legal("3 discard 6H")


def test_g13_before_the_first_lead() -> None:
    deal = case_7()
    assert deal.kinds(3) == {"pull"}
    deal.play(f"3 pull {HEARTS}")
    assert deal.state.turn == 0
    assert deal.refusal("0 lead 9S") == ("T4",)


@pytest.mark.parametrize(
    "before",
    [
        (),
        ("0 lead 9S",),
        ("0 lead 9S", "1 discard 9D"),
        ("0 lead 9S", "1 discard 9D", "2 beat 7C"),
    ],
)
def test_g13_from_the_opening_until_the_holder_lays(before: tuple[str, ...]) -> None:
    deal = case_7()
    deal.play(*before)
    assert deal.legal(f"3 pull {HEARTS}")
    deal.play(f"3 pull {HEARTS}")
    assert [len(hand) for hand in deal.state.hands] == [4, 4, 4, 0]


@pytest.mark.parametrize(
    ("move", "clauses"),
    [
        ("3 pull 6H 7H JH", ("G13",)),  # case 9: three cards
        ("2 pull 8S 9H 7C JD", ("G13",)),  # two suits and more
        ("0 pull 9S 6C 7D 8H", ("G13",)),
        ("3 pull 6H 7H JH AH", ("G13", "T2")),
        ("3 pull 6H 7H JH JH", ("G13", "T2")),
        ("2 pull 6H 7H JH KH", ("G13", "T2")),
    ],
)
def test_g13_only_exactly_four_of_one_suit(move: str, clauses: tuple[str, ...]) -> None:
    assert case_7().refusal(move) == clauses


def test_g13_four_of_one_suit_among_them_three_and_one() -> None:
    deal = dealt("9S 6C 7D 8H", "9D QD 10D AS")
    assert deal.refusal("1 pull 9D QD 10D AS") == ("G13",)


def test_g13_three_cards_of_one_suit_late_are_no_molodka() -> None:
    deal = late("6C JD 7S", "9D QD 10D", "8D AD 8C", "9C KD KC")
    assert deal.refusal("1 pull 9D QD 10D") == ("G13",)
    assert "pull" not in deal.kinds(1)


def test_g13_already_laid_and_nothing_came_back() -> None:
    deal = case_7()
    deal.play("0 lead 9S", "1 discard 9D")
    assert deal.refusal("1 pull QD 10D AD") == ("G13",)
    assert deal.refusal(f"1 pull {DIAMONDS}") == ("G13", "T2")


def test_g13_already_laid_but_it_came_back() -> None:
    deal = case_7()
    deal.play("0 lead 9S", "1 discard 9D", f"3 pull {HEARTS}")
    assert deal.legal(f"1 pull {DIAMONDS}")


def test_g13_once_the_fourth_has_laid_a_pull_belongs_to_the_next_trick() -> None:
    """Case 9: the trick is taken in by itself."""
    deal = dealt(
        "9S 6C 7D 8H", "9D QD 6S 8C", "8S 9H 7C JD", HEARTS, stock="AS AD AC AH", trump="C"
    )
    happened = deal.play("0 lead 9S", "1 discard 6S", "2 discard 8S", "3 discard 6H")
    assert [type(event).__name__ for event in happened] == ["Discarded", "TrickTaken", "Drawn"]
    assert deal.hands[3] == set(cards("7H JH KH AH"))
    deal.play("3 pull 7H JH KH AH")
    assert deal.state.turn == 0
    assert deal.state.tricks == (1, 0), "the trick before stays taken"


def test_g13_in_any_trick_also_when_the_stock_is_gone() -> None:
    deal = late("6C JC 7S 8S", "9D QD 10D AD", "8D 7H AC 8C", "9C KD KC 9H", leader=2)
    deal.play("2 lead 8C", "3 beat KC", "1 pull 9D QD 10D AD", "2 discard 8C 8D 7H AC")
    deal.play("3 discard 9C KD KC 9H")
    happened = deal.play("0 discard 6C JC 7S 8S")
    assert happened[1] == TrickTaken(1)
    assert deal.state.scored is not None


def test_g13_the_one_on_turn_may_pull_too() -> None:
    deal = case_7()
    deal.play("0 lead 9S")
    assert deal.kinds(1) == {"discard", "pull"}
    deal.play(f"1 pull {DIAMONDS}")
    assert deal.state.turn == 2


def test_g13_the_leader_may_declare_four_cards_as_lead_or_pull() -> None:
    hand = "6S 7S 8S 9S"
    for kind in ("lead", "pull"):
        deal = dealt(hand, DIAMONDS)
        deal.play(f"0 {kind} {hand}")
        assert deal.state.turn == 1
        assert deal.refusal(f"1 pull {DIAMONDS}") == ("G14",)


def test_g13_returned_discards_are_known_to_their_owner_only() -> None:
    deal = case_7()
    deal.play("0 lead 9S", "1 discard QD", f"3 pull {HEARTS}")
    for viewer in (PUBLIC, 0, 2, 3):
        assert deal.seen_by(viewer).hands[1] == (UNKNOWN,) * 4
    assert set(deal.seen_by(1).hands[1]) == set(cards(DIAMONDS))


def test_g13_returned_cards_that_lay_face_up_stay_known() -> None:
    deal = case_7()
    deal.play("0 lead 9S", "1 discard QD", "2 beat 7C", f"3 pull {HEARTS}")
    seen = deal.seen_by(PUBLIC)
    assert set(seen.hands[0]) == {UNKNOWN, *cards("9S")}
    assert set(seen.hands[2]) == {UNKNOWN, *cards("7C")}


def test_g13_a_card_that_was_seen_and_came_back_may_leave_unseen() -> None:
    deal = case_7()
    deal.play("0 lead 9S", f"3 pull {HEARTS}", "0 discard 9S 6C 7D 8H")
    assert deal.seen_by(PUBLIC).laid[1].cards == (UNKNOWN,) * 4
    assert deal.seen_by(0).laid[1].cards == cards("9S 6C 7D 8H")


def test_g13_the_holder_of_a_molodka_stays_hidden() -> None:
    """The views of the others are the same whether or not P3 holds a molodka."""
    with_one = case_7()
    without = dealt("9S 6C 7D 8H", DIAMONDS, "8S 9H 7C JD", "6H 7H JH KS", stock="", trump="C")
    for deal in (with_one, without):
        deal.play("0 lead 9S", "1 discard QD")
    for viewer in (PUBLIC, 0, 1, 2):
        one, other = with_one.seen_by(viewer), without.seen_by(viewer)
        assert one._replace(shown=None) == other._replace(shown=None)


def test_g13_on_turn_allows_it_on_ones_own_turn_only() -> None:
    deal = case_7(molodka="on_turn")
    assert deal.refusal(f"3 pull {HEARTS}") == ("G13", "T1")
    deal.play("0 lead 9S", "1 discard QD")
    assert deal.refusal(f"3 pull {HEARTS}") == ("G13", "T1")
    assert deal.kinds(3) == set()
    deal.play("2 discard 8S")
    assert deal.kinds(3) == {"discard", "pull"}
    deal.play(f"3 pull {HEARTS}")
    assert deal.state.turn == 0
    assert deal.legal("0 discard 9S 6C 7D 8H")


def test_g13_on_turn_answers_come_on_their_turn() -> None:
    deal = case_7(molodka="on_turn")
    deal.play("0 lead 9S", "1 discard QD", "2 discard 8S", f"3 pull {HEARTS}")
    assert deal.refusal(f"1 pull {DIAMONDS}") == ("G13", "T1")
    deal.play("0 discard 9S 6C 7D 8H", f"1 pull {DIAMONDS}")
    assert deal.state.turn == 2
    assert deal.hands[0] == set(cards("9S 6C 7D 8H")), "the laid cards came back"


def test_g13_on_turn_the_leader_may_pull_the_lead() -> None:
    deal = dealt("6S 7S 8S 9S", DIAMONDS, molodka="on_turn")
    assert deal.kinds(0) == {"lead", "pull"}


def test_g13_off_refuses_every_pull() -> None:
    deal = case_7(molodka="off")
    assert deal.refusal(f"3 pull {HEARTS}") == ("G13", "T4")
    deal.play("0 lead 9S")
    assert deal.refusal(f"1 pull {DIAMONDS}") == ("G13", "T4")
    assert "pull" not in deal.kinds(1)


def test_g13_off_four_of_one_suit_may_still_be_led() -> None:
    deal = dealt("6S 7S 8S 9S", DIAMONDS, molodka="off")
    assert deal.kinds(0) == {"lead"}
    deal.play("0 lead 6S 7S 8S 9S")
    assert deal.refusal(f"1 pull {DIAMONDS}") == ("G13", "G14", "T4")


def test_g13_no_pull_when_the_deal_is_over() -> None:
    deal = late("6C", "7C", "8D", "9D")
    deal.play("0 lead 6C", "1 discard 7C", "2 discard 8D", "3 discard 9D")
    assert deal.state.scored is not None
    assert deal.refusal("3 pull 6H 7H JH KH") == ("G13", "T2", "T3")
    assert all(deal.kinds(seat) == set() for seat in range(4))


# --- G14 ----------------------------------------------------------------------------------------

SUITED = ("6S 7S 8S 9S", DIAMONDS, "JC QC KC AC", HEARTS)
"""Everybody holds a molodka."""


@pytest.mark.parametrize("leader", range(4))
@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("second", range(4))
def test_g14_strictly_closer_displaces(leader: int, first: int, second: int) -> None:
    deal = dealt(*SUITED, leader=leader)
    deal.play(f"{first} pull {SUITED[first]}")
    closer = (second - leader) % 4 < (first - leader) % 4
    if first == second:
        assert "G14" in deal.refusal(f"{second} pull {SUITED[second]}")
        return
    assert deal.legal(f"{second} pull {SUITED[second]}") is closer
    if not closer:
        assert deal.refusal(f"{second} pull {SUITED[second]}") == ("G14",)


def test_g14_case_8_beat_on_turn() -> None:
    deal = dealt("9S 6C 7D 8H", "9H QH 10H AH", "8S JD 7C 6D", HEARTS, trump="C")
    deal.play("0 lead 9S", "1 discard 9H", f"3 pull {HEARTS}", "0 discard 9S 6C 7D 8H")
    assert deal.kinds(1) == {"beat", "discard", "pull"}
    deal.play("1 beat 9H QH 10H AH")
    assert deal.state.turn == 2


def test_g14_case_8_or_pull_at_once() -> None:
    deal = dealt("9S 6C 7D 8H", "9H QH 10H AH", "8S JD 7C 6D", HEARTS, trump="C")
    deal.play("0 lead 9S", "1 discard 9H", f"3 pull {HEARTS}", "1 pull 9H QH 10H AH")
    assert deal.state.turn == 2
    assert deal.hands[3] == set(cards(HEARTS))
    assert deal.refusal(f"3 pull {HEARTS}") == ("G14",)


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


def test_g14_the_holder_of_the_lead_answers_on_turn_too() -> None:
    """After a pull by P3 the holder of the lead is the next to lay."""
    deal = dealt(*SUITED)
    deal.play(f"3 pull {HEARTS}")
    assert deal.kinds(0) == {"discard", "pull"}
    deal.play(f"0 pull {SUITED[0]}")
    assert deal.state.turn == 1


def test_g14_a_seat_that_has_laid_to_the_molodka_may_no_longer_answer_it() -> None:
    deal = dealt(*SUITED)
    deal.play(f"3 pull {HEARTS}", f"0 discard {SUITED[0]}")
    assert "G13" in deal.refusal(f"0 pull {SUITED[0]}")
    assert deal.legal(f"1 pull {DIAMONDS}")


def test_g14_an_answer_frees_the_seats_that_had_laid() -> None:
    deal = dealt(*SUITED)
    deal.play(f"3 pull {HEARTS}", f"0 discard {SUITED[0]}", f"1 pull {DIAMONDS}")
    assert deal.hands[0] == set(cards(SUITED[0]))
    assert deal.legal(f"0 pull {SUITED[0]}"), "the cards have come back: the distance is 0"


@pytest.mark.parametrize("kind", ["lead", "pull"])
def test_g14_an_ordinary_lead_of_four_is_a_molodka_at_distance_0(kind: str) -> None:
    deal = dealt(*SUITED, leader=2)
    deal.play(f"2 {kind} {SUITED[2]}")
    for seat in (3, 0, 1):
        assert deal.refusal(f"{seat} pull {SUITED[seat]}") == ("G14",)


@pytest.mark.parametrize("lead", ["6S", "6S 7S", "6S 7S 8S"])
def test_g14_a_smaller_lead_is_displaced_by_any_seat(lead: str) -> None:
    for seat in (1, 2, 3):
        deal = dealt(*SUITED)
        deal.play(f"0 lead {lead}")
        assert deal.legal(f"{seat} pull {SUITED[seat]}")


def test_g14_the_distance_counts_from_the_seat_that_held_the_lead_not_from_the_puller() -> None:
    deal = dealt(*SUITED, leader=2)
    deal.play(f"1 pull {DIAMONDS}")
    assert deal.state.leader == 2
    deal.play(f"3 pull {HEARTS}")
    assert deal.refusal(f"0 pull {SUITED[0]}") == ("G14",), "0 is farther from 2 than 3 is"
    assert deal.legal(f"2 pull {SUITED[2]}")


def test_g14_in_the_next_trick_it_counts_from_its_taker() -> None:
    deal = dealt(
        "9S 6C 7C 8C", "9D QD 10D AS", "8S 9H 7D JD", "6H 7H JH AC", stock="JC AD KH QC", trump="D"
    )
    deal.play("0 lead 9S", "1 beat AS", "2 discard 8S", "3 discard AC")
    assert deal.state.leader == 1
    deal.play("0 pull 6C 7C 8C QC")
    deal.play("3 pull 6H 7H JH KH")
    assert deal.state.turn == 0
    assert deal.refusal("0 pull 6C 7C 8C QC") == ("G14",), "from P1, P0 is farther than P3"


def test_g14_the_order_is_that_of_the_record() -> None:
    """Two molodkas, either way round, end with the closer one on the table."""
    one, other = dealt(*SUITED), dealt(*SUITED)
    one.play(f"3 pull {HEARTS}", f"1 pull {DIAMONDS}")
    other.play(f"1 pull {DIAMONDS}")
    assert "G14" in other.refusal(f"3 pull {HEARTS}")
    assert one.state.turn == other.state.turn == 2
    assert one.state.best == other.state.best
