"""The list (K31-K33)."""

import random
from typing import Any

import pytest

from domain.games.skat import SKAT
from domain.games.skat.lists import tally
from domain.kernel.options import BadOption
from tests.domain.skat.positions import PASSED, after, declared, new, passed_out

# --- K31 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("seats", "deals"), [(3, 36), (4, 48)])
def test_k31_36_deals_at_three_and_48_at_four(seats: int, deals: int) -> None:
    assert SKAT.target == "deals"
    assert new(seats=seats).options.deals == deals


@pytest.mark.parametrize(
    ("seats", "deals"), [(3, 3), (3, 9), (3, 18), (3, 36), (4, 4), (4, 12), (4, 36), (4, 48)]
)
def test_k31_any_multiple_of_the_seats(seats: int, deals: int) -> None:
    score = new(seats=seats, deals=deals)
    for number in range(deals):
        assert (score.deals, score.ranks) == (number, ())
        score = after(score, (number % seats, 18 if number % 2 else -36))
    assert score.ranks
    assert score.deals == deals
    assert sum(score.won) + sum(score.lost) + score.passed == deals


@pytest.mark.parametrize(("seats", "deals"), [(3, 1), (3, 4), (3, 48 + 1), (4, 3), (4, 18), (3, 0)])
def test_k31_and_nothing_else(seats: int, deals: int) -> None:
    with pytest.raises(BadOption):
        new(seats=seats, deals=deals)


# --- K32 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "points"),
    [({}, (-86 - 12, 40, 40)), ({"scoring": "classic"}, (-48, 0, 0))],
)
def test_k32_a_deal_is_settled_by_the_scoring_of_its_table(
    options: dict[str, Any], points: tuple[int, ...]
) -> None:
    deal = declared("JC", "JS", says="grand hand", **options)
    deal.play("0 concede")
    own, *others = deal.settled.list_points
    bonus = 0 if options else 50
    assert (own, *others) == (deal.settled.value - bonus, *points[1:])


# --- K33 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(20))
def test_k33_won_and_lost_and_passed_make_the_deals(seed: int) -> None:
    chance = random.Random(seed)
    seats = chance.choice((3, 4))
    score = new(seats=seats, deals=3 * seats)
    while not score.ranks:
        declarer, value = chance.randrange(seats), chance.choice((18, -36, 0))
        score = after(score, (declarer, value) if value else PASSED)
        assert sum(score.won) + sum(score.lost) + score.passed == score.deals
    assert score.deals == 3 * seats
    assert min(score.ranks) == 1


# --- K8 in the list -----------------------------------------------------------------------------


def test_k08_a_passed_out_deal_counts_and_passes_the_deal() -> None:
    score = tally(new(), passed_out())
    assert (score.points, score.deals, score.passed) == ((0, 0, 0), 1, 1)
    assert score.dealer == 0


def test_k08_dealt_again_it_does_not_count_and_the_dealer_stays() -> None:
    score = new(all_pass="redeal", deals=3)
    for _ in range(5):
        score = tally(score, passed_out(all_pass="redeal"))
        assert (score.deals, score.passed, score.ranks) == (0, 0, ())
        assert score.dealer == 2


def test_k03_the_deal_passes_after_a_played_deal() -> None:
    deal = declared(says="grand hand")
    deal.play("0 concede")
    assert tally(new(), deal.settled).dealer == 0
    assert new().dealer is None
    assert new().leader is None
