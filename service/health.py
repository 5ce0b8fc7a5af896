"""The health of the whole installation, as far as its database shows it.

Web processes can answer while no worker runs, or while the log refuses to go on. Background
processes therefore write heartbeats, and late work is a query on the status of streams. Metrics,
`/readyz` and `fairdeal doctor` show the same numbers.
"""

from collections.abc import Mapping
from contextlib import suppress
from math import inf
from typing import Final, NamedTuple, get_args

import psycopg
import structlog

from events.postgres import NEED_NOT_WAIT, Pool, ask
from migrations import read_schema
from service.responses.service import Process
from service.runtime import Runtime

PROCESSES: Final[tuple[Process, ...]] = get_args(Process)
"""The writers of heartbeats: the webs, the sweep by the beat and the workers, and two processes. A
sequencer also writes one when its last checkpoint is in the file of the witness."""

EVERY_SECONDS: Final = 1.0
"""A process writes its heartbeat no more often, unless its fault changes."""
KEPT_SECONDS: Final = 5.0
"""A web writes its heartbeat so often."""
READY_SECONDS: Final = 2.0
"""How long `Health.is_ready` waits for a connection."""
ENDED_SECONDS: Final = 60.0
"""A process looks so often whether another one has written a heartbeat that is to end."""
MOST: Final = 10_000
"""The most streams that are looked at for late work of a kind, and the most entries counted."""

# A process that works is not to look dead because commits wait for a standby.
_WRITE: Final = f"""
INSERT INTO heartbeat (name, at, fault) VALUES (%s, now(), %s)
ON CONFLICT (name) DO UPDATE SET at = excluded.at, fault = excluded.fault
RETURNING {NEED_NOT_WAIT}
"""  # noqa: S608 - constants

_END: Final = f"""
UPDATE heartbeat SET at = 'epoch', fault = NULL WHERE name = %s AND at > 'epoch'
RETURNING {NEED_NOT_WAIT}
"""  # noqa: S608 - constants

_HEARTBEATS: Final = """
SELECT name, extract(epoch FROM now() - at)::float8, fault FROM heartbeat
WHERE at > 'epoch' AND at <= now() + make_interval(secs => %s)
"""

# Bots move at due times, a few seconds after the last event. A table in a pause has `until`.
_LATE: Final = """
SELECT extract(epoch FROM now() - (SELECT min(updated_at) FROM (
           SELECT updated_at FROM stream WHERE kind = 'deal' AND status = 'bots' LIMIT %(most)s
       ) AS bots))::float8,
       extract(epoch FROM now() - (SELECT min(updated_at) FROM (
           SELECT updated_at FROM stream WHERE kind = 'deal' AND status = 'over' LIMIT %(most)s
       ) AS record))::float8,
       extract(epoch FROM now() - (SELECT min(updated_at) FROM (
           SELECT updated_at FROM stream
           WHERE kind = 'table' AND status = 'due' AND summary ->> 'until' IS NULL LIMIT %(most)s
       ) AS opening))::float8,
       extract(epoch FROM now())::float8 - (
           SELECT (summary ->> 'until')::bigint / 1e6 FROM stream
           WHERE (summary ->> 'until')::bigint > 0
             AND (kind, status) IN (('deal', 'timed'), ('deal', 'bots'), ('table', 'due'))
           ORDER BY (summary ->> 'until')::bigint LIMIT 1
       )::float8
"""

# Of other users' sessions, the service does not see what they wait for: it looks as the user who
# logged in.
_AS_LOGIN: Final = "SET LOCAL ROLE NONE"
_WAITING: Final = """
SELECT coalesce(extract(epoch FROM clock_timestamp() - min(query_start)), 0)::float8
FROM pg_stat_activity WHERE wait_event = 'SyncRep'
"""

# Positions have a gap where the log was begun anew, so the entries are counted.
_WEBHOOKS_BEHIND: Final = """
SELECT count(*) FROM (
    SELECT FROM feed WHERE position >= (SELECT position FROM webhook_reader) LIMIT %s
) AS entries
"""


log = structlog.get_logger()


