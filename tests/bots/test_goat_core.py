"""The core and its twin give equal answers about Goat, also where the budget ends the search."""

from collections.abc import Iterator
from typing import Final

import pytest

import bots
from bots import core
from bots.goat import twin
from bots.goat.search import decision, question
from domain.games.goat import GOAT
from domain.games.goat.model import Pulled
from domain.kernel.event import Json
from domain.kernel.policy import FRESH, Sight
from tests.bots.decisions import Question, decisions, variants
from tests.missing import needs
from tests.sampling import cases

DEALS: Final = cases(sample=2, full=20)
BUDGETS: Final = (0, 1, 50, 1_500)
"""Some end a search early."""

MANY: Final = cases(sample=12, full=100)
"""Deals, of which some have a molodka."""

pytestmark = needs("the wheel wasmtime", core.is_available())


def sights(options: dict[str, Json], number: int) -> Iterator[tuple[Question, Sight]]:
    for each in decisions("goat", "easy", options, number, version=FRESH):
        may_wait = not each.on_turn
        if len(each.legal) > 1 or may_wait:
            given = (each.seat, each.shown, each.view, each.legal)
            yield each, Sight(*given, may_wait=may_wait, budget=0)


def assert_equal(each: Question, sight: Sight) -> None:
    given = question(sight, seed=int.from_bytes(each.seed[:8]))
    answer, other = core.run("goat", given), twin.decide(given)
    assert answer[: len(other)] == other
    found = decision(sight, answer)
    assert found.positions <= sight.budget
    assert found.cut
    legal = {*sight.legal, None} if sight.may_wait else {*sight.legal}
    assert {move for move, _ in found.values} == legal
    assert found.worlds or sight.budget < BUDGETS[-1]


@pytest.mark.parametrize("options", variants(GOAT), ids=str)
def test_core_and_twin_give_the_same_answers(options: dict[str, Json]) -> None:
    for number in range(DEALS):
        for at, (each, sight) in enumerate(sights(options, number)):
            budget = BUDGETS[at % len(BUDGETS)]
            assert_equal(each, sight._replace(budget=budget))


def test_they_agree_on_molodkas() -> None:
    pulls = 0
    for number in range(MANY):
        for each, sight in sights({}, number):
            if any(isinstance(move, Pulled) for move in sight.legal):
                assert_equal(each, sight._replace(budget=BUDGETS[-1]))
                pulls += 1
    assert pulls


def test_without_the_wheel_the_twin_makes_the_same_decisions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given = [each for each in decisions("goat", "medium", {}, 1) if each.decision.values]
    monkeypatch.setattr(core, "is_available", lambda: False)
    for each in given[:: cases(sample=5, full=1)]:
        again = bots.choose(
            GOAT,
            "medium",
            seat=each.seat,
            shown=each.shown,
            view=each.view,
            legal=each.legal,
            seed=each.seed,
        )
        assert again == each.decision
