"""Reads of deals that are over, with a replica that is up to date, behind, empty or down.

Another database plays the replica: the rows of streams are copied whenever a test says so.
"""

from collections.abc import Callable, Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from random import Random
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from domain.kernel.event import FULL
from service import assembly
from service.assembly import replica_of
from service.repository import FINAL, StreamRepository
from service.settings import Settings
from tests import servers
from tests.api.playing import Client, Opened, client_of
from tests.serving import free_port
from tests.simulation.runtime import RUNTIME

pytestmark = pytest.mark.database

DOWN: Final = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
TABLES: Final = ("stream", "event", "secret")
PLAYERS: Final = [{"name": "Ann"}, {"name": "Bob"}]
PATIENCE: Final = 30
"""Seconds for an answer of a replica that is there."""
VIEWS: Final = ("public", "seat:1", "full")
With = Callable[[str], AbstractContextManager[Client]]


@pytest.fixture(scope="module")
def behind_url(embedded_postgres: str) -> Generator[str]:
    """A replica that was up to date while the deal of `over` was on."""
    with servers.fresh_database(embedded_postgres) as made:
        yield made


@pytest.fixture(scope="module")
def over(client: Client, url: str, behind_url: str) -> Opened:
    """A public table whose first deal is over."""
    table = client.open(game="durak", seats=PLAYERS)
    client.play(table, Random(5), moves=4)
    copy_streams(url, behind_url)
    client.play(table, Random(5))
    client.record(str(table.deal))
    return table


@pytest.fixture
def replica_url(embedded_postgres: str) -> Generator[str]:
    """An empty replica."""
    with servers.fresh_database(embedded_postgres) as made:
        yield made


@pytest.fixture
def copied_url(over: Opened, url: str, replica_url: str) -> str:
    """A replica that is up to date, with the deal of `over`."""
    assert over.deal is not None
    copy_streams(url, replica_url)
    return replica_url


