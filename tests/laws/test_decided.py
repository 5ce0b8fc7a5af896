"""The deciding event of a deal: nothing could be changed after it, and something before it."""

import random
from functools import cache
from typing import Any

from domain.kernel.deal import shuffle_at
from domain.kernel.decided import Decided, came_to, decided, plays
from domain.kernel.event import Event
from domain.kernel.game import Game, Score, fold, settle
from domain.kernel.options import parse_options
from tests.laws.play import DEALS, Run, deals, every_game, played

STATES = 5_000
SAMPLES = 20


@every_game
def test_after_it_no_play_changes_the_result(game: Game[Any]) -> None:
    for run, (at, _) in finished(game):
        chance = random.Random(at)
        for _ in range(SAMPLES):
            assert result(run, random_end(game, run.events[:at], chance)) == own_result(run)


@every_game
def test_before_it_some_play_changes_the_result(game: Game[Any]) -> None:
    exact = 0
    for run, (at, is_exact) in finished(game):
        if is_exact and at != shuffle_at(run.events):
            exact += 1
            assert run.events[at - 1].MOVE is not None, "only a choice can decide"
            assert some_differs(run, run.events[: at - 1])
    assert exact


@every_game
def test_a_smaller_search_never_names_an_earlier_event(game: Game[Any]) -> None:
    for run, (at, _) in finished(game):
        few = decided(game, run.events, states=1)
        assert few.at >= at
        assert few.exact or few == Decided(_last_move(run), exact=False)


def _last_move(run: Run) -> int:
    return max(at for at, event in enumerate(run.events, start=1) if event.MOVE is not None)


@cache
def finished(game: Game[Any]) -> list[tuple[Run, Decided]]:
    """Deals played to their end, and where they were decided."""
    runs = [played(run, chance) for run, chance in deals(game, count=max(4, DEALS // 4))]
    return [(run, decided(game, run.events, states=STATES)) for run in runs]


def own_result(run: Run) -> Score:
    return result(run, run.state)


def result(run: Run, state: Any) -> Score:
    """The result of a deal, from its last state."""
    options = parse_options(run.game.options, run.opened.options, seats=run.opened.seats)
    nothing = run.game.opening_score(options, run.opened.seats)
    return came_to(run.game, nothing, run.game.outcome(state))


def random_end(game: Game[Any], events: list[Event], chance: random.Random) -> Any:
    """The last state of a deal that is continued at random."""
    _, state = settle(game, fold(game, events))
    while game.outcome(state) is None:
        _, state = settle(game, game.evolve(state, chance.choice(plays(game, state))))
    return state


def some_differs(run: Run, events: list[Event]) -> bool:
    """Whether some continuation has another result: by sampling, then by exhaustive search."""
    chance = random.Random(1)
    tries = (random_end(run.game, events, chance) for _ in range(SAMPLES))
    if any(result(run, state) != own_result(run) for state in tries):
        return True
    return any(result(run, state) != own_result(run) for state in _ends(run, events))


def _ends(run: Run, events: list[Event]) -> Any:
    """Every reachable last state; repeated states are skipped."""
    game, known = run.game, set[Any]()

    def walk(state: Any) -> Any:
        _, state = settle(game, state)
        if state in known:
            return
        known.add(state)
        if game.outcome(state) is not None:
            yield state
            return
        for move in plays(game, state):
            yield from walk(game.evolve(state, move))

    yield from walk(fold(game, events))


@every_game
def test_a_forced_end_was_decided_by_the_choice_before(game: Game[Any]) -> None:
    """A deal cut at a forced move is not decided by that move."""
    for run, (at, is_exact) in finished(game):
        before = fold(game, run.events[: at - 1])
        if is_exact and at != shuffle_at(run.events):
            early = run.events[at - 1].EARLY
            assert early or len(plays(game, before)) > 1
