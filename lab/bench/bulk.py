"""Bulk loading: processes play tables on a store in memory, and copy the rows to the database.

The rows are those that `append` would have written: the events are judged, sealed and chained by
the service's own code. Only the round trips are left out. The entries of the log, the hashes of
its tree and its checkpoints are made as the sequencer makes them, and written by its own function.
"""

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from random import Random
from typing import Any, Final, LiteralString, NamedTuple
from uuid import UUID

import psycopg
from psycopg.types.json import Jsonb

from domain.fairness.tree import NOTHING, Edge, grown
from events.canonical import Json
from events.chain import genesis
from events.cipher import Cipher, stored
from events.postgres import open_pool
from events.record import CommandMetadata, NewEvent, Recorded, seal
from events.store import Appended, StreamDescription
from events.translog.notes import Checkpoint, SigningKey
from events.translog.postgres import PostgresLog
from events.translog.sequencer import LIMIT
from events.translog.store import KEPT, LogBatch, LogEntry, StoredCheckpoint, edge
from lab.bench.filling import Filler, context_on
from service import ids
from service.access.credentials import ApiKey
from service.proof.translog import signing_key
from service.repository import StreamRepository
from service.runtime import SYSTEM
from service.settings import Settings
from tests.memory.store import MemoryStore, StoredEvent, chained

