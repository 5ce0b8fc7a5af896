"""A process in a simulation: its tasks, its clock and its chance, and how it dies."""

from collections.abc import Callable
from typing import NoReturn

from greenlet import GreenletExit

from tests.simulation.runtime import SimulatedRuntime
from tests.simulation.scheduler import Scheduler, Task


class Machine(SimulatedRuntime):
    """The runtime of one process; processes of a simulation share the schedule and true time.

    Args:
        scheduler: of the simulation.
        seed: of the chance of this process.
        name: its name in reports.
    """

    def __init__(self, scheduler: Scheduler, *, seed: str, name: str = "") -> None:
        super().__init__(scheduler)
        self.name = name
        self.seed(seed)
        self.is_dead = False
        self._tasks: list[Task] = []

    def thread(self, work: Callable[[], object], *, name: str) -> None:
        """See `Runtime.thread`."""
        self._tasks = [each for each in self._tasks if not each.has_ended]
        task = self.scheduler.start(work, name=name)
        task.owner = self
        self._tasks.append(task)

    def now(self) -> int:
        """See `Runtime.now`."""
        if self.is_dead:
            raise GreenletExit
        return super().now()

    def kill(self) -> None:
        """End the process: its tasks do nothing more, not in their `finally` blocks either."""
        self.is_dead = True
        self.scheduler.kill(self._tasks)

    def die(self) -> NoReturn:
        """End the process from one of its tasks."""
        self.kill()
        self.scheduler.die()
