"""A lightweight load generator: many connections in one thread, each with prepared requests."""

import json
import selectors
import socket
import time
from collections.abc import Generator, Iterable, Iterator, Sequence
from typing import Any, NamedTuple, Self, TypeAlias

from lab.bench.stages import HOST

SECONDS = 60.0
"""No answer takes longer."""


class Answer(NamedTuple):
    """An answer's status and body, and its head in lower case."""

    status: int
    body: bytes
    head: bytes


Talk: TypeAlias = Generator[bytes, Answer, None]
"""Gives requests and is given their answers."""


class Load(NamedTuple):
    """How a load went."""

    seconds: float
    waits: list[float]
    """Of each answer that came, in seconds."""

    @property
    def rate(self) -> float:
        return len(self.waits) / self.seconds


def request(method: str, path: str, token: str, said: Any = None, key: str = "") -> bytes:
    """The bytes of a request."""
    body = b"" if said is None else json.dumps(said).encode()
    head = [f"{method} {path} HTTP/1.1", f"Host: {HOST}", f"Authorization: Bearer {token}"]
    if body:
        head += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    if key:
        head.append(f"Idempotency-Key: {key}")
    return "\r\n".join([*head, "", ""]).encode() + body


def each(requests: Iterable[bytes], *, status: int) -> Talk:
    """Send one request after another, each answered with this status."""
    for one in requests:
        answer = yield one
        assert answer.status == status, answer


class _Line:
    """A connection and its conversation."""

    def __init__(self, port: int, talk: Talk) -> None:
        self.socket = socket.create_connection((HOST, port), timeout=SECONDS)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.talk = talk
        self.heard = b""
        self.sent_at = 0.0
        self.say(next(talk))

    def say(self, request: bytes) -> None:
        self.sent_at = time.perf_counter()
        self.socket.sendall(request)

    def hear(self) -> Answer | None:
        """Return the answer if it is complete."""
        self.heard += _received(self.socket)
        if (answer := whole(self.heard)) is not None:
            self.heard = b""
        return answer


def drive(port: int, talks: Sequence[Talk], *, beside: Sequence[Talk] = ()) -> Load:
    """Run the conversations, each on a connection of its own, until the first of them has ended.

    Args:
        port: Where the web listens.
        talks: The conversations to measure.
        beside: Conversations in the background; they begin earlier and are not measured.
    """
    others = [_Line(port, talk) for talk in beside]
    time.sleep(0.2 if others else 0.0)
    start = time.perf_counter()
    lines = [_Line(port, talk) for talk in talks]
    waits: list[float] = []
    with selectors.DefaultSelector() as watch:
        for line in (*lines, *others):
            watch.register(line.socket, selectors.EVENT_READ, line)
        for line in _heard(watch):
            answer = line.hear()
            if answer is None:
                continue
            if line in lines:
                waits.append(time.perf_counter() - line.sent_at)
            try:
                line.say(line.talk.send(answer))
            except StopIteration:
                break
    seconds = time.perf_counter() - start
    for line in (*lines, *others):
        line.socket.close()
    return Load(seconds, waits)


def _heard(watch: selectors.BaseSelector) -> Iterator[_Line]:
    """The connections with new data, as it arrives."""
    while True:
        for key, _ in watch.select(SECONDS):
            yield key.data


class Connection:
    """A connection with one request at a time."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection((HOST, port), timeout=SECONDS)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def ask(self, one: bytes) -> Any:
        """The JSON of an answer."""
        self._socket.sendall(one)
        heard = b""
        while (answer := whole(heard)) is None:
            heard += _received(self._socket)
        assert answer.status < 300, answer
        return json.loads(answer.body)


def ask(port: int, one: bytes) -> Any:
    """Send a single request, and return the JSON of its answer."""
    with Connection(port) as line:
        return line.ask(one)


def whole(heard: bytes) -> Answer | None:
    """The answer if it is complete."""
    head, found, body = heard.partition(b"\r\n\r\n")
    if not found:
        return None
    _, _, length = head.lower().partition(b"content-length:")
    if len(body) < int(length.split(b"\r\n")[0] or 0):  # 304 has no body
        return None
    return Answer(int(head[9:12]), body, head.lower())


def _received(peer: socket.socket) -> bytes:
    got = peer.recv(1 << 16)
    if not got:
        raise ConnectionError("the web has hung up")
    return got
