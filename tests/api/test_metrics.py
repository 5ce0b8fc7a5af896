"""Metrics for Prometheus: on their own port, cheap, and not on the public port."""

import os
import re
import signal
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from math import inf
from pathlib import Path
from threading import Thread

import httpx
import psycopg
import pytest

from domain.fairness.tree import NOTHING
from events.postgres import open_pool
from events.translog.scrubber import WHOLE_LOG, ScrubberPlace
from events.translog.store import Broken
from run.processes import metrics as measuring
from run.processes.metrics import KEEP_SECONDS, THREADS, MetricsPage
from service.api import metrics
from service.health import Health
from service.runtime import SYSTEM
from service.settings import Settings
from tests import plain
from tests.api.playing import Client
from tests.api.serving import Web, serving
from tests.contexts import known_of
from tests.serving import children_of, on_linux, until
from tests.simulation.runtime import RUNTIME

pytestmark = [pytest.mark.database, pytest.mark.threads]

TWO = {"FAIRDEAL_WEB_PROCESSES": "2"}
DAY = 86_400


def test_metrics_are_not_on_the_public_port(client: Client) -> None:
    for method in ("GET", "HEAD", "POST"):
        assert client.send(method, "/metrics").status_code == 404
    assert client.send("GET", "/metrics", client.key()).status_code == 404


@pytest.mark.long
def test_neither_on_that_of_a_web(web: Web) -> None:
    for method in ("GET", "HEAD", "POST"):
        assert plain.request(method, f"{web.url}/metrics").status_code == 404
    assert "fairdeal_requests_total" in web.numbers()


@pytest.mark.long
def test_nothing_else_is_on_the_other_port(web: Web) -> None:
    for path in ("/", "/healthz", "/v1/games", "/metrics/x", "/%2e%2e/etc/passwd"):
        answer = plain.get(web.metrics + path)
        assert (answer.status_code, answer.content) == (404, b"")
    assert plain.post(f"{web.metrics}/metrics").status_code == 501
    answer = plain.get(f"{web.metrics}/metrics?x=1")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"].startswith("text/plain; version=")
    assert answer.headers["Server"].strip() == "fairdeal"


@pytest.mark.long
def test_several_processes_count_together(url: str, valkey_broker: str, tmp_path: Path) -> None:
    with serving(url, valkey_broker, tmp_path, tmp_path / "numbers", **TWO) as web:
        before = counted(web)
        for _ in range(40):
            assert web.get("/healthz").status_code == 200
        until(lambda: counted(web) == before + 40)


@pytest.mark.long
@on_linux
def test_a_web_process_that_dies_is_replaced_alone(
    url: str, valkey_broker: str, tmp_path: Path
) -> None:
    with serving(url, valkey_broker, tmp_path, tmp_path / "numbers", **TWO) as web:
        assert web.get("/healthz").status_code == 200
        first, other = answering(web)
        until(lambda: counted(web) >= 1)
        before = counted(web)
        os.kill(first, signal.SIGKILL)
        until(lambda: len(answering(web) - {first}) == 2)
        assert web.process.poll() is None
        assert other in answering(web), "the other one went on"
        until(lambda: counted_after(web) > before)


def answering(web: Web) -> set[int]:
    """The processes of a web that answer requests."""
    return set(children_of(web.process.pid))


def counted_after(web: Web) -> float:
    """The count after another request, of dead processes too."""
    web.get("/healthz")
    return counted(web)


def counted(web: Web) -> float:
    line = r'^fairdeal_requests_total.endpoint="/healthz",method="GET",status="200". (.*)$'
    return sum(float(each) for each in re.findall(line, web.numbers(), re.MULTILINE))


@pytest.mark.long
def test_the_database_is_asked_by_the_clock_and_by_no_request(web: Web, url: str) -> None:
    until(lambda: 'fairdeal_log{what="size"}' in web.numbers())
    until(lambda: 'fairdeal_webhooks{what="overdue_seconds"}' in web.numbers())
    with psycopg.connect(url) as owner:
        owner.execute("LOCK TABLE log_fault, webhook IN ACCESS EXCLUSIVE MODE")
        first = web.numbers()
        until(lambda: web.numbers() != first)  # it was written meanwhile, without the tables
        owner.rollback()


def test_the_replica_is_as_far_behind_as_its_newest_heartbeat(client: Client, url: str) -> None:
    context = client.context
    pool = context.credentials.pool
    context.health.beat("sweep")
    measuring.look_at_replica(Health(pool, RUNTIME))
    assert behind() // DAY == 0

    def days_behind() -> float:
        """How far behind it is when nothing has beaten for a day."""
        with psycopg.connect(url, autocommit=True) as owner:
            owner.execute("UPDATE heartbeat SET at = now() - interval '1 day'")
        measuring.look_at_replica(Health(pool, RUNTIME))
        return behind() // DAY

    until(lambda: days_behind() == 1)  # a web may beat in between
    with open_pool("postgresql://nobody@127.0.0.1:1/none", size=1, timeout=0.1) as down:
        measuring.look_at_replica(Health(down, RUNTIME))
    assert behind() == inf


