"""Answers that are final: made once, and kept in the process.

A public deal that is over looks the same to every caller with the same view. A key names the
content alone, and never a caller.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Final, Generic, Protocol, TypeVar

KEPT_BYTES: Final = 64_000_000
"""Bytes that a process keeps."""


class Sized(Protocol):
    """A content that knows its length in bytes."""

    def __len__(self) -> int: ...


T = TypeVar("T", bound=Sized)


class Kept(Generic[T]):
    """The contents used last. Threads may share it.

    Args:
        limit: How many bytes are kept.
    """

    def __init__(self, limit: int = KEPT_BYTES) -> None:
        self._limit = limit
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """The content under a key, made if it is not kept. Two threads may both make it."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        made = make()
        with self._lock:
            if key not in self._kept and len(made) <= self._limit:
                self._kept[key] = made
                self._size += len(made)
            while self._size > self._limit:
                self._size -= len(self._kept.popitem(last=False)[1])
        return made

    def clear(self) -> None:
        """Keep nothing of what was made before."""
        with self._lock:
            self._kept.clear()
            self._size = 0
