"""The ASGI side of the application: requests in threads, open streams on the event loop.

Flask answers every request in a thread, and only Flask decides on access. If the answer is a
stream, the view passes it to the event loop (`hand_over`), and the thread is free again.

Granian's RSGI buffers without limit when a client reads slowly, so slow clients could not be
detected. Its ASGI does not.

The connections of a process, below the web server: what the kernel keeps for slow clients. Granian
opens the socket that listens and closes connections itself, and has options for neither.
"""

import asyncio
import os
import signal
import socket
import struct
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, MutableMapping
from contextlib import closing, suppress
from functools import partial
from http import HTTPStatus
from io import BytesIO
from pathlib import Path
from queue import SimpleQueue
from stat import S_ISSOCK
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar
from urllib.parse import unquote_to_bytes

import flask
from werkzeug.exceptions import ClientDisconnected

from service.access.budgets import subscriber
from service.api import metrics
from service.api.peers import CLIENT, GIVE_WAY, LEFT_SECONDS, Peer, RequestTurn, client_address
from service.api.requests import CROWDED, CUT, LATE
from service.live import waiting
from service.live.channels import AT_ONCE, Put, Subscription
from service.live.shares import TooManyWaitError
from service.live.streams import Live
from service.runtime import Runtime

UNSENT: Final = 131_072
"""Bytes that the kernel takes for a client beyond what is on its way; otherwise up to 4 MB."""
_AT_ONCE: Final = struct.pack("ii", 1, 0)
"""A closed connection does not wait for its client to take the rest."""
_FOLDER: Final = Path("/dev/fd")

Client = tuple[Any, ...]
"""The address and the port of a client."""


class Connections:
    """The open connections of this process, found by their clients."""

    def __init__(self) -> None:
        self._is_bounded = False
        self._files: dict[Client, int] = {}

    def bound(self) -> None:
        """Bound what the kernel takes for a client: connections inherit it from the listener."""
        if self._is_bounded:
            return
        self._is_bounded = True
        for _, each in _sockets(_files()):
            with suppress(OSError, AttributeError):  # not every system can do so
                if each.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
                    each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NOTSENT_LOWAT, UNSENT)

    def cut(self, client: Client) -> None:
        """End the connection of a client that takes nothing, with what the kernel has for it."""
        if not self._cut(client):
            self._files = {}
            for file, each in _sockets(_files()):
                with suppress(OSError):
                    self._files[each.getpeername()[:2]] = file
            self._cut(client)

    def _cut(self, client: Client) -> bool:
        known = [self._files.pop(client)] if client in self._files else []
        for _, found in _sockets(known):
            with suppress(OSError):
                if found.getpeername()[:2] == client:
                    found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _AT_ONCE)
                    found.shutdown(socket.SHUT_RDWR)
                    return True
        return False


def _files() -> Iterator[int]:
    """Every file that this process has open."""
    return (int(path.name) for path in _FOLDER.iterdir())


def _sockets(files: Iterable[int]) -> Iterator[tuple[int, socket.socket]]:
    """The sockets among some files."""
    for file in files:
        with suppress(OSError):  # closed in the meantime
            if S_ISSOCK(os.fstat(file).st_mode):
                with closing(socket.socket(fileno=os.dup(file))) as found:
                    yield file, found


T = TypeVar("T")

Message: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Any]
Send: TypeAlias = Callable[[Message], Any]
Job: TypeAlias = tuple["asyncio.Future[Any]", Callable[..., Any], tuple[Any, ...]]
Wsgi: TypeAlias = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]

HANDED_OVER: Final = "fairdeal.handed_over"
CHUNKED: Final = "fairdeal.chunked"
_BASE: Final[dict[str, Any]] = {
    "SCRIPT_NAME": "",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.input_terminated": True,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
}
_OF_BODIES: Final = frozenset({b"content-length", b"transfer-encoding"})
"""Headers of a request of HTTP/1 with a body."""
_BARE: Final = frozenset({"CONTENT_TYPE", "CONTENT_LENGTH"})
"""Headers that CGI names without the prefix."""


