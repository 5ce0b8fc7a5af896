"""Searches are bounded, and older deals keep the policy that they began with."""

from dataclasses import replace
from typing import Any, Final

import pytest

import bots
import tests.bots.decisions
from domain.games import GAMES
from domain.games.skat.bot import POLICIES, worlds
from domain.games.skat.bot.search import OutOfBudget, Search
from domain.kernel.deal import Opened
from domain.kernel.policy import FRESH
from tests.bots.decisions import decisions

BUDGET: Final = 300
"""Small, so that searches come to its end."""
BEFORE: Final = 3
"""The version of `deal.opened` with which older releases opened deals."""


class Counting:
    """Makes searches, and counts the positions examined."""

    def __init__(self) -> None:
        self.searches: list[Search] = []

    def make(self, *given: Any, **more: Any) -> Search:
        self.searches.append(Search(*given, **more))
        return self.searches[-1]

    def taken(self) -> int:
        return sum(each.positions for each in self.searches)


def most_searched(monkeypatch: pytest.MonkeyPatch, version: int) -> int:
    """The largest number of positions that a version of Skat's medium bot examines, at a small
    budget.
    """
    policy = next(each for each in POLICIES if each.version == version)
    small = policy._replace(budget=BUDGET, since=1)
    game = replace(GAMES["skat"], policies=(small,))
    monkeypatch.setattr(tests.bots.decisions, "GAMES", {"skat": game})
    counting, most = Counting(), 0
    monkeypatch.setattr(worlds, "Search", counting.make)
    for number in range(4):
        for each in decisions("skat", "medium", {}, number, version=FRESH):
            counting.searches.clear()
            again = bots.choose(
                game,
                "medium",
                seat=each.seat,
                shown=each.shown,
                view=each.view,
                legal=each.legal,
                seed=each.seed,
                opened=FRESH,
            )
            assert again == each.decision
            most = max(most, counting.taken())
    return most


def test_a_search_stops_where_its_budget_is_used_up(monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_searched(monkeypatch, 2) == BUDGET


def test_version_1_went_beyond_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert most_searched(monkeypatch, 1) > BUDGET


def test_a_stopped_search_raises() -> None:
    hands = (("7C", "8C"), ("9C", "TC"), ("7D", "8D"))
    search = Search("grand", hands, most=3)  # type: ignore[arg-type]
    with pytest.raises(OutOfBudget):
        search.after("7C", (), 0)  # type: ignore[arg-type]
    assert search.positions == 3


def test_the_event_that_opened_a_deal_fixes_the_policy() -> None:
    skat: Any = GAMES["skat"]
    assert bots.actor(skat, "medium", seat=1, opened=BEFORE).label == "medium/1@12000"
    assert bots.actor(skat, "medium", seat=1, opened=FRESH).label == "medium/2@12000"
    assert bots.actor(skat, "medium", seat=1).label == "medium/3@12000"
    assert bots.actor(skat, "medium", seat=1, opened=Opened.VERSION).version == 3
    for game in GAMES.values():
        for level in bots.levels(game):
            if level not in {"casual", "hard"}:
                assert bots.actor(game, level, seat=1, opened=1).version == 1
            budget = bots.actor(game, level, seat=1).budget
            assert budget is not None
            assert bots.most_positions(game, level) == game.most_moves + budget


def test_a_level_is_not_known_to_deals_that_are_older_than_it() -> None:
    with pytest.raises(KeyError):
        bots.actor(GAMES["durak"], "hard", seat=1, opened=4)
    assert bots.actor(GAMES["durak"], "hard", seat=1, opened=5).label == "hard/1@100000"
    assert bots.actor(GAMES["durak"], "medium", seat=1, opened=4).label == "medium/1@0"
    assert bots.actor(GAMES["durak"], "medium", seat=1, opened=5).label == "medium/2@2000"
    assert bots.actor(GAMES["goat"], "medium", seat=1, opened=4).label == "medium/1@0"
    assert bots.actor(GAMES["goat"], "medium", seat=1, opened=5).label == "medium/2@5000"
    assert bots.actor(GAMES["goat"], "hard", seat=1, opened=5).label == "hard/1@100000"
    assert bots.actor(GAMES["goat"], "expert", seat=1, opened=5).label == "expert/1@40"
    assert bots.actor(GAMES["skat"], "hard", seat=1, opened=5).label == "hard/1@1000000"
    assert bots.actor(GAMES["svoi_kozyri"], "hard", seat=1, opened=5).label == "hard/1@20000"
    assert bots.actor(GAMES["skat"], "hard", seat=1, opened=6).label == "hard/2@1000000"
    assert bots.actor(GAMES["skat"], "easy", seat=1, opened=5).label == "easy/1@0"
    assert bots.actor(GAMES["skat"], "easy", seat=1, opened=6).label == "easy/2@0"
    assert bots.actor(GAMES["durak"], "medium", seat=1, opened=6).label == "medium/3@2000"
    assert bots.actor(GAMES["goat"], "medium", seat=1, opened=6).label == "medium/3@5000"
    assert bots.actor(GAMES["svoi_kozyri"], "casual", seat=1, opened=6).label == "casual/1@2000"
    assert bots.actor(GAMES["svoi_kozyri"], "medium", seat=1, opened=4).label == "medium/1@0"
    assert bots.actor(GAMES["svoi_kozyri"], "medium", seat=1, opened=5).label == "medium/2@2000"


def test_a_level_that_is_no_step_plays_on_where_it_was_chosen() -> None:
    """No new table offers it; the deals of an older table name it."""
    goat: Any = GAMES["goat"]
    assert "expert" in bots.levels(goat, opened=FRESH)
    assert "expert" not in bots.levels(goat)
    assert bots.actor(goat, "expert", seat=1).label == "expert/1@40"
