"""The trick (G8-G12): leading, beating, discarding, taking."""

from itertools import combinations, permutations

from domain.games.goat import GOAT
from domain.games.goat.model import Discarded
from domain.games.goat.rules import beats, set_beats
from domain.kernel.cards import PACK_36, SUITS, Cards, Suit
from tests.domain.goat.positions import dealt
from tests.domain.positions import in_words


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