class Heartbeat(NamedTuple):
    """When a kind of process last did its work.

    Attributes:
        age: how long ago that was, in seconds.
        fault: why it refuses to go on; None: it does not.
    """

    age: float
    fault: str | None


class Late(NamedTuple):
    """How long the oldest work of each kind has waited, in seconds; 0 if none waits.

    Attributes:
        bots: bots that have to move; a few seconds are usual, as they move at due times.
        record: finished deals that are not yet recorded in their series.
        opening: tables whose next deal is not yet opened.
        deadlines: deadlines that have passed, of turns and of pauses.
    """

    bots: float
    record: float
    opening: float
    deadlines: float


class Health:
    """Heartbeats and late work in a database. Threads may share it.

    Args:
        pool: made by `events.postgres.open_pool`; its opener closes it.
        runtime: says when the next heartbeat is to be written.
    """

    def __init__(self, pool: Pool, runtime: Runtime) -> None:
        self._pool = pool
        self._runtime = runtime
        self._written: dict[Process, tuple[float, str | None]] = {}
        self._ended: dict[Process, float] = {}

    def is_ready(self) -> bool:
        """Whether the database has a schema that this program runs on.

        Raises:
            psycopg.OperationalError: It does not answer.
        """
        with self._pool.connection(timeout=READY_SECONDS) as connection:
            fault = read_schema(connection).fault
        if fault is not None:
            log.warning("schema.unfit", fault=fault)
        return fault is None

    def connections(self) -> Mapping[str, int]:
        """The statistics of the pool of connections."""
        return self._pool.get_stats()

    def beat(self, process: Process, fault: str | None = None) -> None:
        """Write a heartbeat, at most one a second.

        Args:
            process: what has done its work.
            fault: why it refuses to go on, one sentence.

        Raises:
            psycopg.Error: The database does not answer.
        """
        at, known = self._written.get(process, (float("-inf"), None))
        if self._runtime.monotonic() - at < EVERY_SECONDS and fault == known:
            return
        self._write(process, fault)
        self._written[process] = self._runtime.monotonic(), fault

    def end(self, process: Process) -> None:
        """Forget the heartbeat of what is no longer used, at most once a minute.

        Raises:
            psycopg.Error: The database does not answer.
        """
        if self._runtime.monotonic() - self._ended.get(process, float("-inf")) < ENDED_SECONDS:
            return
        self._forget(process)
        self._written.pop(process, None)
        self._ended[process] = self._runtime.monotonic()

    def keep_beating(self, process: Process) -> None:
        """Write a heartbeat every few seconds, in a thread that ends with the process."""
        while True:
            with suppress(psycopg.Error):  # metrics say that the database does not answer
                self.beat(process)
            self._runtime.sleep(KEPT_SECONDS)

    def heartbeats(self) -> dict[Process, Heartbeat]:
        """The last heartbeat of each kind of process that has written one, and is still used.

        One of a time that has not come, by a clock that was ahead, says nothing.
        """
        rows = ask(self._pool, _HEARTBEATS, (KEPT_SECONDS,))
        return {name: Heartbeat(age, fault) for name, age, fault in rows}

    def behind(self) -> float:
        """How old the newest heartbeat is, in seconds: how far a replica is behind at most."""
        return min((each.age for each in self.heartbeats().values()), default=inf)

    def commits_wait(self) -> float:
        """How long the oldest commit has waited for a synchronous standby, in seconds; 0: none.

        Its client has given up after some seconds. It is seen if its user is the user of this pool.
        """
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_AS_LOGIN)
            [(seconds,)] = connection.execute(_WAITING).fetchall()
        return float(seconds)

    def late(self) -> Late:
        """How long the oldest work of each kind has waited."""
        [row] = ask(self._pool, _LATE, {"most": MOST})
        return Late(*(max(0.0, seconds or 0.0) for seconds in row))

    def webhooks_behind(self) -> int:
        """How many entries of the log have not been read for webhooks; at most `MOST`."""
        [(behind,)] = ask(self._pool, _WEBHOOKS_BEHIND, (MOST,))
        return int(behind)

    def _write(self, process: Process, fault: str | None) -> None:
        ask(self._pool, _WRITE, (process, fault))

    def _forget(self, process: Process) -> None:
        ask(self._pool, _END, (process,))
