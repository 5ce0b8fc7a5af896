"""The log: its cost for an append, its throughput, and the time until an event is signed."""

import os
import random
import time
from collections.abc import Callable, Generator
from contextlib import closing, contextmanager
from statistics import median
from urllib.parse import urlsplit
from uuid import UUID, uuid4

import psycopg

from events.postgres import PostgresStore, open_pool
from events.record import CommandMetadata
from events.translog.notes import SigningKey
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from events.translog.store import TranslogStore
from lab.bench.appends import appending, discarded
from lab.bench.measuring import in_turn, percentile, ratio
from lab.bench.processes import processor_seconds
from lab.bench.results import Line, Section, Size, below
from lab.bench.stages import Stage, background, stage
from migrations.run import upgrade
from service import ids
from service.runtime import SYSTEM

APPENDS = 600
EVENTS = 30_000
OF_A_STREAM = 60
SIGNED = 60
IDLE_SECONDS = 3.0

HOW = """The cost of an append for the database is the processor time of its backend. It is
measured for appends as above through one connection, into a database as it is and into one without
an outbox, in turn; ratio and difference are medians of neighbouring slices. Other processes do not
disturb it. The sequencer: events of streams of 60, two an append, wait in the outbox and are logged
batch by batch, each link verified, each batch signed and committed, durable. Then
`python -m run.processes.sequencing` as shipped: the time from the end of an append, one now
and then, until its checkpoint can be read; and its processor time while nothing happens."""


def run(size: Size) -> Section:
    """Measure all of it."""
    with stage(connections=4) as on:
        lines = [*_appends(on, size), _speed(on, size), *_process(on, size)]
    return Section("The log", HOW, lines)


# --- The cost of an append ------------------------------------------------------------------------


def _appends(on: Stage, size: Size) -> list[Line]:
    bare = _database(on, "bare")
    with psycopg.connect(bare, autocommit=True) as owner:
        owner.execute("ALTER TABLE stream DISABLE TRIGGER to_be_logged")
    count = max(int(APPENDS * size.seconds), 20)
    with _costs(on.database, count) as logged, _costs(bare, count) as unlogged:
        found = in_turn({"logged": logged, "bare": unlogged}, slices=size.slices + 1)
    with_log, without = found["logged"][1:], found["bare"][1:]
    more = [1e6 * (one - other) for one, other in zip(with_log, without, strict=True)]
    return [
        Line("an append without the log, in the database", 1e6 * median(without), "µs"),
        Line("an append with it, in the database", 1e6 * median(with_log), "µs"),
        Line("with it against without", ratio(with_log, without), target=below(1.1)),
        Line("the difference", max(median(more), 0.01), "µs"),
    ]


@contextmanager
def _costs(url: str, count: int) -> Generator[Callable[[], float]]:
    """Measure the processor time of an append, in seconds."""
    with closing(open_pool(url, size=1)) as pool:
        with pool.connection() as connection:
            backend = connection.info.backend_pid
        work = appending(PostgresStore(pool, entropy=SYSTEM.random_bytes))

        def measure() -> float:
            before = processor_seconds(backend)
            for _ in range(count):
                work()
            return (processor_seconds(backend) - before) / count

        yield measure


def _database(on: Stage, name: str) -> str:
    """Another migrated database of the server."""
    with psycopg.connect(on.database, autocommit=True) as owner:
        owner.execute(f"CREATE DATABASE {name}".encode())
    url = urlsplit(on.database)._replace(path=f"/{name}").geturl()
    upgrade(url)
    return url


# --- Throughput -----------------------------------------------------------------------------------


def _speed(on: Stage, size: Size) -> Line:
    with closing(open_pool(_database(on, "waiting"), size=4)) as pool:
        events = _fill(
            PostgresStore(pool, entropy=SYSTEM.random_bytes), max(int(EVENTS * size.seconds), 200)
        )
        sequencer = Sequencer(PostgresLog(pool), SigningKey("bench", bytes(32)))
        began, logged = time.perf_counter(), 0
        while logged < events:
            logged += sequencer.advance().logged
        return Line("the sequencer", logged / (time.perf_counter() - began), "events/s")


def _fill(store: PostgresStore, events: int) -> int:
    """Append at least so many events, two at a time; return their number."""
    streams = range(0, events, OF_A_STREAM)
    for _ in streams:
        now = time.time_ns() // 1000
        stream = ids.deal_id(os.urandom(8), UUID(int=0), 0, at=now)
        for version in range(0, OF_A_STREAM, 2):
            store.append(
                stream,
                kind="deal",
                expected=version,
                command=CommandMetadata(id=uuid4(), actor="seat:1", at=now),
                events=[discarded(), discarded()],
                status="persons",
                summary={},
            )
    return len(streams) * OF_A_STREAM


# --- The process --------------------------------------------------------------------------------


def _process(on: Stage, size: Size) -> list[Line]:
    translog = PostgresLog(on.store.pool)
    with background(on, "sequencing") as process:
        until_idle(translog)
        work = appending(on.store)
        waits = [until_signed(translog, work) for _ in range(max(int(SIGNED * size.seconds), 3))]
        until_idle(translog)
        seconds = IDLE_SECONDS * size.seconds
        before = processor_seconds(process)
        time.sleep(seconds)
        idle = max((processor_seconds(process) - before) / seconds, 1e-6)
    return [
        Line("from an append to its checkpoint, p50", 1000 * percentile(waits, 0.5), "ms"),
        Line(
            "from an append to its checkpoint, p99",
            1000 * percentile(waits, 0.99),
            "ms",
            below(1000),
        ),
        Line("the sequencer's processor, idle", 100 * idle, "%", below(2)),
    ]


def until_idle(translog: TranslogStore) -> None:
    """Wait until everything is logged."""
    while not translog.is_idle():
        time.sleep(0.01)


def until_signed(translog: TranslogStore, work: Callable[[], object]) -> float:
    """Append at random times, and wait for the checkpoint."""
    time.sleep(random.uniform(0, 0.5))
    work()
    began = time.perf_counter()
    while not translog.is_idle():
        time.sleep(0.001)
    return time.perf_counter() - began
