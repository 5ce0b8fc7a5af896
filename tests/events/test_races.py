"""Racing writers: one winner for every version, and no success is lost."""

import multiprocessing
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import UUID

import psycopg
import pytest

from events.chain import verify
from events.postgres import PostgresStore, open_pool
from events.record import FULL, CommandMetadata
from events.store import Appended, CommandReused, EventStore, StaleVersion
from tests.events.making import MOVE, append, command, deal_id
from tests.simulation.runtime import RUNTIME

WRITERS = 8
EVENTS = 25


def push(store: EventStore, stream: UUID) -> list[tuple[int, UUID]]:
    """Append until the stream is long enough; return the appends that succeeded."""
    won, version = [], 0
    while version < EVENTS:
        by = command()
        try:
            result = append(store, stream, [MOVE] * (1 + version % 2), expected=version, by=by)
        except StaleVersion as stale:
            version = stale.current
        else:
            version = result.version_last
            won += [(event.version, by.id) for event in result.events]
    return won


def push_from_a_process(url: str, stream: UUID, seed: str) -> list[tuple[int, UUID]]:
    RUNTIME.seed(seed)
    with open_pool(url, size=2) as pool, ThreadPoolExecutor(2) as threads:
        store = PostgresStore(pool, entropy=RUNTIME.random_bytes)
        return [won for one in threads.map(lambda _: push(store, stream), range(2)) for won in one]


def check(store: EventStore, stream: UUID, won: list[tuple[int, UUID]]) -> None:
    records = store.load(stream, viewer=FULL)
    row = store.head(stream)
    assert row is not None
    assert sorted(won) == [(record.version, record.command_id) for record in records]
    assert verify(records, stream=stream, head=row.head)
    assert row.version == len(records) >= EVENTS


def at_once(count: int, act: Callable[[int], Any]) -> list[Any]:
    """Run a function in many threads that start together; return results and errors."""
    start = threading.Barrier(count)

    def run(number: int) -> Any:
        start.wait()
        try:
            return act(number)
        except (StaleVersion, CommandReused) as error:
            return error

    with ThreadPoolExecutor(count) as threads:
        return list(threads.map(run, range(count)))


def test_one_thread_wins_each_version(store: EventStore) -> None:
    stream = deal_id()
    won = at_once(WRITERS, lambda _: push(store, stream))
    check(store, stream, [item for items in won for item in items])


def test_one_process_wins_each_version(shared_url: str) -> None:
    stream = deal_id()
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(3, mp_context=spawn) as processes:
        won = processes.map(push_from_a_process, [shared_url] * 3, [stream] * 3, "123")
        everything = [item for items in won for item in items]
    with open_pool(shared_url, size=1) as pool:
        check(PostgresStore(pool, entropy=RUNTIME.random_bytes), stream, everything)


@pytest.mark.parametrize("expected", [0, 1])
def test_one_thread_opens_or_continues_a_stream(store: EventStore, expected: int) -> None:
    for _ in range(10):
        stream = opened(store) if expected else deal_id()
        results = at_once(WRITERS, partial(append_once, store, stream, expected=expected))
        lost = [result.current for result in results if isinstance(result, StaleVersion)]
        assert lost == [expected + 1] * (WRITERS - 1)
        assert len(store.load(stream, viewer=FULL)) == expected + 1


@pytest.mark.parametrize("expected", [0, 1])
def test_a_command_sent_many_times_at_once_has_one_effect(store: EventStore, expected: int) -> None:
    for _ in range(10):
        stream, by = opened(store) if expected else deal_id(), command()
        results = at_once(WRITERS, partial(append_once, store, stream, expected=expected, by=by))
        first = store.load(stream, viewer=FULL, after=expected)
        assert [r.events for r in results if isinstance(r, Appended)] == [first] * WRITERS
        assert sum(not r.replayed for r in results if isinstance(r, Appended)) == 1


def test_one_of_two_requests_has_the_command(store: EventStore) -> None:
    for _ in range(10):
        stream, first = deal_id(), command(fingerprint=b"0")
        requests = [first, replace(first, fingerprint=b"1")]
        results = at_once(2, lambda n, to=stream, by=requests: append(store, to, by=by[n]))  # type: ignore[misc]
        assert {type(result) for result in results} == {Appended, CommandReused}


def test_streams_do_not_wait_for_each_other(
    owner: psycopg.Connection, own_store: PostgresStore
) -> None:
    one, other = deal_id(), deal_id()
    append(own_store, one)
    append(own_store, other)
    with owner.transaction():
        owner.execute("SELECT FROM stream WHERE stream_id = %s FOR UPDATE", [one])
        append(own_store, other, expected=1)
        append(own_store, deal_id())
        assert len(own_store.load(one, viewer=FULL)) == 1


def opened(store: EventStore) -> UUID:
    stream = deal_id()
    append(store, stream)
    return stream


def append_once(
    store: EventStore, stream: UUID, _: int, *, expected: int, by: CommandMetadata | None = None
) -> Appended:
    return append(store, stream, expected=expected, by=by)
