"""Findings on a running installation, in plain words, for `fairdeal doctor`.

Each check looks at one part and returns findings. A finding names the section of
docs/operating.md with what to do. Nothing is changed.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from math import inf
from typing import Final, Literal, NamedTuple

import psycopg

from events.archives import oldest_ready
from events.connections import CONNECT_SECONDS, ROLE, AccessRefused, configure, connect
from events.postgres import Pool, open_pool
from events.translog.notes import BadNote
from events.translog.postgres import PostgresLog
from events.translog.scrubber import WHOLE_LOG
from events.translog.scrubs import PostgresScrubs
from migrations import HEAD, read_schema
from service import queues
from service.health import PROCESSES, Health
from service.proof.translog import signing_key
from service.responses.service import Process
from service.runtime import Runtime
from service.settings import Settings
from service.timestamps import month_of, when
from service.webhooks.deliveries import Deliveries

Verdict = Literal["ok", "look", "BAD"]
Section = Literal[
    "",
    "broken-stream",
    "broker-down",
    "clocks",
    "database-down",
    "durability",
    "failover",
    "log-refused",
    "month-to-archive",
    "no-connections",
    "replica-behind",
    "schema",
    "sequencer-silent",
    "webhooks-late",
    "webs-silent",
    "witness",
    "work-late",
    "workers-silent",
]
"""The sections of docs/operating.md."""

OLDEST_POSTGRES: Final = 150_000
"""As `server_version`: 15."""
SILENT_SECONDS: Final[Mapping[Process, float]] = {
    "web": 30.0,
    "sweep": 30.0,
    "sequencer": 15.0,
    "witness": 60.0,
    "webhooks": 30.0,
}
"""The alert rules have the same limits."""
LATE_SECONDS: Final = 90.0
BEHIND_SECONDS: Final = 10.0
COMMITS_WAIT_SECONDS: Final = 5.0
OVERDUE_SECONDS: Final = 60.0
UNREAD: Final = 5_000
"""Entries of the log that are not read for webhooks; a process reads thousands a second."""
REPLICA_SECONDS: Final = 60.0
SCRUB_SECONDS: Final = 600.0
"""Records are compared with the log every few seconds, unless workers have no time for it."""
CLOCK_SECONDS: Final = 1.0
"""More than this between the clocks of this machine and of the database is worth a look."""
FEW_CONNECTIONS: Final = 0.2
"""Fewer free connections than this share are worth a look."""
UNWITNESSED: Final = "There is none, so nobody notices that a restored backup is too old."
_NONE_LEFT: Final = re.compile(
    "too many (clients|connections)|connection slots|no more connections"
)
"""The words of PostgreSQL and PgBouncer to one client too many; libpq has no code for it."""
_NO_PRIMARY: Final = re.compile("session is read-only")
"""The words of libpq if the URL demands a primary, and only a standby answers."""
LONG_QUEUE: Final = 1_000
"""Waiting tasks of a queue: the sweep finds lost ones, but so many are done late. An alert rule has
the same limit."""

# Of the sessions of other users, the service sees the database, and not the type.
_SERVER: Final = """
SELECT current_setting('server_version_num')::int, current_setting('server_version'),
       extract(epoch FROM clock_timestamp())::float8, pg_is_in_recovery(),
       current_setting('fsync') = 'on', current_setting('synchronous_commit') <> 'off',
       (SELECT count(*) FROM pg_stat_activity
        WHERE backend_type = 'client backend' OR backend_type IS NULL AND datid IS NOT NULL),
       current_setting('max_connections')::int,
       (SELECT rolsuper FROM pg_roles WHERE rolname = session_user),
       current_setting('synchronous_standby_names') <> ''
           AND NOT EXISTS (SELECT FROM pg_stat_replication)
"""
_NEXT_MONTH: Final = """
SELECT to_regclass('event' || to_char(now() AT TIME ZONE 'UTC' + interval '1 month', '_YYYY_MM'))
       IS NOT NULL
