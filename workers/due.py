"""Due times: when a bot's move is recorded, and where it waits until then.

The due time is fixed before the bot thinks, so that it does not reveal the thinking time. That
would show, for example, whether the bot had one legal card.
"""

from collections.abc import Callable, Hashable
from contextvars import copy_context
from dataclasses import dataclass
from functools import partial
from heapq import heappop, heappush
from itertools import count
from math import inf
from typing import Final, NamedTuple, Protocol
from uuid import UUID

import structlog

import bots
from bots.actor import Actor
from domain.kernel.clock import SECOND
from domain.kernel.event import Event
from service.runtime import Runtime
from service.streams import Deal
from workers.shares import FairThreads, Job

MILLISECOND: Final = 1_000
"""In µs, the unit of recorded times."""
READING: Final = 10 * MILLISECOND
"""The longest time to fold a long deal, in µs on the machine of lab/bench/RESULTS.md."""
WEIGHING: Final = 20
"""The time to find one legal move and to evaluate it."""
SEARCHING: Final = 4
"""The time to search one position."""
SEARCHED_BY_CORE: Final = 10
"""The number of positions that the core searches in 1 µs at least."""
QUEUING: Final = 12 * MILLISECOND
"""The time that a search by the core waits for searches of other tables."""
MARGIN: Final = 4
"""The delay is this multiple of the worst case: threads of a worker share its processor."""
STEP: Final = 50 * MILLISECOND
"""Delays are multiples of this."""
SOONER: Final = 1.0
"""In seconds. Announcements of the same move differ by less."""
THREADS: Final = 2
"""The most due moves that a worker appends at a time."""

log = structlog.get_logger()


class BotTurn(NamedTuple):
    """A bot's decision."""

    move: Event
    actor: Actor
    """The author of the move: its seat, and the policy that decided."""


class WaitingMove(NamedTuple):
    """A move that waits for its due time."""

    deal: UUID
    version: int
    """The version of the deal when the bot decided; the move is valid for no other."""
    turn: BotTurn
    account: str = ""
    """On whom it counts: the owner of the table."""


class MoveQueue(Protocol):
    """The queue of waiting moves."""

    @property
    def factor(self) -> int:
        """The delay, as a multiple of the usual one; 0: none, but at test tables with one."""
        ...

    def add(self, at: int, move: WaitingMove) -> None:
        """Make a move at a moment, in µs since the epoch."""
        ...


# --- Times --------------------------------------------------------------------------------------


def delay(deal: Deal, *, factor: int = 1) -> int:
    """The minimum delay of each move of a bot in this deal, in µs.

    It follows from the worst case of the bots that play now, and from no hidden information.
    """
    levels = {level for level in deal.bots if level is not None}
    worst = max(_worst_case(deal, level) for level in levels)
    return factor * STEP * -(-MARGIN * worst // STEP)


def _worst_case(deal: Deal, level: str) -> int:
    """The longest time of a bot for a move, in µs."""
    moves = deal.game.most_moves
    searched = bots.most_positions(deal.game, level) - moves
    by_core = bots.uses_core(deal.game, level)
    searching = QUEUING + searched // SEARCHED_BY_CORE if by_core else SEARCHING * searched
    return READING + WEIGHING * moves + searching


def due(deal: Deal, step: int, *, at: int) -> int:
    """The due time of a bot's next move, in µs since the epoch; fixed before it thinks.

    That is one delay after the last event, or after the turn limit that a stand-in has waited for.
    A bot that starts late gets the first multiple that leaves half a delay to think. An event whose
    time has not come counts as one of now: the clock of another machine is, or was, ahead.

    Args:
        deal: The deal as it is.
        step: Its delay.
        at: The time now, before the bot thinks.
    """
    return next_multiple(waited_since(deal, at=at) + step, step, at=at + step // 2)


def waited_since(deal: Deal, *, at: int) -> int:
    """When the delay of a bot's next move began, in µs since the epoch; see `due`."""
    since = min(deal.records[-1].at, at)
    if deal.clock is not None and deal.clock.stands_in:
        since = max(since, deal.clock.until or since)
    return since


def next_multiple(first: int, step: int, *, at: int) -> int:
    """The first of the moments ``first``, ``first + step``, … that is not before another one."""
    return first + step * max(0, -(-(at - first) // step))


# --- Queue --------------------------------------------------------------------------------------


class Timer:
    """Keeps work until it is due: in a heap, with one thread that waits for the next one.

    Waiting work holds no thread and no connection. If the process dies, the sweep finds it again.
    It waits by the monotonic clock, so it is on time if the clock of the machine is set meanwhile.

    Args:
        runtime: The clock and the threads.
    """

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime
        self._heap: list[tuple[float, int, str, Job]] = []
        self._numbers = count()
        self._known: dict[Hashable, float] = {}
        self._changed = runtime.condition()
        self._threads = FairThreads(THREADS, runtime, name="due")
        runtime.thread(self._run, name="due")

    def __len__(self) -> int:
        """How much work is waiting."""
        return len(self._heap)

    def add(self, at: int, key: Hashable, work: Callable[[], object], *, account: str = "") -> None:
        """Work at a moment, in µs since the epoch; one work for each key, for an account.

        Work that is due much sooner than the one with its key is added too, and the later one finds
        nothing to do. So a sweep corrects a move that would wait for an hour, because the clock was
        set while its bot thought. Its lines in the log and its spans have the context of this call.
        """
        due_at = self._runtime.monotonic() + (at - self._runtime.now()) / SECOND
        with self._changed:
            if due_at + SOONER < self._known.get(key, inf):
                self._known[key] = due_at
                kept: Callable[[], object] = partial(copy_context().run, work)
                heappush(self._heap, (due_at, next(self._numbers), account, Job(key, kept)))
                self._changed.notify()

    def drain(self) -> list[Hashable]:
        """Give up all waiting work, and return its keys."""
        with self._changed:
            keys = list(self._known)
            self._heap.clear()
            self._known.clear()
        return keys

    def _run(self) -> None:
        while True:
            self._threads.submit(*self._next())

    def _next(self) -> tuple[str, Job]:
        """Wait for the next work that is due."""
        with self._changed:
            while (wait := self._seconds_left()) is None or wait > 0:
                self._changed.wait(wait)
            _, _, account, job = heappop(self._heap)
            self._known.pop(job.key, None)
        return account, job

    def _seconds_left(self) -> float | None:
        """The time until the next work is due; None: there is none."""
        return self._heap[0][0] - self._runtime.monotonic() if self._heap else None


@dataclass(frozen=True, slots=True)
class Moves:
    """Bots' moves in a timer.

    Attributes:
        timer: keeps them until they are due; their keys are of this class.
        make: makes one.
        factor: see `MoveQueue`.
    """

    timer: Timer
    make: Callable[[WaitingMove], object]
    factor: int = 1

    def add(self, at: int, move: WaitingMove) -> None:
        """See `Later.add`: one move for each version of a deal."""
        key = DecidedMove(move.deal, move.version)
        self.timer.add(at, key, partial(self.make, move), account=move.account)


class DecidedMove(NamedTuple):
    """The key of a bot's move in a timer: the bot has decided in this version of a deal."""

    deal: UUID
    version: int
