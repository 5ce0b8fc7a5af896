"""The threads in which the record is read for streams: what is past keeps nobody from what is new.

Whatever is read is read in turns, each of which has an end. What is soon read has threads of its
own; a long past is read in another one, where an owner waits with one turn at a time, so that
whoever reads with a thousand streams is no further ahead than who reads with one.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar
from weakref import WeakValueDictionary

TURN: Final = 256
"""Lines that are read in a turn; what is further back than that is past."""
READERS: Final = 2
"""Threads that read what is new, and as many connections at most."""

T = TypeVar("T")


class Threads:
    """The threads that read; asked on the event loop."""

    def __init__(self) -> None:
        self._new = ThreadPoolExecutor(READERS, "live")
        self._past = ThreadPoolExecutor(1, "missed")
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Whose turn it is to wait for a turn; kept by those who do."""

    async def read(self, read: Callable[[], T], *, behind: int, owner: str) -> T:
        """Read for a turn.

        Args:
            read: Reads as much as makes a turn.
            behind: How far that is from the end.
            owner: Whose reader it is for.
        """
        loop = asyncio.get_running_loop()
        if behind <= TURN:
            return await loop.run_in_executor(self._new, read)
        turn = self._turns.setdefault(owner, asyncio.Lock())
        async with turn:
            return await loop.run_in_executor(self._past, read)