@pytest.fixture
def with_replica(client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> With:
    """Another web process on the database of the client, with a replica."""

    @contextmanager
    def started(url: str) -> Generator[Client]:
        with monkeypatch.context() as patch:
            if url != DOWN:  # on a busy machine it would count as one that does not answer
                patch.setattr(assembly, "CONNECT_SECONDS", PATIENCE)
                patch.setattr(assembly, "ANSWER_SECONDS", PATIENCE)
            replica = replica_of(replace(settings, replica_database_url=url), RUNTIME)
        assert replica is not None
        context = replace(
            client.context, streams=StreamRepository(client.context.store, RUNTIME, replica)
        )
        try:
            yield client_of(context, settings)
        finally:
            replica.store.pool.close()

    return started


def copy_streams(source: str, target: str) -> None:
    """Bring the replica up to date."""
    with psycopg.connect(source) as primary, psycopg.connect(target) as replica:
        replica.execute("SET session_replication_role = replica")  # triggers refuse such changes
        for name in map(Identifier, TABLES):
            replica.execute(SQL("DELETE FROM {}").format(name))
            reading = primary.cursor().copy(SQL("COPY (SELECT * FROM {}) TO STDOUT").format(name))
            writing = replica.cursor().copy(SQL("COPY {} FROM STDIN").format(name))
            with reading as rows, writing as kept:
                for each in rows:
                    kept.write(each)


@pytest.fixture
def read_at_primary(client: Client, monkeypatch: pytest.MonkeyPatch) -> list[UUID]:
    """The streams whose events were read at the primary."""
    read: list[UUID] = []
    load = client.context.store.load

    def counted(stream: UUID, **given: Any) -> Any:
        read.append(stream)
        return load(stream, **given)

    monkeypatch.setattr(client.context.store, "load", counted)
    return read


def answers(client: Client, table: Opened, who: str | None) -> list[Any]:
    """The answer to a caller about the deal of a table."""
    deal, seen = table.deal_path, []
    for view in VIEWS:
        answer: Any = client.send("GET", f"{deal}?view={view}", who)
        seen.append((answer.status_code, {**answer.json, "now": None}))
    return [*seen, client.send("GET", f"{deal}/transcript", who).json]


def test_a_deal_that_is_over_is_read_at_the_replica(
    client: Client,
    over: Opened,
    copied_url: str,
    with_replica: With,
    read_at_primary: list[UUID],
) -> None:
    expected = answers(client, over, client.key("other"))
    with with_replica(copied_url) as another:
        read_at_primary.clear()
        assert answers(another, over, client.key("third")) == expected
    assert set(read_at_primary) == {UUID(over.id)}, "the table is read at the primary"


def test_the_primary_is_asked_for_what_the_replica_lacks(
    client: Client, over: Opened, behind_url: str, replica_url: str, with_replica: With
) -> None:
    expected, who = answers(client, over, over.owner), over.owner
    for url in (behind_url, replica_url, DOWN):
        with with_replica(url) as another:
            assert answers(another, over, who) == expected


def test_a_replica_that_does_not_answer_is_left_alone(settings: Settings) -> None:
    replica = replica_of(replace(settings, replica_database_url=DOWN), RUNTIME)
    assert replica is not None
    with replica.store.pool as pool:
        for _ in range(3):
            assert replica.records(uuid4(), viewer=FULL, statuses=FINAL["deal"]) == ()
        assert pool.get_stats()["requests_num"] == 1


def test_a_deal_that_is_not_recorded_is_read_at_the_primary(
    client: Client,
    url: str,
    replica_url: str,
    with_replica: With,
    read_at_primary: list[UUID],
) -> None:
    """A replica may show its end before it is safe."""
    table = resigned(client)
    copy_streams(url, replica_url)
    with with_replica(replica_url) as another:
        read_at_primary.clear()
        assert another.get(table.deal_path, table.owner)["status"] == "over"
    assert UUID(table.deal) in read_at_primary


def resigned(client: Client, **terms: str) -> Opened:
    """A table whose first deal is over."""
    table = client.open(game="durak", seats=PLAYERS, **terms)
    client.post(f"{table.deal_path}/resignation", table.tokens[0], {})
    return table


def test_the_primary_is_asked_if_a_record_at_the_replica_is_broken(
    client: Client, over: Opened, copied_url: str, with_replica: With
) -> None:
    with psycopg.connect(copied_url) as replica:
        replica.execute("SET session_replication_role = replica")
        replica.execute("UPDATE event SET body = body || ' '::bytea WHERE version = 3")
    with with_replica(copied_url) as another:
        assert answers(another, over, over.owner) == answers(client, over, over.owner)


def test_rights_are_those_of_the_primary(
    client: Client, over: Opened, url: str, replica_url: str, with_replica: With
) -> None:
    """A token that was ended, and a key, have no rights by a replica that still has them."""
    path = f"{over.path}/readers"
    made: Any = client.send("POST", path, over.owner, json={"name": "Eve"}).json
    with psycopg.connect(url) as primary:
        [version] = primary.execute(
            "SELECT version FROM stream WHERE stream_id = %s", [over.id]
        ).fetchone() or (0,)
    copy_streams(url, replica_url)
    deal = f"{over.deal_path}?view=full"
    with with_replica(replica_url) as another:
        assert another.send("GET", deal, made["token"]).status_code == 200
    number = made["reader"] if isinstance(made["reader"], int) else made["reader"]["reader"]
    client.delete(f"{path}/{number}", over.owner)
    with with_replica(replica_url) as another, psycopg.connect(replica_url) as replica:
        assert another.send("GET", deal, made["token"]).status_code == 401
        found = replica.execute("SELECT version FROM stream WHERE stream_id = %s", [over.id])
        assert found.fetchone() == (version,), "the replica is behind"


def test_strangers_read_on_without_the_primary(
    client: Client,
    over: Opened,
    copied_url: str,
    with_replica: With,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = answers(client, over, None)

    def down(*_: object, **__: object) -> Any:
        raise psycopg.OperationalError("down")

    for name in ("load", "head", "versions"):
        monkeypatch.setattr(client.context.store, name, down)
    with with_replica(copied_url) as another:
        assert answers(another, over, None) == expected
        assert answers(another, over, None) == expected, "what it remembers"
        assert another.send("GET", over.deal_path, over.tokens[0]).status_code == 503


def test_what_members_alone_may_see_is_hidden_from_strangers(
    client: Client, url: str, replica_url: str, with_replica: With
) -> None:
    table = resigned(client, views_after="members")
    client.record(str(table.deal))
    copy_streams(url, replica_url)
    with with_replica(replica_url) as another:
        for view in VIEWS:
            path = f"{table.deal_path}?view={view}"
            assert another.send("GET", path).status_code == 404
            assert another.send("GET", path, table.owner).status_code == 200
