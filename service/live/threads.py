"""The threads that read the record for streams, so that old events do not delay new ones.

Reading is divided into turns of limited length. New events have threads of their own. Long
histories are read in another thread, where each owner waits with one turn at a time. A client with
a thousand streams is then no faster than a client with one.
"""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from service.runtime import Runtime

TURN: Final = 256
"""Lines that are read in a turn; older lines count as history."""
READERS: Final = 2
"""Threads that read new events; they use as many connections at most."""

T = TypeVar("T")


class Threads:
    """The reading threads; called on the event loop."""

    def __init__(self, runtime: Runtime) -> None:
        self._new = runtime.executor(READERS, name="live")
        self._past = runtime.executor(1, name="missed")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The locks on which the owners' turns queue, kept alive by the waiting turns."""

    async def read(self, read: Callable[[], T], *, behind: int, owner: str) -> T:
        """Read for a turn.

        Args:
            read: Reads one turn.
            behind: The distance from the end, in lines.
            owner: The owner that the reader belongs to.
        """
        loop = asyncio.get_running_loop()
        if behind <= TURN:
            return await loop.run_in_executor(self._new, read)
        turn = self._turns.setdefault(owner, asyncio.Lock())
        async with turn:
            return await loop.run_in_executor(self._past, read)