"""


class CheckFinding(NamedTuple):
    """A result of a check.

    Attributes:
        verdict: whether it is as it should be, is worth a look, or is bad.
        part: the part of the installation.
        text: one sentence.
        section: of docs/operating.md; empty if there is nothing to do.
    """

    verdict: Verdict
    part: str
    text: str
    section: Section = ""


def examine(settings: Settings, pool: Pool, runtime: Runtime) -> Iterator[CheckFinding]:
    """Look at every part of an installation.

    Args:
        settings: With the URLs of the database and of the broker.
        pool: Connections to that database.
        runtime: The clock of this machine.
    """
    health = Health(pool, runtime)
    yield from _check("database", lambda: _database(pool, runtime, health))
    yield from _check("schema", lambda: _schema(pool))
    yield from _check("processes", lambda: _processes(settings, health))
    yield from _check("work", lambda: _work(health))
    yield from _check("log", lambda: _translog(settings, pool, health))
    yield from _check("records", lambda: _records(pool, runtime))
    yield from _check("webhooks", lambda: _webhooks(pool, runtime, health))
    yield from _check("archive", lambda: _retention(settings, pool, at=when(runtime.now())))
    yield from _replica(settings, runtime)
    yield from _broker(settings)


def unreachable(error: psycopg.Error) -> CheckFinding:
    """The finding that the database does not answer, or has no connection left."""
    line = _line(error)
    section: Section = "no-connections" if _NONE_LEFT.search(line) else "database-down"
    if _NO_PRIMARY.search(line):
        section = "failover"
    return CheckFinding("BAD", "database", f"It does not answer: {line}.", section)


def _check(part: str, findings: Callable[[], Iterator[CheckFinding]]) -> Iterator[CheckFinding]:
    """The findings of a check; that it cannot be made is a finding too."""
    try:
        yield from findings()
    except psycopg.errors.UndefinedTable:
        yield CheckFinding("BAD", part, "Its tables are missing: run `fairdeal migrate`.", "schema")
    except psycopg.Error as error:
        yield CheckFinding("BAD", part, f"It cannot be read: {_line(error)}.", "database-down")


def _line(error: Exception) -> str:
    return " ".join(str(error).split()).rstrip(".")


def _database(pool: Pool, runtime: Runtime, health: Health) -> Iterator[CheckFinding]:
    began = runtime.monotonic()
    with pool.connection() as connection:
        before = runtime.now()
        [row] = connection.execute(_SERVER).fetchall()
        middle = (before + runtime.now()) / 2_000_000
    number, version, clock, standby, fsync, durable, used, most, superuser, alone = row
    milliseconds = 1_000 * (runtime.monotonic() - began)
    part = "database"
    yield CheckFinding("ok", part, f"PostgreSQL {version} answers in {milliseconds:.0f} ms.")
    if number < OLDEST_POSTGRES:
        yield CheckFinding("BAD", part, "It is older than PostgreSQL 15.", "schema")
    if standby:
        yield CheckFinding("BAD", part, "It is a standby, which accepts no writes.", "failover")
    elif alone:
        text = "Commits wait for a synchronous standby, and no server follows this one."
        yield CheckFinding("BAD", part, text, "failover")
    elif (seconds := health.commits_wait()) > COMMITS_WAIT_SECONDS:
        text = f"Commits wait for a synchronous standby, the oldest for {seconds:.0f} s."
        yield CheckFinding("BAD", part, text, "failover")
    if not (fsync and durable):
        text = "A crash may lose acknowledged moves: fsync or synchronous_commit is off."
        yield CheckFinding("BAD", part, text, "durability")
    if (apart := abs(clock - middle)) > CLOCK_SECONDS:
        text = f"Its clock and the clock of this machine differ by {apart:.1f} s."
        yield CheckFinding("look", part, text, "clocks")
    verdict: Verdict = "ok" if most - used > FEW_CONNECTIONS * most else "look"
    section: Section = "" if verdict == "ok" else "no-connections"
    yield CheckFinding(verdict, part, f"{used} of {most} connections are used.", section)
    if superuser:
        text = f"The service logs in as a superuser; a member of {ROLE} alone can do less harm."
        yield CheckFinding("look", part, text, "schema")


def _schema(pool: Pool) -> Iterator[CheckFinding]:
    with pool.connection() as connection:
        schema = read_schema(connection)
        if schema.fault is not None:
            yield CheckFinding("BAD", "schema", schema.fault, "schema")
            return
        text = f"It is at revision {schema.revision}; this program knows {HEAD}."
        if schema.is_behind:
            yield CheckFinding("look", "schema", text, "schema")
        else:
            yield CheckFinding("ok", "schema", text)
        [(partitioned,)] = connection.execute(_NEXT_MONTH).fetchall()
    if not partitioned:
        text = "The partitions of next month are missing: workers create them every six hours."
        yield CheckFinding("BAD", "schema", text, "workers-silent")


def _processes(settings: Settings, health: Health) -> Iterator[CheckFinding]:
    sections: Mapping[Process, Section] = {
        "web": "webs-silent",
        "sweep": "workers-silent",
        "sequencer": "sequencer-silent",
        "witness": "witness",
        "webhooks": "webhooks-late",
    }
    known = health.heartbeats()
    for process in PROCESSES:
        beat, section = known.get(process), sections[process]
        if beat is None and process == "witness":
            if settings.witness is None:
                yield CheckFinding("look", "witness", UNWITNESSED, section)
        elif beat is None:
            yield CheckFinding("BAD", process, "It has never run.", section)
        elif beat.age > SILENT_SECONDS[process]:
            yield CheckFinding("BAD", process, f"It last ran {beat.age:.0f} s ago.", section)
        else:
            yield CheckFinding("ok", process, f"It last ran {beat.age:.1f} s ago.")


def _work(health: Health) -> Iterator[CheckFinding]:
    kinds = {
        "bots": "Bots have to move",
        "record": "Finished deals are to be recorded",
        "opening": "Deals are to be opened",
        "deadlines": "Deadlines have passed",
    }
    late = health.late()._asdict()
    for kind, text in kinds.items():
        if late[kind] > LATE_SECONDS:
            yield CheckFinding("BAD", "work", f"{text} since {late[kind]:.0f} s.", "work-late")
    if max(late.values()) <= LATE_SECONDS:
        yield CheckFinding("ok", "work", f"The oldest has waited for {max(late.values()):.1f} s.")


def _translog(settings: Settings, pool: Pool, health: Health) -> Iterator[CheckFinding]:
    translog = PostgresLog(pool)
    size, waiting, behind, broken = translog.standing()
    beat = health.heartbeats().get("sequencer")
    if beat is not None and beat.fault:
        yield CheckFinding("BAD", "log", f"It is not signed on: {beat.fault}.", "log-refused")
    if broken:
        yield CheckFinding("BAD", "log", f"{broken} streams have a broken chain.", "broken-stream")
    if behind > BEHIND_SECONDS * 1_000_000:
        text = f"{waiting} appends wait, the first for {behind / 1_000_000:.0f} s."
        yield CheckFinding("BAD", "log", text, "sequencer-silent")
    signed = translog.checkpoint()
    if signed is None:
        yield CheckFinding("look", "log", "It has no checkpoint yet.", "sequencer-silent")
        return
    try:
        signing_key(settings).verifier.open(signed.note)
    except BadNote:
        text = "The last checkpoint has another key or origin than the settings of this machine."
        yield CheckFinding("BAD", "log", text, "log-refused")
    else:
        yield CheckFinding("ok", "log", f"{size} entries are signed as {settings.origin}.")


def _records(pool: Pool, runtime: Runtime) -> Iterator[CheckFinding]:
    """The scrubber's progress and its findings."""
    scrubs = PostgresScrubs(pool)
    for fault in scrubs.faults():
        name = "The log" if fault.stream == WHOLE_LOG else f"The stream {fault.stream}"
        text = f"{name} does not hold at {fault.version}: {fault.fault}."
        yield CheckFinding("BAD", "records", text, "broken-stream")
    place = scrubs.place()
    if place is None:
        yield CheckFinding(
            "look", "records", "None was compared with the log yet.", "workers-silent"
        )
        return
    idle = (runtime.now() - place.moved) / 1_000_000
    if idle > SCRUB_SECONDS:
        text = f"None was compared with the log for {idle:.0f} s."
        yield CheckFinding("look", "records", text, "workers-silent")
        return
    size = PostgresLog(pool).standing().size or 0
    text = f"Pass {place.number} has compared {place.edge.size} of {size} entries of the log."
    if place.ended is not None:
        text += f" The last pass ended {(runtime.now() - place.ended) / 1_000_000:.0f} s ago."
    yield CheckFinding("ok", "records", text)


