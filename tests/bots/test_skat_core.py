"""The core and its twin give equal answers about Skat, also where the budget ends the search."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import pytest

import bots.skat
from bots import core
from bots.skat import twin
from bots.words import numbers
from domain.games.skat import SKAT
from domain.games.skat.cards import KINDS
from domain.games.skat.model import Declared
from domain.kernel.event import Json
from domain.kernel.policy import FRESH, Decision, Sight
from tests.bots.decisions import Question, decisions, variants
from tests.missing import needs
from tests.sampling import cases

DEALS: Final = cases(sample=1, full=20)
MOST: Final = cases(sample=1, full=2)
"""Deals of each game with decisions that have enough positions."""
BUDGETS: Final = (0, 1, 200, cases(sample=1_000, full=4_000))
"""Some end a search early."""
ENOUGH: Final = cases(sample=2_000, full=20_000)
"""A budget that lets searches come to their end."""
SEED: Final = 5

pytestmark = needs("the wheel wasmtime", core.is_available())


class Compared:
    """Runs the core and its twin, and compares the words of their answers."""

    def __init__(self) -> None:
        self.run = core.run
        self.asked_of: Counter[int] = Counter()
        self.cuts: set[tuple[int, bool]] = set()

    def __call__(self, game: str, question: Sequence[int]) -> tuple[int, ...]:
        answer, other = self.run(game, question), twin.decide(question)
        assert answer[: len(other)] == other
        assert answer[2] <= question[34]
        self.asked_of[question[0]] += 1
        self.cuts.add((question[0], bool(answer[3])))
        return answer


@pytest.fixture
def compared(monkeypatch: pytest.MonkeyPatch) -> Compared:
    both = Compared()
    monkeypatch.setattr(core, "run", both)
    return both


def decided(each: Question, budget: int) -> Decision:
    given = (each.seat, each.shown, each.view, each.legal)
    sight = Sight(*given, may_wait=False, budget=budget)
    return bots.skat.choose_1(sight, (number >> 32 for number in numbers(SEED)))


@pytest.mark.parametrize("options", variants(SKAT), ids=str)
def test_core_and_twin_give_the_same_answers(options: dict[str, Json], compared: Compared) -> None:
    for number in range(DEALS):
        on_turn = [
            each
            for each in decisions("skat", "easy", options, number, version=FRESH)
            if each.on_turn
        ]
        for at, each in enumerate(on_turn):
            found = decided(each, BUDGETS[at % len(BUDGETS)])
            assert found.move in each.legal
    assert compared.asked_of[twin.NO_BID]


@pytest.mark.long
def test_they_agree_on_every_game_with_enough_positions(compared: Compared) -> None:
    """The declarer may have discarded anything, as `easy` does."""
    kinds: Counter[Any] = Counter()
    for number in range(cases(sample=30, full=200)):
        on_turn = [
            each for each in decisions("skat", "easy", {}, number, version=FRESH) if each.on_turn
        ]
        game = next((e.contract for e in on_turn[-1].events if isinstance(e, Declared)), None)
        if game is None or kinds[game] == max(MOST, 2 * game.startswith("null")):
            continue
        kinds[game] += 1
        for each in (*on_turn[-34 : -28 : 5 - 2 * MOST], *on_turn[-12::3]):
            found = decided(each, ENOUGH)
            assert found.worlds or not found.values
    assert kinds.keys() >= {*KINDS} - {"hearts", "spades"}
    assert compared.asked_of[twin.NO_GAME]
    assert {(at, cut) for at, cut in compared.cuts if at < twin.NO_BID} >= {(4, False), (5, False)}
