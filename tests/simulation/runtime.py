"""The runtime of tests: a clock that ticks by itself and never sleeps, and chance from a seed."""

from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from hashlib import sha256
from threading import Lock
from typing import Any, Final, TypeVar

from service.runtime import Runtime
from tests.simulation.scheduler import Scheduler, Task

T = TypeVar("T")

BEGAN: Final = 1_768_464_000_000_000
"""The time of day at the beginning of every test, in µs since the epoch: 2026-01-15, 08:00 UTC.

It is in the past, as the database has the real time: what is due by the simulated clock is due
there, too."""
TICK: Final = 0.001
"""Seconds by which the clock ticks whenever the time of day is read."""


class SimulatedRuntime(Runtime):
    """A simulated clock, chance from a seed, and tasks of a schedule instead of threads."""

    def __init__(self, scheduler: Scheduler | None = None) -> None:
        self.scheduler = scheduler or Scheduler()
        self.tick = TICK
        self._jumped = 0
        self._drawing = Lock()
        self.seed("")

    # --- What tests set ---------------------------------------------------------------------------

    def seed(self, seed: str) -> None:
        """Begin anew with chance."""
        self._seed, self._drawn = seed.encode(), 0

    @contextmanager
    def seeded(self, seed: str) -> Generator[None]:
        """Other chance, for a while; the clock goes on."""
        before = self._seed, self._drawn
        self.seed(seed)
        try:
            yield
        finally:
            self._seed, self._drawn = before

    @contextmanager
    def begun(self, seed: str, *, elapsed: float) -> Generator[None]:
        """Other chance and another time, for a while."""
        before = self._jumped, self.scheduler.elapsed
        self._jumped, self.scheduler.elapsed = 0, elapsed
        try:
            with self.seeded(seed):
                yield
        finally:
            self._jumped, self.scheduler.elapsed = before

    def pass_time(self, seconds: float) -> None:
        """Let time pass at once, before any task that waits goes on."""
        self.scheduler.elapsed += seconds

    def pass_until(self, at: int) -> None:
        """Let time pass until a time of day, in µs since the epoch."""
        self.pass_time((at - BEGAN - self._jumped) / 1_000_000 - self.scheduler.elapsed)

    def set_clock(self, seconds: float) -> None:
        """Set the clock of the machine: the time of day jumps, the monotonic clock does not."""
        self._jumped += round(seconds * 1_000_000)

    @contextmanager
    def ahead(self, seconds: float) -> Generator[None]:
        """Another time of day, for a while; the monotonic clock goes on."""
        self.set_clock(seconds)
        try:
            yield
        finally:
            self.set_clock(-seconds)

    @contextmanager
    def stopped(self) -> Generator[None]:
        """Stop the clock: it ticks only while tasks wait."""
        tick, self.tick = self.tick, 0.0
        try:
            yield
        finally:
            self.tick = tick

    # --- See `Runtime` ----------------------------------------------------------------------------

    def now(self) -> int:
        self.scheduler.elapsed += self.tick
        return BEGAN + self._jumped + round(self.scheduler.elapsed * 1_000_000)

    def monotonic(self) -> float:
        return self.scheduler.elapsed

    def processor_time(self) -> float:
        return self.scheduler.elapsed

    def sleep(self, seconds: float) -> None:
        self.scheduler.wait(seconds)

    def random_bytes(self, size: int) -> bytes:
        with self._drawing:
            self._drawn += 1
            number = self._drawn
        drawn = b""
        while len(drawn) < size:
            drawn += sha256(b"%b/%d/%d" % (self._seed, number, len(drawn))).digest()
        return drawn[:size]

    def end_process_later(self, seconds: float) -> None:
        """A schedule that stands still is ended by its deadlock or its limit, and no process is."""

    def thread(self, work: Callable[[], object], *, name: str) -> None:
        self.scheduler.start(work, name=name)

    def executor(self, threads: int, *, name: str) -> Executor:
        return SimulatedExecutor(self, threads, name)

    def lock(self) -> Any:
        return SimulatedLock(self.scheduler)

    def condition(self) -> Any:
        return SimulatedCondition(self.scheduler)

    def event(self) -> Any:
        return SimulatedEvent(self.scheduler)

    def queue(self) -> Any:
        return SimulatedQueue(self.scheduler)


