"""What clients have not taken yet, with a bound for all clients of a process."""

import asyncio
import ctypes
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from types import coroutine
from typing import Any, Final, TypeAlias

import structlog

SLOW_SECONDS: Final = 10.0
"""A client that takes nothing for this long is dropped."""
PIECE: Final = 32_768
"""Bytes that are passed to the server at once."""
BESIDE: Final = 3 * PIECE
"""Bytes that the server holds for a client that takes nothing, besides what waits here."""
MOST: Final = 32_000_000
"""Bytes that are held for all clients that take nothing."""
Sending: TypeAlias = Coroutine[Any, Any, None]
"""Passes bytes to the server, and waits until it takes them."""
Put: TypeAlias = Callable[[bytes], Sending]
"""Begins to pass bytes to the server."""

log = structlog.get_logger()


class Unsent:
    """The bytes that clients of a process have not taken yet. It lives on the event loop.

    Args:
        count: Called with why a client was dropped: `slow` or `memory`.
        most: The most bytes that are held for all clients.
        seconds: How long a client may take nothing.
    """

    def __init__(
        self,
        count: Callable[[str], None] = lambda _: None,
        *,
        most: int = MOST,
        seconds: float = SLOW_SECONDS,
    ) -> None:
        self.seconds = seconds
        self._count = count
        self._most = most
        self._waiting: dict[asyncio.Timeout, int] = {}
        """The bytes held for each client, the one that has waited longest first."""
        self._held = self._peak = 0

    async def send(self, put: Put, what: bytes) -> None:
        """Send bytes piece by piece, as the client takes them. Most are taken at once.

        Raises:
            TimeoutError: The client takes nothing, and has to be dropped.
        """
        for start in range(0, len(what), PIECE):
            rest = begin(put, what[start : start + PIECE])
            if rest is not None:
                await self.wait(rest, len(what))

    def is_relieved(self) -> bool:
        """Whether much was held, and no longer is, since this was last so."""
        much = self._most // 4
        relieved = self._held <= much < self._peak
        if relieved:
            self._peak = self._held
        return relieved

    async def wait(self, sending: Awaitable[None], size: int) -> None:
        """Wait until the server takes the rest of so many bytes.

        Raises:
            TimeoutError: The client takes nothing, and has to be dropped.
        """
        limit, held = asyncio.timeout(self.seconds), size + BESIDE
        try:
            async with limit:
                self._waiting[limit] = held
                self._held += held
                self._peak = max(self._peak, self._held)
                self._make_room(limit)
                try:
                    await sending
                finally:
                    self._held -= self._waiting.pop(limit, 0)
        except TimeoutError:
            reason = "slow" if limit.when() else "memory"
            log.info("client.dropped", reason=reason)
            self._count(reason)
            raise

    def _make_room(self, new: asyncio.Timeout) -> None:
        """Drop clients until there is room for a new one: first who has waited longest."""
        while self._held > self._most and (first := next(iter(self._waiting))) is not new:
            self._held -= self._waiting.pop(first)
            if not first.expired():
                first.reschedule(0)


def begin(put: Put, what: bytes) -> Awaitable[None] | None:
    """Pass bytes to the server; returns what is left to be awaited, or None if it took them."""
    sending = put(what)
    try:
        return _rest(sending, sending.send(None))
    except StopIteration:
        return None


@coroutine
def _rest(sending: Sending, waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that has begun, and waits for something."""
    try:
        yield waits_for
    except BaseException:
        sending.close()
        raise
    yield from sending


def return_memory() -> None:
    """Return memory that is free to the system; only the C library of GNU can be asked to."""
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)
