"""Deals of bots of every level are verified by the command; `lab.ladders.again` plays many."""

from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import bots
from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.policy import Decision
from lab.ladders import again

pytestmark = pytest.mark.long  # in the ordinary run, tests/verifier/test_policies.py verifies moves


def test_moves_of_every_level_are_made_again(tmp_path: Path) -> None:
    game = GAMES["durak"]
    found = again.made_again(game, 5, tmp_path)
    assert (found.deals, found.verified) == (5, 5), found.said
    assert set(found.moves) == {"easy", "medium", "hard"}
    assert again.row(game, found).startswith("| Durak | 5 | 5 | ")


def test_a_deal_with_moves_of_another_level_is_not_counted_as_verified(tmp_path: Path) -> None:
    genuine = bots.choose

    def weaker(game: Game[Any], level: str, **given: Any) -> Decision:
        return genuine(game, "easy" if level == "hard" else level, **given)

    with patch.object(bots, "choose", weaker):
        found = again.made_again(GAMES["durak"], 3, tmp_path)
    assert (found.deals, found.verified) == (3, 2), found.said
    assert "hard/1@100000 makes another move" in found.said
