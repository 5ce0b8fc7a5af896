"""Who waits for a stream to grow: long polls, and the streams that are open to readers.

One thread a process asks the versions of all streams that somebody waits for, in one query a tick,
so a thousand readers cost as much as one; what this process appends itself wakes its readers at
once. No reader holds a database connection, and no append notifies anybody.
"""

import logging
import time
from collections import defaultdict
from collections.abc import Callable, Collection, Mapping
from threading import Condition, Event, Thread
from typing import Final
from uuid import UUID

from service.live.slots import Holder, Places

log = logging.getLogger(__name__)

QUICK_SECONDS: Final = 0.004
"""Between two looks while something happens, or somebody has just begun to wait."""
SLOW_SECONDS: Final = 0.05
"""Between two looks in the end, while nothing happens: half a minute of waiting is mostly that."""
SLOWER: Final = 1.1
PAUSE_SECONDS: Final = 1.0
"""How long to leave a database alone that does not answer."""
SHARE: Final = 4
"""The pause is so many times what a look took: many streams do not keep the database busy."""

Versions = Callable[[Collection[UUID]], Mapping[UUID, int]]


class Waiting:
    """The readers of a process that wait for streams to grow.

    Args:
        versions: Gives the versions of streams; streams that are not there are left out.
        limit: How many may wait at a time; one caller has half of the places at most.
    """

    def __init__(self, versions: Versions, *, limit: int) -> None:
        self._versions = versions
        self._places = Places(limit, each=max(1, limit // 2))
        self._changed = Condition()
        self._watched: defaultdict[UUID, int] = defaultdict(int)
        self._seen: dict[UUID, int] = {}
        self._told: defaultdict[UUID, list[Callable[[], None]]] = defaultdict(list)
        self._stirred = Event()
        self._thread: Thread | None = None

    def until_after(self, stream: UUID, version: int, *, seconds: float, holder: Holder) -> bool:
        """Wait until the stream has grown beyond a version, or the time is over.

        Returns:
            False at once where there is no place for him; else True, however the waiting ended.
        """
        if not self._places.take(holder):
            return False
        try:
            self._wait(stream, version, time.monotonic() + seconds)
        finally:
            self._places.leave(holder)
        return True

    def grown(self, stream: UUID, version: int) -> None:
        """Somebody in this process knows that the stream has this version."""
        with self._changed:
            if stream not in self._watched or version <= self._seen.get(stream, 0):
                return
            self._seen[stream] = version
            self._changed.notify_all()
            self._stirred.set()
            told = tuple(self._told.get(stream, ()))
        for tell in told:
            tell()

    def watch(self, stream: UUID, tell: Callable[[], None]) -> None:
        """Tell somebody whenever the stream has grown, and once at the beginning, until `unwatch`.

        Args:
            stream: The stream.
            tell: Called in any thread; it returns at once.
        """
        with self._changed:
            self._told[stream].append(tell)
            self._seen.pop(stream, None)
            self._begin(stream)

    def unwatch(self, stream: UUID, tell: Callable[[], None]) -> None:
        """Tell him no more."""
        with self._changed:
            self._told[stream].remove(tell)
            if not self._told[stream]:
                del self._told[stream]
            self._end(stream)

    def _wait(self, stream: UUID, version: int, deadline: float) -> None:
        with self._changed:
            self._begin(stream)
            self._changed.wait_for(
                lambda: self._seen.get(stream, 0) > version, timeout=deadline - time.monotonic()
            )
            self._end(stream)

    def _begin(self, stream: UUID) -> None:
        self._watched[stream] += 1
        if self._thread is None:
            self._thread = Thread(target=self._look, name="waiting", daemon=True)
            self._thread.start()
        self._changed.notify_all()
        self._stirred.set()

    def _end(self, stream: UUID) -> None:
        self._watched[stream] -= 1
        if not self._watched[stream]:
            del self._watched[stream]
            self._seen.pop(stream, None)

    def _look(self) -> None:
        """Ask again and again while somebody waits, the less often the less happens."""
        pause = QUICK_SECONDS
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._watched)
                streams = tuple(self._watched)
            began = time.monotonic()
            try:
                found = self._versions(streams)
            except Exception:  # noqa: BLE001 - the readers wait on; the next tick asks again
                log.warning("the versions of %d streams could not be read", len(streams))
                time.sleep(PAUSE_SECONDS)
                continue
            least = max(QUICK_SECONDS, SHARE * (time.monotonic() - began))
            for stream, version in found.items():
                self.grown(stream, version)
            stirred = self._stirred.wait(max(pause, least))
            self._stirred.clear()
            pause = QUICK_SECONDS if stirred else min(pause * SLOWER, SLOW_SECONDS)
            if stirred:
                time.sleep(least)
