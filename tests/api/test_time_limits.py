"""No request waits for the database for ever: it gets 503, and can be repeated.

A row that is locked, a server process that hangs, and a commit that waits for its standby.
"""

import os
import signal
import sys
import tempfile
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final, LiteralString
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

import events.connections
from events.postgres import ask
from migrations.run import upgrade
from run.embedded import postgres
from run.embedded.server import serving
from service.context import Context
from service.runtime import SYSTEM
from service.settings import Settings
from tests import servers
from tests.api.playing import Client, client_of
from tests.api.test_repeating import on_turn
from tests.contexts import SECRET, opened_context
from tests.missing import needs
from tests.serving import until

LIMIT: Final = 0.3
MARGIN: Final = 0.3
CANCEL: LiteralString = (
    "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"
)
WAITING: LiteralString = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.connections, "MARGIN_SECONDS", MARGIN)


@pytest.fixture
def url(embedded_postgres: str) -> Generator[str]:
    with servers.fresh_database(embedded_postgres) as made:
        yield made


def client_in(context: Context) -> Client:
    return client_of(context, Settings(given_secret=SECRET))


@contextmanager
def moving(url: str) -> Generator["Move"]:
    """A move, and two processes with connections of their own: one gives up soon."""
    with (
        opened_context(url, runtime=SYSTEM) as patient,
        opened_context(url, seconds=LIMIT, runtime=SYSTEM) as hasty,
    ):
        yield Move(client_in(patient), client_in(hasty))


class Move:
    """A move that is sent again and again with one idempotency key.

    It is refused by a process with a short time limit. All that has to succeed is asked of another
    one: on a busy machine any statement may exceed the short limit.
    """

    def __init__(self, client: Client, hasty: Client) -> None:
        self.client, self.hasty, self.key = client, hasty, uuid4().hex
        table = client.open()
        self.deal = str(table.deal)
        self.token, self.move = on_turn(client, table)
        self.version = self.current()

    def current(self) -> int:
        return self.client.versions(self.deal)[UUID(self.deal)]

    def send(self, client: Client) -> Any:
        path = f"/v1/deals/{self.deal}/moves"
        return client.send("POST", path, self.token, json=self.move, Idempotency_Key=self.key)

    def is_refused(self) -> None:
        answer = self.send(self.hasty)
        assert answer.refusal == (503, "unavailable"), answer.text
        assert answer.headers["Retry-After"] == "2"

    def is_made_once(self) -> None:
        """It is made by now, or by repeating it."""
        answers = [self.send(self.client) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201], answers[0].text
        assert answers[0].json == answers[1].json
        assert self.current() == self.version + len(answers[0].json["events"])

    def hasty_reads(self) -> bool:
        """Whether the process with the short limit can read the deal."""
        answer = self.hasty.send("GET", f"/v1/deals/{self.deal}", self.token)
        return answer.status_code == 200

    def hasty_backend(self) -> int:
        """The server process of the only connection of the process with the short limit."""
        pool, found = self.hasty.context.credentials.pool, list[int]()

        def read_number() -> list[int]:
            with suppress(psycopg.OperationalError):  # it has exceeded its limit
                found.extend(number for (number,) in ask(pool, "SELECT pg_backend_pid()", ()))
            return found

        until(read_number)
        return found[0]


def test_a_move_at_a_locked_stream_is_refused_in_time(url: str) -> None:
    with moving(url) as move, psycopg.connect(url) as other:
        other.execute("SELECT FROM stream WHERE stream_id = %s FOR UPDATE", [move.deal])
        move.is_refused()
        until(move.hasty_reads)  # the connection can be used again
        assert move.current() == move.version
        other.rollback()
        move.is_made_once()


@needs("Linux", sys.platform == "linux")
def test_a_move_at_a_server_process_that_hangs_is_refused_in_time(url: str) -> None:
    with moving(url) as move:
        hanging = move.hasty_backend()
        size = move.hasty.context.credentials.pool.get_stats()["pool_size"]
        assert size == 1, "all statements go to one process"
        os.kill(hanging, signal.SIGSTOP)
        try:
            move.is_refused()
            assert move.hasty_backend() != hanging
        finally:
            os.kill(hanging, signal.SIGCONT)
        move.is_made_once()


