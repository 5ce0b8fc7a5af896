"""Clients that take nothing: what the kernel keeps for them, and the end of their connections."""

import errno
import os
import socket
import time
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest

from service.api.asgi import UNSENT, Connections
from service.live.channels import SLOW_SECONDS
from tests import plain
from tests.api.serving import Web, serving
from tests.serving import until

pytestmark = [pytest.mark.database, pytest.mark.threads]

LITTLE = 4_096
"""The receive buffer of a client that takes nothing, in bytes."""
MUCH = 50_000_000
LATER = 3 * SLOW_SECONDS


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as made:
        yield made


@contextmanager
def silent(port: int) -> Iterator[socket.socket]:
    with socket.socket() as made:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, LITTLE)
        made.connect(("127.0.0.1", port))
        yield made


def is_cut(client: socket.socket) -> bool:
    """Whether the other side has ended a connection, and will never send the rest."""
    return client.getsockopt(socket.SOL_SOCKET, socket.SO_ERROR) == errno.ECONNRESET


def taken(connection: socket.socket) -> int:
    """The bytes that the kernel takes for a client that takes nothing."""
    connection.settimeout(0.2)
    sent = 0
    try:
        while sent < MUCH:
            sent += connection.send(bytes(65_536))
    except TimeoutError:
        return sent
    raise AssertionError("there is no bound")


def test_the_kernel_takes_little_for_a_client_that_takes_nothing(listener: socket.socket) -> None:
    Connections().bound()
    with silent(listener.getsockname()[1]), listener.accept()[0] as connection:
        assert taken(connection) < 3 * UNSENT


def test_files_that_are_no_sockets_stay_as_they_are(listener: socket.socket) -> None:
    reading, writing = os.pipe()
    known = Connections()
    known.bound()
    known.cut(listener.getsockname())
    os.close(writing)
    assert os.read(reading, 1) == b"", "no other file leads to it"
    os.close(reading)


def test_a_connection_is_cut_with_all_that_waits_for_its_client(listener: socket.socket) -> None:
    port = listener.getsockname()[1]
    known = Connections()
    with ExitStack() as stack:
        clients = [stack.enter_context(silent(port)) for _ in range(3)]
        accepted = [listener.accept() for _ in clients]
        for connection, _ in accepted:
            taken(stack.enter_context(connection))
        for connection, address in accepted[:2]:
            known.cut(address)
            with pytest.raises(BrokenPipeError):
                connection.send(b"more")
            connection.close()
        until(lambda: is_cut(clients[0]) and is_cut(clients[1]))
        assert not is_cut(clients[2])
        known.cut(("127.0.0.1", port))  # no client's
        accepted[2][0].close()
        assert not is_cut(clients[2]), "it may take the rest"


@pytest.fixture(scope="module")
def web(url: str, valkey_broker: str, tmp_path_factory: pytest.TempPathFactory) -> Generator[Web]:
    folder: Path = tmp_path_factory.mktemp("sockets")
    with serving(url, valkey_broker, folder) as made:
        yield made


@pytest.mark.long  # the time after which a client is slow
def test_a_dropped_client_loses_its_connection(web: Web) -> None:
    path = "/openapi.json"
    size = len(plain.get(web.url + path).content)
    assert size > 3 * UNSENT
    port = httpx.URL(web.url).port or 0
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode()
    with silent(port) as deaf, silent(port) as slow:
        deaf.sendall(request)
        slow.sendall(request)
        slow.settimeout(LATER)
        read = 0
        while piece := slow.recv(LITTLE):
            read += len(piece)
            time.sleep(0.01)
        assert read > size, "who reads slowly gets all of it"
        until(lambda: is_cut(deaf), seconds=LATER)
