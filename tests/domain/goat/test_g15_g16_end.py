"""Drawing (G15) and the end of a deal (G16)."""

import random

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import Drawn
from domain.kernel.cards import PACK_36, SUITS, Card
from domain.kernel.moves import legal_moves
from tests.domain.goat.positions import Deal, dealt, from_deck, late


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