class Chunks(NamedTuple):
    """A long body, made piece by piece in a thread.

    Attributes:
        pieces: The pieces.
        release: Called once, when the body is sent or its client is gone.
    """

    pieces: Iterator[bytes]
    release: Callable[[], None]

    def piece(self) -> bytes:
        """The next piece; empty: there is none."""
        return next(self.pieces, b"")


class Answer(NamedTuple):
    """The response from Flask, and the stream or the long body that follows it, if any."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes
    streams: list[Subscription]
    chunks: list[Chunks]


def in_chunks(chunks: Chunks, media_type: str) -> flask.Response:
    """The response with a long body. It is never in memory as a whole."""
    if CHUNKED in flask.request.environ:
        flask.request.environ[CHUNKED].append(chunks)
        return flask.Response(mimetype=media_type)
    response = flask.Response(chunks.pieces, mimetype=media_type)
    response.call_on_close(chunks.release)
    return response


def can_stream() -> bool:
    """Whether the server of this request can take over streams."""
    return HANDED_OVER in flask.request.environ


def hand_over(subscription: Subscription) -> None:
    """Pass the stream of this request, whose slot is already taken, to the event loop."""
    flask.request.environ[HANDED_OVER].append(subscription)


class LoopThreads:
    """Threads in which the event loop runs functions.

    The thread that was free last works next: what it uses is still in the caches of its processor.
    With one client, one thread answers all requests. All state is changed on the event loop alone.
    """

    def __init__(self, most: int, runtime: Runtime) -> None:
        self._most = most
        self._runtime = runtime
        self._started = 0
        self._free: list[SimpleQueue[Job]] = []
        self._waiting: deque[Job] = deque()

    def run(self, function: Callable[..., T], *arguments: Any) -> "asyncio.Future[T]":
        """The result of a function, called in one of the threads."""
        result: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        job = (result, function, arguments)
        if self._free:
            self._free.pop().put(job)
        elif self._started < self._most:
            self._started += 1
            jobs: SimpleQueue[Job] = self._runtime.queue()
            jobs.put(job)
            work = partial(self._work, jobs, asyncio.get_running_loop())
            self._runtime.thread(work, name=f"web_{self._started}")
        else:
            self._waiting.append(job)
        return result

    def _work(self, jobs: "SimpleQueue[Job]", loop: asyncio.AbstractEventLoop) -> None:
        while True:
            with suppress(RuntimeError):  # the event loop has been closed in the meantime
                loop.call_soon_threadsafe(self._done, jobs, *self._called(*jobs.get()))

    @staticmethod
    def _called(
        result: "asyncio.Future[Any]", function: Callable[..., Any], arguments: tuple[Any, ...]
    ) -> tuple["asyncio.Future[Any]", Callable[[Any], None], Any]:
        """Call a function: what it returned or raised, and how its caller gets that."""
        try:
            return result, result.set_result, function(*arguments)
        except BaseException as raised:  # noqa: BLE001 - it is raised where the result is awaited
            return result, result.set_exception, raised

    def _done(
        self,
        jobs: "SimpleQueue[Job]",
        result: "asyncio.Future[Any]",
        settle: Callable[[Any], None],
        said: Any,
    ) -> None:
        """Pass a result on, and the next job to the thread that made it."""
        while self._waiting and self._waiting[0][0].cancelled():
            self._waiting.popleft()  # its client has left
        if self._waiting:
            jobs.put(self._waiting.popleft())
        else:
            self._free.append(jobs)
        if not result.done():
            settle(said)


class Served:
    """A Flask application as an ASGI application for granian.

    Args:
        wsgi: The application.
        live: Its open streams.
        runtime: The threads.
        threads: Requests that are answered at a time.
        body_bytes: The longest body that is read.
        seconds: How long a body may be on its way.
        drain_seconds: How long the process goes on when it has to stop.
        proxies: How many proxies stand before the service and add the address of their client.
    """

    def __init__(
        self,
        wsgi: Wsgi,
        live: Live,
        runtime: Runtime,
        *,
        threads: int,
        body_bytes: int,
        seconds: float,
        drain_seconds: float = 0,
        proxies: int = 0,
    ) -> None:
        self._wsgi = wsgi
        self._live = live
        self._most = body_bytes
        self._patience = seconds
        self._drain_seconds = drain_seconds
        self._threads = LoopThreads(threads, runtime)
        self._runtime = runtime
        self._shares = live.shares
        self._proxies = proxies
        self._connections = Connections()

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer a request, or handle the server's lifespan."""
        if scope["type"] == "lifespan":
            await self._live_with(receive, send)
            return
        self._connections.bound()
        body, late = b"", {}
        if _may_have_body(scope):
            try:
                async with asyncio.timeout(self._patience):
                    body = await _body(receive, self._most)
            except TimeoutError:
                late = {LATE: True}
            except ClientDisconnected:
                late = {CUT: True}
        peer = Peer(receive)
        try:
            answer = await self._answered(scope, body, late, peer)
            if not await self._send(answer, peer, send) and scope["http_version"][:1] == "1":
                host, port = scope["client"]
                self._connections.cut((host, int(port)))  # granian gives a text
        finally:
            peer.end()

    async def _send(self, answer: Answer, peer: Peer, send: Send) -> bool:
        """Send an answer; returns False if its client takes nothing and is dropped."""
        start = {"type": "http.response.start", "status": answer.status, "headers": answer.headers}
        if answer.streams:
            return await self._stream(answer.streams[0], start, peer, send)
        if answer.chunks:
            return await self._long_body(answer.chunks[0], start, peer, send)
        if len(answer.body) > AT_ONCE:
            return await _send_parts(partial(self._put, answer.body), start, peer, send)
        # a client may have closed its own side alone: without an answer, the server says 500
        await send(start)
        await send({"type": "http.response.body", "body": answer.body})
        return True

    async def _put(self, body: bytes, put: Put) -> bool:
        await self._live.unsent.send(put, body)
        return True

    async def _answered(
        self, scope: Message, body: bytes, late: dict[str, bool], peer: Peer
    ) -> Answer:
        """Answer when it is the turn of the caller, who may have left before."""
        environ = _environ(scope, body)
        account = self._account_of(environ)
        try:
            if not self._shares.take_at_once(account) and not await peer.unless_left(
                self._shares.take(account)
            ):
                return await self._threads.run(self._answer, {**environ, LATE: True})
        except TooManyWaitError:
            return await self._threads.run(self._answer, {**environ, CROWDED: True})
        turn = RequestTurn(self._shares, account)
        environ |= {**late, CLIENT: peer.client, GIVE_WAY: turn.give_way}
        watching = asyncio.get_running_loop().call_later(LEFT_SECONDS, peer.look)
        try:
            answer = await self._threads.run(self._measured, turn, environ)
        finally:
            watching.cancel()
            turn.end()
        return answer

    def _account_of(self, environ: Mapping[str, Any]) -> str:
        address = subscriber(client_address(environ, self._proxies))
        return self._shares.account_of(environ.get("HTTP_AUTHORIZATION", ""), address)

    def _measured(self, turn: RequestTurn, environ: dict[str, Any]) -> Answer:
        began = self._runtime.processor_time()
        try:
            return self._answer(environ)
        finally:
            turn.used = self._runtime.processor_time() - began

    def _answer(self, environ: dict[str, Any]) -> Answer:
        """Answer with Flask, in a thread."""
        streams: list[Subscription] = []
        long: list[Chunks] = []
        said: list[Any] = []

        def start(status: str, headers: list[tuple[str, str]], _error: Any = None) -> None:
            said[:] = [int(status[:3]), headers]

        chunks = self._wsgi({**environ, HANDED_OVER: streams, CHUNKED: long}, start)
        try:
            whole = b"".join(chunks)
        finally:
            close = getattr(chunks, "close", None)
            if close is not None:
                close()
        status, headers = said
        if streams and status != HTTPStatus.OK:
            self._live.leave_slot(streams.pop().holder)
        kept = [
            (name.lower().encode("latin-1"), value.encode("latin-1"))
            for name, value in headers
            if not ((streams or long) and name.lower() == "content-length")
        ]
        return Answer(status, kept, whole, streams, long)

    async def _stream(
        self, subscription: Subscription, start: Message, peer: Peer, send: Send
    ) -> bool:
        """Send a stream until it ends or the client disconnects."""

        async def run(put: Put) -> bool:
            return await self._live.run(subscription, put)

        metrics.look_at_streams(self._live.open())
        try:
            return await _send_parts(run, start, peer, send)
        finally:
            self._live.leave_slot(subscription.holder)
            metrics.look_at_streams(self._live.open())

    async def _long_body(self, chunks: Chunks, start: Message, peer: Peer, send: Send) -> bool:
        """Send a long body. A thread makes each piece, and none while the client reads slowly."""

        async def run(put: Put) -> bool:
            while piece := await self._threads.run(chunks.piece):
                await self._live.unsent.send(put, piece)
            return True

        try:
            return await _send_parts(run, start, peer, send)
        finally:
            chunks.release()

    async def _live_with(self, receive: Receive, send: Send) -> None:
        """Report readiness, and end the streams when the process receives a stop signal."""
        await receive()
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(waiting.SIGNAL, self._live.drain, self._drain_seconds)

        def stop(_number: int, _frame: object) -> None:
            loop.call_soon_threadsafe(self._live.close)

        for number in (signal.SIGTERM, signal.SIGINT):
            # The event loop still learns of the signal by its wakeup file, so the server stops as
            # usual.
            signal.signal(number, stop)
            signal.siginterrupt(number, False)  # noqa: FBT003
        await send({"type": "lifespan.startup.complete"})
        await receive()
        await send({"type": "lifespan.shutdown.complete"})


