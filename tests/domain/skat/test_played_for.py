"""Bid, announcements and value, as each viewer knows them (K6-K23), and the card points."""

import pytest

from domain.games.skat.scoring import card_points
from domain.games.skat.words import played_for
from domain.kernel.event import PUBLIC, Viewer
from domain.kernel.game import CardPoints
from tests.domain.in_english import in_english
from tests.domain.skat.positions import Deal, bought, dealt, declared, late

JACKS = "JC JS AH TH KH QH 9H 8H 7H AC"


def words(deal: Deal, viewer: Viewer) -> str:
    """The plate of the table for a viewer, with an x as the sign of multiplication."""
    sentences = " · ".join(in_english(played_for(deal.seen_by(viewer))))
    return sentences.replace("\N{MULTIPLICATION SIGN}", "x")


def test_k6_the_bid_is_known_to_all_from_the_first_one_on() -> None:
    deal = dealt()
    assert words(deal, PUBLIC) == "auction"
    deal.play("1 bid 20")
    assert [words(deal, viewer) for viewer in (0, 1, 2, PUBLIC)] == [
        "auction · bid 20 · seat 1 bids"
    ] * 4
    deal.play("0 hold")
    assert words(deal, 2) == "auction · bid 20 · seat 0 holds"
    assert words(bought(bid=33), 2) == "bid 33"


def test_k21_only_the_declarer_knows_the_matadors_until_the_end() -> None:
    deal = declared(JACKS, says="hearts", bid=20, skat="7D 8D", discard="7D 8D")
    assert words(deal, 0) == "bid 20 · with 2, game 3 x 10 = 30"
    assert [words(deal, viewer) for viewer in (1, 2, PUBLIC)] == ["bid 20"] * 3
    deal.play("0 concede")
    ended = "bid 20 · with 2, game 3 x 10 = 30"
    assert [words(deal, viewer) for viewer in (0, 1, 2, PUBLIC)] == [ended] * 4


def test_k21_nobody_knows_the_matadors_of_a_game_from_the_hand() -> None:
    deal = declared(JACKS, says="hearts hand schneider", bid=20, skat="JH JD")
    assert [words(deal, viewer) for viewer in (0, 1)] == ["bid 20 · hand · schneider announced"] * 2
    deal.play("0 concede")
    assert words(deal, 1) == (
        "bid 20 · hand · schneider announced"
        " · with 11, game 12, hand 13, schneider 14, schneider announced 15 x 10 = 150"
    )


def test_k12_of_announcements_the_highest_is_named() -> None:
    deal = declared(JACKS, says="hearts hand schneider schwarz ouvert", bid=20)
    assert words(deal, 1).startswith("bid 20 · hand · ouvert")


@pytest.mark.parametrize(
    ("says", "value"), [("null", "worth 23"), ("null ouvert", "ouvert · worth 46")]
)
def test_k14_the_value_of_a_null_game_is_known_to_all(says: str, value: str) -> None:
    deal = declared(says=says)
    assert [words(deal, viewer) for viewer in (0, 1, PUBLIC)] == [f"bid 18 · {value}"] * 3


def test_k8_nothing_is_played_for_where_all_pass() -> None:
    deal = dealt()
    deal.play("1 pass", "2 pass", "0 pass")
    assert words(deal, 0) == ""
    assert card_points(deal.settled) is None


@pytest.mark.parametrize(
    ("says", "least"),
    [
        ("clubs", 61),
        ("clubs hand schneider", 90),
        ("clubs hand schneider schwarz", None),
        ("null", None),
    ],
)
def test_k19_k24_the_card_points_with_which_the_declarer_wins(says: str, least: int | None) -> None:
    deal = late("JC", "7S", "8S", says=says)
    deal.tricks("JC 7S 8S")
    settled = deal.settled
    shown = None if least is None else CardPoints((0,), (1, 2), settled.points, least, 120, (1, 9))
    assert card_points(settled) == shown


def test_k28_points_do_not_decide_a_game_that_is_given_up() -> None:
    deal = declared(JACKS, says="hearts", bid=20)
    deal.play("0 concede")
    assert card_points(deal.settled) is None
