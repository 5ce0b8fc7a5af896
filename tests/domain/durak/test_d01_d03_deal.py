from itertools import pairwise

import pytest

from domain.games.durak import DURAK
from domain.games.durak.model import Dealt
from domain.games.durak.rules import RANK
from domain.kernel.cards import UNKNOWN, Card, unknown
from domain.kernel.event import PUBLIC
from domain.kernel.game import fold, settle
from domain.kernel.sentence import Sentence
from tests.domain.durak.positions import dealt, late
from tests.domain.positions import cards
from tests.laws.play import fold_on

NINE = Card("9C")

PLAIN = "6H 7S 8D 9H 10S JD", "6S 7D 8H 9S 10D JH"
"""Two hands without a trump."""


def test_d1_two_seats_and_36_cards() -> None:
    assert DURAK.seats == (2,)
    assert DURAK.sides(2) == ((0,), (1,))
    assert len(set(DURAK.pack)) == 36


def test_d1_the_natural_rank() -> None:
    order = cards("6H 7H 8H 9H 10H JH QH KH AH")
    assert all(RANK[low] < RANK[high] for low, high in pairwise(order))


def test_d2_the_first_dealer_is_drawn_by_lot() -> None:
    assert dealt(*PLAIN, dealer=None, lot=0).state.dealer == 0
    assert dealt(*PLAIN, dealer=None, lot=1).state.dealer == 1


def test_d2_the_trump_card_is_drawn_last_and_known_in_the_hand() -> None:
    deal = late("6H 7S 8S 9S JS QS", "7H KH AS KS AD KD", stock="8C 9C")
    deal.play("0 attack 6H", "1 beat 7H")
    before = deal.state._replace(hands=(deal.state.hands[0], unknown(5)), stock=(UNKNOWN, NINE))
    events, deal.state = settle(DURAK, deal.state._replace(done=True))
    assert deal.hands == (set(cards("7S 8S 9S JS QS 8C")), set(cards("KH AS KS AD KD 9C")))
    seen = fold_on(DURAK, before, events, 0)
    assert seen.hands == (deal.state.hands[0], (*unknown(5), NINE))


def test_d3_the_lowest_trump_attacks_and_is_shown() -> None:
    deal = dealt("KC 7S 8D 9H 10S JD", "QC 7D 8H 9S 10D JH")  # worked case 11
    (event,) = (each for each in deal.events if isinstance(each, Dealt))
    assert (event.attacker, event.lowest) == (1, "QC")
    assert DURAK.to_act(deal.state) == 1
    assert "QC" in deal.seen_by(0).hands[1]
    assert deal.seen_by(0).hands[1].count(UNKNOWN) == 5
    assert deal.seen_by(PUBLIC).hands[0] == unknown(6)
    assert "QC" in deal.seen_by(PUBLIC).hands[1]
    why = Sentence("durak-for-lowest", {"of": "trumps", "seat": 1}, "D3")
    assert DURAK.played_for(deal.seen_by(0)) == (why,)
    assert DURAK.played_for(deal.state._replace(draws_first=1)) == ()


@pytest.mark.parametrize(
    ("hands", "lowest", "attacker"),
    [
        (PLAIN, "6H", 0),  # hearts before spades
        (("6H 7S 8D 9H 10S JD", "6D 7D 8H 9S 10D JH"), "6D", 1),  # diamonds before hearts
        (("6S 7S 8D 9H 10S JD", "6D 7D 8H 9S 10D JH"), "6D", 1),  # and before spades
        (("8S 7S 8D 9H 10S JD", "9S KD 8H KS 10D JH"), "7S", 0),
    ],
)
def test_d3_with_no_trump_dealt_the_lowest_rank_attacks_ties_by_suit(
    hands: tuple[str, str], lowest: str, attacker: int
) -> None:
    deal = dealt(*hands)
    (event,) = (each for each in deal.events if isinstance(each, Dealt))
    assert (event.attacker, event.lowest) == (attacker, lowest)
    assert lowest in deal.seen_by(1 - attacker).hands[attacker]
    assert [each.values["of"] for each in DURAK.played_for(deal.state)] == ["pack"]


@pytest.mark.parametrize("leader", [0, 1])
def test_d3_later_the_winner_of_the_deal_before_attacks_and_shows_nothing(leader: int) -> None:
    deal = dealt("6C 7S 8D 9H 10S JD", "QC 7D 8H 9S 10D JH", leader=leader)
    (event,) = (each for each in deal.events if isinstance(each, Dealt))
    assert (event.attacker, event.lowest) == (leader, None)
    assert DURAK.played_for(deal.state) == ()
    assert deal.seen_by(1).hands[0] == unknown(6)


def test_d3_no_seat_is_on_turn_before_the_cards_are_dealt() -> None:
    deal = dealt(*PLAIN, leader=1)
    assert [DURAK.to_act(fold(DURAK, deal.events[:size])) for size in (1, 2, 3)] == [None, None, 1]
