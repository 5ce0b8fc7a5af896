"""Readers of open streams in tests: over HTTP, and through a plain proxy."""

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any
from urllib.parse import urlsplit

import httpx

from tests import plain

SSE, NDJSON = "text/event-stream", "application/x-ndjson"
SECONDS = 30
LONGEST = 120
"""In seconds: no stream of these tests is open for longer."""


@contextmanager
def stream(
    url: str, path: str, who: str, *, accept: str = SSE, **headers: str
) -> Iterator[httpx.Response]:
    """An open stream; names of headers are written with underscores."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    sent |= {"Authorization": f"Bearer {who}", "Accept": accept}
    with plain.stream("GET", url + path, headers=sent, timeout=SECONDS) as response:
        yield response


def events(response: httpx.Response) -> Iterator[dict[str, Any]]:
    """The events of a stream, live, until the stream ends."""
    form = response.headers["Content-Type"].partition(";")[0]
    return (_messages if form == SSE else _lines)(response)


def _messages(response: httpx.Response) -> Iterator[dict[str, Any]]:
    fields: dict[str, str] = {}
    for line in _in_time(response):
        if line:
            name, _, value = line.partition(": ")
            fields[name] = value
        elif "data" in fields and fields.get("event") != "end":
            data = json.loads(fields["data"])
            assert int(fields["id"]) == data["position"]
            fields = {}
            yield data
        else:
            fields = {}


def _lines(response: httpx.Response) -> Iterator[dict[str, Any]]:
    return (json.loads(line) for line in _in_time(response) if line)


def _in_time(response: httpx.Response) -> Iterator[str]:
    """The lines of a stream that must end in time; keep-alives alone would go on for ever."""
    until = time.monotonic() + LONGEST
    for line in response.iter_lines():
        assert time.monotonic() < until, "the stream does not end"
        yield line


class _Relay(BaseHTTPRequestHandler):
    """Passes a request on, and the answer back in chunks, in a framing of its own."""

    target: str

    def do_GET(self) -> None:
        peer = HTTPConnection(urlsplit(self.target).netloc, timeout=SECONDS)
        peer.request("GET", self.path, headers=dict(self.headers))
        answer = peer.getresponse()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in {"transfer-encoding", "connection", "date", "server"}:
                self.send_header(name, value)
        self.end_headers()
        with suppress(ConnectionError), closing(peer):  # the reader may disconnect
            while got := answer.read1(1 << 16):
                self.wfile.write(got)
                self.wfile.flush()

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def proxy(target: str) -> Iterator[str]:
    """A plain proxy (HTTP/1.0 towards the reader) before a server; its URL."""
    handler = type("Relay", (_Relay,), {"target": target})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
