"""The value of a game, and its winner (K22-K27)."""

import pytest

from domain.games.skat.auction import VALUES
from domain.games.skat.cards import Kind
from domain.games.skat.scoring import base_of
from tests.domain.skat.positions import verdict

WITHOUT_4 = "AC 10C KC QC 9C 8C AS 10S AH 10H 7D 8D"


# --- K22, K23 -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "points", "tricks", "steps"),
    [
        ("clubs", 70, 6, "game"),
        ("clubs", 90, 9, "game schneider"),
        ("clubs", 120, 10, "game schneider schwarz"),
        ("clubs hand", 70, 6, "game hand"),
        ("clubs hand", 120, 10, "game hand schneider schwarz"),
        ("clubs hand schneider", 95, 9, "game hand schneider schneider_announced"),
        # announced and missed: every step that was named counts
        ("clubs hand schneider", 70, 6, "game hand schneider schneider_announced"),
        ("clubs hand schneider", 120, 10, "game hand schneider schneider_announced schwarz"),
        (
            "clubs hand schneider schwarz",
            70,
            6,
            "game hand schneider schneider_announced schwarz schwarz_announced",
        ),
        (
            "clubs hand schneider schwarz ouvert",
            119,
            9,
            "game hand schneider schneider_announced schwarz schwarz_announced ouvert",
        ),
    ],
)
def test_k22_every_step_counts_once(says: str, points: int, tricks: int, steps: str) -> None:
    came = verdict(says, points=points, tricks=tricks)
    assert came.steps == tuple(steps.split())
    assert came.multiplier == 1 + len(came.steps)
    assert abs(came.value) in (12 * came.multiplier, 24 * came.multiplier)


@pytest.mark.parametrize(
    ("kind", "base"),
    [("diamonds", 9), ("hearts", 10), ("spades", 11), ("clubs", 12), ("grand", 24)],
)
def test_k23_base_times_multiplier(kind: Kind, base: int) -> None:
    assert base_of(kind) == base
    came = verdict(kind, "JC AC 10C 9C 9S 9H 9D 8C 8S 8H 8D 7C")
    assert (came.base, came.value) == (base, 2 * base)


def test_k23_the_highest_value_is_264() -> None:
    came = verdict(
        "grand hand schneider schwarz ouvert",
        "JC JS JH JD AC 10C AS 10S AH 10H AD 10D",
        points=120,
        tricks=10,
    )
    assert (came.matadors, came.multiplier, came.value) == (4, 11, 264)


def test_k23_the_highest_suit_game() -> None:
    came = verdict(
        "clubs hand schneider schwarz ouvert",
        "JC JS JH JD AC 10C KC QC 9C 8C 7C AD",
        points=120,
        tricks=10,
    )
    assert (came.matadors, came.value) == (11, 216)


def test_k23_every_value_of_the_auction_can_be_reached() -> None:
    reached = {base * times for base in (9, 10, 11, 12) for times in range(2, 19)}
    reached |= {24 * times for times in range(2, 12)} | {23, 35, 46, 59}
    assert reached == set(VALUES)


@pytest.mark.parametrize(
    ("says", "tricks", "value"),
    [
        ("null", 0, 23),
        ("null", 1, -46),
        ("null hand", 0, 35),
        ("null hand", 1, -70),
        ("null ouvert", 0, 46),
        ("null ouvert", 1, -92),
        ("null hand ouvert", 0, 59),
        ("null hand ouvert", 1, -118),
    ],
)
def test_k23_null_values_are_fixed(says: str, tricks: int, value: int) -> None:
    came = verdict(says, points=10, tricks=tricks)
    assert (came.value, came.won) == (value, tricks == 0)
    assert (came.matadors, came.steps, came.multiplier) == (0, (), 1)
    assert (came.schneider, came.schwarz, came.overbid) == (False, False, False)
    assert ("K24" in came.clauses, "K19" in came.clauses) == (True, False)


