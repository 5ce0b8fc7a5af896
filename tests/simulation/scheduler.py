"""A schedule of tasks in one thread, with a clock that jumps while all of them wait.

A task is a greenlet: it runs until it waits, or until `pause` lets the schedule choose another one.
So the order of steps is a function of the seed. The test itself is a task, too.
"""

from asyncio import _get_running_loop, _set_running_loop
from collections.abc import Callable, Sequence
from contextvars import Context
from threading import get_ident
from typing import NoReturn

from greenlet import GreenletExit, getcurrent, greenlet

Choose = Callable[[int], int]
"""Chooses the number of the task that runs next, below the number of tasks that can run."""


class Deadlock(Exception):
    """Every task waits for another one, without a limit."""


class ForeignThread(Exception):
    """A thread that the schedule does not know has used a simulated runtime.

    Threads of the operating system belong to tests of real processes: these use
    `service.runtime.SYSTEM`.
    """


class Task:
    """A thread of the simulation.

    Attributes:
        name: Its name.
        deadline: When it no longer waits; None: no limit.
        is_ready: Whether it can run.
        has_ended: Whether it does nothing more.
        is_killed: Whether another task has ended it.
        owner: The process that it is a task of.
    """

    def __init__(self, name: str, green: greenlet) -> None:
        self.name = name
        self.green = green
        self.deadline: float | None = None
        self.is_ready = True
        self.has_ended = False
        self.is_killed = False
        self.owner: object = None

    def __repr__(self) -> str:
        return f"<task {self.name}>"


def first(_count: int) -> int:
    """The task that has been ready for the longest time."""
    return 0


class Scheduler:
    """Runs tasks, one at a time."""

    def __init__(self) -> None:
        self.elapsed = 0.0
        """Seconds on the clock."""
        self.steps = 0
        """How often another task was chosen."""
        self.choose: Choose = first
        self._thread = get_ident()
        self._main = Task("test", getcurrent())
        self._ready: list[Task] = []
        self._waiting: list[Task] = []
        self._current = self._main
        self.failure: BaseException | None = None
        """What ended a task first."""

    @property
    def current(self) -> Task:
        """The task that runs."""
        if get_ident() != self._thread:
            raise ForeignThread
        return self._current

    @property
    def tasks(self) -> Sequence[Task]:
        """All tasks but the test."""
        known = (*self._ready, *self._waiting, self._current)
        return [each for each in known if each is not self._main]

    def start(self, work: Callable[[], object], *, name: str) -> Task:
        """Begin a task; it runs when the others wait or pause."""
        assert self.current, "the thread is ours"

        def run(*_: object) -> None:
            _set_running_loop(None)
            try:
                work()
            except GreenletExit:
                if task.is_killed:
                    return  # its parent, which killed it, goes on
            except BaseException as error:  # noqa: BLE001 - the test raises it
                if self.is_ending:
                    return
                self.failure = self.failure or error
                self.wake(self._main)
            task.has_ended = True
            task.green.parent = self._next().green  # it goes on

        task = Task(name, greenlet(run, parent=self._main.green))  # no chain of parents is a ring
        task.green.gr_context = Context()
        self._ready.append(task)
        return task

    @property
    def is_ending(self) -> bool:
        """Whether the task that runs has been killed, and only leaves its blocks."""
        return self._current.has_ended

    def pause(self) -> None:
        """Let the schedule choose which task goes on."""
        self._ready.append(self._living())
        self._switch()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until `wake`, or for some seconds; returns whether it was woken."""
        task = self._living()
        if seconds is not None and seconds <= 0:
            self.pause()
            return False
        task.is_ready = False
        task.deadline = None if seconds is None else self.elapsed + seconds
        self._waiting.append(task)
        self._switch()
        return task.is_ready

    def wake(self, task: Task) -> None:
        """Let a waiting task go on."""
        if task in self._waiting:
            self._waiting.remove(task)
            task.is_ready = True
            self._ready.append(task)

    def kill(self, tasks: Sequence[Task]) -> None:
        """End tasks, as if their process died: their `finally` blocks run, and do nothing else."""
        for task in tasks:
            for queue in (self._ready, self._waiting):
                if task in queue:
                    queue.remove(task)
            if not task.has_ended and task is not self._current:
                current, self._current, loop = self._current, task, _get_running_loop()
                task.has_ended = task.is_killed = True
                task.green.parent = getcurrent()
                task.green.throw()
                self._current = current
                _set_running_loop(loop)

    def die(self) -> NoReturn:
        """End the task that runs: like a killed one, its `finally` blocks do nothing."""
        self._current.has_ended = True
        raise GreenletExit

    def _living(self) -> Task:
        if self.is_ending:
            raise GreenletExit
        return self.current

    def _switch(self) -> None:
        task, following = self._current, self._next()
        if following is not task:
            loop = _get_running_loop()
            try:
                following.green.switch()
            finally:
                _set_running_loop(loop)
        self._current = task
        if task is self._main and self.failure is not None:
            failure, self.failure = self.failure, None
            raise failure

    def _next(self) -> Task:
        """The next task; the clock jumps if all of them wait."""
        if not self._ready:
            limited = [each for each in self._waiting if each.deadline is not None]
            if not limited:
                self.failure = self.failure or Deadlock(repr(self._waiting))
                limited = [self._main]
            self._ready.append(task := min(limited, key=_deadline))
            self._waiting.remove(task)
            self.elapsed = max(self.elapsed, _deadline(task))
        self.steps += 1
        task = self._ready.pop(self.choose(len(self._ready)))
        self._current = task
        return task


def _deadline(task: Task) -> float:
    return 0.0 if task.deadline is None else task.deadline
