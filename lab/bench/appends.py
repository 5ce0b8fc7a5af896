"""Appends through the store, compared with a bare INSERT and with the library `eventsourcing`."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import count
from statistics import median
from typing import Any, TypeAlias
from urllib.parse import parse_qs, urlsplit
from uuid import UUID, uuid4

import psycopg
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from events.record import CommandMetadata, NewEvent, Secret
from events.store import EventStore
from lab.bench.measuring import in_turn, per_second_together, ratio
from lab.bench.results import Line, Section, Size, at_least
from lab.bench.stages import Stage, stage
from run.embedded import postgres
from service import ids

Connection: TypeAlias = "psycopg.Connection[Any]"

THREADS = (1, 8)
EVENTS = 60
"""Of a stream; then the next one begins."""
CARDS = ("7C", "TH")
BODY_BYTES = 400

BARE = """
CREATE TABLE bare (
    stream_id uuid, version integer, body bytea NOT NULL, PRIMARY KEY (stream_id, version)
)
"""
INSERT = r"""\set version random(1, 2000000000)
INSERT INTO bare VALUES (gen_random_uuid(), :version, '\x{body}');
"""

ROWS_TABLES = """
CREATE TABLE bare_stream (
    stream_id uuid PRIMARY KEY, version integer, head bytea, status text, summary jsonb,
    updated_at timestamptz
) WITH (fillfactor = 70);
CREATE TABLE bare_event (
    stream_id uuid, version integer, command_id uuid, cmd_seq integer, type text, schema integer,
    body bytea, hash bytea, at timestamptz, fingerprint bytea,
    PRIMARY KEY (stream_id, version), UNIQUE (stream_id, command_id, cmd_seq)
);
CREATE TABLE bare_secret (
    stream_id uuid, version integer, slot text, audience smallint, salt bytea, payload bytea,
    PRIMARY KEY (stream_id, version, slot)
);
CREATE TABLE bare_outbox (stream_id uuid, version integer, head bytea, at timestamptz);
"""
ROWS_FUNCTION = """
CREATE FUNCTION bare_append(
    stream uuid, place integer, body bytea, salt bytea, payload bytea
) RETURNS bytea LANGUAGE plpgsql AS $$
DECLARE
    before bytea;
    made bytea;
    sealed bytea := sha256(salt || payload);
BEGIN
    SELECT head INTO before FROM bare_stream WHERE stream_id = stream FOR UPDATE;
    made := sha256(coalesce(before, salt) || sha256(body) || sealed);
    INSERT INTO bare_event VALUES (
        stream, place, gen_random_uuid(), 0, 'goat.discarded', 1, body, made, now(), salt
    );
    INSERT INTO bare_secret VALUES (stream, place, 'cards', 1, salt, payload);
    INSERT INTO bare_outbox VALUES (stream, place, made, now());
    INSERT INTO bare_stream VALUES (stream, place, made, 'persons', '{"number": 1}', now())
        ON CONFLICT (stream_id) DO UPDATE SET version = excluded.version, head = excluded.head,
            status = excluded.status, summary = excluded.summary, updated_at = excluded.updated_at;
    RETURN made;
