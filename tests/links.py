"""A proxy in front of a server, whose traffic can be disturbed.

It needs no rights of root, and disturbs this service alone where others use the same server.
"""

import asyncio
import socket
import struct
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager, suppress
from threading import Thread
from typing import Final
from urllib.parse import urlsplit

from tests.networks import LOOPBACK

DELAY: Final = 0.1
"""How much later a slow connection brings what is sent, in seconds, in each direction."""
PORTS: Final = {"postgresql": 5432, "redis": 6379, "amqp": 5672}
CHUNK: Final = 65_536
SWITCH_SECONDS: Final = 0.0005
"""How long a person's thread may keep the proxies from running. With Python's default, ten times as
long, a round trip through a proxy took longer than the work of the server."""
AT_ONCE: Final = struct.pack("ii", 1, 0)
"""SO_LINGER of a connection that is reset when it is closed."""
KEEPALIVES: Final = (
    (socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1),
    (socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 10),
    (socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 5),
    (socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3),
)
"""The proxy notices, as the server would, that a client has gone without a word."""


@contextmanager
def event_loop() -> Generator[asyncio.AbstractEventLoop]:
    """An event loop in a thread of its own, for any number of links."""
    loop = asyncio.new_event_loop()
    thread = Thread(target=loop.run_forever, daemon=True)
    thread.start()
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    try:
        yield loop
    finally:
        sys.setswitchinterval(before)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def linked(
    loop: asyncio.AbstractEventLoop, url: str, address: str = LOOPBACK
) -> tuple["Link", str]:
    """A link to the server of a URL, and the URL by which the link leads there."""
    parts = urlsplit(url)
    server = parts.hostname or LOOPBACK, parts.port or PORTS[parts.scheme]
    link = Link(loop, server, address)
    user, at, _ = parts.netloc.rpartition("@")
    return link, parts._replace(netloc="{}{}{}:{}".format(user, at, *link.address)).geturl()


class Link:
    """The connections between a part of the service and a server.

    Args:
        loop: runs in another thread.
        server: the address and the port of the server.
        address: where the proxy listens.
    """

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        server: tuple[str, int],
        address: str = LOOPBACK,
    ) -> None:
        self._loop = loop
        self._server = server
        self._delay = 0.0
        self._is_cut = False
        self._flows = asyncio.Event()
        self._flows.set()
        self._open: set[asyncio.StreamWriter] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        listener = socket.create_server((address, 0))  # in the network of this thread
        listening = asyncio.start_server(self._accept, sock=listener)
        self._listening = asyncio.run_coroutine_threadsafe(listening, loop).result()
        self.address: tuple[str, int] = self._listening.sockets[0].getsockname()

    def close(self) -> None:
        """End all connections, and accept no more."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result()

    def stay_silent(self, seconds: float) -> None:
        """Bring nothing in either direction; it arrives afterwards."""
        self._loop.call_soon_threadsafe(self._flows.clear)
        time.sleep(seconds)
        self._loop.call_soon_threadsafe(self._flows.set)

    def stay_cut(self, seconds: float) -> None:
        """Reset all connections, and each that is tried."""
        self._is_cut = True
        self._loop.call_soon_threadsafe(self._reset_all)
        time.sleep(seconds)
        self._is_cut = False

    def stay_slow(self, seconds: float) -> None:
        """Bring everything late."""
        self._delay = DELAY
        time.sleep(seconds)
        self._delay = 0.0

    async def _close(self) -> None:
        self._listening.close()
        self._is_cut = True
        self._flows.set()
        self._reset_all()
        await asyncio.gather(*self._tasks)

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._connect(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        for level, option, value in KEEPALIVES:
            writer.get_extra_info("socket").setsockopt(level, option, value)
        await self._flows.wait()
        try:
            answers, requests = await asyncio.open_connection(*self._server)
        except OSError:
            _reset(writer)
            return
        both = {writer, requests}
        self._open |= both
        if self._is_cut:
            self._reset_all()
        await asyncio.gather(self._bring(reader, requests), self._bring(answers, writer))
        self._open -= both

    async def _bring(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            while data := await reader.read(CHUNK):
                await self._hold()
                writer.write(data)
                await writer.drain()
            await self._hold()
        writer.close()

    async def _hold(self) -> None:
        await asyncio.sleep(self._delay)
        await self._flows.wait()

    def _reset_all(self) -> None:
        for each in self._open:
            _reset(each)


def _reset(writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):  # it has ended by itself
        peer = writer.get_extra_info("socket")
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
    writer.transport.abort()
