"""An ordinary owner of a database migrates it, and a function lets nobody else write after it."""

from collections.abc import Generator
from contextlib import contextmanager
from typing import Final, LiteralString

import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege
from psycopg.sql import SQL, Identifier

import migrations.run
from events.connections import AccessRefused, check_access
from events.postgres import PostgresStore, open_pool
from events.record import FULL
from migrations.run import MigrationRefused, upgrade
from tests import servers
from tests.events.making import append, deal_id
from tests.simulation.runtime import RUNTIME

CALLS: Final[dict[LiteralString, LiteralString]] = {
    """SELECT append(
        gen_random_uuid(), 'deal', 0, gen_random_uuid(), '', now(), ARRAY['x'], ARRAY[1],
        ARRAY[''::bytea], '{}', '{}', '{}', '{}', '{}', 'open', '{}'
    )""": "UPDATE stream SET status = 'over'",
    "SELECT mark(gen_random_uuid(), 1, '')": "UPDATE stream SET status = 'over'",
    """SELECT put_batch(
        0, '{}', '{}', '{}', '{}', '{}', '{}', NULL, NULL, NULL, '{}', '{}', '{}', '{}'
    )""": "DELETE FROM outbox",
    """INSERT INTO event VALUES (
        'ffffffff-ffff-ffff-ffff-ffffffffffff', 1, gen_random_uuid(), 0, 'table.person_erased', 1,
        '{"data": {"taken": 7}}', '', now()
    )""": "DELETE FROM secret WHERE audience < -1",
}
"""A function that writes, and a change that it alone may make."""


@pytest.fixture
def admin(empty_url: str) -> Generator[psycopg.Connection]:
    """A superuser in the empty database."""
    with psycopg.connect(admin_url(empty_url), autocommit=True) as connection:
        yield connection


def admin_url(url: str) -> str:
    return url.replace(servers.user_name(servers.OWNER), "postgres")


@contextmanager
def user(admin: psycopg.Connection, options: LiteralString) -> Generator[str]:
    """A user of the cluster, who is dropped afterwards."""
    name = f"fairdeal_{RUNTIME.uuid().hex}"
    admin.execute(SQL("CREATE ROLE {} LOGIN ").format(Identifier(name)) + SQL(options))
    try:
        yield name
    finally:
        admin.execute(SQL("DROP OWNED BY {}").format(Identifier(name)))
        admin.execute(SQL("DROP ROLE {}").format(Identifier(name)))


def url_of(url: str, name: str) -> str:
    """The URL of the same database as another user."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{name}@{rest.partition('@')[2]}"


def test_an_ordinary_owner_migrates_and_the_service_writes(empty_url: str) -> None:
    with psycopg.connect(empty_url) as owner:
        rights = owner.execute(
            "SELECT rolsuper, rolcreaterole FROM pg_roles WHERE rolname = current_user"
        ).fetchall()
    assert rights == [(False, False)]
    upgrade(empty_url)
    check_access(empty_url)
    with open_pool(empty_url, size=1) as pool:
        store, deal = PostgresStore(pool, entropy=RUNTIME.random_bytes), deal_id()
        append(store, deal)
        assert store.set_status(deal, version=1, status="over")
        assert len(store.load(deal, viewer=FULL)) == 1


@pytest.mark.parametrize(("call", "change"), CALLS.items())
def test_the_guard_is_up_again_in_the_transaction_of_a_function(
    owner: psycopg.Connection, own_store: PostgresStore, call: LiteralString, change: LiteralString
) -> None:
    append(own_store, deal_id())
    owner.execute("INSERT INTO secret VALUES (gen_random_uuid(), 1, 'x', -2, '', '')")
    with owner.transaction(force_rollback=True):
        owner.execute(call)
    with owner.transaction(force_rollback=True):
        owner.execute(call)
        with pytest.raises(InsufficientPrivilege, match="the record only grows"):
            owner.execute(change)


def test_a_missing_role_is_reported_with_what_the_administrator_has_to_run(
    empty_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(migrations.run, "ROLE", "fairdeal_missing")
    with pytest.raises(MigrationRefused, match=r"CREATE ROLE .fairdeal_missing. NOLOGIN; GRANT"):
        upgrade(empty_url)


def test_the_role_is_created_by_an_owner_who_may(
    empty_url: str, admin: psycopg.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    role = f"fairdeal_{RUNTIME.uuid().hex}"
    monkeypatch.setattr(migrations.run, "ROLE", role)
    with user(admin, "CREATEROLE") as name:
        admin.execute(SQL("GRANT ALL ON SCHEMA public TO {}").format(Identifier(name)))
        for _ in range(2):
            upgrade(url_of(empty_url, name), "0001")
        with psycopg.connect(url_of(empty_url, name)) as connection:
            connection.execute(SQL("SET ROLE {}").format(Identifier(role)))
        admin.execute(SQL("DROP ROLE {}").format(Identifier(role)))


def test_a_user_who_does_not_own_the_database_is_refused_in_a_sentence(
    empty_url: str, admin: psycopg.Connection
) -> None:
    with (
        user(admin, "IN ROLE fairdeal_service") as name,
        pytest.raises(MigrationRefused, match=f"The user {name} may not change the schema"),
    ):
        upgrade(url_of(empty_url, name))


def test_a_user_who_is_no_member_of_the_role_is_refused_in_a_sentence(
    empty_url: str, admin: psycopg.Connection
) -> None:
    upgrade(empty_url)
    with (
        user(admin, "") as name,
        pytest.raises(AccessRefused, match=f'GRANT fairdeal_service TO "{name}";'),
    ):
        check_access(url_of(empty_url, name))