END $$
"""
ROWS = r"""\set version :next
\set next :next + 1
SELECT bare_append(
    ('019a9f00-0000-7000-' || :run || '-' || lpad(:client_id::text, 12, '0'))::uuid, :version,
    '\x{body}', '\x{salt}', '["7C","TH"]'
);
"""

CALL = r"""\set version :next
\set next :next + 1
SELECT * FROM append(
    ('019a9f00-0000-7000-' || :run || '-' || lpad(:client_id::text, 12, '0'))::uuid, 'deal',
    :version, gen_random_uuid(), '\x{salt}', now(),
    ARRAY['goat.discarded'], ARRAY[1], ARRAY['\x{body}'::bytea],
    ARRAY[1], ARRAY['cards'], ARRAY[1]::smallint[], ARRAY['\x{salt}'::bytea],
    ARRAY['["7C","TH"]'::bytea], 'persons', '{{"number": 1}}'
);
"""

APPEND = """
SELECT * FROM append(
    %s, 'deal', %s, %s, %s, now(), %s, %s::integer[], %s, %s::integer[], %s, %s::integer[], %s, %s,
    'persons', '{"number": 1}'
)
"""

HOW = f"""One event with one secret per append ({BODY_BYTES} bytes of body; a stream has {EVENTS}
events, each thread its own), through `PostgresStore.append`: sealed, hash-chained, checked
against the expected version, found by its command. It is compared with two others. The first is
`pgbench --protocol=prepared` with one INSERT of a row with an equally long body into a table with a
primary key. The second is `Application.save` of the library `eventsourcing`, with one event of an
aggregate of the same size. All run on the same server, durable (`fsync`, `synchronous_commit`), in
turn, with the same number of clients. Clients are threads of one Python process, but pgbench is
written in C. `append()` by pgbench is the database's part of an append, without Python. The bound
is a function of the database that locks the stream, hashes the event and the secret, and writes the
same rows into tables of their own, with the same keys: the event, its secret, the stream and the
outbox. It checks no position and no command, and has no partitions, triggers or rights. The bound
of the store are the same clients that call `append()` by psycopg with values that are known, and do
nothing else. Ratios are medians of neighbouring slices."""


def run(size: Size) -> Section:
    """Measure the contestants in turn, with one and with eight clients."""
    lines: list[Line] = []
    with stage(connections=max(THREADS)) as on, ExitStack() as stack:
        _see_that_bodies_are_as_long(on)
        connections = [stack.enter_context(_connected(on)) for _ in range(max(THREADS))]
        pgbench, library = _Pgbench(on), stack.enter_context(_library(on, native=False))
        native = stack.enter_context(_library(on, native=True))
        for threads in THREADS:
            found = in_turn(
                {
                    "store": _store(on.store, threads, size.seconds),
                    "pgbench": pgbench.measure(INSERT, threads, size.seconds),
                    "function": pgbench.measure(CALL, threads, size.seconds),
                    "calls": _calling(connections[:threads], size.seconds),
                    "rows": pgbench.measure(ROWS, threads, size.seconds),
                    "library": _saving(library, threads, size.seconds),
                    "native": _saving(native, threads, size.seconds),
                },
                slices=size.slices + 1,  # the first slice is a warm-up
            )
            lines += _lines(threads, {name: rates[-size.slices :] for name, rates in found.items()})
    return Section("Appends", HOW, lines)


def _lines(threads: int, found: dict[str, list[float]]) -> Iterator[Line]:
    clients = f"{threads} client" + "s" * (threads > 1)
    store = found["store"]
    yield Line(f"store, {clients}", median(store), "appends/s")
    yield Line(f"pgbench's INSERT, {clients}", median(found["pgbench"]), "rows/s")
    yield Line(f"eventsourcing's save, {clients}", median(found["library"]), "saves/s")
    yield Line(
        f"store against pgbench, {clients}",
        ratio(store, found["pgbench"]),
        target=at_least(0.35) if threads == max(THREADS) else None,
    )
    yield Line(
        f"append() by pgbench against its INSERT, {clients}",
        ratio(found["function"], found["pgbench"]),
        target=at_least(0.5) if threads == max(THREADS) else None,
    )
    yield Line(
        f"the bound: a lock, the hashes and the rows alone against its INSERT, {clients}",
        ratio(found["rows"], found["pgbench"]),
    )
    yield Line(
        f"the bound: append() by psycopg against pgbench, {clients}",
        ratio(found["calls"], found["pgbench"]),
    )
    yield Line(
        f"the bound: append() by psycopg against eventsourcing, {clients}",
        ratio(found["calls"], found["library"]),
    )
    yield Line(
        f"store against eventsourcing, {clients}",
        ratio(store, found["library"]),
        target=at_least(2.5 if threads == 1 else 6),
    )
    yield Line(
        f"store against its database functions, {clients}",
        ratio(store, found["native"]),
    )


# --- The store ----------------------------------------------------------------------------------


def _store(store: EventStore, threads: int, seconds: float) -> Callable[[], float]:
    return lambda: per_second_together([appending(store) for _ in range(threads)], seconds=seconds)


def appending(store: EventStore) -> Callable[[], None]:
    """Append one event after another to separate streams."""
    positions = ((stream, version) for stream in _streams() for version in range(EVENTS))

    def work() -> None:
        stream, version = next(positions)
        store.append(
            stream,
            kind="deal",
            expected=version,
            command=_command(),
            events=[discarded()],
            status="persons",
            summary={"table": str(ids.table_id(b"", stream)), "number": 1},
        )

    return work


def _connected(on: Stage) -> "closing[Connection]":
    return closing(psycopg.connect(on.database, autocommit=True))


def _calling(connections: Sequence[Connection], seconds: float) -> Callable[[], float]:
    return lambda: per_second_together([*map(_calls, connections)], seconds=seconds)


def _calls(connection: Connection) -> Callable[[], None]:
    """Call `append()` with values that are known."""
    positions = ((stream, version) for stream in _streams() for version in range(EVENTS))
    body, salt = bytes(BODY_BYTES), bytes(32)
    known = (["goat.discarded"], [1], [body], [1], ["cards"], [1], [salt], [b"{}"])

    def work() -> None:
        stream, version = next(positions)
        given = (stream, version, uuid4(), salt, *known)
        connection.execute(APPEND, given, prepare=True, binary=True)

    return work


def _streams() -> Iterator[UUID]:
    """New deals of the current time."""
    for number in count():
        yield ids.deal_id(os.urandom(8), UUID(int=0), number, at=time.time_ns() // 1000)


def _command() -> CommandMetadata:
    now = time.time_ns() // 1000
    return CommandMetadata(
        id=uuid4(), actor="seat:1", at=now, correlation="0" * 32, fingerprint=bytes(32)
    )


def discarded() -> NewEvent:
    """An event with a secret, with a body of typical length."""
    return NewEvent(
        "goat.discarded", 1, {"seat": 1, "cards": Secret(CARDS, 1, len(CARDS)), "pad": "x" * 91}
    )


def _see_that_bodies_are_as_long(on: Stage) -> None:
    appending(on.store)()
    with psycopg.connect(on.database) as connection:
        row = connection.execute("SELECT length(body) FROM event ORDER BY at DESC").fetchone()
    assert row == (BODY_BYTES,), f"bodies have {row} bytes"


# --- pgbench ------------------------------------------------------------------------------------


class _Pgbench:
    """PostgreSQL's own benchmark tool, written in C, on the same server."""

    def __init__(self, on: Stage) -> None:
        with psycopg.connect(on.database, autocommit=True) as connection:
            connection.execute(BARE)
            connection.execute(ROWS_TABLES)
            connection.execute(ROWS_FUNCTION)
        self.folder = on.folder
        url = urlsplit(on.database)
        self.server = ("--host", parse_qs(url.query)["host"][0], "--username", str(url.username))
        self.runs = count(1000)

    def measure(self, script: str, clients: int, seconds: float) -> Callable[[], float]:
        """Transactions a second. It counts whole seconds, so their number is fixed."""
        file = self.folder / f"{len(script)}.sql"
        file.write_text(script.format(body="ab" * BODY_BYTES, salt="cd" * 32))
        options = {
            "client": clients,
            "jobs": min(clients, 2),
            "transactions": max(int(2_000 * seconds), 50),
            "define": "next=0",
            "file": file,
        }
        argv = [
            *(str(postgres.program("pgbench")), "--no-vacuum", "--protocol=prepared"),
            *(f"--{name}={value}" for name, value in options.items()),
            *(*self.server, postgres.DATABASE),
        ]

        def work() -> float:
            run = f"--define=run={next(self.runs)}"
            done = subprocess.run(
                [*argv, run],
                capture_output=True,
                text=True,
                check=True,
                cwd="/",
                env={**os.environ, "PGOPTIONS": "-c plan_cache_mode=force_generic_plan"},
            )
            (said,) = (line for line in done.stdout.splitlines() if line.startswith("tps"))
            return float(said.split()[2])

        return work


