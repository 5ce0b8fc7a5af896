"""The client of a request, as the event loop sees it, and its turn at the processor."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

from service.live.shares import Shares
from service.live.waiting import Client

CLIENT: Final = "fairdeal.client"
"""The key in the environment of the `Client`."""
GIVE_WAY: Final = "fairdeal.give_way"
"""The same of the function by which a request that waits gives its turn back."""
LEFT_SECONDS: Final = 0.2
"""After so long without an answer, the server looks whether the client is still there."""


class Peer:
    """The other end of a request, as far as it is known to be there."""

    def __init__(self, receive: Callable[[], Any]) -> None:
        self.client = Client()
        self._receive = receive
        self._gone: asyncio.Task[None] | None = None

    def look(self) -> asyncio.Task[None]:
        """Begin to look whether the client leaves; the task ends when it has left."""
        if self._gone is None:
            self._gone = asyncio.create_task(self._leave())
        return self._gone

    async def unless_left(self, work: Coroutine[Any, Any, object]) -> bool:
        """Work, unless the client leaves before it is done; returns whether it was done."""
        task = asyncio.create_task(work)
        await asyncio.wait((task, self.look()), return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            task.result()
            return True
        task.cancel()
        return False

    def end(self) -> None:
        """Look no longer."""
        if self._gone is not None:
            self._gone.cancel()

    async def _leave(self) -> None:
        while (await self._receive())["type"] != "http.disconnect":
            pass
        self.client.leave()


class RequestTurn:
    """The turn of a request, given back once: at its end, or while it waits."""

    def __init__(self, shares: Shares, account: str) -> None:
        self._shares, self._account = shares, account
        self._loop = asyncio.get_running_loop()
        self._is_on = True
        self.used = 0.0

    def give_way(self) -> None:
        """Give it back now; called in any thread."""
        with suppress(RuntimeError):  # the event loop has been closed in the meantime
            self._loop.call_soon_threadsafe(self.end)

    def end(self) -> None:
        """Give it back, on the event loop."""
        if self._is_on:
            self._is_on = False
            self._shares.leave(self._account, self.used)
