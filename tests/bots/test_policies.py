"""Levels and versions of the bots, and the chances that they take."""

from collections import Counter
from dataclasses import replace
from itertools import chain, islice, pairwise
from typing import Any

import pytest

import bots
from domain.games import GAMES
from domain.kernel.game import Game
from domain.kernel.policy import FRESH
from tests.bots.decisions import SEED, decisions
from tests.sampling import cases

MANY = cases(sample=800, full=6_000)


@pytest.mark.parametrize("key", GAMES)
def test_easy_plays_every_kind_of_move_and_takes_its_chances_from_the_seed(
    key: str,
) -> None:
    game = GAMES[key]
    deals = (decisions(key, "easy", {}, number, version=FRESH) for number in range(60))
    positions = list(islice(chain.from_iterable(deals), MANY))
    kinds = Counter(each.answer.MOVE for each in positions if each.answer)
    offered = {move.MOVE for each in positions for move in each.legal if not move.EARLY}
    assert set(kinds) == offered
    free = next(each for each in positions if len(each.legal) > 2)
    answers = {
        bots.choose(
            game,
            "easy",
            seat=free.seat,
            shown=free.shown,
            view=free.view,
            legal=free.legal,
            seed=bytes([byte]),
            opened=FRESH,
        ).move
        for byte in range(64)
    }
    assert len(answers) > 1


def test_a_seat_without_a_move_waits() -> None:
    game: Any = GAMES["goat"]
    position = next(decisions("goat", "easy", {}, 0))
    for level in bots.levels(game):
        decision = bots.choose(
            game, level, seat=0, shown=(), view=position.view, legal=(), seed=SEED
        )
        assert decision.move is None


def test_every_level_has_a_policy_of_its_name() -> None:
    for game in GAMES.values():
        assert bots.levels(game)[0] == "easy"
        for level in bots.levels(game):
            assert bots.actor(game, level, seat=1).policy == level
        with pytest.raises(KeyError):
            bots.actor(game, "perfect", seat=1)


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_newer_versions_of_a_level_play_newer_deals(game: Game[Any]) -> None:
    """So that no version hides another one."""
    for level in bots.levels(game):
        known = [each for each in bots.policies(game) if each.name == level]
        for older, newer in pairwise(known):
            assert older.version < newer.version
            assert older.since < newer.since


def test_the_newest_policy_that_fits_plays_wherever_it_is_listed() -> None:
    game = GAMES["durak"]
    newest = game.policies[-1]._replace(version=9, since=bots.NEWEST + 1)
    longer = replace(game, policies=(*game.policies, newest))
    label = bots.actor(longer, newest.name, seat=0, opened=bots.NEWEST + 1).label
    assert label.startswith(f"{newest.name}/9@")
    assert bots.actor(longer, newest.name, seat=0) == bots.actor(game, newest.name, seat=0)