# --- The library --------------------------------------------------------------------------------


class Play(Aggregate):
    """An aggregate with one kind of event, for the library."""

    @event("Discarded")
    def discard(self, seat: int, cards: list[str], pad: str) -> None:
        """Lay cards."""
        self.last = (seat, cards, pad)


def _library(on: Stage, *, native: bool) -> Application[UUID]:
    """The library's application on the same server.

    Args:
        on: The server.
        native: Whether it inserts with a database function, which is not its default.
    """
    url = urlsplit(on.database)
    return Application[UUID](
        {
            "PERSISTENCE_MODULE": "eventsourcing.postgres",
            "POSTGRES_DBNAME": postgres.DATABASE,
            "POSTGRES_HOST": parse_qs(url.query)["host"][0],
            "POSTGRES_USER": str(url.username),
            "POSTGRES_PASSWORD": "",
            "POSTGRES_PORT": "5432",
            "POSTGRES_POOL_SIZE": str(max(THREADS)),
            "POSTGRES_ENABLE_DB_FUNCTIONS": "y" if native else "n",
            "APPLICATION_NAME": "native" if native else "saved",
        }
    )


def _saving(library: Application[UUID], threads: int, seconds: float) -> Callable[[], float]:
    return lambda: per_second_together([_saves(library) for _ in range(threads)], seconds=seconds)


def _saves(library: Application[UUID]) -> Callable[[], None]:
    """Save one event after another of separate aggregates."""
    positions = ((play, number) for play in iter(Play, None) for number in range(EVENTS))

    def work() -> None:
        play, number = next(positions)
        assert number < EVENTS
        play.discard(1, list(CARDS), "x" * 180)
        library.save(play)

    return work
