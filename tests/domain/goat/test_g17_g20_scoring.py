"""Scoring (G17-G20): loss points, eggs, the series, and what stays hidden until its end."""

from typing import Any

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import SEATS, Options, Scored
from domain.games.goat.scoring import GoatScore, opening_score, points_of, score_deal, tally
from domain.kernel.cards import PACK_36, Cards
from domain.kernel.event import FULL, PUBLIC, to_json
from domain.kernel.options import parse_options
from tests.domain.goat.positions import dealt, late
from tests.domain.positions import cards

# --- G17, G18: a deal ---------------------------------------------------------------------------


def piles(points: int) -> tuple[Cards, Cards]:
    """The pack in two piles, the first of which has this many points."""
    chosen: dict[int, Cards] = {0: ()}
    for card in PACK_36:
        for total, held in list(chosen.items()):
            chosen.setdefault(total + points_of((card,)), (*held, card))
    mine = chosen[points]
    return mine, tuple(card for card in PACK_36 if card not in mine)


def score(
    points: int, *, tricks: tuple[int, int] = (3, 2), eggs: str = "none", swapped: bool = False
) -> Scored:
    """Score a deal in which side 0 (or 1, when swapped) has these card points."""
    one, other = piles(points)
    options = parse_options(Options, {"eggs": eggs}, seats=SEATS)
    pair, counts = ((other, one), tricks[::-1]) if swapped else ((one, other), tricks)
    return score_deal(pair, counts, options, next_leader=2, next_dealer=0)


@pytest.mark.parametrize("swapped", [False, True])
@pytest.mark.parametrize(
    ("points", "tricks", "loss"),
    [
        (61, (3, 2), 2),  # case 11
        (89, (3, 2), 2),
        (90, (3, 2), 4),
        (120, (8, 1), 4),
        (120, (9, 0), 6),
        (62, (1, 8), 2),
        (118, (8, 1), 4),
    ],
)
def test_g17_loss_points(points: int, tricks: tuple[int, int], loss: int, swapped: bool) -> None:  # noqa: FBT001
    scored = score(points, tricks=tricks, swapped=swapped)
    expected = ((points, 120 - points), (0, loss))
    assert (scored.points, scored.loss_points) == tuple(
        pair[::-1] if swapped else pair for pair in expected
    )
    assert not scored.eggs


def test_g17_every_split_of_the_points() -> None:
    for points in range(121):
        if points in (1, 119):  # no cards count 1
            continue
        scored = score(points)
        low = min(points, 120 - points)
        loss = 0 if low == 60 else 2 if low >= 31 else 4
        assert sorted(scored.loss_points) == [0, loss]
        assert points == 60 or scored.loss_points[0 if points < 60 else 1] == loss


def test_g17_a_side_without_a_trick_has_no_points() -> None:
    with pytest.raises(AssertionError, match="no trick, no points"):
        score(118, tricks=(9, 0))


@pytest.mark.parametrize(("eggs", "cost"), [("none", 0), ("double_next", 0), ("two_each", 2)])
def test_g18_eggs(eggs: str, cost: int) -> None:
    scored = score(60, eggs=eggs)
    assert scored.eggs
    assert scored.points == (60, 60)
    assert scored.loss_points == (cost, cost)


@pytest.mark.parametrize("points", [58, 59, 61, 62])
def test_g18_only_60_60_is_eggs(points: int) -> None:
    assert not score(points, eggs="two_each").eggs


# --- G18, G19: the series -----------------------------------------------------------------------


def result(lost: tuple[int, int], *, eggs: bool = False) -> Scored:
    """The result of a deal that cost this."""
    return Scored((0, 0), (1, 1), lost, eggs, next_leader=2, next_dealer=1)


def series(*deals: Scored, start: tuple[int, int] = (0, 0), **options: Any) -> GoatScore:
    """The score after these deals."""
    at = opening_score(parse_options(Options, options, seats=SEATS), SEATS)._replace(points=start)
    for deal in deals:
        assert at.winner is None, "the series is over"
        at = tally(at, deal)
    return at


EGGS = result((0, 0), eggs=True)
EGGS_2 = result((2, 2), eggs=True)


def test_g19_a_series_begins_at_nothing() -> None:
    at = opening_score(Options(), SEATS)
    assert (at.points, at.deals, at.eggs, at.winner) == ((0, 0), 0, 0, None)
    assert (at.dealer, at.leader, at.titles, at.doubled) == (None, None, ("", ""), False)


def test_g18_eggs_are_remembered() -> None:
    after = series(EGGS, result((0, 2)))
    assert after.eggs == 1
    assert after.points == (0, 2)
    assert after.deals == 2


@pytest.mark.parametrize(
    ("lost", "points"),
    [((2, 0), (12, 0)), ((6, 0), (16, 0))],  # case 12
)
def test_g19_the_target_ends_the_series(lost: tuple[int, int], points: tuple[int, int]) -> None:
    after = series(result(lost), start=(10, 0))
    assert after.points == points
    assert after.winner == 1
    assert after.titles == ("goats", "")