# --- K24-K26 ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "points", "tricks", "clauses"),
    [
        ("clubs", 61, 6, "K24 K25"),
        ("clubs", 60, 6, "K19 K26"),
        ("clubs hand schneider", 90, 9, "K24 K25"),
        ("clubs hand schneider", 89, 9, "K24 K26"),
        ("clubs hand schneider", 60, 5, "K19 K24 K26"),
        ("clubs hand schneider schwarz", 120, 10, "K24 K25"),
        ("clubs hand schneider schwarz", 120, 9, "K24 K26"),
        ("grand hand schneider schwarz ouvert", 120, 10, "K24 K25"),
        ("grand hand schneider schwarz ouvert", 116, 9, "K24 K26"),
        ("null", 0, 0, "K24 K25"),
        ("null", 0, 1, "K24 K26"),
    ],
)
def test_k24_won_or_lost_and_by_which_clause(
    says: str, points: int, tricks: int, clauses: str
) -> None:
    came = verdict(says, points=points, tricks=tricks)
    assert came.clauses == tuple(clauses.split())
    assert came.won == ("K25" in clauses)


def test_k25_won_is_plus_the_value() -> None:
    assert verdict("clubs", points=61).value == 24


@pytest.mark.parametrize(("says", "value"), [("clubs", -48), ("clubs hand", -72)])
def test_k26_lost_is_twice_the_value_hand_games_too(says: str, value: int) -> None:
    assert verdict(says, points=60).value == value


# --- K27 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("says", "bid", "points", "tricks", "value", "overbid"),
    [
        # with 1, game 2: 24
        ("clubs", 24, 70, 6, 24, False),
        ("clubs", 27, 70, 6, -72, True),
        ("clubs", 36, 70, 6, -72, True),
        ("clubs", 36, 0, 0, -96, False),  # schneider and schwarz against the declarer cover it
        ("clubs", 40, 95, 9, -96, True),
        ("clubs", 36, 95, 9, 36, False),  # schneider covers it
        ("clubs", 48, 120, 10, 48, False),  # schwarz covers it
        ("clubs", 50, 120, 10, -120, True),
        ("clubs", 36, 25, 2, -72, False),
        ("clubs", 264, 120, 10, -528, True),
        ("clubs hand", 33, 70, 6, 36, False),
        ("grand", 48, 61, 6, 48, False),
        ("grand", 50, 61, 6, -144, True),
        ("grand", 72, 90, 9, 72, False),
        # an announcement counts towards the bid, even if it is missed
        ("clubs hand schneider", 60, 89, 8, -120, False),
        ("clubs hand schneider", 63, 89, 8, -144, True),
        ("clubs hand schneider", 63, 90, 8, -144, True),
    ],
)
def test_k27_overbid(
    says: str, bid: int, points: int, tricks: int, value: int, *, overbid: bool
) -> None:
    came = verdict(says, bid=bid, points=points, tricks=tricks)
    assert (came.value, came.overbid) == (value, overbid)
    assert came.won == (value > 0)
    assert ("K27" in came.clauses) == overbid
    assert came.base * came.multiplier * (1 if came.won else -2) == value


def test_k27_the_smallest_multiple_that_covers_the_bid_even_beyond_264() -> None:
    came = verdict("diamonds", "JC AD", bid=264)
    assert (came.multiplier, came.value) == (30, -540)


@pytest.mark.parametrize("bid", VALUES)
def test_k27_at_every_value(bid: int) -> None:
    came = verdict("hearts", "JC AH", bid=bid)
    assert came.overbid == (bid > 20)
    least = next(worth for worth in range(20, 400, 10) if worth >= bid)
    assert came.value == (20 if bid <= 20 else -2 * least)


def test_k27_without_4_and_a_jack_in_the_skat() -> None:
    """Hand, bid on without 4: 60. The skat makes it without 1: 36."""
    twelve = WITHOUT_4.replace("8D", "JS")
    assert verdict("clubs hand", WITHOUT_4, bid=60).value == 72
    assert verdict("clubs hand", twelve, bid=60).value == -120
