"""The record is append-only, whatever is tried."""

from typing import LiteralString

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege

from domain.fairness.tree import Node
from events.connections import ROLE
from events.postgres import Pool, PostgresStore, ask
from events.record import FULL
from events.translog.postgres import PostgresLog
from events.translog.sequencer import Sequencer
from events.translog.store import Broken, LogBatch
from tests.events.making import KEY, append, deal_id, table_id

CHANGES: list[LiteralString] = [
    "UPDATE event SET body = ''",
    "UPDATE event SET stream_id = gen_random_uuid()",
    "DELETE FROM event",
    "DELETE FROM event_tables",
    "UPDATE event_tables SET version = version + 1",
    "TRUNCATE event",
    "TRUNCATE event_tables",
    "TRUNCATE event_default",
    "UPDATE secret SET payload = ''",
    "UPDATE secret SET audience = 0",
    "DELETE FROM secret",
    "TRUNCATE secret",
    "TRUNCATE secret_tables",
    "TRUNCATE secret_default",
    "UPDATE stream SET version = version - 1",
    "UPDATE stream SET status = 'over'",
    "DELETE FROM stream",
    "TRUNCATE stream",
    "TRUNCATE stream, event, secret",
    "UPDATE feed SET hash = ''",
    "DELETE FROM feed",
    "TRUNCATE feed",
    "UPDATE log_node SET hash = ''",
    "DELETE FROM log_node",
    "TRUNCATE log_node",
    "UPDATE checkpoint SET note = ''",
    "DELETE FROM checkpoint",
    "TRUNCATE checkpoint",
    "UPDATE outbox SET version = 1",
    "DELETE FROM outbox",
    "TRUNCATE outbox",
    "UPDATE log_fault SET version = 1",
    "TRUNCATE log_fault",
    "UPDATE sequencer SET the_only = true",
    "DELETE FROM sequencer",
    "TRUNCATE sequencer",
    "INSERT INTO event TABLE event ON CONFLICT (stream_id, version) DO UPDATE SET body = ''",
]
ADDITIONS: list[LiteralString] = [
    "INSERT INTO event SELECT * FROM event",
    "INSERT INTO secret SELECT * FROM secret",
    "INSERT INTO stream SELECT * FROM stream",
    "INSERT INTO outbox SELECT * FROM outbox",
    "INSERT INTO feed SELECT * FROM feed",
    "INSERT INTO log_node VALUES (8, 0, '')",
    "INSERT INTO checkpoint VALUES (1, '', '')",
    "INSERT INTO log_fault VALUES (gen_random_uuid(), 1, '')",
    "DELETE FROM log_fault",
    "SELECT FROM sequencer FOR UPDATE",
    "ALTER TABLE stream DISABLE TRIGGER to_be_logged",
    "SELECT create_partition('event', '2020-01-01')",
    "ALTER TABLE event DISABLE TRIGGER ALL",
    "ALTER TABLE event DETACH PARTITION event_default",
    "DROP TABLE event_default",
    "CREATE TABLE mine ()",
    "UPDATE api_key SET name = ''",
    "UPDATE api_secret SET hash = ''",
    "DELETE FROM api_secret",
    "TRUNCATE api_secret",
    "UPDATE api_key SET created_at = now()",
    "DELETE FROM api_key",
    "TRUNCATE api_key",
]


@pytest.fixture
def filled(own_store: PostgresStore, own_pool: Pool) -> PostgresStore:
    append(own_store, deal_id())
    append(own_store, table_id(), kind="table")
    translog = PostgresLog(own_pool)
    Sequencer(translog, KEY).advance()
    with translog.turn() as turn:
        assert turn is not None
        broken = [Broken(deal_id(), 1, "")]
        turn.put(LogBatch(2, [], [(Node(8, 1), b"")], None, broken, []))
    append(own_store, deal_id())
    return own_store


@pytest.mark.usefixtures("filled")
def test_the_owner_is_refused(owner: psycopg.Connection) -> None:
    for change in CHANGES:
        with pytest.raises(InsufficientPrivilege, match="the record only grows"):
            owner.execute(change)


@pytest.mark.usefixtures("filled")
def test_every_month_is_guarded(owner: psycopg.Connection) -> None:
    months = owner.execute(
        "SELECT oid::regclass::text FROM pg_class WHERE relname ~ '^(event|secret)_[0-9_]+$'"
        " AND relkind = 'r'"
    ).fetchall()
    assert len(months) == 8
    for (month,) in months:
        with pytest.raises(InsufficientPrivilege, match="the record only grows"):
            owner.execute(f"TRUNCATE {month}".encode())
        triggers = owner.execute(
            "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass ORDER BY 1", [month]
        ).fetchall()
        assert triggers == [("append_only",), ("no_truncate",)]


@pytest.mark.usefixtures("filled")
def test_the_service_is_refused(owner: psycopg.Connection) -> None:
    owner.execute(f"SET ROLE {ROLE}".encode())
    for change in CHANGES + ADDITIONS:
        with pytest.raises(InsufficientPrivilege):
            owner.execute(change)


def test_refusals_change_nothing(owner: psycopg.Connection, filled: PostgresStore) -> None:
    def dump() -> list[object]:
        tables = (b"stream", b"event", b"secret", b"feed", b"log_node", b"checkpoint", b"outbox")
        return [owner.execute(b"TABLE %b ORDER BY 1, 2" % table).fetchall() for table in tables]

    before = dump()
    for change in CHANGES:
        with pytest.raises(InsufficientPrivilege):
            owner.execute(change)
    assert dump() == before
    [row, _] = filled.find(kind="deal", statuses=["open"], limit=9)
    assert len(filled.load(row.id, viewer=FULL)) == 1


def test_the_service_works_as_its_role(own_store: PostgresStore) -> None:
    [(role,)] = ask(own_store.pool, "SELECT current_user", ())
    assert role == ROLE


def test_the_service_keeps_credentials(owner: psycopg.Connection) -> None:
    owner.execute(f"SET ROLE {ROLE}".encode())
    owner.execute(
        "WITH made AS (SELECT gen_random_uuid() AS id)"
        " INSERT INTO api_key (id, root, name) SELECT id, id, 'n' FROM made"
    )
    owner.execute("UPDATE api_key SET revoked_at = now()")
    with pytest.raises(InsufficientPrivilege):
        owner.execute("UPDATE api_key SET revoked_at = NULL")
    with pytest.raises(psycopg.errors.CheckViolation):
        owner.execute(
            "INSERT INTO api_secret (hash, key, command) SELECT 'short', id, id FROM api_key"
        )


def test_functions_are_for_the_service_only(owner: psycopg.Connection) -> None:
    owner.execute("CREATE ROLE fairdeal_stranger")
    try:
        owner.execute("SET ROLE fairdeal_stranger")
        for call in ("mark(gen_random_uuid(), 1, '')", "ensure_partitions(1)", "take_turn()"):
            with pytest.raises(InsufficientPrivilege):
                owner.execute(f"SELECT {call}".encode())
    finally:
        owner.execute("RESET ROLE")
        owner.execute("DROP ROLE fairdeal_stranger")
