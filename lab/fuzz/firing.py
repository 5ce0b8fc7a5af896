"""Send hostile requests over several connections, and judge the answers."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final
from urllib.parse import urlsplit

from lab.fuzz.shots import Shot, World, shot

SECONDS: Final = 60.0
"""How long an answer may take, on a machine that has other things to do."""
RENEWED: Final = 400
"""After so many requests a connection gets a new world: ended deals and tokens are dull."""
MOST_FAULTS: Final = 20
STREAMS: Final = ("text/event-stream", "application/x-ndjson")


@dataclass
class Tally:
    """The answers.

    Attributes:
        statuses: The number of each status; 0: closed without an answer, where that is allowed.
        faults: Wrong answers, each with the request.
        left: The number of requests still to send.
    """

    left: int
    statuses: Counter[int] = field(default_factory=Counter)
    faults: list[str] = field(default_factory=list)


class HungUp(Exception):
    """The server has closed the connection before its answer was whole."""


async def fire(
    url: str, worlds: Callable[[Random], World], *, requests: int, connections: int, seed: int
) -> Tally:
    """Send a number of requests over a number of connections.

    Args:
        url: The service.
        worlds: Makes the world of a connection; called in a thread.
        requests: The total number.
        connections: The number at a time.
        seed: The seed of all randomness except the order in which connections take turns.
    """
    tally = Tally(requests)
    await asyncio.gather(
        *(_connection(url, worlds, tally, Random(f"{seed}/{each}")) for each in range(connections))
    )
    return tally


async def _connection(
    url: str, worlds: Callable[[Random], World], tally: Tally, chance: Random
) -> None:
    host = urlsplit(url)
    wire = _Wire(host.hostname or "", host.port or 80)
    world, sent = await asyncio.to_thread(worlds, chance), 0
    while tally.left > 0 and len(tally.faults) < MOST_FAULTS:
        tally.left -= 1
        sent += 1
        if sent % RENEWED == 0:
            world = await asyncio.to_thread(worlds, chance)
        made = shot(world, chance)
        status, fault = await _judged(wire, made)
        tally.statuses[status] += 1
        if fault:
            tally.faults.append(f"{fault}\n    {str(made)[:1_500]}")
    wire.close()


async def _judged(wire: "_Wire", made: Shot) -> tuple[int, str]:
    """The status of the answer, and its fault."""
    try:
        status, media, body = await asyncio.wait_for(wire.ask(made), SECONDS)
    except TimeoutError:
        wire.close()
        return 0, "no answer"
    except (HungUp, OSError) as gone:
        wire.close()
        return 0, "" if made.manner in ("cut", "raw") else f"hung up: {gone!r}"
    if status >= 500:
        return status, f"{status}: {body[:300]!r}"
    if 300 <= status < 400 and status != 304:
        return status, f"{status} sends elsewhere"
    head_only = made.method == "HEAD" or made.manner == "raw"
    if status >= 400 and not head_only and media != "application/problem+json":
        return status, f"{status} is no problem but {media!r}: {body[:300]!r}"
    return status, ""


class _Wire:
    """A connection that is reopened whenever it was closed."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._open: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    def close(self) -> None:
        if self._open is not None:
            self._open[1].close()
        self._open = None

    async def ask(self, made: Shot) -> tuple[int, str, bytes]:
        """Send a request; its answer's status, media type and body (of a stream: none)."""
        if self._open is None:
            self._open = await asyncio.open_connection(self._host, self._port, limit=1 << 20)
        incoming, writer = self._open
        writer.write(_bytes(made, self._host))
        if made.manner in ("cut", "raw"):
            writer.write_eof()
        status, headers = await _head(incoming)
        while status == 100:
            status, headers = await _head(incoming)
        media = headers.get("content-type", "").partition(";")[0]
        if media in STREAMS and headers.get("transfer-encoding") == "chunked":
            self.close()
            return status, media, b""
        bare = made.method == "HEAD" or status in (204, 304)
        body = b"" if bare else await _body(incoming, headers)
        if made.manner in ("cut", "raw") or headers.get("connection", "").lower() == "close":
            self.close()
        return status, media, body


def _bytes(made: Shot, host: str) -> bytes:
    if made.manner == "raw":
        return made.target.encode("latin-1", "replace")
    headers = {"Host": host, **made.headers}
    body = made.body or b""
    if made.manner == "chunked":
        headers["Transfer-Encoding"] = "chunked"
        half = len(body) // 2
        body = b"".join(
            b"%x\r\n%s\r\n" % (len(each), each) for each in (body[:half], body[half:]) if each
        )
        body += b"0\r\n\r\n"
    elif made.body is not None:
        headers["Content-Length"] = str(len(body) + (100 if made.manner == "cut" else 0))
    lines = [f"{made.method} {made.target} HTTP/1.1", *(f"{k}: {v}" for k, v in headers.items())]
    return "\r\n".join(lines).encode("latin-1", "replace") + b"\r\n\r\n" + body


async def _head(incoming: asyncio.StreamReader) -> tuple[int, dict[str, str]]:
    try:
        raw = await incoming.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as cut:
        raise HungUp(f"after {cut.partial[:100]!r}") from None
    first, *lines = raw.decode("latin-1").split("\r\n")
    pairs = (line.partition(":") for line in lines if line)
    return int(first.split(" ")[1]), {name.lower(): said.strip() for name, _, said in pairs}


async def _body(incoming: asyncio.StreamReader, headers: dict[str, str]) -> bytes:
    try:
        if headers.get("transfer-encoding") != "chunked":
            if "content-length" not in headers:
                return await incoming.read()
            return await incoming.readexactly(int(headers["content-length"]))
        parts: list[bytes] = []
        while size := int(await incoming.readuntil(b"\r\n"), 16):
            parts.append((await incoming.readexactly(size + 2))[:-2])
        await incoming.readexactly(2)
        return b"".join(parts)
    except asyncio.IncompleteReadError:
        raise HungUp("in the body of an answer") from None
