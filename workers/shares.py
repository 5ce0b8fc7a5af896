"""The threads of a worker: what they do for owners, in fair shares.

Each owner has an account for each queue. A job that waits already is not kept twice, and a job too
many is given up: the sweep finds its work again.
"""

from collections.abc import Callable, Hashable
from typing import NamedTuple

import structlog

from service.fair import Accounts, WaitingAccount
from service.runtime import Runtime

log = structlog.get_logger()


class Job(NamedTuple):
    """A task that waits."""

    key: Hashable
    run: Callable[[], object]


class FairQueue:
    """The tasks that wait, and whose turn it is. One thread may use it at a time."""

    def __init__(self) -> None:
        self._accounts: Accounts[Job] = Accounts()
        self._waiting: set[Hashable] = set()

    def add(self, name: str, job: Job) -> bool:
        """Let a job wait; False: one with its key waits already, or too many of the account."""
        if job.key in self._waiting or not self._accounts.wait(self._accounts.of(name), job):
            return False
        self._waiting.add(job.key)
        return True

    def take(self) -> tuple[WaitingAccount[Job], Job] | None:
        """Begin the next job; None: there is none."""
        taken = self._accounts.next()
        if taken is not None:
            self._waiting.remove(taken[1].key)
            self._accounts.begin(taken[0])
        return taken

    def leave(self, account: WaitingAccount[Job], used: float) -> None:
        """End a job, after so many seconds of processor time."""
        self._accounts.leave(account, used)


class FairThreads:
    """Threads that work for accounts in turn.

    Args:
        threads: Their number.
        runtime: The clock and the threads.
        name: Their name.
    """

    def __init__(self, threads: int, runtime: Runtime, *, name: str) -> None:
        self._runtime, self._name = runtime, name
        self._changed = runtime.condition()
        self._turns = FairQueue()
        self._running = 0
        self._is_open = True
        for number in range(threads):
            runtime.thread(self._work, name=f"{name}_{number}")

    def submit(self, account: str, job: Job) -> bool:
        """Queue a job; False: one with its key waits already, or too many of the account."""
        with self._changed:
            is_new = self._turns.add(account, job)
            self._changed.notify()
        return is_new

    def close(self) -> None:
        """Give up all that waits, and wait for what runs."""
        with self._changed:
            self._is_open = False
            self._changed.notify_all()
            while self._running:
                self._changed.wait()

    def _work(self) -> None:
        while (taken := self._take()) is not None:
            account, job = taken
            began = self._runtime.processor_time()
            try:
                job.run()
            except Exception:  # the sweep finds it
                log.exception("job.failed", thread=self._name, key=str(job.key))
            self._leave(account, self._runtime.processor_time() - began)

    def _take(self) -> tuple[WaitingAccount[Job], Job] | None:
        """Wait for the next job; None: there are no more."""
        with self._changed:
            while self._is_open:
                if taken := self._turns.take():
                    self._running += 1
                    return taken
                self._changed.wait()
        return None

    def _leave(self, account: WaitingAccount[Job], used: float) -> None:
        with self._changed:
            self._turns.leave(account, used)
            self._running -= 1
            if not self._is_open:
                self._changed.notify_all()
