from itertools import combinations

import pytest

from domain.kernel.odds import CERTAIN, odds


@pytest.mark.parametrize(
    ("rings", "others", "hidden"),
    [
        (((0, 3),), 5, 2),
        (((1, 3),), 5, 2),
        (((0, 2), (0, 2)), 4, 3),
        (((0, 2), (1, 0)), 4, 2),
        (((0, 1), (0, 0), (0, 4)), 3, 4),
        (((2, 1), (0, 2)), 3, 0),
        (((0, 0),), 6, 4),
    ],
)
def test_odds_are_what_counting_every_hand_gives(
    rings: tuple[tuple[int, int], ...], others: int, hidden: int
) -> None:
    unseen = [at for at, (_, free) in enumerate(rings) for _ in range(free)]
    unseen += [len(rings)] * others
    hands = list(combinations(unseen, hidden))
    good = sum(_holds(rings, hand) for hand in hands)
    assert odds(rings, others=others, hidden=hidden) == CERTAIN * good // len(hands)


def _holds(rings: tuple[tuple[int, int], ...], hand: tuple[int, ...]) -> bool:
    return all(
        sum(known for known, _ in rings[:size]) + sum(ring < size for ring in hand) >= size
        for size in range(1, len(rings) + 1)
    )


def test_a_hand_hides_no_more_cards_than_there_are() -> None:
    with pytest.raises(ValueError, match="hides no more"):
        odds(((0, 1),), others=1, hidden=3)
