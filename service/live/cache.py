"""A cache of answers that are final: made once, and kept in the process.

A public deal that is over looks the same to every caller with the same view. A key names the
content alone, and never a caller.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final

CACHED_BYTES: Final = 64_000_000
"""Bytes that a process keeps."""


class ByteCache:
    """The contents used last. Threads may share it.

    Args:
        limit: How many bytes are kept.
    """

    def __init__(self, limit: int = CACHED_BYTES) -> None:
        self._limit = limit
        self._contents: OrderedDict[Hashable, bytes] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], bytes]) -> bytes:
        """The content under a key, made if it is not kept. Two threads may both make it."""
        with self._lock:
            if key in self._contents:
                self._contents.move_to_end(key)
                return self._contents[key]
        made = make()
        with self._lock:
            if key not in self._contents and len(made) <= self._limit:
                self._contents[key] = made
                self._size += len(made)
            while self._size > self._limit:
                self._size -= len(self._contents.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        """Forget all contents, so that they are measured when they are made."""
        with self._lock:
            self._contents.clear()
            self._size = 0
