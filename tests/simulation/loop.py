"""An event loop of asyncio on the simulated clock."""

import asyncio
import selectors
from collections.abc import Coroutine
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar, cast

from greenlet import GreenletExit

from tests.simulation.runtime import RUNTIME, SimulatedRuntime
from tests.simulation.scheduler import Scheduler, Task

T = TypeVar("T")


class _Selector(selectors.SelectSelector):
    """Lets other tasks run while the loop has nothing to do; no file is ever ready."""

    def __init__(self, scheduler: Scheduler) -> None:
        super().__init__()
        self._scheduler = scheduler
        self._waiting: Task | None = None
        self._is_woken = False

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if self._is_woken or (timeout is not None and timeout <= 0):
            self._scheduler.pause()
        else:
            self._waiting = self._scheduler.current
            self._scheduler.wait(timeout)
            self._waiting = None
        self._is_woken = False
        return []

    def wake(self) -> None:
        self._is_woken = True
        if self._waiting is not None:
            self._scheduler.wake(self._waiting)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """The event loop with the simulated clock; the tasks of the schedule run while it waits."""

    def __init__(self, runtime: SimulatedRuntime) -> None:
        self._runtime = runtime
        self._simulated = _Selector(runtime.scheduler)
        super().__init__(self._simulated)
        self.set_exception_handler(_report)

    def time(self) -> float:
        return self._runtime.monotonic()

    def _write_to_self(self) -> None:
        self._simulated.wake()

    def die(self) -> None:
        """Close it with its coroutines, which do nothing more, as their process has died."""
        ended = set[asyncio.Task[Any]]()
        asyncio._set_running_loop(self)  # to close a coroutine may begin another task
        while tasks := asyncio.all_tasks(self) - ended:
            ended |= tasks
            for task in tasks:
                cast("Any", task)._log_destroy_pending = False
                with suppress(GreenletExit):
                    cast("Any", task.get_coro()).close()
        asyncio._set_running_loop(None)
        self.close()


def _report(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Report a failure, unless it is the death of a process."""
    if not isinstance(context.get("exception"), GreenletExit):
        loop.default_exception_handler(context)


def run(main: Coroutine[Any, Any, T], runtime: SimulatedRuntime = RUNTIME) -> T:
    """Run a coroutine, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=partial(SimulatedLoop, runtime)) as runner:
        return runner.run(main)
