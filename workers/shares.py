"""The threads of a worker: what they do for owners, in fair shares.

Each owner has an account for each queue. Among accounts with waiting jobs, the one that has used
the least processor time lately comes first. A job that waits already is not kept twice.
"""

from collections import deque
from collections.abc import Callable, Hashable
from typing import Final, NamedTuple

import structlog

from service.runtime import Runtime

KEPT: Final = 10_000
"""Accounts whose use is remembered."""

log = structlog.get_logger()


class Job(NamedTuple):
    """A task that waits."""

    key: Hashable
    run: Callable[[], object]


class Account:
    """The share of an owner in a queue."""

    def __init__(self, *, used: float) -> None:
        self.used = used
        """Processor time, in seconds; never less than the accounts at work have used."""
        self.running = 0
        self.jobs: deque[Job] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether it has no task."""
        return not self.running and not self.jobs


class Turns:
    """The tasks that wait, and whose turn it is. One thread may use it at a time."""

    def __init__(self) -> None:
        self._accounts: dict[str, Account] = {}
        self._waiting: set[Hashable] = set()
        self._least = 0.0

    def add(self, name: str, job: Job) -> bool:
        """Let a job wait; False: one with its key waits already."""
        if job.key in self._waiting:
            return False
        self._waiting.add(job.key)
        account = self._accounts.get(name)
        if account is None:
            if len(self._accounts) >= KEPT:
                busy = {key: each for key, each in self._accounts.items() if not each.is_idle}
                self._accounts = busy
            account = self._accounts[name] = Account(used=self._least)
        elif account.is_idle:
            account.used = max(account.used, self._least)
        account.jobs.append(job)
        return True

    def take(self) -> tuple[Account, Job] | None:
        """Begin the next job; None: there is none."""
        waiting = [each for each in self._accounts.values() if each.jobs]
        if not waiting:
            return None
        account = min(waiting, key=lambda each: (each.used, each.running))
        job = account.jobs.popleft()
        self._waiting.remove(job.key)
        self._least = max(self._least, account.used)
        account.running += 1
        return account, job

    @staticmethod
    def leave(account: Account, used: float) -> None:
        """End a job, after so many seconds of processor time."""
        account.used += used
        account.running -= 1


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
        self._turns = Turns()
        self._running = 0
        self._is_open = True
        for number in range(threads):
            runtime.thread(self._work, name=f"{name}_{number}")

    def submit(self, account: str, job: Job) -> bool:
        """Have a job done; False: one with its key waits already."""
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

    def _take(self) -> tuple[Account, Job] | None:
        """Wait for the next job; None: there are no more."""
        with self._changed:
            while self._is_open:
                if taken := self._turns.take():
                    self._running += 1
                    return taken
                self._changed.wait()
        return None

    def _leave(self, account: Account, used: float) -> None:
        with self._changed:
            self._turns.leave(account, used)
            self._running -= 1
            if not self._is_open:
                self._changed.notify_all()