def test_g19_eggs_at_10_10_go_on_and_then_goats_with_eggs() -> None:
    """Case 12."""
    on = series(EGGS, start=(10, 10))
    assert (on.winner, on.points, on.titles) == (None, (10, 10), ("", ""))
    after = tally(on, result((2, 0)))
    assert (after.winner, after.titles) == (1, ("goats with eggs", ""))


def test_g19_the_other_side_may_be_the_goats() -> None:
    after = series(result((0, 4)), start=(10, 10))
    assert (after.winner, after.titles) == (0, ("", "goats"))


@pytest.mark.parametrize("points", [(11, 0), (0, 11), (11, 11), (0, 0)])
def test_g19_below_the_target_it_goes_on(points: tuple[int, int]) -> None:
    assert series(EGGS, start=points).winner is None


@pytest.mark.parametrize("target", [2, 5, 24])
def test_g19_loss_target(target: int) -> None:
    below, at = (target - 2, 0), (target, 0)
    assert series(result((2, 0)), start=below, loss_target=target).points == at
    assert series(result((2, 0)), start=below, loss_target=target).winner == 1
    if target > 2:
        assert series(result((2, 0)), start=(target - 3, 0), loss_target=target).winner is None


def test_g19_eggs_of_the_last_deal_count_too() -> None:
    after = series(EGGS_2, start=(10, 4), eggs="two_each")
    assert (after.winner, after.titles) == (1, ("goats with eggs", ""))


def test_g18_double_next_doubles_the_deal_after_eggs() -> None:
    after = series(EGGS, result((0, 4)), eggs="double_next")
    assert after.points == (0, 8)
    assert tally(after, result((0, 2))).points == (0, 10), "and no deal after that"


def test_g18_double_next_eggs_again_cost_nothing_and_never_fourfold() -> None:
    after = series(EGGS, EGGS, EGGS, result((6, 0)), eggs="double_next")
    assert after.points == (12, 0)
    assert after.winner == 1
    assert after.eggs == 3


@pytest.mark.parametrize("eggs", ["none", "two_each"])
def test_g18_elsewhere_nothing_is_doubled(eggs: str) -> None:
    assert series(EGGS, result((0, 4)), eggs=eggs).points == (0, 4)


@pytest.mark.parametrize(
    ("start", "winner"),
    [
        ((10, 11), 0),
        ((11, 10), 1),
        ((10, 10), None),
        ((11, 11), None),
        ((10, 2), 1),
        ((9, 9), None),
    ],
)
def test_g18_two_each_and_both_reach_the_target(start: tuple[int, int], winner: int | None) -> None:
    after = series(EGGS_2, start=start, eggs="two_each")
    assert after.points == (start[0] + 2, start[1] + 2)
    assert after.winner == winner
    assert [title != "" for title in after.titles] == [winner == 1, winner == 0]


def test_g18_two_each_equal_beyond_the_target_goes_on_until_they_differ() -> None:
    on = series(EGGS_2, EGGS_2, start=(10, 10), eggs="two_each")
    assert (on.points, on.winner) == ((14, 14), None)
    after = tally(on, result((0, 2)))
    assert (after.winner, after.titles) == (0, ("", "goats with eggs"))


def test_g07_the_deal_passes_and_the_last_taker_leads_after_eggs_too() -> None:
    after = series(EGGS)
    assert (after.dealer, after.leader) == (1, 2)


# --- G20 ----------------------------------------------------------------------------------------


def test_g20_no_running_points_in_a_view() -> None:
    """Two deals that differ in a face-down ten look the same to all the others."""
    hands = ("7C JC 6D 8H", "10D AC 6S 7S", "6C KC KS KD", "8S 9S 7D 8D")
    views = []
    for card in ("10D", "6S"):
        deal = dealt(*hands)
        deal.play("0 lead 7C", f"1 discard {card}", "2 discard KC", "3 discard 7D")
        views.append([to_json(deal.seen_by(who)) for who in (PUBLIC, 0, 2, 3)])
    assert views[0] == views[1]


def test_g20_points_are_shown_when_the_deal_is_scored() -> None:
    deal = late("8S", "9S", "7D", "8D", trump="C", tricks=(6, 0))
    assert deal.state.scored is None
    deal.play("0 lead 8S", "1 beat 9S", "2 discard 7D", "3 discard 8D")
    scored = deal.seen_by(FULL).scored
    assert scored is not None
    assert scored.points == (120, 0)
    assert Scored.HIDDEN == ()


def test_g19_the_target_is_an_option_of_2_to_24() -> None:
    assert GOAT.target == "loss_target"
    assert parse_options(Options, {}, seats=SEATS).loss_target == 12


def test_g17_piles_of_the_tests_count_right() -> None:
    assert points_of(piles(61)[0]) == 61
    assert points_of(cards("AC 10C KC QC JC")) == 30
