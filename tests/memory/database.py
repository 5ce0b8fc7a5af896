"""A database in memory, and the operations of its repositories."""

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import wraps
from pickle import dumps, loads
from threading import RLock
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from events.translog.store import LogEntry
from service.runtime import Runtime
from service.timestamps import when
from tests.simulation.runtime import RUNTIME

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
Moment: TypeAlias = Literal["begin", "end"]
Step: TypeAlias = Callable[[str, Moment], object]
"""Gets the name of an operation, such as ``MemoryStore.append``, before and after it.

It may let other tasks run, or raise. An exception at the beginning comes instead of the
operation, and one at the end instead of the answer."""


def _go_on(_operation: str, _moment: Moment) -> None:
    """No hook."""


class Memory:
    """The tables of a database. Threads may share it; its contents end with the process.

    Args:
        runtime: has the clock of the database.
        before: its contents at first, as `dumped` wrote them.

    Attributes:
        step: called before and after each operation.
        lock: held during an operation, which so is a transaction.
        readers: get the new entries of the log, in the transaction that adds them.
    """

    def __init__(self, runtime: Runtime = RUNTIME, before: bytes = b"") -> None:
        self.runtime = runtime
        self.step: Step = _go_on
        self.lock = RLock()
        self.readers: list[Callable[[Sequence[LogEntry]], object]] = []
        self._tables: dict[type, Any] = loads(before) if before else {}  # noqa: S301

    def tables(self, kind: type[T]) -> T:
        """The tables of a repository, which are empty at first."""
        with self.lock:
            if kind not in self._tables:
                self._tables[kind] = kind()
            tables: T = self._tables[kind]
            return tables

    def dumped(self) -> bytes:
        return dumps(self._tables)

    def now(self) -> datetime:
        """The time of the database."""
        return when(self.runtime.now())


class Shared(Protocol):
    """Tables that one process at a time may change."""

    is_taken: bool


@contextmanager
def turn_at(tables: Shared, memory: Memory, name: str) -> Generator[bool]:
    """Take the turn until the end of the block; False: another process has it."""
    memory.step(name, "begin")
    is_mine, tables.is_taken = not tables.is_taken, True
    try:
        memory.step(name, "end")
        yield is_mine
    finally:
        if is_mine:
            tables.is_taken = False


class InMemory(Protocol):
    """A repository in memory."""

    memory: Memory


def operation(method: F) -> F:
    """Make a method of a repository one transaction, with the hook before and after it.

    A method that raises must not have changed anything yet.
    """
    name = method.__qualname__

    @wraps(method)
    def run(self: InMemory, *args: Any, **more: Any) -> Any:
        memory = self.memory
        memory.step(name, "begin")
        try:
            with memory.lock:
                result = method(self, *args, **more)
        except Exception:
            memory.step(name, "end")
            raise
        memory.step(name, "end")
        return result

    return run  # type: ignore[return-value]
