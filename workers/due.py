"""When a bot's move is recorded, and where it waits until then.

A move is recorded at a due time that is fixed before the bot thinks, so that its time does not tell
how long it thought: that would show, for example, whether the bot had one legal card.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from heapq import heappop, heappush
from itertools import count
from threading import Condition, Thread
from typing import Final, NamedTuple, Protocol
from uuid import UUID

import structlog

import bots
from bots.actor import Actor
from domain.kernel.event import Event
from service.context import now
from service.streams import Deal

MILLISECOND: Final = 1_000
"""In the µs in which times are recorded."""
READING: Final = 10 * MILLISECOND
"""The longest time to fold a long deal, in µs on the machine of tests/bench/RESULTS.md."""
WEIGHING: Final = 20
"""What it takes to find one legal move and to weigh it."""
SEARCHING: Final = 4
"""What it takes to search one position."""
MARGIN: Final = 4
"""The delay is so many times the worst case: threads of a worker share its processor."""
STEP: Final = 50 * MILLISECOND
"""Delays are multiples of this."""
THREADS: Final = 2
"""How many moves that are due a worker appends at a time."""

log = structlog.get_logger()


class Turn(NamedTuple):
    """What a bot has decided to do."""

    move: Event
    actor: Actor
    """Whose it is: its seat, and the policy that decided."""


class Waiting(NamedTuple):
    """A move that waits for its due time."""

    deal: UUID
    version: int
    """The deal's when the bot decided; the move is for no other."""
    turn: Turn


class Later(Protocol):
    """Where moves wait."""

    factor: int
    """How many times the usual delay they wait."""

    def add(self, at: int, move: Waiting) -> None:
        """Make a move at a moment, in µs since the epoch."""
        ...


# --- When ---------------------------------------------------------------------------------------


def delay(deal: Deal, *, factor: int = 1) -> int:
    """How long each move of a bot of this deal waits at least, in µs.

    It follows from the worst case of the bots that play now, and from nothing that is hidden.
    """
    levels = {level for level in deal.bots if level is not None}
    worst = max(_worst_case(deal, level) for level in levels)
    return factor * STEP * -(-MARGIN * worst // STEP)


def _worst_case(deal: Deal, level: str) -> int:
    """What a bot takes at most for a move, in µs."""
    moves = deal.game.most_moves
    searched = bots.most_positions(deal.game, level) - moves
    return READING + WEIGHING * moves + SEARCHING * searched


def due(deal: Deal, step: int, *, at: int) -> int:
    """When the next move of a bot is recorded, in µs since the epoch; fixed before it thinks.

    That is one delay after the last event, or after the turn limit that a stand-in has waited for.
    A bot that is asked late gets the first multiple that leaves half a delay to think.

    Args:
        deal: The deal as it is.
        step: Its delay.
        at: The time now, before the bot thinks.
    """
    since = deal.records[-1].at
    if deal.clock is not None and deal.clock.stands_in:
        since = max(since, deal.clock.until or since)
    return next_multiple(since + step, step, at=at + step // 2)


def next_multiple(first: int, step: int, *, at: int) -> int:
    """The first of the moments ``first``, ``first + step``, … that is not before another one."""
    return first + step * max(0, -(-(at - first) // step))


# --- Where --------------------------------------------------------------------------------------


class Timer:
    """Keeps moves until they are due: in a heap, with one thread that waits for the next one.

    What waits holds no thread and no connection. What is lost with the process is found by the
    sweep, and decided again.
    """

    def __init__(self, make: Callable[[Waiting], object], *, factor: int = 1) -> None:
        self.factor = factor
        self._make = make
        self._heap: list[tuple[int, int, Waiting]] = []
        self._numbers = count()
        self._known: set[tuple[UUID, int]] = set()
        self._changed = Condition()
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="due")
        Thread(target=self._run, name="due", daemon=True).start()

    def __len__(self) -> int:
        """How many moves wait."""
        return len(self._heap)

    def add(self, at: int, move: Waiting) -> None:
        """Make a move at a moment, in µs since the epoch; a deal's version has but one."""
        with self._changed:
            if (move.deal, move.version) not in self._known:
                self._known.add((move.deal, move.version))
                heappush(self._heap, (at, next(self._numbers), move))
                self._changed.notify()

    def _run(self) -> None:
        with suppress(RuntimeError):  # the process ends, and takes no more work
            while True:
                self._threads.submit(self._do, self._next())

    def _next(self) -> Waiting:
        """Wait for the next move that is due."""
        with self._changed:
            while not self._heap or self._heap[0][0] > now():
                wait = (self._heap[0][0] - now()) / 1e6 if self._heap else None
                self._changed.wait(wait)
            _, _, move = heappop(self._heap)
            self._known.discard((move.deal, move.version))
        return move

    def _do(self, move: Waiting) -> None:
        try:
            self._make(move)
        except Exception:  # the sweep finds the deal
            log.exception("due.failed", deal=str(move.deal), version=move.version)
