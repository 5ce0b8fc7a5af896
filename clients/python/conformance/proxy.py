"""The proxy between the client under test and the service; it injects the faults of a script."""

import json
import time
from collections.abc import Generator, Iterable
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socket import SHUT_RDWR, socket
from threading import Lock, Thread
from typing import Any, Final
from urllib.parse import urlsplit

from conformance.exchanges import Exchange, Request
from conformance.fault_injection import Fault, Script
from conformance.streams import Blocks

SECONDS: Final = 60.0
"""How long the service may be silent."""
LONGEST_BODY: Final = 1 << 20
CHUNK: Final = 1 << 16
OK, NO_CONTENT = 200, 204
PUT_OFF: Final = frozenset({429, 503})
PASSED_ON: Final = ("idempotent-replayed", "location", "etag", "ratelimit", "cache-control")
OF_THE_CONNECTION: Final = {"host", "connection", "transfer-encoding", "content-length"}


class Proxy:
    """The proxy's state and log.

    Args:
        target: The URL of the service.
        script: The faults to inject.
    """

    def __init__(self, target: str, script: Script) -> None:
        self.target = urlsplit(target.rstrip("/"))
        self._script = script
        self._lock = Lock()
        self._exchanges: list[Exchange] = []
        self._streams: dict[socket, tuple[Request, Blocks]] = {}

    def exchanges(self) -> tuple[Exchange, ...]:
        """All exchanges in the order of their ends, followed by the streams that are open."""
        now = time.monotonic()
        with self._lock:
            still = [
                Exchange(request=request, ended=now, status=OK, upto=blocks.upto)
                for request, blocks in self._streams.values()
            ]
            return (*self._exchanges, *still)

    def decide(self, request: Request) -> Fault | None:
        """Choose the fault for a request."""
        with self._lock:
            fault = self._script(request, self._exchanges)
            if fault is not None and fault.hangs_up:
                for each in self._streams:
                    hang_up(each)
        return fault

    def note(self, exchange: Exchange) -> None:
        """Log an exchange, before its sender can continue."""
        with self._lock:
            self._exchanges.append(exchange)

    @contextmanager
    def streaming(self, peer: socket, request: Request, blocks: Blocks) -> Generator[None]:
        """Note that a stream is open."""
        with self._lock:
            self._streams[peer] = request, blocks
        try:
            yield
        finally:
            with self._lock:
                del self._streams[peer]

    def connect(self) -> HTTPConnection:
        """A connection to the service."""
        secure = self.target.scheme == "https"
        return (HTTPSConnection if secure else HTTPConnection)(self.target.netloc, timeout=SECONDS)


def hang_up(peer: socket) -> None:
    """Close a connection, whatever its state."""
    with suppress(OSError):
        peer.shutdown(SHUT_RDWR)


