"""The cards, the seats and the deal (K1-K4)."""

from itertools import pairwise
from typing import cast

import pytest

from domain.games.skat import SKAT
from domain.games.skat.cards import (
    ALL_POINTS,
    FOLLOWS,
    KINDS,
    POINTS,
    STRENGTH,
    TRUMPS,
    Kind,
    points_of,
)
from domain.games.skat.model import Bid, dealer_lot, players_after
from domain.kernel.cards import PACK_32
from domain.kernel.deal import Opened
from tests.domain.positions import cards
from tests.domain.skat.positions import dealt, from_deck, late

SUITS: tuple[tuple[Kind, str], ...] = (
    ("clubs", "C"),
    ("spades", "S"),
    ("hearts", "H"),
    ("diamonds", "D"),
)


def test_k01_the_pack_has_32_cards_from_seven_to_ace() -> None:
    assert SKAT.pack == PACK_32
    assert len(set(PACK_32)) == 32
    assert {card[0] for card in PACK_32} == set("789TJQKA")


@pytest.mark.parametrize(
    ("rank", "points"),
    [("J", 2), ("A", 11), ("10", 10), ("K", 4), ("Q", 3), ("9", 0), ("8", 0), ("7", 0)],
)
def test_k01_points_of_a_rank(rank: str, points: int) -> None:
    assert [POINTS[card] for card in cards(f"{rank}C {rank}S {rank}H {rank}D")] == [points] * 4


def test_k01_the_pack_counts_120() -> None:
    assert points_of(PACK_32) == ALL_POINTS == 120
    assert points_of(()) == 0


@pytest.mark.parametrize(("kind", "suit"), SUITS)
def test_k02_trumps_of_a_suit_game(kind: Kind, suit: str) -> None:
    ranks = ("A", "10", "K", "Q", "9", "8", "7")
    wanted = cards("JC JS JH JD " + " ".join(rank + suit for rank in ranks))
    assert TRUMPS[kind] == wanted
    assert all(STRENGTH[kind][high] > STRENGTH[kind][low] for high, low in pairwise(wanted))


def test_k02_in_grand_only_the_jacks_are_trumps_and_in_null_nothing() -> None:
    assert TRUMPS["grand"] == cards("JC JS JH JD")
    assert TRUMPS["null"] == ()


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "null"])
@pytest.mark.parametrize("suit", "CSHD")
def test_k02_other_suits_go_ace_ten_king(kind: Kind, suit: str) -> None:
    order = cards(" ".join(f"{rank}{suit}" for rank in ("A", "10", "K", "Q", "9", "8", "7")))
    assert all(STRENGTH[kind][high] > STRENGTH[kind][low] for high, low in pairwise(order))


@pytest.mark.parametrize("suit", "CSHD")
def test_k02_null_goes_ace_king_queen_jack_ten(suit: str) -> None:
    order = cards(" ".join(f"{rank}{suit}" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7")))
    assert all(STRENGTH["null"][high] > STRENGTH["null"][low] for high, low in pairwise(order))
    assert {FOLLOWS["null"][card] for card in order} == {suit}


def test_k03_three_or_four_sit_and_each_is_a_side() -> None:
    assert SKAT.seats == (3, 4)
    assert SKAT.sides(3) == ((0,), (1,), (2,))
    assert SKAT.sides(4) == ((0,), (1,), (2,), (3,))


@pytest.mark.parametrize(
    ("seats", "dealer", "players"),
    [
        (3, 0, (1, 2, 0)),
        (3, 1, (2, 0, 1)),
        (3, 2, (0, 1, 2)),
        (4, 0, (1, 2, 3)),
        (4, 1, (2, 3, 0)),
        (4, 2, (3, 0, 1)),
        (4, 3, (0, 1, 2)),
    ],
)
def test_k03_forehand_sits_left_of_the_dealer(
    seats: int, dealer: int, players: tuple[int, ...]
) -> None:
    state = dealt(dealer=dealer, seats=seats).state
    assert state.players == players == players_after(dealer, seats)
    assert [len(state.hands[seat]) for seat in players] == [10, 10, 10]
    assert state.dealer == dealer


PROPOSED = (
    "bid 18", "hold", "pass", "pick_up", "discard 7C 8C", "declare grand hand", "play 7C",
    "concede", "ask_to_concede", "claim", "accept", "decline",
)  # fmt: skip
"""Something of every kind of move."""


@pytest.mark.parametrize("what", PROPOSED)
def test_k03_whatever_the_sitting_out_dealer_proposes_is_out_of_turn(what: str) -> None:
    deal = dealt("JC", "JD", seats=4)
    assert "T1" in deal.refusal(f"3 {what}")
    for move in ("1 bid 18", "0 hold", "1 pass", "2 pass", "0 declare grand hand", "0 play JC"):
        deal.play(move)
        assert "T1" in deal.refusal(f"3 {what}")
    deal = late("JC", "7C", "8C", says="grand", seats=4)
    deal.play("0 ask_to_concede")
    assert "T1" in deal.refusal(f"3 {what}")


def test_k03_every_kind_of_move_was_proposed() -> None:
    assert {what.split()[0] for what in PROPOSED} == {str(kind.MOVE) for kind in SKAT.moves}


@pytest.mark.parametrize("seats", [3, 4])
def test_k03_the_first_dealer_is_drawn_by_lot(seats: int) -> None:
    (lot,) = SKAT.lots(seats)
    assert lot == dealer_lot(seats)
    assert lot.below == seats
    assert [dealt(lot=each, seats=seats).state.dealer for each in range(seats)] == [*range(seats)]


def test_k04_three_each_two_to_the_skat_four_each_three_each() -> None:
    state = from_deck(PACK_32).state
    pack = PACK_32
    assert state.hands[0] == (*pack[0:3], *pack[11:15], *pack[23:26])
    assert state.hands[1] == (*pack[3:6], *pack[15:19], *pack[26:29])
    assert state.hands[2] == (*pack[6:9], *pack[19:23], *pack[29:32])
    assert state.skat == pack[9:11]


def test_k04_before_the_deal_there_are_no_moves() -> None:
    before = SKAT.initial(cast("Opened", dealt().events[0]))
    assert SKAT.to_act(before) is None
    assert [*SKAT.legal(before, 0)] == []
    assert [*SKAT.breaches(before, Bid(0, 18))] == ["T4", "T1"]


def test_k04_the_hands_go_to_the_players_from_forehand_on() -> None:
    state = from_deck(PACK_32, dealer=1, seats=4).state
    first = from_deck(PACK_32).state
    assert state.hands == (first.hands[2], (), first.hands[0], first.hands[1])
