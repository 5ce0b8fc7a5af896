"""The trick (G8-G12): leading, beating, discarding, taking."""

from itertools import combinations, permutations

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import Discarded
from domain.games.goat.rules import beats, set_beats
from domain.kernel.cards import PACK_36, SUITS, Cards, Suit
from tests.domain.goat.positions import dealt
from tests.domain.positions import cards, in_words


@pytest.mark.parametrize(
    ("best", "reply", "trump", "beaten"),
    [
        ("7C JC", "AC 10H", "H", True),  # case 2
        ("7C JC", "8C AC", "H", True),
        ("7C JC", "8C 9C", "H", False),
        ("7C JC", "QC 7D", "H", False),
        ("10H AC", "AH 9H", "H", True),  # case 3
        ("10H AC", "KH QH", "H", False),
        ("KC", "10C", "H", True),  # case 4
        ("10C", "KC", "H", False),
        ("10C", "6H", "H", True),
        ("7S KS", "9S AS", "H", True),  # case 5
        ("7S KS", "AS 9S", "H", True),
        ("6S 7S 8S", "9S 6H 7H", "H", True),
        ("6S 7S AS", "8S 9S 6H", "H", True),
        ("6S 7S AS", "8S 9S 10S", "H", False),
        ("6S 7S AS", "8D 9S 6H", "H", False),
        ("6H AH", "7H 8H", "H", False),
        ("AH", "6S", "H", False),
        ("6H 7C 8C 9C", "7H 8H 9H 6D", "H", False),
        ("6H 7C 8C 9C", "7H 8H 9H AC", "H", True),
    ],
)
def test_g10_one_to_one(best: str, reply: str, trump: Suit, beaten: bool) -> None:  # noqa: FBT001
    assert set_beats(cards(reply), cards(best), trump) is beaten


def test_g10_sorting_equals_matching() -> None:
    """The theorem against every pairing: any set, on every best set that can lie face up."""
    for size, step in ((1, 1), (2, 5), (3, 211)):
        for trump in SUITS[:2]:
            _compare_with_matching(size, trump, step)


def _compare_with_matching(size: int, trump: Suit, step: int) -> None:
    held = [card for card in PACK_36 if card[0] in "68KA"]
    for n, best in enumerate(combinations(held, size)):
        plain = {card[1] for card in best} - {trump}
        if len(plain) > 1 or n % step:
            continue
        for reply in combinations(held, size):
            assert set_beats(reply, best, trump) == _can_be_matched(reply, best, trump)


def _can_be_matched(mine: Cards, theirs: Cards, trump: Suit) -> bool:
    return any(
        all(beats(card, other, trump) for card, other in zip(order, theirs, strict=True))
        for order in permutations(mine)
    )


def test_g11_the_event_is_masked_for_all_but_its_player() -> None:
    move = in_words(GOAT, "1 discard AC KC")
    assert isinstance(move, Discarded)
    assert move.HIDDEN[0].audience == "seat"


def test_g12_the_fourth_set_takes_the_trick_in_by_itself() -> None:
    deal = dealt("7C JC 6D 8H", "10H AC 6S 7S", "AH KC KS KD", "8S 9H 7D 8D")
    deal.play("0 lead 7C", "1 discard AC", "2 discard KC")
    on = deal.state
    deal.play("3 discard 7D")
    assert len(on.laid) == 3
    assert not deal.state.laid
    assert deal.state.best is None
