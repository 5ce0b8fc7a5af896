"""The deal (S1-S4): the pack, the choice of trumps, who gets which card, who deals and leads."""

import json
import random

import pytest

from domain.games.svoi_kozyri import SVOI_KOZYRI
from domain.games.svoi_kozyri.model import (
    DEALER,
    SEATS,
    DealerNamed,
    Ended,
    Options,
    opponent,
)
from domain.games.svoi_kozyri.rules import RANK, mirror
from domain.games.svoi_kozyri.scoring import opening_score, tally
from domain.kernel.cards import PACK_36, SUITS, Card, Cards
from domain.kernel.event import to_json
from tests.domain.positions import cards
from tests.domain.svoi_kozyri.positions import dealt, from_deck


def test_s01_two_seats_each_a_side() -> None:
    assert SVOI_KOZYRI.seats == (2,)
    assert SVOI_KOZYRI.sides(2) == ((0,), (1,))
    assert [opponent(seat) for seat in (0, 1)] == [1, 0]


def test_s01_thirty_six_cards_the_ten_in_its_natural_place() -> None:
    assert SVOI_KOZYRI.pack == PACK_36
    for suit in SUITS:
        ranked = sorted((c for c in PACK_36 if c[1] == suit), key=RANK.__getitem__)
        assert "".join(card[0] for card in ranked) == "6789TJQKA"


def image(card: Card, trumps: str) -> Card:
    pairs = mirror((trumps[0], trumps[1]))  # type: ignore[arg-type]
    return Card(card[0] + pairs[card[1]])  # type: ignore[index]


@pytest.mark.parametrize("dealer", [0, 1])
@pytest.mark.parametrize("trumps", ["SH", "CD", "HD"])
def test_s03_mirrored_the_dealer_gets_the_mirror_of_the_non_dealers_cards(
    dealer: int, trumps: str
) -> None:
    for seed in range(20):
        deck: Cards = tuple(random.Random(seed).sample(PACK_36, 36))
        deal = dealt(deck, dealer=dealer, trumps=trumps, deal="mirrored")
        hands = deal.state.hands
        assert {image(card, trumps) for card in hands[1 - dealer]} == set(hands[dealer])
        assert set(hands[0]) | set(hands[1]) == set(PACK_36)
        assert hands[1 - dealer][0] == deck[0]
        assert sorted(hands[1 - dealer], key=deck.index) == list(hands[1 - dealer])


def test_s03_mirrored_swaps_the_trump_suits_and_the_others() -> None:
    assert mirror(("S", "H")) == {"S": "H", "H": "S", "C": "D", "D": "C"}
    assert mirror(("C", "H")) == {"C": "H", "H": "C", "S": "D", "D": "S"}


def test_s03_mirrored_each_gets_one_at_a_time() -> None:
    deck = cards("6S 6H 6D 7C 7D") + tuple(
        card for card in PACK_36 if card not in cards("6S 6H 6D 7C 7D")
    )
    hands = dealt(deck, deal="mirrored").state.hands
    assert hands[0][:3] == cards("6S 6D 7C")
    assert hands[1][:3] == cards("6H 6C 7D")


@pytest.mark.parametrize("lot", [0, 1])
def test_s04_first_deal_the_dealer_by_lot(lot: int) -> None:
    deal = from_deck(dealer=None, lot=lot)
    assert DEALER.below == 2
    assert deal.events[2:] == (DealerNamed(lot),)
    assert deal.state.turn == 1 - lot


def test_s04_next_deals_the_loser_deals_and_after_a_draw_the_deal_alternates() -> None:
    score = opening_score(Options(wins=3), SEATS)
    assert score.dealer is None
    assert tally(score, Ended(0, "out", None, next_dealer=1)).dealer == 1
    assert tally(score, Ended(None, "repetition", None, next_dealer=0)).dealer == 0


def test_s04_the_dealer_is_public_and_the_record_holds_no_card_in_clear() -> None:
    deal = from_deck(dealer=None, lot=1)
    assert json.loads(json.dumps(to_json(deal.events[2]))) == {"dealer": 1}
