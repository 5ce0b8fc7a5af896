"""How a deal of Goat ended, in words."""

import pytest

from domain.games.goat.model import Scored
from domain.games.goat.scoring import explain
from tests.domain.in_english import in_english


def said(
    points: tuple[int, int], tricks: tuple[int, int], loss_points: tuple[int, int]
) -> tuple[str, ...]:
    """The text about a deal after which seat 2 leads and seat 1 deals."""
    eggs = points == (60, 60)
    return in_english(
        explain(Scored(points, tricks, loss_points, eggs, next_leader=2, next_dealer=1))
    )


def test_g03_the_points_and_tricks_come_first() -> None:
    first, *_ = said((62, 58), (3, 2), (0, 2))
    assert first == "Side 0: 62 points in 3 tricks, side 1: 58 points in 2 tricks [G3]."
    first, *_ = said((109, 11), (4, 1), (0, 4))
    assert first == "Side 0: 109 points in 4 tricks, side 1: 11 points in 1 trick [G3]."


@pytest.mark.parametrize(
    ("points", "tricks", "loss_points", "words"),
    [
        ((61, 59), (3, 2), (0, 2), "Side 1: 31 or more, but not 61, so 2 loss points [G17]."),
        ((31, 89), (3, 2), (2, 0), "Side 0: 31 or more, but not 61, so 2 loss points [G17]."),
        (
            (90, 30),
            (3, 2),
            (0, 4),
            "Side 1: fewer than 31 points, but at least one trick, so 4 loss points [G17].",
        ),
        (
            (0, 120),
            (1, 8),
            (4, 0),
            "Side 0: fewer than 31 points, but at least one trick, so 4 loss points [G17].",
        ),
        ((0, 120), (0, 9), (6, 0), "Side 0: no trick, so 6 loss points [G17]."),
    ],
)
def test_g17_the_winner_and_the_loss_points(
    points: tuple[int, int], tricks: tuple[int, int], loss_points: tuple[int, int], words: str
) -> None:
    winner = points.index(max(points))
    assert said(points, tricks, loss_points)[1:3] == (
        f"61 or more wins the deal: side {winner} [G17].",
        words,
    )


def test_g18_eggs() -> None:
    assert said((60, 60), (3, 2), (0, 0))[1] == "60:60 is eggs: no loss points [G18]."
    assert said((60, 60), (3, 2), (2, 2))[1] == "60:60 is eggs: 2 loss points each [G18]."


def test_g07_how_the_next_deal_begins() -> None:
    assert said((60, 60), (3, 2), (0, 0))[2:] == (
        "Seat 2 took the last trick and will lead the next deal [G7].",
        "Seat 1 will deal it [G7].",
    )
