"""The list (K31-K33)."""

import random
from dataclasses import replace
from typing import Any

import pytest

from domain.games.skat import SKAT
from domain.games.skat.lists import SkatScore, list_points, opening_score, tally
from domain.games.skat.model import Options, Settled
from domain.kernel.options import BadOption, parse_options
from tests.domain.skat.positions import dealt, declared

PASSED: tuple[int, ...] = ()


def new(*, seats: int = 3, **options: Any) -> SkatScore:
    """A list before its first deal."""
    return opening_score(parse_options(Options, options, seats=seats), seats)


def passed_out(*, seats: int = 3, **options: Any) -> Settled:
    """A deal that all players passed."""
    deal = dealt(seats=seats, **options)
    deal.play("1 pass", "2 pass", "0 pass")
    return deal.settled


def settled(score: SkatScore, *, declarer: int, value: int) -> Settled:
    """A deal won or lost at this value, as it is entered."""
    seats = len(score.points)
    nobody = passed_out(seats=seats)
    points = list_points(
        score.options.scoring, seats, declarer=declarer, won=value > 0, value=value
    )
    return replace(nobody, declarer=declarer, won=value > 0, value=value, list_points=points)


def after(score: SkatScore, *deals: tuple[int, ...]) -> SkatScore:
    """The list after deals: declarer and value of each, or nothing if all passed."""
    for deal in deals:
        assert not score.ranks, "the list is over"
        score = tally(
            score,
            settled(score, declarer=deal[0], value=deal[1])
            if deal
            else passed_out(seats=len(score.points)),
        )
    return score


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
    ("scoring", "seats", "value", "points"),
    [
        ("seeger_fabian", 3, 24, (0, 74, 0)),
        ("seeger_fabian", 3, -48, (40, -98, 40)),
        ("seeger_fabian", 4, 24, (0, 74, 0, 0)),
        ("seeger_fabian", 4, -48, (30, -98, 30, 30)),
        ("classic", 3, 24, (0, 24, 0)),
        ("classic", 3, -48, (0, -48, 0)),
        ("classic", 4, -48, (0, -48, 0, 0)),
        ("bierlachs", 3, 24, (0, 24, 0)),
        ("bierlachs", 4, -48, (0, -48, 0, 0)),
    ],
)
def test_k32_what_each_gets(scoring: Any, seats: int, value: int, points: tuple[int, ...]) -> None:
    assert list_points(scoring, seats, declarer=1, won=value > 0, value=value) == points


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


def test_k32_points_add_up() -> None:
    score = after(new(), (0, 24), (1, -48), PASSED, (0, 20))
    assert score.points == (74 + 40 + 70, -98, 40)
    assert (score.won, score.lost, score.passed) == ((2, 0, 0), (0, 1, 0), 1)


@pytest.mark.parametrize(
    ("values", "over"), [((-300,), False), ((-301,), True), ((-302,), True), ((-150, -151), True)]
)
def test_k32_a_bierlachs_ends_at_the_limit(values: tuple[int, ...], *, over: bool) -> None:
    score = after(new(scoring="bierlachs"), *[(2, value) for value in values])
    assert bool(score.ranks) == over
    if over:
        assert score.ranks == (1, 1, 3)


def test_k32_the_limit_is_an_option() -> None:
    assert new().options.limit == 301
    assert after(new(scoring="bierlachs", limit=100), (0, -96)).ranks == ()
    assert after(new(scoring="bierlachs", limit=96), (0, -96)).ranks == (3, 1, 1)


@pytest.mark.parametrize("scoring", ["seeger_fabian", "classic"])
def test_k32_other_lists_know_no_limit(scoring: str) -> None:
    assert after(new(scoring=scoring), (0, -400), (0, -400)).ranks == ()


def test_k32_a_bierlachs_ends_with_its_deals_too() -> None:
    assert after(new(scoring="bierlachs", deals=3), (0, 18), (1, 18), (2, 20)).ranks == (2, 2, 1)


# --- K33 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("deals", "ranks"),
    [
        # by points
        ([(0, 48), (1, 24), (2, 23)], (1, 2, 3)),
        ([(2, 48), (1, 24), (0, 23)], (3, 2, 1)),
        # equal points: by games won
        ([(0, 20), (0, 20), (1, 40)], (1, 2, 3)),
        # equal too: by fewer lost
        ([(0, 40), (0, 20), (0, -20), (1, 40), PASSED, PASSED], (1, 2, 3)),
        ([(0, 40), (0, 20), (0, -20), (1, 20), (1, 20), PASSED], (2, 1, 3)),
        # else shared
        ([(0, 20), (1, 20), (2, 20)], (1, 1, 1)),
        ([(0, 20), (1, 20), (2, 18)], (1, 1, 3)),
        ([(0, 22), (1, 20), (2, 20)], (1, 2, 2)),
        ([PASSED, PASSED, PASSED], (1, 1, 1)),
    ],
)
def test_k33_places(deals: list[tuple[int, ...]], ranks: tuple[int, ...]) -> None:
    score = after(new(scoring="classic", deals=len(deals)), *deals)
    assert score.ranks == ranks
    assert score.winner == (ranks.index(1) if ranks.count(1) == 1 else None)
    assert score.titles == ("", "", "")


def test_k33_fewer_lost_decides_between_equal_points_and_wins() -> None:
    """Seat 0 has won two and lost one, seat 1 has won two: 40 points each."""
    deals = [(0, 40), (0, 20), (0, -20), (1, 18), (1, 22), PASSED]
    assert after(new(scoring="classic", deals=6), *deals).ranks == (2, 1, 3)


def test_k33_no_places_before_the_end() -> None:
    score = after(new(deals=3), (0, 20), (0, 20))
    assert (score.ranks, score.winner) == ((), None)


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
