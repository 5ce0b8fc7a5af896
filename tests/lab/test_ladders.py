"""The players of the ladders play whole deals; the results are measured by `make ladders`."""

import pytest

from domain.games import GAMES
from lab.ladders.__main__ import LADDERS, RESULTS, SEATS, SKAT_MEDIUM_1, Rung, explained, line
from lab.ladders.costs import measured
from lab.ladders.matches import gain, match
from lab.ladders.players import greedy, playouts
from tests.sampling import cases

RUNGS = LADDERS[:: cases(sample=8, full=1)]
IN_A_SEAT = SEATS[-cases(sample=1, full=len(SEATS)) :]


@pytest.mark.parametrize("rung", RUNGS, ids=range(len(RUNGS)))
def test_every_match_has_a_row(rung: Rung) -> None:
    row = line(rung, deals=2)
    assert row.count("|") == 11
    assert "| 2 |" in row


@pytest.mark.parametrize("rung", IN_A_SEAT, ids=range(len(IN_A_SEAT)))
def test_every_comparison_in_a_seat_has_a_row(rung: Rung) -> None:
    row = line(rung, deals=3)
    assert row.count("|") == 11
    assert "| 3 |" in row


@pytest.mark.parametrize(
    ("key", "level"), [("goat", "easy"), pytest.param("skat", "hard", marks=pytest.mark.long)]
)
def test_a_level_has_its_costs(key: str, level: str) -> None:
    found = measured(key, level, 1)
    assert found.player.startswith(f"{level}/")
    assert 0 < found.mean <= found.worst < 10
    assert 0 <= found.memory < 1_000


def test_a_missed_target_is_explained() -> None:
    missed = LADDERS[0]._replace(target=1.01, why="nobody wins more than every deal")
    row = line(missed, deals=2)
    assert explained(missed, row).endswith("hard/1@100000: nobody wins more than every deal.\n")
    assert explained(missed._replace(target=None), row) == ""
    written = RESULTS.read_text("utf-8")
    assert all(f"{each.why}." in written for each in (*LADDERS, *SEATS) if each.why)


def test_a_player_gains_nothing_in_its_own_seat() -> None:
    game = GAMES["skat"]
    found = gain(game, SKAT_MEDIUM_1(game), SKAT_MEDIUM_1(game), deals=4)
    assert (found.deals, found.mean, found.half) == (6, 0, 0)
    assert found.times


def test_a_match_of_one_player_with_itself_is_even() -> None:
    game = GAMES["durak"]
    result = match(game, greedy(game), greedy(game), deals=20)
    assert result.share.won == 10


@pytest.mark.long
def test_playouts_beat_greedy() -> None:
    game = GAMES["durak"]
    result = match(game, playouts(2)(game), greedy(game), deals=20)
    assert result.share.won >= 10
