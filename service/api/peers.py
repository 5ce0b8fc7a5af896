"""The client of a request: its address behind proxies, and its turn at the processor.

Of what proxies write, `X-Forwarded-For` and `Forwarded` (RFC 7239) are read and nothing else:
answers name no host and no scheme.
"""

import asyncio
import re
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Any, Final

from service.live.shares import Shares
from service.live.waiting import Client

LONGEST_NODE: Final = 100
_PAIR: Final = re.compile(r'\s*([^=;"\s]+)\s*=\s*("(?:[^"\\]|\\.)*"|[^;"]*)(?:;|$)')
_NODE: Final = re.compile(r"(?:\[([^\]]*)\]|([0-9.]+))(?::[\w.-]*)?", re.ASCII)
"""An IPv6 address in brackets, or an IPv4 address, perhaps with a port."""


def client_address(environ: Mapping[str, Any], proxies: int) -> str:
    """The IP address from which a request came to the outermost proxy that is trusted.

    Each proxy adds an entry at the end of one of the headers, so callers can forge only what stands
    before. The address of the connection counts where an entry is missing, names no address
    (`unknown`, `_hidden`), or where the two headers disagree: one of them is the caller's own.

    Args:
        environ: The request (PEP 3333). The length of its headers is limited.
        proxies: How many proxies are in front.
    """
    connection = str(environ.get("REMOTE_ADDR", ""))
    named = {
        address
        for header, read in (("HTTP_X_FORWARDED_FOR", _address), ("HTTP_FORWARDED", _forwarded))
        if header in environ and proxies
        for address in [read(_entry(environ[header], proxies))]
    }
    [address] = named if len(named) == 1 else {None}
    return connection if address is None else str(address)


def _entry(text: str, number: int) -> str:
    """An entry of a list by its place from the end, empty if there are not so many.

    Read from the end, as a quote that a caller has left open must not hide the entries after it.
    """
    end, is_quoted = len(text), False
    for place in range(len(text) - 1, -2, -1):
        sign = text[place] if place >= 0 else ","
        if sign == '"' and not (is_quoted and place and text[place - 1] == "\\"):
            is_quoted = not is_quoted
        elif place < 0 or (sign == "," and not is_quoted):
            if entry := text[place + 1 : end].strip():
                number -= 1
            if number == 0:
                return entry
            end = place
    return ""


def _forwarded(entry: str) -> IPv4Address | IPv6Address | None:
    place = 0
    while (pair := _PAIR.match(entry, place)) is not None:
        if pair[1].lower() == "for":
            return _address(pair[2])
        place = pair.end()
    return None


def _address(node: str) -> IPv4Address | IPv6Address | None:
    """The address of a node, which may have quotes, brackets and a port."""
    if len(node) > LONGEST_NODE:
        return None
    node = node.strip(' "')
    found = _NODE.fullmatch(node)
    try:
        return ip_address(node if found is None else found[1] or found[2] or "")
    except ValueError:
        return None


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
