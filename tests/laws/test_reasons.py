"""Laws of the reasons of hints: each game has some, and each is said of some move."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Any, Final

import pytest

from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.moves import legal_moves
from domain.kernel.reasons import ONLY, SEARCHED, WEIGHED, reason_of
from service.games.rulebook import clauses
from tests.languages.messages import COMPLETE, ENGLISH, messages
from tests.laws.play import deals, steps

WITHOUT: Final[Mapping[str, str]] = {}
"""The games whose hints need no reasons, each with the reason."""
DEALS: Final = 12
BY_POLICY: Final = {ONLY, SEARCHED, WEIGHED}

every_game = pytest.mark.parametrize(
    "game", [each for each in GAMES.values() if each.key not in WITHOUT], ids=lambda each: each.key
)


def count_reasons(game: Game[Any]) -> Counter[str]:
    """How often each sentence is said of the legal moves of seats on turn, in some deals."""
    counted = Counter[str]()
    for run, chance in deals(game, count=DEALS, salt="reasons"):
        for _ in chain([None], steps(run, chance)):
            seat = None if run.over else game.to_act(run.state)
            if seat is not None:
                view = run.views[seat]
                legal = legal_moves(game, view, seat)
                counted.update(reason_of(game, view, move, legal, searched=9).key for move in legal)
    return counted


@every_game
def test_each_reason_is_said_of_some_move_in_each_language(game: Game[Any]) -> None:
    assert game.reasons, f"{game.key} has no reasons: see docs/adding-a-game.md"
    counted = count_reasons(game)
    wanted = {f"{game.key}-hint-{each.name}" for each in game.reasons}
    assert counted.keys() - BY_POLICY == wanted
    for language in (ENGLISH, *COMPLETE):
        assert messages(language).keys() >= wanted | BY_POLICY


@every_game
def test_a_clause_of_a_reason_is_a_clause_of_the_game(game: Game[Any]) -> None:
    known = clauses(game.key)
    assert [each.name for each in game.reasons if each.clause not in (None, *known)] == []
