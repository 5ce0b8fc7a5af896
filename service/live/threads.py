"""The threads that read the record for streams, so that old events do not delay new ones.

Reading is divided into turns of limited length. New events have threads of their own. Long
histories are read in another thread, where each owner waits with one turn at a time. A client with
a thousand streams is then no faster than a client with one.
"""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar
from weakref import WeakValueDictionary

from service.live.shares import STRANGER, STRANGERS, Shares
from service.runtime import Runtime

TURN: Final = 256
"""Lines that are read in a turn; older lines count as history."""
READERS: Final = 2
"""Threads that read new events; they use as many connections at most."""

T = TypeVar("T")


class Threads:
    """The reading threads; called on the event loop."""

    def __init__(self, runtime: Runtime, shares: Shares) -> None:
        self._runtime = runtime
        self._shares = shares
        self._new = runtime.executor(READERS, name="live")
        self._past = runtime.executor(1, name="missed")
        self._strangers = runtime.executor(STRANGERS, name="strangers")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """The locks on which the owners' turns queue, kept alive by the waiting turns."""

    async def read(self, read: Callable[[], T], *, behind: int, account: str) -> T:
        """Read for a turn.

        Args:
            read: Reads one turn.
            behind: The distance from the end, in lines.
            account: The account of the reader: its owner, or the address of a stranger, who reads
                new events only in a share of the processor.
        """
        loop = asyncio.get_running_loop()
        if account.startswith(STRANGER):
            return await self._of_stranger(read, account)
        if behind <= TURN:
            return await loop.run_in_executor(self._new, read)
        turn = self._turns.setdefault(account, asyncio.Lock())
        async with turn:
            return await loop.run_in_executor(self._past, read)

    async def _of_stranger(self, read: Callable[[], T], account: str) -> T:
        await self._shares.take(account)
        used = 0.0

        def measured() -> T:
            nonlocal used
            began = self._runtime.processor_time()
            try:
                return read()
            finally:
                used = self._runtime.processor_time() - began

        try:
            return await asyncio.get_running_loop().run_in_executor(self._strangers, measured)
        finally:
            self._shares.leave(account, used)
