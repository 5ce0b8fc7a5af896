"""The times of bots' moves do not reveal how long they thought."""

import gc
from collections.abc import Iterator

import pytest

import bots
from domain.games import GAMES
from tests.sampling import cases
from tests.workers.timed_bots import Area, Decision, Run, groups

SAMPLE = 30
"""Decisions in each group, in an ordinary run."""
LONG = 2_000
CASES = [(key, level) for key, game in GAMES.items() for level in bots.levels(game)]
COMPARISONS = len(CASES) * 8

every_bot = pytest.mark.parametrize(("game", "level"), CASES)
SAMPLED = [(key, bots.levels(game)[-1]) for key, game in GAMES.items()]
"""The level that thinks longest; the long run has all of them."""


@pytest.fixture(autouse=True)
def _without_old_garbage() -> Iterator[None]:
    """Prevent garbage of earlier tests from being collected while a bot thinks."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def compared(run: Run, least: int, *, times: int = 1) -> dict[str, Area]:
    """Play until there are enough decisions; compare the groups that are large enough.

    Args:
        run: The game and the level.
        least: The least size of a group.
        times: A factor for the total number.
    """
    decisions: list[Decision] = []
    while not _is_enough(decisions, times * least):
        decisions += run.deal()
    return dict(groups(decisions, least))


def _is_enough(decisions: list[Decision], least: int) -> bool:
    forced = sum(each.forced for each in decisions)
    shortest = min(
        sum(each.phase == phase for each in decisions) for phase in ("first", "middle", "last")
    )
    return min(forced, len(decisions) - forced, shortest // 2 - 1) >= least


def assert_reveals_nothing(found: dict[str, Area]) -> None:
    assert {"forced, all", "short, all", "short, first", "short, middle", "short, last"} <= {*found}
    assert {name: each for name, each in found.items() if each.is_significant(COMPARISONS)} == {}


@pytest.mark.parametrize(("game", "level"), SAMPLED)
def test_the_time_of_a_move_reveals_nothing(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_reveals_nothing(compared(Run(monkeypatch, game, level, delayed=True), SAMPLE))


@pytest.mark.long
@every_bot
def test_the_time_of_a_move_reveals_nothing_in_thousands_of_decisions(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert_reveals_nothing(compared(Run(monkeypatch, game, level, delayed=True), LONG))


TRIES = 3
"""A machine may do other things meanwhile, which hides how long a bot thought."""
UNEVEN = ("goat", "durak", "svoi_kozyri", "skat")
"""Games whose bots think longer about some moves than about others."""


@pytest.mark.parametrize("game", UNEVEN[:: -cases(sample=2, full=1)])
def test_without_delay_the_time_of_a_move_shows_how_long_its_bot_thought(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comparison detects differences, if moves are recorded as soon as they are decided."""
    assert any(shows(game, monkeypatch) for _ in range(TRIES))


def shows(game: str, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Whether the times of moves reveal long thoughts, and in Skat forced moves."""
    found = compared(Run(monkeypatch, game, "medium", delayed=False), SAMPLE, times=4)
    short, forced = found["short, all"], found.get("forced, last")  # a sample may have none
    if game == "skat" and not (
        forced is not None and forced.is_significant(COMPARISONS) and forced.value > 0.8
    ):
        return False
    return short.is_significant(COMPARISONS) and short.value > 0.9
