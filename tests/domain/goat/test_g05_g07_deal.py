"""The deal (G5-G7): who gets which card, the shown card, dealer and leader."""

from collections import Counter

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import DEALER, SEATS, SHOWN, Dealt, Drawn
from domain.games.goat.scoring import opening_score
from domain.kernel.cards import PACK_36, UNKNOWN
from domain.kernel.deal import Terms, commit, shuffled
from domain.kernel.event import FULL, PUBLIC, Viewer
from domain.kernel.options import parse_options
from tests.domain.goat.positions import Deal, from_deck
from tests.domain.positions import cards
from tests.laws.play import SOMEWHERE


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 1, 2, 3])
def test_g06_the_card_is_public_and_its_place_hidden(viewer: Viewer) -> None:
    views = [from_deck(PACK_36, shown=shown).seen_by(viewer) for shown in (0, 7, 19)]
    for shown, seen in zip((0, 7, 19), views, strict=True):
        assert seen.shown == PACK_36[16 + shown]
        assert seen.stock == (UNKNOWN,) * 20
        assert seen.lots is None


@pytest.mark.costly
def test_g06_the_place_is_a_lot_of_the_shuffle_uniform_over_the_stock() -> None:
    assert SHOWN.below == 20
    assert SHOWN.label != DEALER.label
    positions = Counter(_lots(seed)[0] for seed in range(2000))
    assert set(positions) == set(range(20))
    assert max(positions.values()) < 2 * min(positions.values()) + 20


def test_g06_bottom_the_drawer_of_the_shown_card_is_public() -> None:
    deal = _play_down(from_deck(PACK_36, shown=7, trump_card="bottom"))
    shown = deal.state.shown
    holder = next(seat for seat, hand in enumerate(deal.state.hands) if shown in hand)
    last = next(event for event in reversed(deal.events) if isinstance(event, Drawn))
    assert shown == last.hands[holder][-1], "it is the last card to be drawn"
    for viewer in (PUBLIC, 0, 1, 2, 3):
        assert shown in deal.seen_by(viewer).hands[holder]


def _play_down(deal: Deal) -> Deal:
    """Every seat discards its lowest plain cards, until the stock is gone."""
    while deal.state.stock:
        seat = deal.state.turn
        assert seat is not None
        hand = [card for card in deal.state.hands[seat] if card != deal.state.shown]
        deal.play(f"{seat} {'discard' if deal.state.laid else 'lead'} {hand[0]}")
    return deal


@pytest.mark.parametrize("dealer", range(4))
def test_g07_first_deal_the_player_left_of_the_dealer_leads(dealer: int) -> None:
    state = from_deck(PACK_36, dealer=dealer).state
    assert state.leader == state.turn == (dealer + 1) % 4


@pytest.mark.parametrize("leader", range(4))
def test_g07_in_later_deals_the_taker_of_the_last_trick_leads(leader: int) -> None:
    state = from_deck(PACK_36, dealer=1, leader=leader).state
    assert state.leader == state.turn == leader
    assert state.dealer == 1
    assert state.hands[2] == PACK_36[0:16:4], "the cards still go round from the dealer's left"


@pytest.mark.parametrize("lot", range(4))
def test_g07_the_first_dealer_is_drawn_by_lot(lot: int) -> None:
    assert opening_score(parse_options(GOAT.options, {}, seats=SEATS), SEATS).dealer is None
    state = from_deck(PACK_36, dealer=None, lot=lot).state
    assert state.dealer == lot
    assert state.leader == (lot + 1) % 4


@pytest.mark.costly
def test_g07_the_lot_is_of_the_shuffle_uniform_over_the_seats() -> None:
    lots = Counter(_lots(seed)[1] for seed in range(400))
    assert set(lots) == {0, 1, 2, 3}
    assert min(lots.values()) > 60


def test_g07_dealer_and_leader_are_public() -> None:
    deal = from_deck(PACK_36, dealer=None, lot=2)
    announced = next(event for event in deal.events if isinstance(event, Dealt))
    assert (announced.dealer, announced.leader) == (2, 3)
    assert deal.seen_by(PUBLIC).turn == 3
    assert deal.seen_by(FULL) == deal.state


def _lots(seed: int) -> tuple[int, ...]:
    """The results of the lots of a deal with this seed."""
    key = seed.to_bytes(32, "big")
    nobody = (None,) * 4
    here = SOMEWHERE
    terms = Terms(here, here, 1, GOAT.key, GOAT.version, {}, 4, None, None, nobody)
    lots = shuffled(commit(terms, seed=key), pack=GOAT.pack, lots=GOAT.lots(4), seed=key).lots
    assert lots is not None
    return lots


def test_g05_words_of_the_text_read_as_cards() -> None:
    assert cards("7C 10H") == ("7C", "TH")
