"""The play (S5-S9): beating and taking, own trumps, two cards in one move, how much is taken."""

import pytest

from domain.games.svoi_kozyri.model import Beaten, Taken, Yielded
from domain.games.svoi_kozyri.rules import beats, take_size
from domain.kernel.cards import SUITS, Card
from tests.domain.positions import cards
from tests.domain.svoi_kozyri.positions import dealt, position, rest


def test_s05_a_pile_is_beaten_or_taken_from() -> None:
    deal = position("JS 7D", "6C", pile="9S")
    assert deal.kinds(0) == {"beat", "take"}
    assert deal.refusal("0 lead JS") == ("S5", "T4")
    assert deal.refusal("0 choose_trump D") == ("T4",)
    assert deal.refusal("1 take") == ("T1",)


def test_s05_taking_is_allowed_even_when_one_could_beat() -> None:
    assert position("JS 7D", "6C", pile="9S").legal("0 take")


def test_s05_without_voluntary_take_beating_is_a_duty() -> None:
    deal = position("JS 7D", "6C", pile="9S", voluntary_take=False)
    assert deal.refusal("0 take") == ("S5",)
    assert deal.kinds(0) == {"beat"}


def test_s05_without_voluntary_take_a_seat_that_cannot_beat_takes() -> None:
    deal = position("8S 7D", "6C", pile="9S", voluntary_take=False)
    assert deal.kinds(0) == {"take"}


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


def test_s06_worked_case_1() -> None:
    deal = position("6S", "10C 6H AD", pile="9C", turn=1)
    assert deal.legal("1 beat 10C AD")
    assert deal.legal("1 beat 6H 10C")
    assert deal.refusal("1 beat AD 10C") == ("S6",)


def test_s06_worked_case_2() -> None:
    deal = position("JS 8S AH 7D", "6C", pile="9S")
    assert deal.legal("0 beat JS 7D")
    assert deal.refusal("0 beat 8S 7D") == ("S6",)
    assert deal.refusal("0 beat AH 7D") == ("S6",)
    deal = position("6C", "10S 6H 7D", pile="9S", turn=1)
    assert deal.legal("1 beat 10S 7D")
    assert deal.legal("1 beat 6H 7D")


def test_s07_beat_and_play_is_one_move_of_two_cards() -> None:
    deal = position("JS 7D 8D", "6C 7C", pile="9S")
    (move,) = deal.play("0 beat JS 7D")
    assert move == Beaten(0, Card("JS"), Card("7D"))
    assert deal.pile == "9S JS 7D"
    assert deal.hands[0] == {"8D"}
    assert deal.state.turn == 1


def test_s07_worked_case_3() -> None:
    deal = position("JS 7D", "6C 7C", pile="9S")
    assert deal.refusal("0 beat JS") == ("S7",)
    deal = position("JS", "6C 7C", pile="9S")
    assert deal.legal("0 beat JS")
    deal.play("0 beat JS")
    assert deal.result == (0, "out", None)


def test_s07_a_seat_with_one_card_names_one() -> None:
    deal = position("JS", "6C 7C", pile="9S")
    assert deal.refusal("0 beat JS 7D") == ("S7", "T2")


def test_s07_the_second_card_is_another_one_of_the_hand() -> None:
    deal = position("JS 7D", "6C 7C", pile="9S")
    assert deal.refusal("0 beat JS JS") == ("T2",)
    assert deal.refusal("0 beat JS 8D") == ("T2",)
    assert deal.refusal("0 beat 8D JS") == ("S6", "T2")
    assert deal.refusal("0 beat JS 2C") == ("T2", "T5")


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


def test_s08_worked_case_4() -> None:
    under = " ".join(cards(rest("6D KD AD 8S 6C 6H"))[:13])
    deal = position("6C", "6H", pile=f"{under} 8S 6D KD AD")
    assert len(deal.state.pile) == 17
    assert deal.play("0 take") == (Yielded(0), Taken(0, cards("6D KD AD")))
    assert deal.hands[0] == {"6C", "6D", "KD", "AD"}
    assert deal.state.pile[-1] == "8S"
    deal = position("6C", "6H", pile="7D 8D")
    deal.play("0 take")
    assert deal.pile == ""
    assert deal.kinds(1) == {"lead"}


def test_s08_worked_case_5() -> None:
    under = " ".join(cards(rest("8S 6C 6H"))[:14])
    deal = position("6C", "6H", pile=f"{under} 8S")
    deal.play("0 take")
    assert len(deal.state.pile) == 10
    assert len(deal.hands[0]) == 6
    deal = position("6C", "6H", pile="7D 8D 9D JS")
    deal.play("0 take")
    assert deal.hands[0] == set(cards("6C 7D 8D 9D JS"))
    deal = position("6C", "6S", pile=f"{under} AH".replace("6S ", ""), turn=1)
    deal.play("1 take")
    assert deal.pile == ""


def test_s09_the_next_player_faces_the_card_that_is_on_top_now() -> None:
    deal = position("6C 7C", "10S 6H", pile="9S 6D KD AD")
    deal.play("0 take")
    assert deal.state.turn == 1
    assert deal.legal("1 beat 10S 6H")
    assert deal.refusal("1 lead 6H") == ("S5", "T4")


def test_s09_it_may_be_the_players_own_card() -> None:
    deal = position("AS KD 9C", "6C 7C 8C", pile="7D 8D", turn=0)
    deal.play("0 beat AS KD")
    deal.play("1 take")
    assert deal.pile == "7D"
    deal = position("6S AS KD 9C", "6C 7C AD", pile="7D 8D JD QD")
    deal.play("0 beat KD AS", "1 take")
    assert deal.pile == "7D 8D JD"
    assert deal.kinds(0) == {"beat", "take"}


def test_s09_if_the_pile_is_empty_the_taker_leads() -> None:
    deal = dealt()
    deal.play("0 lead 6C", "1 take")
    assert deal.kinds(0) == {"lead"}
