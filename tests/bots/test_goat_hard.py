"""The stronger bots of Goat find obvious moves, and beat the weaker ones."""

from typing import Any

import pytest

import bots
from bots import core
from domain.games.goat import GOAT
from domain.games.goat.model import Beaten, Discarded, Led, Pulled, State
from domain.kernel.moves import legal_moves
from domain.kernel.policy import FRESH, Decision
from service.offline.simulate import Setting, play_many
from tests.bots.decisions import SEED, decisions
from tests.bots.test_goat_medium import ME, cards, position
from tests.missing import needs

pytestmark = needs("the wheel wasmtime", core.is_available())


def decision(state: State, level: str = "hard") -> Decision:
    legal = legal_moves(GOAT, state, ME)
    given: Any = {"seat": ME, "shown": (), "view": state, "legal": legal, "seed": SEED}
    return bots.choose(GOAT, level, **given, opened=FRESH)  # its `medium` does not slip


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_points_go_on_the_trick_that_the_partner_takes(level: str) -> None:
    state = position("TS 6S 7D 8D", (1, "7C"), (2, "AC"), (3, "?"), stock=0)
    assert decision(state, level).move == Discarded(ME, cards("TS"))


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_trick_with_points_is_beaten_as_cheaply_as_it_can_be(level: str) -> None:
    state = position("AH 7H 6S 8D", (1, "TC"), (2, "?"), (3, "?"), stock=0)
    assert decision(state, level).move == Beaten(ME, cards("7H"))


def test_a_molodka_is_led() -> None:
    found = decision(position("TC 9C AC KC", stock=0)).move
    assert isinstance(found, Led | Pulled)
    assert len(found.cards) == 4


def test_pulling_a_molodka_is_compared_with_waiting() -> None:
    state = position("7S KS TS AS", (1, "AC TC"), turn=2, stock=0)
    found = decision(state)
    assert found.move == Pulled(ME, cards("7S KS TS AS"))
    assert dict(found.values).keys() == {None, found.move}


def test_the_only_move_is_not_searched() -> None:
    state = position("AH", stock=0)
    legal = legal_moves(GOAT, state, ME)[:1]
    found = bots.choose(GOAT, "hard", seat=ME, shown=(), view=state, legal=legal, seed=SEED)
    assert found == Decision(legal[0])


def test_many_worlds_are_dealt() -> None:
    each = next(each for each in decisions("goat", "hard", {}, 3) if len(each.legal) > 1)
    assert each.decision.worlds > 50
    assert {move for move, _ in each.decision.values} == set(each.legal)


@pytest.mark.long
@pytest.mark.parametrize("hard", [0, 1])
def test_hard_beats_easy(hard: int) -> None:
    levels = tuple("hard" if seat % 2 == hard else "easy" for seat in range(4))
    played = list(play_many(Setting("goat", {}, levels, "strength"), deals=300))
    assert sum(series.score.winner == hard for series in played) >= 0.75 * len(played)
