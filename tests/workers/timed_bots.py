"""Deals among bots, with a clock that runs while they think and skips their waiting times."""

import time
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import NormalDist, fmean, median, variance
from typing import Any, Final, NamedTuple
from uuid import UUID

import pytest

from domain.games import GAMES
from domain.kernel.moves import legal_moves
from service import timestamps
from service.context import Context
from service.play import choosing, deals
from service.play.deals import find_deal
from service.play.tables import NewSeat, NewTable, open_table
from tests.memory.store import MemoryStore
from tests.workers.conftest import command
from tests.workers.timing import NOON, OWNER, at_table, context_in_memory
from workers import turns
from workers.due import Waiting
from workers.turns import make_move, play_bots

PHASES: Final = ("first", "middle", "last")
ERROR: Final = 0.05
"""How often a whole run may find a difference by chance, all its comparisons together."""
BAND: Final = 0.05
"""How far from a half an area may be."""


@dataclass
class WorkingClock:
    """Computing takes processor time; waiting takes none."""

    skipped: int = NOON * 1000
    started: int = field(default_factory=time.thread_time_ns)

    def time_ns(self) -> int:
        return self.skipped + time.thread_time_ns() - self.started

    def skip_to(self, at: int) -> None:
        self.skipped += max(0, at * 1000 - self.time_ns())


@dataclass
class Queue:
    """Keeps tasks until their due time."""

    factor: int = 1
    waiting: list[tuple[int, Waiting]] = field(default_factory=list)

    def add(self, at: int, move: Waiting) -> None:
        self.waiting.append((at, move))


class Decision(NamedTuple):
    """A move of a bot, and its externally visible time."""

    phase: str
    forced: bool
    """Whether there was one legal move, but for those that give up."""
    thinking: int
    """How long the worker thought, in ns."""
    took: int
    """From the event before it to the move, as recorded, in µs."""


class Run:
    """Plays deals among bots of one game and level, and notes their decisions."""

    def __init__(self, patch: pytest.MonkeyPatch, game: str, level: str, *, delayed: bool) -> None:
        self.clock = WorkingClock()
        self.context: Context
        self.game, self.level = game, level
        self.queue = Queue() if delayed else None
        self.choices = 0
        self.thought: dict[int, tuple[bool, int]] = {}
        patch.setattr(timestamps, "time", self.clock)
        patch.setattr(choosing, "legal_moves", self._counted(legal_moves))
        patch.setattr(turns, "next_turn", self._timed(turns.next_turn))
        if not delayed:
            patch.setattr(deals, "GRAIN", 1)

    def _counted(self, ask: Any) -> Any:
        def counted(*given: Any) -> Any:
            legal = ask(*given)
            self.choices = sum(not move.EARLY for move in legal)
            return legal

        return counted

    def _timed(self, next_turn: Any) -> Any:
        def timed(context: Context, on: Any) -> Any:
            began = self.clock.time_ns()
            turn = next_turn(context, on)
            if turn is not None:
                self.thought[on.version] = self.choices == 1, self.clock.time_ns() - began
            return turn

        return timed

    def deal(self) -> Iterator[Decision]:
        """Play a deal to its end."""
        self.context = context_in_memory(MemoryStore(entropy=Random(1).randbytes))
        self.thought.clear()
        deal = self._opened()
        play_bots(self.context, deal, self.queue)
        while self.queue is not None and self.queue.waiting:
            at, move = self.queue.waiting.pop()
            self.clock.skip_to(at)
            make_move(self.context, move)
            play_bots(self.context, deal, self.queue)
        over = find_deal(self.context, deal)
        assert over.over
        ats = [record.at for record in over.records]
        assert ats == sorted(ats)
        for number, (version, (forced, thinking)) in enumerate(self.thought.items()):
            phase = PHASES[number * len(PHASES) // len(self.thought)]
            yield Decision(phase, forced, thinking, ats[version] - ats[version - 1])

    def _opened(self) -> UUID:
        seats = [NewSeat(bot=self.level)] * GAMES[self.game].seats[0]
        fields = NewTable(game=self.game, name="yard", options={}, seats=seats)
        table = open_table(self.context, OWNER, fields, command()).table.id
        return UUID(at_table(self.context, table).deals[0].deal)


# --- Comparisons --------------------------------------------------------------------------------


class Area(NamedTuple):
    """How well two groups can be distinguished by their times: 0.5 means not at all."""

    value: float
    error: float
    """Its standard error."""

    @property
    def off(self) -> float:
        return abs(self.value - 0.5)

    def is_significant(self, comparisons: int) -> bool:
        """Whether it shows a difference, given the number of comparisons (Bonferroni)."""
        beyond = NormalDist().inv_cdf(1 - ERROR / comparisons / 2)
        return self.off > BAND or self.off > beyond * self.error


def area(lower: Sequence[int], higher: Sequence[int]) -> Area:
    """The area under the curve, with ties counted half, and DeLong's error."""
    ranked, other = sorted(lower), sorted(higher)
    ups = [(bisect_left(ranked, x) + bisect_right(ranked, x)) / 2 / len(ranked) for x in other]
    downs = [1 - (bisect_left(other, x) + bisect_right(other, x)) / 2 / len(other) for x in ranked]
    spread = variance(ups) / len(ups) + variance(downs) / len(downs)
    return Area(fmean(ups), sqrt(spread))


def groups(decisions: Sequence[Decision], least: int) -> Iterator[tuple[str, Area]]:
    """Compare forced moves with free ones, and short thoughts with long ones.

    Args:
        decisions: Of one game and level.
        least: The least size of a group to be compared.
    """
    by_phase: dict[str, list[Decision]] = defaultdict(list)
    for each in decisions:
        by_phase[each.phase].append(each)
        by_phase["all"].append(each)
    for phase, found in by_phase.items():
        middle = median(each.thinking for each in found)
        splits = {
            "forced": [each.forced for each in found],
            "short": [each.thinking < middle for each in found],
        }
        for name, is_first in splits.items():
            ones = [each.took for each, first in zip(found, is_first, strict=True) if first]
            others = [each.took for each, first in zip(found, is_first, strict=True) if not first]
            if min(len(ones), len(others)) >= least:
                yield f"{name}, {phase}", area(ones, others)