def _webhooks(pool: Pool, runtime: Runtime, health: Health) -> Iterator[CheckFinding]:
    standing, _ = Deliveries(pool).standing(at=runtime.now())
    overdue, waiting = standing["overdue_seconds"], standing["waiting"]
    if overdue > OVERDUE_SECONDS:
        text = f"Deliveries to receivers that answer are {overdue:.0f} s late."
        yield CheckFinding("BAD", "webhooks", text, "webhooks-late")
    elif (behind := health.webhooks_behind()) > UNREAD:
        text = f"{behind} entries of the log or more are not read yet."
        yield CheckFinding("BAD", "webhooks", text, "webhooks-late")
    else:
        text = f"{waiting:.0f} deliveries wait; {behind} entries of the log are not read yet."
        yield CheckFinding("ok", "webhooks", text)
    if standing["failing"]:
        text = f"{standing['failing']:.0f} have receivers that fail."
        yield CheckFinding("look", "webhooks", text, "webhooks-late")
    if standing["disabled"]:
        text = f"{standing['disabled']:.0f} are disabled, because their receivers failed for days."
        yield CheckFinding("look", "webhooks", text, "webhooks-late")


def _retention(settings: Settings, pool: Pool, *, at: datetime) -> Iterator[CheckFinding]:
    """Whether deals are older than they are to be, and may be archived."""
    if not settings.retention_months:
        return
    cut = month_of(at, -settings.retention_months)
    oldest = oldest_ready(pool, cut, now=at)
    if oldest is None:
        yield CheckFinding("ok", "archive", f"No deal from before {cut:%Y-%m} can be archived.")
    else:
        text = f"Deals of {oldest:%Y-%m} may be archived; those from {cut:%Y-%m} on are to stay."
        yield CheckFinding("look", "archive", text, "month-to-archive")


