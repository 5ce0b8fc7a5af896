"""Prometheus metrics. Labels are templates, games and codes: never an id, never a card."""

import os
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead

from service.metrics import DEALS
from service.responses.service import LogStatusJson
from service.settings import NUMBERS

disable_created_metrics()  # type: ignore[no-untyped-call]
_registry = CollectorRegistry()
_registry.register(DEALS)

REQUESTS = Counter(
    "fairdeal_requests_total",
    "Requests answered.",
    ("method", "endpoint", "status"),
    registry=_registry,
)
SECONDS = Histogram(
    "fairdeal_request_seconds",
    "How long answers took; of long polls, with their waiting.",
    ("method", "endpoint"),
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30),
    registry=_registry,
)
MOVES = Counter(
    "fairdeal_moves_total",
    "Moves that players asked for: made, replayed, or the code of the problem.",
    ("game", "outcome"),
    registry=_registry,
)
UNCOUNTED = Counter(
    "fairdeal_uncounted_total",
    "Requests counted in one process alone, as the server of the counts did not answer.",
    registry=_registry,
)
waiting_readers = Gauge(
    "fairdeal_waiting_readers",
    "Long polls that wait.",
    multiprocess_mode="livesum",
    registry=_registry,
)
DROPPED = Counter(
    "fairdeal_dropped_clients_total",
    "Clients that did not take their answers: they were slow, or others needed the memory.",
    ("reason",),
    registry=_registry,
)
_streams = Gauge(
    "fairdeal_streams",
    "Streams that are open to readers.",
    multiprocess_mode="livesum",
    registry=_registry,
)
_pool = Gauge(
    "fairdeal_pool_connections",
    "Database connections: all, idle ones, and callers that wait for one.",
    ("state",),
    multiprocess_mode="livesum",
    registry=_registry,
)
_POOL: Final = (
    (_pool.labels("all"), "pool_size"),
    (_pool.labels("free"), "pool_available"),
    (_pool.labels("awaited"), "requests_waiting"),
)
"""Gauges of the connection pool, each with the name of its number in the pool's statistics."""
POOL_SECONDS: Final = 0.1
"""A busy process looks at its pool no more often."""


_translog_gauge = Gauge(
    "fairdeal_log",
    "The log of all events: its size, which is signed; appends that wait, of which so many"
    " are counted; how long the first has waited; streams that are held, as they do not hold;"
    " 1 if the sequencer refuses to go on.",
    ("what",),
    multiprocess_mode="mostrecent",
    registry=_registry,
)