def test_the_state_of_the_whole_installation_is_shown(client: Client, url: str) -> None:
    context = client.context
    table = client.open()
    context.health.beat("webhooks")  # no process of these tests writes this one
    context.health.beat("sequencer", "the log is another one")
    with psycopg.connect(url, autocommit=True) as owner:
        owner.execute("SET session_replication_role = replica")  # past the triggers
        owner.execute("UPDATE heartbeat SET at = at - interval '1 day' WHERE name = 'webhooks'")
        owner.execute(
            "UPDATE stream SET status = 'bots', updated_at = now() - interval '3 days'"
            " WHERE stream_id = %s",
            [table.deal],
        )
    moved = RUNTIME.now()
    context.scrubber.scrubs.move(None, ScrubberPlace(1, 0, NOTHING, None, moved, moved, None))
    context.scrubber.scrubs.note([Broken(WHOLE_LOG, 1, "it is another one")], number=1, time=0)
    measuring.look(known_of(context), at=RUNTIME.now())
    page = metrics.page().decode()
    numbers = re.findall(r"^(fairdeal\S+) (\S+)$", page, re.MULTILINE)
    seen = {name: float(number) for name, number in numbers}
    assert seen['fairdeal_heartbeat_age_seconds{process="webhooks"}'] // DAY == 1
    assert seen['fairdeal_heartbeat_age_seconds{process="sequencer"}'] // DAY == 0
    assert seen['fairdeal_late_seconds{work="bots"}'] // DAY == 3
    assert seen['fairdeal_log{what="refused"}'] == 1
    assert seen['fairdeal_records{what="faults"}'] == 1
    assert seen['fairdeal_records{what="compared"}'] == 0
    assert 0 <= seen['fairdeal_records{what="idle_seconds"}'] < 60
    assert seen['fairdeal_webhooks{what="behind_entries"}'] == context.health.webhooks_behind()


@pytest.mark.long
def test_a_web_has_a_heartbeat(web: Web, client: Client) -> None:
    assert web.get("/healthz").status_code == 200
    until(lambda: "web" in client.context.health.heartbeats())


def behind() -> float:
    page = metrics.page().decode()
    [found] = re.findall(r"^fairdeal_replica_behind_seconds (\S+)", page, re.MULTILINE)
    return float(found)


def test_a_page_is_written_at_most_twice_a_second() -> None:
    written: list[float] = []

    def write() -> bytes:
        written.append(RUNTIME.monotonic())
        return b"numbers"

    page = MetricsPage(RUNTIME, write)
    for _ in range(100):
        assert page.read() == b"numbers"
        RUNTIME.pass_time(KEEP_SECONDS / 10)
    assert 8 <= len(written) <= 11


@pytest.mark.long
@on_linux
def test_a_request_costs_a_web_process_nothing(web: Web) -> None:
    """The processes that answer requests take no part: they may stand still."""
    standing = answering(web)
    try:
        for each in standing:
            os.kill(each, signal.SIGSTOP)
        assert "fairdeal_requests_total" in web.numbers()
    finally:
        for each in standing:
            os.kill(each, signal.SIGCONT)


@pytest.mark.long
def test_without_a_port_there_are_none(url: str, valkey_broker: str, tmp_path: Path) -> None:
    assert Settings().metrics_port == 0
    with serving(url, valkey_broker, tmp_path) as web:
        with pytest.raises(httpx.ConnectError):
            web.numbers()
        assert web.get("/metrics").status_code == 404


SOON = 1.0
"""Seconds for a request, in the tests of slow ones."""


@pytest.fixture
def alone(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[str, int]]:
    """The address of the page, in this process."""
    monkeypatch.setattr(measuring, "PATIENCE", SOON)
    listening = socket.create_server(("127.0.0.1", 0))
    server = measuring.server_at(listening, MetricsPage(SYSTEM, lambda: b"numbers"))
    thread = Thread(target=server.serve_forever, args=(0.05,))
    thread.start()
    yield listening.getsockname()
    server.shutdown()
    thread.join()
    server.server_close()


def wait_until_closed(peer: socket.socket, drop: bytes = b"") -> None:
    """Send a little on a connection repeatedly, until it is closed."""
    peer.settimeout(SOON / 10)

    def closed() -> bool:
        try:
            peer.sendall(drop)
            return not peer.recv(1_024)
        except TimeoutError:
            return False
        except OSError:
            return True

    until(closed)


@pytest.mark.long  # a deadline of the network
@pytest.mark.parametrize(
    ("begun", "drop"),
    [(b"", b""), (b"GET /", b"a"), (b"GET /metrics HTTP/1.1\r\nX-Slow: ", b"a"), (b"GET /m", b"")],
)
def test_a_whole_request_has_a_deadline(begun: bytes, drop: bytes, alone: tuple[str, int]) -> None:
    with socket.create_connection(alone) as peer:
        peer.sendall(begun)
        wait_until_closed(peer, drop)


@pytest.mark.long
def test_few_connections_are_answered_at_a_time(
    alone: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(measuring, "PATIENCE", 60 * SOON)
    with ExitStack() as stack:
        for _ in range(THREADS):
            stack.enter_context(socket.create_connection(alone))
        with socket.create_connection(alone) as other:
            wait_until_closed(other)
    until(lambda: answered(alone))


def answered(address: tuple[str, int]) -> bool:
    host, port = address
    try:
        return plain.get(f"http://{host}:{port}/metrics").content == b"numbers"
    except httpx.TransportError:
        return False