async def _send_parts(
    run: Callable[[Put], Awaitable[bool]], start: Message, peer: Peer, send: Send
) -> bool:
    """Send the parts of a body until it ends or the client disconnects.

    A body that fails has no end, so the client does not take it for complete.

    Returns:
        False if the client takes nothing, and is dropped.
    """

    async def put(what: bytes) -> None:
        await send({"type": "http.response.body", "body": what, "more_body": True})

    async def sent() -> bool:
        await send(start)
        return await run(put)

    sending, gone = asyncio.create_task(sent()), peer.look()
    try:
        await asyncio.wait((sending, gone), return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in (sending, gone):
            task.cancel()
        await asyncio.gather(sending, gone, return_exceptions=True)
    if sending.cancelled():
        return True
    if (fault := sending.exception()) is not None:
        return not isinstance(fault, TimeoutError)
    if sending.result():
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    return sending.result()


def _may_have_body(scope: Message) -> bool:
    """Whether a body follows; a request of HTTP/1 names its length or its encoding (RFC 9112)."""
    return scope["http_version"][:1] != "1" or any(
        name in _OF_BODIES for name, _ in scope["headers"]
    )


async def _body(receive: Receive, most: int) -> bytes:
    """The body. If it is too long, just enough of it to show that.

    Raises:
        ClientDisconnected: It was cut off, or its chunks are none.
    """
    chunks: list[bytes] = []
    size = 0
    while size <= most:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnected
        chunks.append(message.get("body", b""))
        size += len(chunks[-1])
        if not message.get("more_body", False):
            break
    return chunks[0] if len(chunks) == 1 else b"".join(chunks)


def _environ(scope: Message, body: bytes) -> dict[str, Any]:
    """A request as a WSGI environment (PEP 3333)."""
    host, port = scope["server"] or ("", 80)
    environ = {
        **_BASE,
        "REQUEST_METHOD": scope["method"],
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "SERVER_NAME": host,
        "SERVER_PORT": str(port),
        "REMOTE_ADDR": (scope["client"] or ("",))[0],
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(body),
    }
    for name, value in scope["headers"]:
        if b"_" in name:
            continue  # otherwise this could be mistaken for another header
        key = name.decode("latin-1").upper().replace("-", "_")
        key = key if key in _BARE else f"HTTP_{key}"
        said = value.decode("latin-1")
        environ[key] = f"{environ[key]},{said}" if key in environ else said
    return environ