TABLES: Final = 32
"""Tables that a process plays, and then copies."""
WAITING: Final = 4
"""The most of such parts that wait to be logged."""
PATIENCE: Final = 300.0
"""Seconds; no part takes longer."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_STREAMS: Final = (
    "COPY stream (stream_id, kind, version, head, status, summary, opened_at, updated_at)"
    " FROM STDIN (FORMAT BINARY)"
)
_EVENTS: Final = (
    "COPY event (stream_id, version, command_id, cmd_seq, type, schema, body, hash, at)"
    " FROM STDIN (FORMAT BINARY)"
)
_SECRETS: Final = (
    "COPY secret (stream_id, version, slot, audience, salt, payload) FROM STDIN (FORMAT BINARY)"
)
_TYPES: Final[Mapping[LiteralString, Sequence[str]]] = {
    _STREAMS: ("uuid", "text", "int4", "bytea", "text", "jsonb", "timestamptz", "timestamptz"),
    _EVENTS: ("uuid", "int4", "uuid", "int4", "text", "int4", "bytea", "bytea", "timestamptz"),
    _SECRETS: ("uuid", "int4", "text", "int2", "bytea", "bytea"),
}


class Collected(MemoryStore):
    """A store in memory that knows the order of all events."""

    def __init__(self) -> None:
        super().__init__()
        self.entries: list[LogEntry] = []

    def append(
        self,
        stream: UUID,
        *,
        kind: str,
        expected: int,
        command: CommandMetadata,
        events: Sequence[NewEvent],
        status: str,
        summary: Mapping[str, Json],
    ) -> Appended:
        """See `EventStore.append`. Each command comes once, and nothing is read back."""
        old = self._streams.get(stream)
        assert expected == (old.version if old else 0), "no other process plays here"
        sealed = [seal(event, command=command, entropy=self._entropy) for event in events]
        head = old.head if old else genesis(stream)
        kept = list[StoredEvent](chained(head, sealed, command))
        self._events.setdefault(stream, []).extend(kept)
        first = expected + 1
        self._streams[stream] = StreamDescription(
            id=stream,
            kind=kind,
            version=expected + len(kept),
            head=kept[-1].hash,
            status=status,
            summary=summary,
            opened_at=old.opened_at if old else command.at,
            updated_at=command.at,
        )
        self.entries += [LogEntry(stream, at, each.hash) for at, each in enumerate(kept, first)]
        return Appended(
            version_first=first,
            version_last=expected + len(kept),
            head=kept[-1].hash,
            replayed=False,
            events=tuple(
                Recorded(
                    stream,
                    first + at,
                    at,
                    each.sealed.body,
                    each.hash,
                    each.sealed.envelope,
                    each.sealed.secrets,
                )
                for at, each in enumerate(kept)
            ),
        )

    def copy(self, connection: psycopg.Connection[Any], cipher: Cipher) -> None:
        """Write all streams to an empty place of a database, in one transaction."""
        with connection.transaction():
            _copy(connection, _STREAMS, map(_stream_row, self._streams.values()))
            _copy(connection, _EVENTS, self._event_rows())
            _copy(connection, _SECRETS, self._secret_rows(cipher))

    def _event_rows(self) -> Iterator[tuple[Any, ...]]:
        for stream, version, _ in self.entries:  # in the order of the appends
            each = self._events[stream][version - 1]
            sealed, command = each.sealed, each.command
            place = (stream, version, command.id, each.cmd_seq)
            yield (*place, *sealed[:3], each.hash, _when(command.at))

    def _secret_rows(self, cipher: Cipher) -> Iterator[tuple[Any, ...]]:
        for stream, version, _ in self.entries:
            for secret in self._events[stream][version - 1].sealed.secrets:
                payload = stored(secret, cipher)
                yield stream, version, secret.slot, secret.audience, secret.salt, payload


def _stream_row(row: StreamDescription) -> tuple[Any, ...]:
    times = (_when(row.opened_at), _when(row.updated_at))
    return row.id, row.kind, row.version, row.head, row.status, Jsonb(row.summary), *times


def _copy(
    connection: psycopg.Connection[Any], statement: LiteralString, rows: Iterable[tuple[Any, ...]]
) -> None:
    with connection.cursor() as cursor, cursor.copy(statement) as copy:
        copy.set_types(_TYPES[statement])
        for row in rows:
            copy.write_row(row)


def _when(at: int) -> datetime:
    return _EPOCH + timedelta(microseconds=at)


# --- The processes --------------------------------------------------------------------------------


class Part(NamedTuple):
    """The entries of copied events for the log, in the order of their appends."""

    events: int
    streams: bytes
    versions: Sequence[int]
    hashes: bytes


def _play(settings: Settings, owners: Sequence[ApiKey], seed: int, parts: Any, enough: Any) -> None:
    """Play and copy tables, part after part, until there are enough."""
    chance = Random(seed)
    cipher = Cipher(ids.digest(settings.secret, "fairdeal/1/at-rest"), entropy=SYSTEM.random_bytes)
    with (
        closing(open_pool(str(settings.database_url), size=1)) as pool,
        psycopg.connect(str(settings.database_url), autocommit=True) as connection,
    ):
        connection.execute("SET synchronous_commit = off")
        context = context_on(pool, settings)
        while not enough.is_set():
            store = Collected()
            mine = replace(context, store=store, streams=StreamRepository(store, SYSTEM))
            Filler(mine, owners, chance).play_tables(TABLES)
            store.copy(connection, cipher)
            parts.put(_part(store.entries))
    parts.put(None)


def _part(entries: Sequence[LogEntry]) -> Part:
    return Part(
        len(entries),
        b"".join(each.stream.bytes for each in entries),
        [each.version for each in entries],
        b"".join(each.hash for each in entries),
    )


def _entries(part: Part) -> list[LogEntry]:
    return [
        LogEntry(
            UUID(bytes=part.streams[16 * at : 16 * at + 16]),
            part.versions[at],
            part.hashes[32 * at : 32 * at + 32],
        )
        for at in range(part.events)
    ]


def fill_in_bulk(
    settings: Settings, owners: Sequence[ApiKey], events: int, *, processes: int | None = None
) -> int:
    """Add at least so many events, with all of the log; return their number.

    No other process writes to the log meanwhile.

    Args:
        settings: The settings of the service.
        owners: The keys that open tables.
        events: The number of events.
        processes: The number of processes that play; None: as many as cores.
    """
    spawning = get_context("spawn")
    parts, enough = spawning.Queue(WAITING), spawning.Event()
    with closing(open_pool(str(settings.database_url), size=1)) as pool:
        translog, key = PostgresLog(pool), signing_key(settings)
        tip = _edge(translog)
        playing = [
            spawning.Process(target=_play, args=(settings, owners, tip.size + at, parts, enough))
            for at in range(processes or os.cpu_count() or 1)
        ]
        for process in playing:
            process.daemon = True  # ended with this process
            process.start()
        begun, running = tip.size, len(playing)
        while running:
            part = parts.get(timeout=PATIENCE)
            if part is None:
                running -= 1
                continue
            tip = log_entries(translog, key, tip, _entries(part))
            if tip.size - begun >= events:
                enough.set()
        for process in playing:
            process.join()
    return tip.size - begun


def _edge(translog: PostgresLog) -> Edge:
    """The right edge of the log's tree, checked against the last checkpoint."""
    tip = translog.checkpoint()
    if tip is None:
        return NOTHING
    found = edge(translog, tip.size)
    assert found.root == tip.root, "the log is the signed one"
    return found


def log_entries(
    translog: PostgresLog, key: SigningKey, before: Edge, entries: Sequence[LogEntry]
) -> Edge:
    """Log entries in the batches of a sequencer; return the new edge of the tree."""
    for start in range(0, len(entries), LIMIT):
        batch = entries[start : start + LIMIT]
        after, complete = grown(before, [entry.leaf for entry in batch])
        kept = [(node, found) for node, found in complete if node.level % KEPT == 0]
        said = Checkpoint(key.name, after.size, after.root)
        signed = StoredCheckpoint(after.size, after.root, key.sign(said.text))
        with translog.turn() as turn:
            assert turn is not None, "no sequencer runs"
            turn.put(LogBatch(before.size, batch, kept, signed, (), ()))
        before = after
    return before
