"""A server with scripted answers, including ones that no server should give."""

import json
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any, NamedTuple


class Received(NamedTuple):
    """A received request."""

    method: str
    path: str
    headers: dict[str, str]
    body: bytes


class Script:
    """How requests are answered, and the received ones."""

    def __init__(self, reply: Callable[[Received], bytes], url: str) -> None:
        self.reply = reply
        self.url = url
        self.received: list[Received] = []

    @property
    def keys(self) -> set[str]:
        """The idempotency keys of all requests."""
        return {each.headers["idempotency-key"] for each in self.received}


NOTHING = b""
"""The connection ends without an answer."""


def answer(status: int, body: Any = None, *headers: str, kept: bool = False) -> bytes:
    """A whole answer."""
    data = b"" if body is None else json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status} X", f"Content-Length: {len(data)}", *headers]
    lines += [] if kept else ["Connection: close"]
    kind = "application/json" if status < 400 else "application/problem+json"
    lines += [f"Content-Type: {kind}"] if data else []
    return "\r\n".join([*lines, "", ""]).encode() + data


def stream(kind: str, *parts: bytes, whole: bool) -> bytes:
    """A stream in chunks; it ends well, or breaks off."""
    head = f"HTTP/1.1 200 X\r\nContent-Type: {kind}\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts)
    return head.encode() + chunks + (b"0\r\n\r\n" if whole else b"")


HTML = b"<html>Down for maintenance" + b"!" * 1_000
HEAD = "HTTP/1.1 {} X\r\nContent-Length: {}\r\nConnection: close\r\nContent-Type: {}\r\n\r\n"


_MOVED = b'{"deal": "d", "version": 4, "events": [], "receipt": {}}'


def foreign(status: int, kind: str, body: bytes, *headers: str) -> bytes:
    head = HEAD.format(status, len(body), "\r\n".join((kind, *headers)))
    return head.encode() + body


FOREIGN = {
    "HTML": foreign(200, "text/html; charset=utf-8", HTML),
    "cut off": foreign(200, "application/json", _MOVED[:-9]),
    "another type": foreign(200, "text/plain", _MOVED),
    "a list": foreign(200, "application/json", b"[]"),
    "empty": foreign(200, "application/json", b""),
    "no content": answer(204),
    "an error": foreign(502, "text/html", HTML),
    "an error of no text": foreign(503, "application/json", b"\xff\xfe"),
    "an error of a proxy": foreign(502, "application/json", b'{"errors": [{"message": "No."}]}'),
    "an error in its own form": foreign(503, "application/json", b'{"code": "x", "clauses": "y"}'),
}
"""Answers in place of the service's."""


@contextmanager
def scripted(*replies: bytes) -> Generator[Script]:
    """Serve a script; each reply ends its connection, unless it is kept."""
    left = list(replies)
    with replying(lambda _: left.pop(0)) as script:
        yield script
    assert left == [], "not all replies were requested"


@contextmanager
def replying(reply: Callable[[Received], bytes]) -> Generator[Script]:
    """Serve what a function says to each request."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        script = Script(reply, f"http://127.0.0.1:{server.getsockname()[1]}")
        thread = threading.Thread(target=_serve, args=(server, script), daemon=True)
        thread.start()
        yield script
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)


def _serve(server: socket.socket, script: Script) -> None:
    while True:
        try:
            connection, _ = server.accept()
        except OSError:
            return
        with connection, connection.makefile("rb") as incoming:
            while (received := _read(incoming)) is not None:
                script.received.append(received)
                reply = script.reply(received)
                connection.sendall(reply)
                if b"Connection: close" in reply or b"Content-Length" not in reply:
                    break


def _read(incoming: Any) -> Received | None:
    try:
        line = incoming.readline().decode()
    except OSError:
        return None
    if not line:
        return None
    method, path, _ = line.split(" ", 2)
    headers: dict[str, str] = {}
    while (line := incoming.readline().decode().strip()) != "":
        name, _, value = line.partition(": ")
        headers[name.lower()] = value
    return Received(method, path, headers, incoming.read(int(headers.get("content-length", 0))))
