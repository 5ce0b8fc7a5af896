"""Properties of every bot of every game in every variant."""

import time
from collections import Counter
from dataclasses import replace
from itertools import chain, islice, pairwise
from typing import Any, Final

import pytest

import bots
from domain.games import GAMES
from domain.kernel.event import Json
from domain.kernel.game import Game
from tests.bots.decisions import CASES, SEED, Question, decisions
from tests.sampling import cases

DEALS = cases(sample=1, full=6)
ENOUGH = cases(sample=30, full=3_000)
MANY = cases(sample=2_000, full=6_000)

Case = tuple[str, str, dict[str, Json]]


QUICK: Final = 0.006
"""Seconds of processor time a move: three times what is aimed at, as machines are shared."""
SEARCHING: Final = 0.1
"""The same for levels that need the core."""


@pytest.fixture(scope="module", params=CASES, ids=lambda case: f"{case[0]}-{case[1]}-{case[2]}")
def decided(request: pytest.FixtureRequest) -> tuple[Case, list[Question]]:
    case: Case = request.param
    return case, some_decisions(case)


def some_decisions(case: Case) -> list[Question]:
    """The decisions of some deals; of fewer in games with long deals."""
    found: list[Question] = []
    for number in range(DEALS):
        found += islice(decisions(*case, number), ENOUGH - len(found))
    return found


def test_answers_are_legal_and_none_comes_only_off_turn(
    decided: tuple[Case, list[Question]],
) -> None:
    for each in decided[1]:
        assert each.answer in each.legal or (each.answer is None and not each.on_turn)


def test_no_bot_weighs_more_moves_than_its_game_has(decided: tuple[Case, list[Question]]) -> None:
    (key, _, _), positions = decided
    assert max(len(each.legal) for each in positions) <= GAMES[key].most_moves


def test_the_same_view_and_seed_give_the_same_move_quickly(
    decided: tuple[Case, list[Question]],
) -> None:
    (key, level, _), positions = decided
    began = time.process_time()
    for each in positions:
        again = bots.choose(
            GAMES[key],
            level,
            seat=each.seat,
            shown=each.shown,
            view=each.view,
            legal=each.legal,
            seed=each.seed,
        )
        assert again == each.decision
    most = SEARCHING if bots.uses_core(GAMES[key], level) else QUICK
    assert (time.process_time() - began) / len(positions) < most


@pytest.mark.parametrize("key", GAMES)
def test_easy_plays_every_kind_of_move_and_takes_its_chances_from_the_seed(
    key: str,
) -> None:
    game = GAMES[key]
    deals = (decisions(key, "easy", {}, number) for number in range(60))
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
