"""A connection whose packets are lost is given up soon, and does not wait for TCP."""

import shutil
import socket
import tempfile
import time
from collections.abc import Callable, Generator
from contextlib import ExitStack
from pathlib import Path

import psycopg
import pytest
from kombu.connection import Connection

from events.connections import (
    CLIENT_SECONDS,
    LOST_SECONDS,
    SILENT_SECONDS,
    LimitedConnection,
    configure,
    connect,
)
from run.embedded import postgres
from run.embedded.server import serving
from service.queues import options
from tests.links import event_loop, linked
from tests.networks import Namespace, Network, apart, network
from tests.serving import until

MOST = LOST_SECONDS + 4
"""Seconds; without a limit for lost packets, a statement would end by its own limit of twelve."""


@pytest.fixture
def remote(server_url: str) -> Generator[tuple[Namespace, LimitedConnection]]:
    """A host, and a connection from it to a server of this machine."""
    with event_loop() as loop, apart(), network() as joined, ExitStack() as stack:
        host = joined.host()
        link, there = linked(loop, server_url, joined.address)
        stack.callback(link.close)
        with host.entered():
            connection = connect(there)
        with connection:
            yield host, connection


@pytest.mark.long
def test_a_server_whose_packets_are_lost_is_given_up(
    remote: tuple[Namespace, LimitedConnection],
) -> None:
    host, connection = remote
    assert connection.execute("SELECT 1").fetchone() == (1,)
    host.disconnect()
    began = time.monotonic()
    with pytest.raises(psycopg.OperationalError):
        connection.execute("SELECT 1")
    assert LOST_SECONDS - 1 < time.monotonic() - began < MOST
    assert connection.closed


@pytest.mark.long
def test_a_server_that_is_lost_before_it_answers_is_given_up(
    remote: tuple[Namespace, LimitedConnection],
) -> None:
    """Nothing that was sent is unacknowledged then: the client has to ask for a sign of life."""
    host, connection = remote
    connection.pgconn.send_query(b"SELECT pg_sleep(0.5)")
    connection.pgconn.flush()
    time.sleep(0.2)
    host.disconnect()
    began = time.monotonic()
    with pytest.raises(psycopg.OperationalError):
        connection.execute("SELECT 1")
    assert time.monotonic() - began < MOST


@pytest.mark.parametrize("prepare", [configure, lambda _: None], ids=["service", "owner"])
def test_a_server_is_to_notice_that_a_client_has_gone_without_a_word(
    server_url: str, prepare: Callable[[LimitedConnection], object]
) -> None:
    with connect(server_url) as connection:
        prepare(connection)
        shown = [
            connection.execute(f"SHOW tcp_{each}").fetchone()
            for each in ("keepalives_idle", "keepalives_interval", "keepalives_count")
        ]
        [(patience,)] = connection.execute("SHOW tcp_user_timeout").fetchall()
    assert shown == [("10",), ("5",), ("3",)]
    assert patience == f"{CLIENT_SECONDS * 1000}"


@pytest.mark.long
def test_a_server_ends_the_connection_of_a_client_that_is_lost_before_its_answer() -> None:
    """Then the server waits for an acknowledgement, and requests no sign of life."""
    with apart(), network() as joined, ExitStack() as stack:
        host = joined.host()
        admin = stack.enter_context(psycopg.connect(reachable(joined, stack), autocommit=True))
        with host.entered():
            connection = connect(f"postgresql://postgres@{joined.address}/postgres")
        stack.callback(connection.close)
        pid = connection.info.backend_pid
        connection.pgconn.send_query(b"SELECT pg_sleep(1)")
        connection.pgconn.flush()
        time.sleep(0.3)
        host.disconnect()

        def has_ended() -> bool:
            found = admin.execute("SELECT FROM pg_stat_activity WHERE pid = %s", (pid,))
            return not found.fetchall()

        until(has_ended, CLIENT_SECONDS + 15)


def reachable(joined: Network, stack: ExitStack) -> str:
    """The URL of a server of its own, which other hosts of the network reach too."""
    folder = Path(tempfile.mkdtemp(prefix="fairdeal-lost-"))  # its owner can enter it
    folder.chmod(0o755)
    stack.callback(shutil.rmtree, folder)
    rights = folder / "pg_hba.conf"
    rights.write_text(f"local all all trust\nhost all all {joined.subnet} trust\n")
    settings = {"listen_addresses": joined.address, "hba_file": str(rights)}
    server = postgres.server(folder, settings={**postgres.SETTINGS, **settings})
    return stack.enter_context(serving(server))


@pytest.mark.parametrize("broker", ["redis", "rabbitmq"], indirect=True)
def test_a_broker_whose_packets_are_lost_is_given_up(broker: str) -> None:
    with Connection(broker, transport_options=options(broker, queue="test")) as connection:
        connection.connect()
        if broker.startswith("redis"):
            used = connection.default_channel.client.connection_pool.get_connection()._sock
        else:
            used = connection.connection.transport.sock
        assert used.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        assert used.getsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE) == SILENT_SECONDS
        assert used.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == LOST_SECONDS * 1000
