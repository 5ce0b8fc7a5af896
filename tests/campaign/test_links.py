"""The proxy of the campaign: what it brings, and what not, while it disturbs connections."""

import socket
import time
from collections.abc import Callable, Generator
from contextlib import suppress
from socketserver import BaseRequestHandler, ThreadingTCPServer
from threading import Thread

import pytest

from tests.campaign.links import DELAY, Link, event_loop

SOON = 0.3
"""Seconds of a disturbance."""


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
    return socket.create_connection(("127.0.0.1", link.port), timeout=5)


def round_trip(client: socket.socket) -> float:
    began = time.monotonic()
    client.sendall(b"said")
    assert client.recv(100) == b"said"
    return time.monotonic() - began


def meanwhile(disturb: Callable[[float], None]) -> Thread:
    thread = Thread(target=disturb, args=(SOON,))
    thread.start()
    time.sleep(0.05)
    return thread


def test_a_slow_link_brings_everything_later(link: Link, client: socket.socket) -> None:
    assert round_trip(client) < DELAY
    thread = meanwhile(link.stay_slow)
    assert round_trip(client) >= 2 * DELAY
    thread.join()
    assert round_trip(client) < DELAY


def test_a_silent_link_brings_nothing_until_it_is_over(link: Link, client: socket.socket) -> None:
    round_trip(client)
    thread = meanwhile(link.stay_silent)
    assert round_trip(client) > SOON / 2
    thread.join()


def test_a_silent_link_answers_no_new_connection(link: Link) -> None:
    thread = meanwhile(link.stay_silent)
    with connected(link) as client:
        assert round_trip(client) > SOON / 2
    thread.join()


def test_a_link_that_is_cut_resets_connections_old_and_new(
    link: Link, client: socket.socket
) -> None:
    round_trip(client)
    thread = meanwhile(link.stay_cut)
    for each in (client, connected(link)):
        with pytest.raises(ConnectionError):
            each.recv(100)
        each.close()
    thread.join()
    with connected(link) as again:
        round_trip(again)


def test_the_end_of_a_connection_passes_a_link(client: socket.socket) -> None:
    client.shutdown(socket.SHUT_WR)
    assert client.recv(100) == b""
