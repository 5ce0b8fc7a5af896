"""The proxy in front of a server: what it brings, and what not, while it disturbs connections."""

import socket
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Event, Thread
from types import SimpleNamespace

import pytest

from tests import links
from tests.links import DELAY, Link, event_loop

pytestmark = pytest.mark.long  # only tests of the long run use such a proxy

SILENT = 0.2
"""Seconds for which nothing comes."""


class Echo(BaseRequestHandler):
    def handle(self) -> None:
        with suppress(ConnectionError):
            while data := self.request.recv(100):
                self.request.sendall(data)


@pytest.fixture
def link() -> Generator[Link]:
    with ThreadingTCPServer(("127.0.0.1", 0), Echo) as server, event_loop() as loop:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        link = Link(loop, ("127.0.0.1", server.server_address[1]))
        yield link
        link.close()
        server.shutdown()


@pytest.fixture
def client(link: Link) -> Generator[socket.socket]:
    with connected(link) as client:
        yield client


def connected(link: Link) -> socket.socket:
    return socket.create_connection(link.address, timeout=60)


def round_trip(client: socket.socket) -> float:
    began = time.monotonic()
    client.sendall(b"said")
    assert client.recv(100) == b"said"
    return time.monotonic() - began


@contextmanager
def meanwhile(disturb: Callable[[float], None], monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
    """A disturbance that lasts as long as the block."""
    begun, over = Event(), Event()

    def sleep(_: float) -> None:
        begun.set()
        over.wait()

    monkeypatch.setattr(links, "time", SimpleNamespace(sleep=sleep))
    thread = Thread(target=disturb, args=(0,))
    thread.start()
    try:
        assert begun.wait(60)
        yield
    finally:
        over.set()
        thread.join()


def test_a_slow_link_brings_everything_later(
    link: Link, client: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_trip(client)
    with meanwhile(link.stay_slow, monkeypatch):
        assert round_trip(client) >= 2 * DELAY
    assert min(round_trip(client) for _ in range(20)) < DELAY


def test_a_silent_link_brings_nothing_until_it_is_over(
    link: Link, client: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_trip(client)
    with meanwhile(link.stay_silent, monkeypatch), connected(link) as later:
        for each in (client, later):
            each.sendall(b"said")
            each.settimeout(SILENT)
            with pytest.raises(TimeoutError):
                each.recv(100)
            each.settimeout(60)
    assert client.recv(100) == b"said"


def test_a_silent_link_answers_new_connections_afterwards(
    link: Link, monkeypatch: pytest.MonkeyPatch
) -> None:
    with meanwhile(link.stay_silent, monkeypatch):
        client = connected(link)
        client.sendall(b"said")
    with client:
        assert client.recv(100) == b"said"


def test_a_link_that_is_cut_resets_connections_old_and_new(
    link: Link, client: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    round_trip(client)
    with meanwhile(link.stay_cut, monkeypatch):
        with pytest.raises(ConnectionError):
            client.recv(100)
        with pytest.raises(ConnectionError), connected(link) as another:
            another.recv(100)
    with connected(link) as again:
        round_trip(again)


def test_the_end_of_a_connection_passes_a_link(client: socket.socket) -> None:
    client.shutdown(socket.SHUT_WR)
    assert client.recv(100) == b""
