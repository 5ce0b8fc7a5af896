"""Waiting for streams to grow: long polls and open streams, until the process is drained.

One thread per process queries the versions of all awaited streams, in one query a tick, so a
thousand clients cost as much as one. Appends by this process wake its own clients at once. No
client holds a database connection, and no append sends a notification.

Draining: a web process that has to stop says so first, and ends what is open in good order. The
main process sends `SIGNAL` to the processes that answer. Their `/readyz` is 503 from then on. They
still answer, so that a load balancer can send new requests elsewhere in time. In the last second
their streams end, each at a moment of its own, and long polls are answered. Clients go on
elsewhere, from their positions.
"""

import logging
import math
import signal
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from typing import Final
from uuid import UUID

from service.live.shares import Holder, Slots
from service.runtime import Runtime

SIGNAL: Final = signal.SIGUSR1
SPREAD_SECONDS: Final = 1.0
"""Streams end within this time, so that their clients do not all come back at once."""


def running_seconds(drain_seconds: int) -> int:
    """How long running requests may delay the stop of a process that was drained for some time."""
    return drain_seconds + 2


def stop_seconds(drain_seconds: int) -> int:
    """The longest that a stop takes, in seconds."""
    return drain_seconds + running_seconds(drain_seconds) + 3


log = logging.getLogger(__name__)

QUICK_SECONDS: Final = 0.004
"""The pause between two queries while events happen, or a wait has just begun."""
SLOW_SECONDS: Final = 0.03
"""The longest pause between two queries, reached when nothing happens for a while."""
SLOWER: Final = 1.02
"""The pause grows by this: a bot moves within some hundred ms, and is read soon after it."""
PAUSE_SECONDS: Final = 1.0
"""The pause after a database that does not answer, and the longest after one that answers late."""
SHARE: Final = 4
"""Up to that, the pause is at least this multiple of a query's duration, to spare the database."""


class Client:
    """The client of a request, who may leave before it is answered."""

    def __init__(self) -> None:
        self.has_left = False
        self._listeners: list[Callable[[], None]] = []

    def leave(self) -> None:
        """Report that the client has left; called in any thread."""
        self.has_left = True
        for listener in tuple(self._listeners):
            listener()

    def watch(self, listener: Callable[[], None]) -> None:
        """Call back when the client leaves, until `unwatch`."""
        self._listeners.append(listener)

    def unwatch(self, listener: Callable[[], None]) -> None:
        """Remove the callback."""
        self._listeners.remove(listener)


Versions = Callable[[Collection[UUID]], Mapping[UUID, int]]


class WaitingClients:
    """The clients of a process that wait for streams to grow.

    Args:
        versions: Reads the versions of streams; unknown streams are left out.
        runtime: The clock and the thread.
        limit: The most waiting clients; one caller has at most half of the slots.
    """

    def __init__(self, versions: Versions, runtime: Runtime, *, limit: int) -> None:
        self._versions = versions
        self._runtime = runtime
        self._slots = Slots(limit, each=max(1, limit // 2))
        self._changed = runtime.condition()
        self._watched: defaultdict[UUID, int] = defaultdict(int)
        self._seen: dict[UUID, int] = {}
        self._listeners: defaultdict[UUID, list[Callable[[], None]]] = defaultdict(list)
        self._stirred = runtime.event()
        self._is_looking = False
        self._last = math.inf
        """When every wait ends, on the monotonic clock."""

    def until_after(
        self,
        stream: UUID,
        version: int,
        *,
        seconds: float,
        holder: Holder,
        client: Client | None = None,
    ) -> bool:
        """Wait until the stream has grown beyond a version, the time is over or the client leaves.

        Returns:
            False at once if there is no free slot; otherwise True, however the wait ended.
        """
        if not self._slots.take(holder):
            return False
        client = client or Client()
        client.watch(self._wake)
        try:
            self._wait(stream, version, self._runtime.monotonic() + seconds, client)
        finally:
            client.unwatch(self._wake)
            self._slots.leave(holder)
        return True

    def _wake(self) -> None:
        with self._changed:
            self._changed.notify_all()

    def end_in(self, seconds: float) -> None:
        """Let no client wait longer than this, because the process has to stop."""
        with self._changed:
            self._last = self._runtime.monotonic() + seconds
            self._changed.notify_all()

    def grown(self, stream: UUID, version: int) -> None:
        """Report that the stream has this version, known from an append or read in this process."""
        with self._changed:
            if stream not in self._watched or version <= self._seen.get(stream, 0):
                return
            self._seen[stream] = version
            self._changed.notify_all()
            self._stirred.set()
            listeners = tuple(self._listeners.get(stream, ()))
        for listener in listeners:
            listener()

    def watch(self, stream: UUID, listener: Callable[[], None]) -> None:
        """Call back whenever the stream has grown, and once at the start, until `unwatch`.

        Args:
            stream: The stream.
            listener: The callback: any thread calls it, and it returns at once.
        """
        with self._changed:
            self._listeners[stream].append(listener)
            self._seen.pop(stream, None)
            self._begin(stream)

    def unwatch(self, stream: UUID, listener: Callable[[], None]) -> None:
        """Remove the callback."""
        with self._changed:
            self._listeners[stream].remove(listener)
            if not self._listeners[stream]:
                del self._listeners[stream]
            self._end(stream)

    def _wait(self, stream: UUID, version: int, deadline: float, client: Client) -> None:
        with self._changed:
            self._begin(stream)
            while self._seen.get(stream, 0) <= version and not client.has_left:
                left = min(deadline, self._last) - self._runtime.monotonic()
                if left <= 0:
                    break
                self._changed.wait(left)
            self._end(stream)

    def _begin(self, stream: UUID) -> None:
        self._watched[stream] += 1
        if not self._is_looking:
            self._is_looking = True
            self._runtime.thread(self._look, name="waiting")
        self._changed.notify_all()
        self._stirred.set()

    def _end(self, stream: UUID) -> None:
        self._watched[stream] -= 1
        if not self._watched[stream]:
            del self._watched[stream]
            self._seen.pop(stream, None)

    def _look(self) -> None:
        """Query while a client waits, less and less often while nothing happens."""
        pause = QUICK_SECONDS
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._watched)
                streams = tuple(self._watched)
            began = self._runtime.monotonic()
            try:
                found = self._versions(streams)
            except Exception:  # noqa: BLE001 - the clients keep waiting; the next tick retries
                log.warning("the versions of %d streams could not be read", len(streams))
                self._runtime.sleep(PAUSE_SECONDS)
                continue
            taken = self._runtime.monotonic() - began
            least = min(max(QUICK_SECONDS, SHARE * taken), PAUSE_SECONDS)
            for stream, version in found.items():
                self.grown(stream, version)
            stirred = self._stirred.wait(max(pause, least))
            self._stirred.clear()
            pause = QUICK_SECONDS if stirred else min(pause * SLOWER, SLOW_SECONDS)
            if stirred:
                self._runtime.sleep(least)
