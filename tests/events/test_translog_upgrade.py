"""A database that already has events, or is in use, gets a log of all of them."""

import threading
from collections.abc import Generator
from contextlib import contextmanager
from uuid import UUID

import psycopg
import pytest

from events import postgres
from events.postgres import PostgresStore, open_pool
from events.translog.postgres import PostgresLog
from migrations import HEAD
from migrations.run import current, upgrade
from tests.events.making import MOVE, Logged, append, deal_id
from tests.events.test_translog import check
from tests.simulation.runtime import RUNTIME

FIRST_APPEND = """
SELECT outcome, first_version, last_version, hashes, NULL, NULL, NULL, NULL, NULL FROM append(
    %(stream)b, %(kind)s, %(expected)b::int, %(command)b, %(fingerprint)b, %(at)b,
    %(types)b, %(schemas)b, %(bodies)b,
    %(events)b, %(slots)b, %(audiences)b, %(salts)b, %(payloads)b, %(status)s, %(summary)s::jsonb)
"""
"""The statement of releases before the function `missed` (migration 0007)."""


@pytest.fixture
def old(empty_url: str, monkeypatch: pytest.MonkeyPatch) -> str:
    """The URL of a database as it was before there was a log, with the statement of that time."""
    monkeypatch.setattr(postgres, "_APPEND", FIRST_APPEND)
    upgrade(empty_url, "0002")
    return empty_url


@contextmanager
def opened(url: str) -> Generator[Logged]:
    with open_pool(url, size=4) as pool:
        yield Logged(PostgresStore(pool, entropy=RUNTIME.random_bytes), PostgresLog(pool))


def appended(url: str, stream: UUID, *, expected: int) -> None:
    with open_pool(url, size=1, seconds=60) as pool:  # it may wait while a schema is migrated
        append(PostgresStore(pool, entropy=RUNTIME.random_bytes), stream, [MOVE], expected=expected)


def test_existing_events_are_logged(old: str) -> None:
    streams = {deal_id(): events for events in (3, 1, 7)}
    with opened(old) as logged:
        for stream, events in streams.items():
            for version in range(events):
                append(logged.store, stream, [MOVE], expected=version)
        upgrade(old)
        assert logged.catch_up() == 11
        check(logged, streams)


@pytest.mark.parametrize("first", [0, 1])
def test_concurrent_appends_are_logged(old: str, first: int) -> None:
    """An append that begins earlier and ends later: before, while or after the migration takes its
    lock.
    """
    one, other = deal_id(), deal_id()
    for stream in (one, other):
        appended(old, stream, expected=0)
    with psycopg.connect(old) as holder, opened(old) as logged:
        holder.execute("SELECT FROM stream WHERE stream_id = %s FOR UPDATE", [one])
        if first:  # it holds the lock that the migration waits for
            holder.execute(
                "UPDATE stream SET status = '' WHERE stream_id = %s AND set_config("
                "'fairdeal.writer', 'on', true) = 'on'",
                [other],
            )
        writer = threading.Thread(target=appended, args=[old, one], kwargs={"expected": 1})
        writer.start()
        migration = threading.Thread(target=upgrade, args=[old])
        migration.start()
        migration.join(1.5 if first else 60)
        assert migration.is_alive() == bool(first)
        assert writer.is_alive()
        holder.commit()
        for thread in (writer, migration):
            thread.join(60)
        assert current(old) == HEAD
        assert logged.catch_up() == 3
        check(logged, {one: 2, other: 1})