def test_a_move_that_waits_for_a_standby_is_refused_in_time() -> None:
    """Its event may be kept by then; repeating the move finds it, once the standby is there."""
    with cluster() as url, moving(url) as move, psycopg.connect(url, autocommit=True) as admin:
        with waiting(admin):
            move.is_refused()
            move.is_refused()
            assert move.current() == move.version, "reads go on"
            assert move.client.context.health.commits_wait() > LIMIT, "the server keeps the session"
        until(lambda: move.current() > move.version)
        move.is_made_once()


def test_a_move_whose_wait_for_a_standby_is_canceled_is_not_acknowledged(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """PostgreSQL reports success then, though a failover would lose the move."""
    monkeypatch.setattr(events.connections, "MARGIN_SECONDS", 1.0)
    with cluster() as url, moving(url) as move, psycopg.connect(url, autocommit=True) as admin:
        with waiting(admin):
            with ThreadPoolExecutor(1) as threads:
                refused = threads.submit(move.is_refused)
                until(lambda: admin.execute(CANCEL).fetchall())
                refused.result()
            assert move.current() > move.version, "the event is there"
            move.is_refused()  # repeating it waits for the standby too
        move.is_made_once()


def test_a_move_at_a_standby_is_refused(url: str) -> None:
    """Each new connection leads to the standby too, until there is a primary."""
    with moving(url) as move, psycopg.connect(url, autocommit=True) as admin:
        pool = move.hasty.context.credentials.pool
        name = SQL("ALTER DATABASE {} ").format(Identifier(admin.info.dbname))
        admin.execute(name + SQL("SET default_transaction_read_only = on"))
        with pool.connection() as connection:
            connection.execute("SET default_transaction_read_only = on")
        move.is_refused()
        assert move.current() == move.version
        admin.execute("SET default_transaction_read_only = off")
        admin.execute(name + SQL("RESET default_transaction_read_only"))
        until(lambda: move.send(move.hasty).status_code == 201)
        move.is_made_once()


@contextmanager
def cluster() -> Generator[str]:
    """A migrated database on a server of its own, which may get other settings."""
    with tempfile.TemporaryDirectory(prefix="fairdeal-standby-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        settings = {**postgres.SETTINGS, **servers.NOT_DURABLE}
        with serving(postgres.server(folder, settings=settings)) as url:
            upgrade(url)
            yield url


def reload(admin: psycopg.Connection, standbys: str) -> None:
    """Make the server read its settings again, and wait for it."""
    admin.execute("SELECT pg_reload_conf()")
    show = "SHOW synchronous_standby_names"
    until(lambda: admin.execute(show).fetchone() == (standbys,))


def lose_standby(admin: psycopg.Connection) -> None:
    """Each commit waits from now on."""
    admin.execute("ALTER SYSTEM SET synchronous_standby_names = 'absent'")
    reload(admin, "absent")
    until(lambda: a_commit_waits(admin))


def a_commit_waits(admin: psycopg.Connection) -> bool:
    """Whether a commit waits: each process of the server reads its settings by itself.

    The one of the commit is canceled.
    """
    write, waited = "SELECT pg_logical_emit_message(true, 'tests', '')", list[Any]()

    def ended() -> bool:
        waited.extend(admin.execute(CANCEL).fetchall())
        return bool(waited) or written.done()

    with (
        psycopg.connect(admin.info.dsn, autocommit=True) as other,
        ThreadPoolExecutor(1) as threads,
    ):
        written = threads.submit(other.execute, write)
        until(ended)
        written.result()
    return bool(waited)


def get_standby(admin: psycopg.Connection) -> None:
    """No commit waits any longer."""
    admin.execute("ALTER SYSTEM RESET synchronous_standby_names")
    reload(admin, "")
    until(lambda: admin.execute(WAITING).fetchone() == (0,))


@contextmanager
def waiting(admin: psycopg.Connection) -> Generator[None]:
    """Commits wait for a standby that is not there."""
    lose_standby(admin)
    try:
        yield
    finally:
        get_standby(admin)
