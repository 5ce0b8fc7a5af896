"""Drawing (G15) and the end of a deal (G16)."""

import random

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import Drawn, Scored, TrickTaken
from domain.kernel.cards import PACK_36, SUITS, UNKNOWN, Card
from domain.kernel.event import PUBLIC, Viewer
from domain.kernel.moves import legal_moves
from tests.domain.goat.positions import Deal, dealt, from_deck, late
from tests.domain.positions import cards


def test_g15_case_10_one_card_each_from_the_taker() -> None:
    """Stock 4 after a four-card trick taken by P1."""
    deal = late("", "", "", "", stock="6C 7C 8C 9C", leader=1)
    assert deal.state.hands == (cards("9C"), cards("6C"), cards("7C"), cards("8C"))
    assert deal.state.stock == ()
    assert deal.state.turn == 1


def test_g15_case_10_three_rounds() -> None:
    """Stock 12 after a four-card trick taken by P1: three cards each, in rounds."""
    front = "6C 7C 8C 9C 6S 7S 8S 9S 6D 7D 8D 9D"
    deal = late("", "", "", "", stock=front, leader=1)
    assert deal.state.hands[1] == cards("6C 6S 6D")
    assert deal.state.hands[2] == cards("7C 7S 7D")
    assert deal.state.hands[3] == cards("8C 8S 8D")
    assert deal.state.hands[0] == cards("9C 9S 9D")


@pytest.mark.parametrize("count", [1, 2, 3, 4])
def test_g15_until_every_hand_has_four_cards(count: int) -> None:
    suits = {"C": "6C 7C 8C 9C", "S": "6S 7S 8S 9S", "H": "6H 7H 8H 9H", "D": "6D 7D 8D 9D"}
    deal = dealt(*suits.values())
    lead, *replies = (" ".join(hand.split()[:count]) for hand in suits.values())
    deal.play(f"0 lead {lead}")
    happened = deal.play(*(f"{n} discard {hand}" for n, hand in enumerate(replies, start=1)))
    drawn = happened[2]
    assert isinstance(drawn, Drawn)
    assert [len(hand) for hand in drawn.hands] == [count] * 4
    assert [len(hand) for hand in deal.state.hands] == [4] * 4
    assert len(deal.state.stock) == 20 - 4 * count


def test_g15_each_seat_sees_its_own_draws() -> None:
    deal = dealt("6C 7C 8S 9D", "6S 7S 8C 9H", "6D 7D JC JS", "8D QD QS QC", stock="AS AC AD KC")
    deal.play("0 lead 6C", "1 discard 6S", "2 discard 6D", "3 discard 8D")
    for seat, card in enumerate(cards("AS AC AD KC")):
        assert deal.seen_by(seat).hands[seat][-1] == card
        others: list[Viewer] = [PUBLIC, *(other for other in range(4) if other != seat)]
        assert all(deal.seen_by(other).hands[seat][-1] == UNKNOWN for other in others)


def test_g15_the_taker_leads_the_next_trick() -> None:
    deal = dealt("6C 7C 8S 9D", "6S 7S 8C 9H", "6D 7D JC JS", "8D QD QS QC")
    deal.play("0 lead 6C", "1 beat 8C", "2 beat JC", "3 discard 8D")
    assert deal.state.leader == deal.state.turn == 2
    assert deal.kinds(2) >= {"lead"}


def test_g15_no_draw_from_an_empty_stock() -> None:
    deal = late("6C 6S", "7C 7S", "8C 8S", "9C 9S")
    happened = deal.play("0 lead 6C", "1 discard 7S", "2 discard 8S", "3 discard 9S")
    assert happened[1:] == (TrickTaken(0),)
    assert deal.state.turn == 0


def test_g16_the_deal_ends_when_stock_and_hands_are_empty() -> None:
    deal = late("6C 6S", "7C 7S", "8C 8S", "9C 9S")
    deal.play("0 lead 6C", "1 discard 7S", "2 discard 8S", "3 discard 9S")
    assert deal.state.scored is None
    happened = deal.play("0 lead 6S", "1 discard 7C", "2 discard 8C", "3 discard 9C")
    assert isinstance(happened[-1], Scored)
    assert deal.state.turn is None


def test_g16_a_decided_deal_is_played_out() -> None:
    """Side A has every point already, and two tricks are still to come."""
    deal = late("6C 6S", "7C 7S", "8C 8S", "9C 9S", tricks=(5, 0))
    assert deal.state.scored is None
    assert deal.kinds(0) == {"lead"}


def test_g16_nothing_can_be_played_after_the_end() -> None:
    deal = late("6C", "7C", "8C", "9C")
    deal.play("0 lead 6C", "1 discard 7C", "2 discard 8C", "3 discard 9C")
    assert deal.refusal("0 lead 6C") == ("T1", "T2", "T3")
    assert deal.refusal("1 discard 7C") == ("T1", "T2", "T3", "T4")
    assert all(legal_moves(GOAT, deal.state, seat) == () for seat in range(4))


def _random_deal(seed: int) -> Deal:
    chance = random.Random(seed)
    return from_deck(tuple(chance.sample(PACK_36, 36)), shown=chance.randrange(20))


def _sizes(deal: Deal, *, longest: bool) -> list[int]:
    """Play a deal out with the longest or the shortest leads; return the sizes of the tricks."""
    sizes = []
    while (seat := deal.state.turn) is not None:
        moves = [m for m in legal_moves(GOAT, deal.state, seat) if m.MOVE in ("lead", "discard")]
        if not deal.state.laid:
            move = (max if longest else min)(moves, key=lambda m: len(m.cards))  # type: ignore[attr-defined]
            sizes.append(len(move.cards))  # type: ignore[attr-defined]
            assert len({len(hand) for hand in deal.state.hands}) == 1, "hands are equal"
            assert len(deal.state.stock) % 4 == 0, "the stock is a multiple of four"
        else:
            move = moves[0]
        deal.play(f"{seat} {move.MOVE} {' '.join(move.cards)}")  # type: ignore[attr-defined]
    return sizes


def test_g16_theorem_at_most_nine_tricks() -> None:
    for seed in range(5):
        assert _sizes(_random_deal(seed), longest=False) == [1] * 9


def test_g16_theorem_at_least_three_tricks() -> None:
    for seed in range(5):
        sizes = _sizes(_random_deal(seed), longest=True)
        assert 3 <= len(sizes) <= 9
        assert sum(sizes) == 9
    striped = tuple(Card(rank + suit) for rank in "6789TJQKA" for suit in SUITS)
    suited = from_deck(striped)
    assert _sizes(suited, longest=True) == [4, 4, 1]