def _replica(settings: Settings, runtime: Runtime) -> Iterator[CheckFinding]:
    """Whether the replica answers, and follows the primary. Reads go on without it."""
    if settings.replica_database_url is None:
        return
    try:
        with connect(settings.replica_database_url) as connection:
            configure(connection)
        with open_pool(settings.replica_database_url, size=1, timeout=CONNECT_SECONDS) as pool:
            behind = Health(pool, runtime).behind()
    except (AccessRefused, psycopg.Error) as error:
        text = f"The primary is asked instead, because it cannot be read: {_line(error)}."
        yield CheckFinding("look", "replica", text, "replica-behind")
        return
    if behind == inf:
        yield CheckFinding("look", "replica", "It has no heartbeat of a process.", "replica-behind")
    elif behind > REPLICA_SECONDS:
        text = f"Its newest heartbeat is {behind:.0f} s old."
        yield CheckFinding("look", "replica", text, "replica-behind")
    else:
        yield CheckFinding("ok", "replica", f"Its newest heartbeat is {behind:.1f} s old.")


def _broker(settings: Settings) -> Iterator[CheckFinding]:
    """Whether the broker answers, and how many tasks wait."""
    assert settings.broker_url is not None, "the caller names the embedded one"
    try:
        lengths = queues.lengths(settings.broker_url, queue=settings.queue)
    except queues.Unreachable as error:
        yield CheckFinding("BAD", "broker", f"It does not answer: {_line(error)}.", "broker-down")
        return
    for queue, length in lengths.items():
        if length > LONG_QUEUE:
            text = f"{length} tasks wait in the queue {queue}."
            yield CheckFinding("look", "broker", text, "work-late")
    yield CheckFinding("ok", "broker", f"It answers; {sum(lengths.values())} tasks wait.")
