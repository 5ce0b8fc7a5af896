"""A receiver of webhooks on this machine, with scripted answers."""

import socket
import threading
from base64 import b64decode
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

import orjson
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

LOOPBACK = "127.0.0.0/8"


class Received(NamedTuple):
    """A received request."""

    path: str
    headers: dict[str, str]
    body: str

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def news(self) -> Any:
        return orjson.loads(self.body)


Answering = Callable[[Received], int | tuple[int, dict[str, str]]]


@dataclass
class Receiver:
    """The received requests, and the answers: a status, and optionally headers."""

    url: str
    answering: Answering = lambda _: 200
    came: list[Received] = field(default_factory=list)


def check_signature(public_key: str, headers: Mapping[str, str], payload: str) -> None:
    """Check ``v1a`` by the specification.

    Raises:
        InvalidSignature: it is wrong.
    """
    key = Ed25519PublicKey.from_public_bytes(b64decode(public_key.removeprefix("whpk_")))
    signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.{payload}".encode()
    [own] = [
        each.removeprefix("v1a,")
        for each in headers["webhook-signature"].split(" ")
        if each.startswith("v1a,")
    ]
    key.verify(b64decode(own), signed)


@contextmanager
def receiving(address: str = "127.0.0.1") -> Iterator[Receiver]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            body = self.rfile.read(length)
            if len(body) < length:
                return  # its sender was killed, so it is no request
            headers = {name.lower(): value for name, value in self.headers.items()}
            came = Received(self.path, headers, body.decode())
            receiver.came.append(came)
            answer = receiver.answering(came)
            status, more = answer if isinstance(answer, tuple) else (answer, {})
            self.send_response(status)
            for name, value in more.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *_: Any) -> None:
            pass  # the client has disconnected

    with Server((address, 0), Handler) as server:
        receiver = Receiver(f"http://{address}:{server.server_port}/hook")
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield receiver
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def speaking(talk: Callable[[socket.socket], None]) -> Iterator[int]:
    """A server that does not speak HTTP: one connection, with a script; yields the port."""
    with socket.create_server(("127.0.0.1", 0)) as server:

        def serve() -> None:
            try:
                peer, _ = server.accept()
            except OSError:
                return
            with peer:
                try:
                    talk(peer)
                except OSError:
                    return

        thread = threading.Thread(target=serve)
        thread.start()
        try:
            yield server.getsockname()[1]
        finally:
            server.shutdown(socket.SHUT_RDWR)
            thread.join()