class SimulatedLock:
    """See `threading.Lock`."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._owner: Task | None = None
        self._waiting: deque[Task] = deque()

    def acquire(self, blocking: bool = True) -> bool:  # noqa: FBT001, FBT002 - as the original
        if self._scheduler.is_ending:
            return True
        if self._owner is None:
            self._owner = self._scheduler.current
            return True
        if not blocking:
            return False
        self._waiting.append(self._scheduler.current)
        self._scheduler.wait()
        return True

    def release(self) -> None:
        assert self._owner or self._scheduler.is_ending, "it is released by whoever has it"
        self._owner = self._waiting.popleft() if self._waiting else None
        if self._owner is not None:
            self._scheduler.wake(self._owner)

    def __enter__(self) -> None:
        self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class SimulatedCondition(SimulatedLock):
    """See `threading.Condition`."""

    def __init__(self, scheduler: Scheduler) -> None:
        super().__init__(scheduler)
        self._sleeping: deque[Task] = deque()

    def wait(self, timeout: float | None = None) -> bool:
        task = self._scheduler.current
        self._sleeping.append(task)
        self.release()
        try:
            woken = self._scheduler.wait(timeout)
        finally:
            if task in self._sleeping:
                self._sleeping.remove(task)
            self.acquire()
        return woken

    def wait_for(self, predicate: Callable[[], T], timeout: float | None = None) -> T:
        end = None if timeout is None else self._scheduler.elapsed + timeout
        while not (result := predicate()):
            left = None if end is None else end - self._scheduler.elapsed
            if left is not None and left <= 0:
                break
            self.wait(left)
        return result

    def notify(self, n: int = 1) -> None:
        for _ in range(min(n, len(self._sleeping))):
            self._scheduler.wake(self._sleeping.popleft())

    def notify_all(self) -> None:
        self.notify(len(self._sleeping))


class SimulatedEvent:
    """See `threading.Event`."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._changed = SimulatedCondition(scheduler)
        self._is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        with self._changed:
            self._is_set = True
            self._changed.notify_all()

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        with self._changed:
            return self._changed.wait_for(self.is_set, timeout)


class SimulatedQueue:
    """See `queue.SimpleQueue`."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._changed = SimulatedCondition(scheduler)
        self._items: deque[Any] = deque()

    def put(self, item: Any) -> None:
        with self._changed:
            self._items.append(item)
            self._changed.notify()

    def get(self) -> Any:
        with self._changed:
            self._changed.wait_for(lambda: self._items)
            return self._items.popleft()


class SimulatedFuture(Future[T]):
    """A future on whose result other tasks wait."""

    _condition: Any

    def __init__(self, scheduler: Scheduler) -> None:
        super().__init__()
        self._condition = SimulatedCondition(scheduler)


class SimulatedExecutor(Executor):
    """A pool of tasks."""

    def __init__(self, runtime: SimulatedRuntime, threads: int, name: str) -> None:
        self._runtime, self._free, self._name = runtime, threads, name
        scheduler = self._scheduler = runtime.scheduler
        self._threads = threads
        self._work = SimulatedQueue(scheduler)
        self._done = SimulatedCondition(scheduler)
        self._pending = 0
        self._is_shut_down = False

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        if self._is_shut_down:
            raise RuntimeError("cannot schedule new futures after shutdown")
        future = SimulatedFuture[T](self._scheduler)
        self._pending += 1
        self._work.put((future, fn, args, kwargs))
        if self._free:
            self._free -= 1
            self._runtime.thread(self._run, name=self._name)
        return future

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            future, function, arguments, named = work
            if future.set_running_or_notify_cancel():
                try:
                    result = function(*arguments, **named)
                except Exception as error:  # noqa: BLE001 - it is raised where the result is taken
                    future.set_exception(error)
                else:
                    future.set_result(result)
            with self._done:
                self._pending -= 1
                self._done.notify_all()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002
        self._is_shut_down = True
        with self._done:
            self._done.wait_for(lambda: not (wait and self._pending))
        for _ in range(self._threads - self._free):
            self._work.put(None)


RUNTIME: Final = SimulatedRuntime()
"""The runtime of every part that a test puts together in this process."""
