"""Requests that never end: they have a deadline, and other requests do not wait for them."""

import socket
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from itertools import repeat
from typing import Any

import httpx
import orjson
import pytest

from tests import plain
from tests.api.playing import GOAT, Client
from tests.api.serving import Web, serving

pytestmark = [pytest.mark.database, pytest.mark.threads]

SECONDS = 2
LONG = 60
"""A time limit that a busy machine does not reach."""
LATER = 30.0
"""Seconds after which a connection has to be closed, on a machine that does other things too."""
HEAD = b"POST /v1/tables HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"


def limited(seconds: int) -> Any:
    """A fixture: a web process with this time limit for requests."""

    @pytest.fixture(scope="module")
    def started(
        url: str, valkey_broker: str, tmp_path_factory: pytest.TempPathFactory
    ) -> Generator[Web]:
        folder = tmp_path_factory.mktemp("limited")
        with serving(url, valkey_broker, folder, FAIRDEAL_REQUEST_SECONDS=str(seconds)) as web:
            yield web

    return started


strict, patient = limited(SECONDS), limited(LONG)


@contextmanager
def connected(web: Web) -> Iterator[socket.socket]:
    address = ("127.0.0.1", httpx.URL(web.url).port or 0)
    with socket.create_connection(address, timeout=LATER) as peer:
        yield peer


def answer_to(peer: socket.socket, pieces: Iterator[bytes]) -> bytes:
    """The bytes that come back while pieces are sent, until the connection is closed."""
    peer.settimeout(0.2)
    began, answer = time.monotonic(), b""
    while time.monotonic() - began < LATER:
        try:
            peer.sendall(next(pieces, b""))
            got = peer.recv(65_536)
        except TimeoutError:
            continue
        except OSError:
            return answer
        if not got:
            return answer
        answer += got
    raise AssertionError(f"the connection is still open; {answer!r}")


BODIES = {
    "nothing of it comes": (b"Content-Length: 50\r\n\r\n", b""),
    "it comes in drops": (b"Content-Length: 5000\r\n\r\n", b" "),
    "chunks come without end": (b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n"),
    "a chunk does not end": (b"Transfer-Encoding: chunked\r\n\r\nfff\r\n", b" "),
}


@pytest.mark.long  # a deadline of the network
@pytest.mark.parametrize(("rest", "drop"), BODIES.values(), ids=BODIES)
def test_a_body_has_a_deadline(rest: bytes, drop: bytes, strict: Web, client: Client) -> None:
    key = f"Authorization: Bearer {client.key()}\r\n".encode()
    with connected(strict) as peer:
        peer.sendall(HEAD + key + rest)
        answer = answer_to(peer, repeat(drop))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 408 ")
    assert b"\r\nconnection: close" in head.lower()
    assert b"application/problem+json" in head
    assert orjson.loads(body)["code"] == "request-timeout"


HTTP2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
SETTINGS = bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
HEADERS = bytes((0, 0, 1, 1, 0, 0, 0, 0, 1, 0x82))
"""A frame of headers that does not end them."""
HEADS = {
    "nothing is sent": (b"", b""),
    "it stops": (HEAD + b"X-Slow: ", b""),
    "it comes in drops": (HEAD + b"X-Slow: ", b"a"),
    "its first line comes in drops": (b"GET /", b"a"),
    "the line of HTTP/2 comes alone": (HTTP2, b""),
    "the line of HTTP/2 stops": (HTTP2[:10], b""),
    "headers of HTTP/2 do not end": (HTTP2 + SETTINGS + HEADERS, b""),
}


@pytest.mark.long  # a deadline of the network
@pytest.mark.parametrize(("begun", "drop"), HEADS.values(), ids=HEADS)
def test_a_head_has_a_deadline(begun: bytes, drop: bytes, strict: Web) -> None:
    """The web server closes the connection, because there is no request yet to answer."""
    with connected(strict) as peer:
        peer.sendall(begun)
        answer = answer_to(peer, repeat(drop))
    assert answer == b"" or answer.startswith((b"HTTP/1.1 400 ", b"HTTP/1.1 408 "))


@pytest.mark.long  # a deadline of the network
def test_silent_connections_are_all_closed(strict: Web) -> None:
    with ExitStack() as stack:
        peers = [stack.enter_context(connected(strict)) for _ in range(400)]
        assert all(answer_to(peer, repeat(b"")) == b"" for peer in peers)


@pytest.mark.long  # a deadline of the network
def test_a_connection_that_waits_for_its_next_request_has_the_same_deadline(strict: Web) -> None:
    with connected(strict) as peer:
        peer.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
        answer = answer_to(peer, repeat(b""))
    assert answer.startswith(b"HTTP/1.1 200 ")


@pytest.mark.long
def test_a_body_that_takes_its_time_is_read(patient: Web, client: Client) -> None:
    def slowly() -> Iterator[bytes]:
        for piece in (b'{"game": "goat",', b' "name": "Slow"}'):
            yield piece
            time.sleep(0.25)

    headers = {"Authorization": f"Bearer {client.key()}", "Content-Type": "application/json"}
    answer = plain.post(f"{patient.url}/v1/tables", content=slowly(), headers=headers)
    assert answer.status_code == 201, answer.text


@pytest.mark.long
def test_others_are_answered_while_many_are_slow(patient: Web, client: Client) -> None:
    with ExitStack() as stack:
        for number in range(200):
            peer = stack.enter_context(connected(patient))
            peer.sendall(HEAD + (b"Content-Length: 9\r\n\r\n" if number % 2 else b"X-Slow: "))
        answer = plain.post(
            f"{patient.url}/v1/tables",
            json=GOAT,
            headers={"Authorization": f"Bearer {client.key()}"},
        )
        assert answer.status_code == 201
        peer.settimeout(0)
        with pytest.raises(BlockingIOError):  # the slow ones have not ended
            peer.recv(1)
