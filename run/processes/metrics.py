"""The metrics process: `/metrics` for Prometheus, on a port of its own.

The other processes of this `fairdeal serve` write their numbers to files in one folder. Here they
are combined, at most twice a second, with numbers that describe the whole installation. The latter
are read from the database and the broker every ten seconds, so frequent requests cost no more.
"""

import socket
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import inf
from threading import BoundedSemaphore, Lock, Timer
from typing import Any, Final, NamedTuple

import psycopg
import structlog
from prometheus_client import CONTENT_TYPE_LATEST

from events.postgres import open_pool
from events.translog.postgres import PostgresLog
from events.translog.scrubber import Scrubs
from events.translog.scrubs import PostgresScrubs
from service import queues
from service.api import metrics
from service.assembly import replica_of
from service.health import Health
from service.proof.translog import TransparencyLog, signing_key
from service.runtime import SYSTEM, Runtime
from service.settings import Settings
from service.webhooks.deliveries import Deliveries

log = structlog.get_logger()

PATH: Final = "/metrics"
LOOK_SECONDS: Final = 10.0
"""The greatest age of the numbers from the database and the broker."""
KEEP_SECONDS: Final = 0.5
"""The greatest age of a page."""
PATIENCE: Final = 5.0
"""Time limit in seconds for a whole request and its answer; then the connection is closed."""
THREADS: Final = 8
"""Connections served at a time; others are closed."""


class Known(NamedTuple):
    """What the metrics of the whole installation are read from."""

    translog: TransparencyLog
    deliveries: Deliveries
    health: Health
    scrubs: Scrubs


def look(known: Known, *, at: int) -> None:
    """Update the metrics of the whole installation, at a time in µs since the epoch."""
    translog, deliveries, health, scrubs = known
    heartbeats = health.heartbeats()
    refused = any(each.fault for each in heartbeats.values())
    metrics.look_at_log(translog.standing(), refused=refused)
    metrics.look_at_webhooks(*deliveries.standing(at=at), behind=health.webhooks_behind())
    metrics.look_at_processes({name: each.age for name, each in heartbeats.items()})
    metrics.look_at_work(health.late()._asdict())
    metrics.look_at_commits(health.commits_wait())
    place = scrubs.place()
    if place is not None:
        metrics.look_at_records(
            faults=len(scrubs.faults()),
            compared=place.edge.size,
            idle=(at - place.moved) / 1_000_000,
        )


def look_at_broker(settings: Settings) -> None:
    """Update the metrics of the broker."""
    assert settings.broker_url is not None, "the supervisor names the embedded one"
    try:
        lengths = queues.lengths(settings.broker_url, queue=settings.queue)
    except queues.Unreachable:
        metrics.look_at_broker(None)
    else:
        metrics.look_at_broker(lengths)


class MetricsPage:
    """The page with all metrics, generated only on request and when the last one is too old."""

    def __init__(self, runtime: Runtime, write: Callable[[], bytes] = metrics.page) -> None:
        self._runtime = runtime
        self._write = write
        self._lock = Lock()
        self._made: tuple[float, bytes] | None = None

    def read(self) -> bytes:
        """The current page, or a recent one."""
        with self._lock:
            if self._made is None or self._runtime.monotonic() - self._made[0] > KEEP_SECONDS:
                self._made = (self._runtime.monotonic(), self._write())
            return self._made[1]


class _Bounded(ThreadingHTTPServer):
    """A server with few connections at a time, each for a short time."""

    def __init__(self, listening: socket.socket, handler: type[BaseHTTPRequestHandler]) -> None:
        super().__init__(listening.getsockname()[:2], handler, bind_and_activate=False)
        self.socket.close()
        self.socket = listening
        self._free = BoundedSemaphore(THREADS)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer in a thread, or close the connection if all are busy."""
        if not self._free.acquire(blocking=False):
            self.shutdown_request(request)
            return
        try:
            super().process_request(request, client_address)
        except BaseException:  # no thread was started
            self._free.release()
            raise

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer, and close the connection at its time limit, which ends reads and writes."""
        late = Timer(PATIENCE, _end, (request,))
        late.daemon = True
        try:
            late.start()
            super().process_request_thread(request, client_address)
        finally:
            late.cancel()
            self.shutdown_request(request)
            self._free.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log the error, unless the client has disconnected or was too slow."""
        if not isinstance(sys.exception(), OSError):
            super().handle_error(request, client_address)


def _end(connection: socket.socket) -> None:
    with suppress(OSError):  # the connection has ended
        connection.shutdown(socket.SHUT_RDWR)


def server_at(listening: socket.socket, page: MetricsPage) -> ThreadingHTTPServer:
    """The server of the page, on a socket that listens."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found = self.path.partition("?")[0] == PATH
            body = page.read() if found else b""
            self.send_response(HTTPStatus.OK if found else HTTPStatus.NOT_FOUND)
            self.send_header("Content-Type", CONTENT_TYPE_LATEST)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def version_string(self) -> str:
            return "fairdeal"

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - as it is called
            """Log nothing: the only client is the metrics collector."""

    return _Bounded(listening, Handler)


def run(settings: Settings, runtime: Runtime) -> None:
    """Serve the page for ever."""
    assert settings.database_url is not None, "the supervisor names the embedded one"
    family = socket.AF_INET6 if ":" in settings.metrics_host else socket.AF_INET
    address = settings.metrics_host, settings.metrics_port
    with (
        socket.create_server(address, family=family) as listening,
        open_pool(settings.database_url, size=1, seconds=settings.statement_seconds) as pool,
    ):
        translog = TransparencyLog(PostgresLog(pool), signing_key(settings))
        known = Known(translog, Deliveries(pool), Health(pool, runtime), PostgresScrubs(pool))
        replica = replica_of(settings, runtime)
        there = None if replica is None else Health(replica.store.pool, runtime)
        looks = (
            partial(_look_at_database, runtime, known),
            partial(look_at_broker, settings),
            *(() if there is None else (partial(look_at_replica, there),)),
        )
        for each in looks:
            runtime.thread(partial(_keep, runtime, each), name="metrics-look")
        server_at(listening, MetricsPage(runtime)).serve_forever()


def _keep(runtime: Runtime, looking: Callable[[], None]) -> None:
    while True:
        try:
            looking()
        except Exception:
            log.exception("metrics.failed")  # the next look may succeed
        runtime.sleep(LOOK_SECONDS)


def _look_at_database(runtime: Runtime, known: Known) -> None:
    try:
        look(known, at=runtime.now())
    except psycopg.Error:  # the other metrics are available without a database
        metrics.look_at_database(answers=False)
    else:
        metrics.look_at_database(answers=True)


def look_at_replica(there: Health) -> None:
    """Update the metrics of the replica, whose heartbeats come from the primary."""
    try:
        metrics.look_at_replica(there.behind())
    except psycopg.Error:
        metrics.look_at_replica(inf)


if __name__ == "__main__":
    run(Settings.from_environment(), SYSTEM)
