"""The times of bots' moves do not reveal how long they thought."""

import time
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import bots
from domain.games import GAMES
from service.deals.streams import find_deal
from tests.simulation.runtime import RUNTIME
from tests.simulation.tables import SECOND, context_in_memory, on, opened
from tests.workers.conftest import Queue
from workers import turns
from workers.due import delay
from workers.turns import make_move, play_bots

pytestmark = pytest.mark.usefixtures("stopped")
CASES = [(key, level) for key, game in GAMES.items() for level in bots.levels(game)]
QUICK = [(key, bots.levels(game)[0]) for key, game in GAMES.items()]
SHARE = 0.99
"""The share of thoughts that end within half a delay; others are recorded one delay later."""

every_bot = pytest.mark.parametrize(
    ("game", "level"),
    [case if case in QUICK else pytest.param(*case, marks=pytest.mark.long) for case in CASES],
)


class Table:
    """Bots of one level, whose thoughts take as long as the test says.

    Args:
        thinks: The seconds of the next thought, as a part of half a delay.
    """

    def __init__(self, patch: pytest.MonkeyPatch, thinks: Callable[[], float]) -> None:
        self._thinks = thinks
        self._next_turn = turns.next_turn
        self.thoughts: list[float] = []
        """How long they took in truth, in parts of half a delay."""
        patch.setattr(turns, "next_turn", self._slowly)

    def _slowly(self, context: Any, deal: Any) -> Any:
        began = time.thread_time()
        turn = self._next_turn(context, deal)
        half = delay(deal) / 2 / SECOND
        self.thoughts.append((time.thread_time() - began) / half)
        RUNTIME.pass_time(self._thinks() * half)
        return turn

    def play(self, game: str, level: str, queue: Queue | None) -> list[int]:
        """Play always the same deal; returns the times of its events."""
        with RUNTIME.begun("a deal", elapsed=0):
            return self._play(game, level, queue)

    def _play(self, game: str, level: str, queue: Queue | None) -> list[int]:
        context, seats = context_in_memory(), GAMES[game].seats[0]
        table = opened(
            context, game=game, seats=seats, bots=range(seats), level=level, turn_limit=None
        )
        deal = on(context, table).id
        play_bots(context, deal, queue)
        while queue is not None and queue.waiting:
            [(at, move)] = queue.waiting
            queue.waiting.clear()
            RUNTIME.pass_until(max(at, RUNTIME.now()))
            make_move(context, move)
            play_bots(context, deal, queue)
        over = find_deal(context, deal)
        assert over.over
        assert len(over.records) > 20
        return [record.at for record in over.records]


@pytest.mark.costly
@every_bot
def test_the_time_of_a_move_reveals_nothing(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        at_once = Table(patch, lambda: 0.0).play(game, level, Queue())
    assert Table(monkeypatch, Random(1).random).play(game, level, Queue()) == at_once


def test_without_delay_the_time_of_a_move_shows_how_long_its_bot_thought(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the comparison above finds a difference."""
    with monkeypatch.context() as patch:
        at_once = Table(patch, lambda: 0.0).play("goat", "easy", None)
    assert Table(monkeypatch, Random(1).random).play("goat", "easy", None) != at_once


@pytest.mark.long
@pytest.mark.parametrize(("game", "level"), CASES)
def test_thoughts_end_within_half_a_delay(
    game: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Measured in time of the processor, which does not depend on the load of the machine."""
    table = Table(monkeypatch, lambda: 0.0)
    table.play(game, level, Queue())
    assert sum(each < 1 for each in table.thoughts) >= SHARE * len(table.thoughts)
