"""The streams that a process remembers, which others change meanwhile."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain.kernel.event import PUBLIC
from events.store import EventStore, StaleVersion
from service.api.app import create_app
from service.repository import StreamRepository
from service.settings import Settings
from tests.api.playing import Client, Opened
from tests.simulation.runtime import RUNTIME


class Disturbed:
    """A store in which something else happens before a read is answered."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self.meanwhile: Callable[[], object] | None = None
        self.loads = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    def load(self, stream: UUID, **how: Any) -> Any:
        found, happen = self._store.load(stream, **how), self.meanwhile
        self.loads, self.meanwhile = self.loads + 1, None
        if happen is not None:
            happen()
        return found


class Replica:
    """A replica that has everything."""

    def __init__(self, store: EventStore) -> None:
        self._store = store

    def records(self, stream: UUID, *, viewer: Any, statuses: Any) -> Any:
        row = self._store.head(stream)
        wanted = row is not None and row.status in statuses
        return self._store.load(stream, viewer=viewer) if wanted else ()

    def holds(self, *_: object) -> bool:
        return True


@pytest.fixture
def table(client: Client) -> Opened:
    return client.open(game="durak", seats=[{"name": "Ann"}, {"name": "Bob"}])


def test_a_slow_read_replaces_nothing_newer(client: Client, table: Opened) -> None:
    store: Any = Disturbed(client.context.store)
    streams, deal = StreamRepository(store, RUNTIME), UUID(str(table.deal))

    def meanwhile() -> None:
        client.play(table, Random(1), moves=1)
        streams.deal(deal, viewer=PUBLIC)

    store.meanwhile = meanwhile
    slow, newest = streams.deal(deal, viewer=PUBLIC), streams.remembered_deal(deal)
    assert slow is not None
    assert newest is not None
    assert newest.version > slow.version


def test_an_append_that_is_stale_by_nothing_finds_no_stream(
    client: Client, table: Opened, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The events that it has missed are archived."""
    times = 0

    def append(stream: UUID, *, expected: int, **_: Any) -> Any:
        nonlocal times
        times += 1
        assert times < 9, "it is decided again without end"
        raise StaleVersion(stream=stream, expected=expected, current=9, missed=())

    store: Any = Disturbed(client.context.store)
    monkeypatch.setattr(store, "append", append, raising=False)
    context = replace(client.context, streams=StreamRepository(store, RUNTIME))
    other = Client(create_app(context, settings).test_client(), context)
    seat = client.get(f"/v1/deals/{table.deal}", table.owner)["to_act"]
    move = client.moves(str(table.deal), table.tokens[seat])[0]["move"]
    path = f"/v1/deals/{table.deal}/moves"
    assert other.send("POST", path, table.tokens[seat], json={"move": move}).status_code == 404


def test_a_replica_answers_only_for_what_is_final(client: Client, table: Opened) -> None:
    deal, store = UUID(str(table.deal)), client.context.store
    client.send("POST", f"/v1/deals/{deal}/resignation", table.tokens[0])
    for expected in (1, 0):
        primary: Any = Disturbed(store)
        replica: Any = Replica(store)
        streams = StreamRepository(primary, RUNTIME, replica)
        assert streams.deal(deal, viewer=PUBLIC) is not None
        assert primary.loads == expected
        client.record(str(table.deal))
