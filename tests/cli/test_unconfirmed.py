"""Commands of the owner whose commit waits for a standby: they end, and can be repeated."""

from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final
from urllib.parse import urlsplit

import psycopg
import pytest

import events.connections
from events.archives import archive_deal
from migrations import HEAD, REVISIONS
from migrations.run import MigrationUnknown, Patience, current, upgrade
from tests import servers
from tests.api.archiving import archived, over, serving
from tests.api.test_time_limits import cluster, get_standby, lose_standby, waiting
from tests.cli.commands import Ran, fairdeal
from tests.contexts import ORIGIN, SECRET
from tests.simulation.runtime import RUNTIME

pytestmark = pytest.mark.long

LIMIT: Final = 0.3
STATEMENT: Final = 2.0
"""The same for a command whose other statements have it too: a busy machine delays them."""
NEW: Final = "fairdeal.test/log-2"


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events.connections, "COMMIT_SECONDS", LIMIT)
    monkeypatch.setattr("run.cli.archive.SECONDS", STATEMENT, raising=False)
    monkeypatch.setattr(events.connections, "MARGIN_SECONDS", LIMIT)


@pytest.fixture(scope="module")
def server() -> Generator[str]:
    with cluster() as url:
        yield url


@pytest.fixture
def url(server: str) -> str:
    """A new database on that server."""
    name = f"of_a_test_{RUNTIME.uuid().hex}"
    with admin_of(servers.database_url(server, "template1")) as admin:
        template = urlsplit(server).path.removeprefix("/")
        admin.execute(f'CREATE DATABASE "{name}" TEMPLATE "{template}"'.encode())
    return servers.database_url(server, name)


@contextmanager
def admin_of(url: str) -> Generator[psycopg.Connection]:
    with psycopg.connect(url, autocommit=True) as admin:
        yield admin


def begin_anew(url: str) -> Ran:
    return fairdeal(
        *("log", "begin-anew", "--yes", "--reason", "a trial"),
        DATABASE_URL=url,
        FAIRDEAL_SECRET=SECRET.decode(),
        FAIRDEAL_ORIGIN=NEW,
    )


def test_a_log_that_may_have_begun_anew(url: str) -> None:
    with serving(url) as client:
        client.open()
        client.sequence()
    with admin_of(url) as admin:
        admin.execute("DELETE FROM heartbeat")
        with waiting(admin):
            unknown = begin_anew(url)
            waits = begin_anew(url)
        again = begin_anew(url)
        breaks = admin.execute("SELECT ended, origin FROM log_break").fetchall()
    assert (unknown.code, waits.code, again.code) == (1, 1, 1)
    assert f"It is unknown whether the log {NEW} has begun: no answer within" in unknown.err
    assert "A sequencer is at work" in waits.err
    assert f"A log named {NEW} exists or existed." in again.err
    assert breaks == [(ORIGIN, NEW)]


def test_a_deal_that_may_be_archived(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(url) as client, admin_of(url) as admin:
        over(client)
        client.sequence()

        def without_standby(*given: object) -> bool:
            lose_standby(admin)
            return archive_deal(*given)  # type: ignore[arg-type]

        try:
            with monkeypatch.context() as patched:
                patched.setattr("run.cli.archive.archive_deal", without_standby)
                unknown = archived(client, url, tmp_path)
        finally:
            get_standby(admin)
        monkeypatch.setattr("run.cli.archive.SECONDS", 60, raising=False)
        again = archived(client, url, tmp_path)
        query = "SELECT DISTINCT status FROM stream WHERE kind = 'deal'"
        assert admin.execute(query).fetchall() == [("archived",)]
    assert unknown.code == 1
    assert "It is unknown whether the events of" in unknown.err
    assert "Traceback" not in unknown.err
    assert (again.code, again.err) == (0, "")
    assert "1 deals archived" in again.out


def test_listings_that_may_be_built_again(url: str) -> None:
    with serving(url) as client, admin_of(url) as admin:
        client.open()
        client.sequence()
        with waiting(admin):
            unknown = fairdeal("listings", "rebuild", DATABASE_URL=url)
        assert "It is unknown whether the listings were built again: " in unknown.err
        assert fairdeal("listings", "rebuild", DATABASE_URL=url).code == 0


def test_a_command_that_waits_for_a_lock_changes_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(events.connections, "LOCK_SECONDS", LIMIT)
    with psycopg.connect(url) as other:
        other.execute("SELECT FROM sequencer FOR UPDATE")
        ran = fairdeal("listings", "rebuild", DATABASE_URL=url)
    assert ran.code == 1
    assert "Nothing has changed: canceling statement due to lock timeout." in ran.err


def test_a_revision_that_may_be_committed(url: str) -> None:
    """The next run goes on after it."""
    with admin_of(url) as admin:
        name = f"empty_{RUNTIME.uuid().hex}"
        admin.execute(f'CREATE DATABASE "{name}"'.encode())
        empty = servers.database_url(url, name)
        with waiting(admin), pytest.raises(MigrationUnknown, match="run `fairdeal migrate`"):
            upgrade(empty, patience=Patience(commit=LIMIT))
        upgrade(empty)
        assert current(empty) == HEAD == REVISIONS[-1]
