"""The round robin of levels: shares, Elo, and that the weakest level beats a player at random."""

from pathlib import Path

import pytest

from domain.games import GAMES
from domain.kernel.policy import EASY
from lab.ladders import levels
from lab.ladders.levels import at_random, elo, pairing, rows
from lab.ladders.players import bot
from tests.sampling import FULL, cases

DEALS = cases(sample=12, full=120)


@pytest.mark.parametrize("key", GAMES)
def test_the_weakest_level_beats_a_player_at_random(key: str) -> None:
    """In three of four deals; a sample has to win half of them."""
    game = GAMES[key]
    found = pairing(game, bot(EASY)(game), at_random(game), deals=DEALS)
    assert found.share >= (0.75 if FULL else 0.5)


def test_players_of_one_strength_share_their_deals() -> None:
    game = GAMES["durak"]
    found = pairing(game, at_random(game), at_random(game), deals=20)
    assert found.share == 0.5, "each deal is played in both seatings"


def test_elo_is_the_logarithm_of_the_odds() -> None:
    assert [round(elo(share)) for share in (0.5, 10 / 11, 1 / 11, 1)] == [0, 400, -400, 1200]


def test_each_pair_of_players_has_a_row() -> None:
    names = [row.split(" | ")[1:3] for row in rows(GAMES["durak"], deals=4)]
    assert len(names) == 6
    assert names[0][1] == "random"


def test_results_of_a_part_are_not_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(levels, "RESULTS", tmp_path / "levels.md")
    levels.write(4, key="durak")
    assert capsys.readouterr().out.startswith("| Durak |")
    assert not list(tmp_path.iterdir())
