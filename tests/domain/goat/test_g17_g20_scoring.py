"""Scoring (G17-G20): loss points, eggs, the series, and what stays hidden until its end."""

import pytest

from domain.games.goat import GOAT
from domain.games.goat.model import SEATS, Options, Scored
from domain.games.goat.scoring import opening_score, points_of
from domain.kernel.event import FULL, PUBLIC, to_json
from domain.kernel.options import parse_options
from tests.domain.goat.positions import dealt, late, piles, score
from tests.domain.positions import cards


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


def test_g19_a_series_begins_at_nothing() -> None:
    at = opening_score(Options(), SEATS)
    assert (at.points, at.deals, at.eggs, at.winner) == ((0, 0), 0, 0, None)
    assert (at.dealer, at.leader, at.titles, at.doubled) == (None, None, ("", ""), False)


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