class _Handler(BaseHTTPRequestHandler):
    proxy: Proxy
    protocol_version = "HTTP/1.1"

    def handle_one_request(self) -> None:
        """Ignore errors: a sender may disconnect at any time."""
        try:
            super().handle_one_request()
        except OSError:
            self.close_connection = True

    def do_GET(self) -> None:
        """Handle a request with any method."""
        self.close_connection = True
        request = self._request()
        fault = self.proxy.decide(request)
        if fault is None or fault.forwarded:
            self._forward(request, fault)
        elif fault.lost:
            self._lose(request, fault)
        else:
            self._refuse(request, fault)

    do_POST = do_PUT = do_DELETE = do_PATCH = do_HEAD = do_OPTIONS = do_GET  # noqa: N815

    def _request(self) -> Request:
        length = self.headers.get("Content-Length", "0")
        size = min(int(length), LONGEST_BODY) if length.isdecimal() else 0
        return Request(
            at=time.monotonic(),
            method=self.command,
            target=self.path,
            headers={name.lower(): value for name, value in self.headers.items()},
            body=self.rfile.read(size),
        )

    def _forward(self, request: Request, fault: Fault | None) -> None:
        time.sleep(0 if fault is None else fault.held)
        sent = {n: value for n, value in request.headers.items() if n not in OF_THE_CONNECTION}
        with closing(self.proxy.connect()) as service:
            try:
                path = self.proxy.target.path + request.target
                service.request(request.method, path, request.body or None, sent)
                answer = service.getresponse()
                if _is_stream(answer):
                    self._stream(request, fault, answer)
                    return
                body = answer.read()
            except (OSError, HTTPException):  # the service, not the client, has disconnected
                self._lose(request, Fault("the service did not answer"))
                return
        if fault is not None and fault.lost:
            self._lose(request, fault)
            return
        if fault is not None and fault.cut_after is not None:
            fault = None  # a single page is not a stream
        if fault is not None and fault.altered is not None:
            before, body = body, fault.altered(body)
            fault = None if body == before else fault
        time.sleep(0 if fault is None else fault.delay)
        headers = [(name, answer.headers[name]) for name in PASSED_ON if name in answer.headers]
        retry = answer.headers.get("Retry-After")
        self._answer(
            request, answer.status, body, (*headers, *_form(answer)), fault=fault, retry=retry
        )

    def _lose(self, request: Request, fault: Fault) -> None:
        self.proxy.note(
            Exchange(request=request, ended=time.monotonic(), status=None, fault=fault.name)
        )
        hang_up(self.connection)

    def _refuse(self, request: Request, fault: Fault) -> None:
        problem = {
            "type": f"/problems/{fault.code}",
            "title": fault.code,
            "status": fault.status,
            "detail": "The conformance run has done this: see what it says of the case.",
            "code": fault.code,
        }
        form = (("Content-Type", "application/problem+json"),)
        retry = None if fault.retry_after is None else str(fault.retry_after)
        body = json.dumps(problem).encode()
        self._answer(request, fault.status or 503, body, form, fault=fault, retry=retry)

    def _answer(
        self,
        request: Request,
        status: int,
        body: bytes,
        headers: Iterable[tuple[str, str]],
        *,
        fault: Fault | None,
        retry: str | None,
    ) -> None:
        exchange = Exchange(
            request=request,
            ended=time.monotonic(),
            status=status,
            fault=fault and fault.name,
            answer=body,
            retry_after=int(retry) if retry and retry.isdecimal() and status in PUT_OFF else None,
        )
        self.proxy.note(exchange)
        self.send_response(status)
        for name, value in (*headers, *([("Retry-After", retry)] if retry else [])):
            self.send_header(name, value)
        if status != NO_CONTENT:
            self.send_header("Content-Length", str(len(body)))
        self.send_header("Connection", "close")
        self.end_headers()
        if request.method != "HEAD":
            self.wfile.write(body)

    def _stream(self, request: Request, fault: Fault | None, answer: HTTPResponse) -> None:
        """Pass events on in chunked encoding, so that a cut can be detected."""
        blocks = Blocks(sse="event-stream" in answer.headers.get("Content-Type", ""))
        cut_after = None if fault is None else fault.cut_after
        cut = False
        self.send_response(answer.status)
        for name, value in (*_form(answer), ("Cache-Control", "no-store")):
            self.send_header(name, value)
        self.send_header("Transfer-Encoding", "chunked")
        self.send_header("Connection", "close")
        self.end_headers()
        try:
            with self.proxy.streaming(self.connection, request, blocks):
                while not cut and (got := answer.read1(CHUNK)):
                    sent, cut = blocks.take(got, cut_after)
                    if sent:
                        self.wfile.write(b"%x\r\n%b\r\n" % (len(sent), sent))
                if not cut:
                    self.wfile.write(b"0\r\n\r\n")
        except (OSError, HTTPException):
            pass  # one side has disconnected; the events delivered in full are known
        self.proxy.note(
            Exchange(
                request=request,
                ended=time.monotonic(),
                status=answer.status,
                fault=fault.name if fault is not None and cut else None,
                upto=blocks.upto,
            )
        )
        hang_up(self.connection)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """Print nothing: everything is in the proxy's own log."""


def _is_stream(answer: HTTPResponse) -> bool:
    form = answer.headers.get("Content-Type", "").partition(";")[0]
    chunked = answer.headers.get("Content-Length") is None
    return chunked and form in {"text/event-stream", "application/x-ndjson"}


def _form(answer: HTTPResponse) -> list[tuple[str, str]]:
    form = answer.headers.get("Content-Type")
    return [] if form is None else [("Content-Type", form)]


@contextmanager
def proxying(proxy: Proxy) -> Generator[str]:
    """Run the proxy on a local port; yield it with its URL."""
    handler = type("Handler", (_Handler,), {"proxy": proxy})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.block_on_close = False  # streams may be open
    thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
