"""The clock, the random source and the threads on which a process runs.

The assembly gets one `Runtime` and passes it on. Product code reads time and chance, and starts
threads, through it alone; so a test can give another one. No setting chooses it.
"""

import faulthandler
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from datetime import datetime
from queue import SimpleQueue
from typing import Any, Final, TypeAlias
from uuid import UUID

from service.timestamps import month_of, when

Event: TypeAlias = threading.Event
"""An event on which threads wait; a runtime makes it."""
_FRACTION_BITS: Final = 53
"""The bits of a float's significand."""


class Runtime:
    """The clock, the random source and the threads of the operating system."""

    def now(self) -> int:
        """The time of day, in µs since the epoch. It may jump if the clock is set."""
        return time.time_ns() // 1_000

    def monotonic(self) -> float:
        """Seconds on a clock that only goes forward, since an arbitrary moment."""
        return time.monotonic()

    def processor_time(self) -> float:
        """Seconds that this thread has used a processor."""
        return time.thread_time()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(seconds)

    def random_bytes(self, size: int) -> bytes:
        """Random bytes, fit for keys and seeds."""
        return secrets.token_bytes(size)

    def end_process_later(self, seconds: float) -> None:
        """End this process after some seconds, unless this is called again before.

        The stacks of all threads are printed to standard error: functions and lines, no values.
        """
        faulthandler.dump_traceback_later(seconds, exit=True)

    def thread(self, work: Callable[[], object], *, name: str) -> None:
        """Run some work in a new thread, which ends with the process at the latest."""
        threading.Thread(target=work, name=name, daemon=True).start()

    def executor(self, threads: int, *, name: str) -> Executor:
        """A pool of threads."""
        return ThreadPoolExecutor(threads, name)

    def lock(self) -> threading.Lock:
        """A lock that may be held during a call of the store, the broker or the network."""
        return threading.Lock()

    def condition(self) -> threading.Condition:
        """A condition variable with a lock of its own."""
        return threading.Condition()

    def event(self) -> Event:
        """An event on which threads wait."""
        return threading.Event()

    def queue(self) -> SimpleQueue[Any]:
        """A queue without a limit, from which threads take."""
        return SimpleQueue()

    # --- What follows from these ------------------------------------------------------------------

    def uniform(self, low: float, high: float) -> float:
        """A random number between two others."""
        numerator = int.from_bytes(self.random_bytes(8)) >> (64 - _FRACTION_BITS)
        return low + (high - low) * numerator / (1 << _FRACTION_BITS)

    def uuid(self) -> UUID:
        """A random UUID (version 4)."""
        return UUID(bytes=self.random_bytes(16), version=4)

    def this_month(self) -> datetime:
        """The first moment of this month, in UTC."""
        return month_of(when(self.now()))


SYSTEM: Final = Runtime()
"""The runtime of the processes of the service."""