_records = Gauge(
    "fairdeal_records",
    "The records at rest, which are compared with the log over and over: those that do not hold;"
    " entries of the log that were compared in this pass; how long ago the last step was.",
    ("what",),
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_webhooks = Gauge(
    "fairdeal_webhooks",
    "Webhooks: deliveries that wait; how long the first is overdue of those whose receivers answer"
    " well; webhooks whose receivers fail; webhooks that are disabled; entries of the log that are"
    " not read for them yet.",
    ("what",),
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_tries = Gauge(
    "fairdeal_webhook_tries",
    "Tries to deliver, ever, by how they ended.",
    ("outcome",),
    multiprocess_mode="mostrecent",
    registry=_registry,
)


_database = Gauge(
    "fairdeal_database_up",
    "1 if the database answered when these numbers were last read from it, and 0 if not: then the"
    " log, webhooks, heartbeats, late work and waiting commits are as they were before.",
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_commits = Gauge(
    "fairdeal_commits_wait_seconds",
    "How long the oldest commit of the service has waited for a synchronous standby; 0: none does.",
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_replica = Gauge(
    "fairdeal_replica_behind_seconds",
    "How old the newest heartbeat of a process is in the replica; +Inf: it does not answer, 0:"
    " there is no replica.",
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_heartbeats = Gauge(
    "fairdeal_heartbeat_age_seconds",
    "How long ago a web ran, the sweep, a sequencer and a process of webhooks did their work, and"
    " the last checkpoint was in the file of the witness.",
    ("process",),
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_late = Gauge(
    "fairdeal_late_seconds",
    "How long the oldest work of a kind has waited for a worker, or since its deadline.",
    ("work",),
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_broker = Gauge(
    "fairdeal_broker_up",
    "1 if the broker answered when it was last asked, and 0 if not: then the numbers of tasks are"
    " as they were before.",
    multiprocess_mode="mostrecent",
    registry=_registry,
)
_queues = Gauge(
    "fairdeal_queue_tasks",
    "Tasks that wait in the broker, without those that a worker has taken.",
    ("queue",),
    multiprocess_mode="mostrecent",
    registry=_registry,
)


@cache
def of_requests(method: str, endpoint: str, status: int) -> tuple[Counter, Histogram]:
    """The number and the durations of requests with these labels, of which there are few."""
    return REQUESTS.labels(method, endpoint, str(status)), SECONDS.labels(method, endpoint)


def look_at_pool(numbers: Mapping[str, int]) -> None:
    """Record the state of the pool of connections."""
    for gauge, name in _POOL:
        gauge.set(numbers.get(name, 0))


def look_at_streams(number: int) -> None:
    """Record the number of open streams of this process."""
    _streams.set(number)


def look_at_log(standing: LogStatusJson, *, refused: bool) -> None:
    """Record the state of the log, and whether a process refuses to go on with it."""
    _translog_gauge.labels("refused").set(refused)
    _translog_gauge.labels("size").set(standing["size"] or 0)
    _translog_gauge.labels("waiting").set(standing["waiting"])
    _translog_gauge.labels("behind_seconds").set(standing["behind_seconds"])
    _translog_gauge.labels("broken_streams").set(standing["broken_streams"])


def look_at_records(*, faults: int, compared: int, idle: float) -> None:
    """Record what the scrubber has found, and how far it is; idle: seconds since its last step."""
    _records.labels("faults").set(faults)
    _records.labels("compared").set(compared)
    _records.labels("idle_seconds").set(idle)


def look_at_webhooks(
    standing: Mapping[str, float], tally: Mapping[str, int], *, behind: int
) -> None:
    """Record the state of webhook deliveries, and the number of attempts by result."""
    for what, number in {**standing, "behind_entries": behind}.items():
        _webhooks.labels(what).set(number)
    for outcome, tries in tally.items():
        _tries.labels(outcome).set(tries)


def look_at_database(*, answers: bool) -> None:
    """Record whether the database answered."""
    _database.set(answers)


def look_at_commits(seconds: float) -> None:
    """Record how long the oldest commit has waited for a standby."""
    _commits.set(seconds)


def look_at_replica(behind: float) -> None:
    """Record how far the replica is behind, in seconds; infinity: it does not answer."""
    _replica.set(behind)


def look_at_processes(ages: Mapping[str, float]) -> None:
    """Record the ages of heartbeats, in seconds."""
    for process, age in ages.items():
        _heartbeats.labels(process).set(age)


def look_at_work(late: Mapping[str, float]) -> None:
    """Record how long work has waited, in seconds."""
    for work, seconds in late.items():
        _late.labels(work).set(seconds)


def look_at_broker(lengths: Mapping[str, int] | None) -> None:
    """Record how many tasks wait in each queue; None: the broker does not answer."""
    _broker.set(lengths is not None)
    for queue, length in (lengths or {}).items():
        _queues.labels(queue).set(length)


def page() -> bytes:
    """All metrics of all processes that share the folder, in the text format of Prometheus."""
    if NUMBERS not in os.environ:
        return generate_latest(_registry)
    _forget_dead_processes(Path(os.environ[NUMBERS]))
    together = CollectorRegistry()
    MultiProcessCollector(together)  # type: ignore[no-untyped-call]
    return generate_latest(together)


def _forget_dead_processes(folder: Path) -> None:
    """Remove the gauges of processes that have ended; their counters stay."""
    for file in folder.glob("gauge_live*_*.db"):
        process = file.stem.rpartition("_")[2]
        try:
            os.kill(int(process), 0)
        except ProcessLookupError:
            mark_process_dead(process, str(folder))  # type: ignore[no-untyped-call]
