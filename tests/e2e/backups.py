"""Backups of a database and their restore, as in docs/restoring.md: by a dump, by pgBackRest."""

import os
import shutil
import subprocess
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Protocol

import psycopg
from psycopg.sql import SQL, Identifier

from run.embedded import postgres
from run.embedded.paths import own, unprivileged
from run.embedded.process import Program, stop
from tests import servers
from tests.e2e.installation import OWNER, as_login, blocks, create_roles, run_block, shell
from tests.serving import free_port, lets_in, until

DATABASE: Final = f"fairdeal_restored_{os.getpid()}"
"""Tests that run at the same time share a server."""
DAMAGED: Final = f"{DATABASE}_damaged"
"""The name that the guide gives to the database before its restore."""
PATH: Final = "/usr/sbin:/usr/bin:/usr/local/bin"
BACKREST: Final = shutil.which("pgbackrest", path=PATH)
DEBIAN: Final = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
"""PostgreSQL of Debian: pgBackRest of the same release knows its files."""
CONFIGURATION: Final = """
[global]
repo1-path={folder}/repository
log-path={folder}
lock-path={folder}
spool-path={folder}
[fairdeal]
pg1-path={folder}/data
pg1-port={port}
pg1-socket-path={folder}
pg1-user=postgres
"""


class Backups(Protocol):
    """A database with backups.

    Attributes:
        url: of the database, as a superuser.
        server: of its server, as a superuser.
    """

    url: str
    server: str

    def back_up(self) -> None:
        """Make a backup, or note the present moment of one that is always made."""
        ...

    def restore(self) -> None:
        """Lose the database, and restore it as it was then."""
        ...


def create_database(server: str) -> None:
    """Create the empty database, and the roles of docs/running.md."""
    create_roles(server)
    create = SQL("CREATE DATABASE {} OWNER {}").format(Identifier(DATABASE), Identifier(OWNER))
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(create)


class Dumps:
    """A database that is dumped by ``pg_dump``.

    Args:
        server: the URL of its server.
        folder: of the dump.
    """

    def __init__(self, server: str, folder: Path) -> None:
        self.server = server
        self.url = servers.database_url(server, DATABASE)
        self._environment = shell(
            ADMIN_URL=server,
            DATABASE=DATABASE,
            MIGRATION_DATABASE_URL=as_login(self.url, OWNER),
            DUMP=str(folder / "fairdeal.dump"),
            LC_ALL="C",
        )

    def create(self) -> None:
        """Create the empty database."""
        create_database(self.server)

    def drop(self) -> None:
        """Drop the database, and the one that was renamed."""
        with psycopg.connect(self.server, autocommit=True) as connection:
            for name in (DATABASE, DAMAGED):
                drop = SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(Identifier(name))
                connection.execute(drop)

    def back_up(self) -> None:
        """See `Backups`."""
        [dump] = blocks("restoring.md", "Before anything happens")
        self._run(dump)

    def restore(self) -> None:
        """See `Backups`."""
        rename, restore, _ = blocks("restoring.md", "Restore")
        self._run(rename)
        self._run(restore)
        with psycopg.connect(servers.database_url(self.server, DAMAGED)) as damaged:
            assert damaged.execute("SELECT 1 FROM event").fetchone(), "it has what was lost"

    def _run(self, block: str) -> None:
        ran = run_block(block, self._environment)
        assert ran.returncode == 0, ran.stderr


@contextmanager
def dumped(server: str, folder: Path) -> Generator[Dumps]:
    """An empty database that is dumped."""
    dumps = Dumps(server, folder)
    dumps.create()
    try:
        yield dumps
    finally:
        dumps.drop()


class Archived:
    """A server whose write-ahead log pgBackRest archives.

    Args:
        folder: of everything; its owner runs the server.
    """

    def __init__(self, folder: Path) -> None:
        self._folder, self._port, self._moment = folder, free_port(), ""
        self.server = f"postgresql://postgres@127.0.0.1:{self._port}/postgres"
        self.url = servers.database_url(self.server, DATABASE)
        configuration = folder / "pgbackrest.conf"
        configuration.write_text(CONFIGURATION.format(folder=folder, port=self._port))
        self._environment = {
            "PATH": PATH,
            "LC_ALL": "C.UTF-8",
            "PGBACKREST_CONFIG": str(configuration),
        }
        data = str(folder / "data")
        self._run(str(DEBIAN[-1] / "initdb"), "-D", data, "-U", "postgres", "--auth=trust")
        self.start()
        create_database(self.server)
        self._backrest("stanza-create")
        self._backrest("--type=full", "--start-fast", "backup")

    def start(self) -> None:
        """Start the server, and wait until it lets clients in."""
        archive = f"{BACKREST} --stanza=fairdeal archive-push %p"
        settings = {
            "listen_addresses": "127.0.0.1",
            "port": str(self._port),
            "unix_socket_directories": str(self._folder),
            "archive_mode": "on",
            "archive_command": archive,
        }
        options = [part for item in settings.items() for part in ("-c", "=".join(item))]
        self._process = Program(
            name="PostgreSQL",
            argv=(str(DEBIAN[-1] / "postgres"), "-D", str(self._folder / "data"), *options),
            env=self._environment,
            owner=unprivileged(),
            log_file=self._folder / "postgres.log",
            stop=postgres.STOP,
        ).start()
        until(lambda: lets_in(self.server))

    def stop(self) -> None:
        """Stop the server."""
        stop(self._process, postgres.STOP)

    def back_up(self) -> None:
        """See `Backups`."""
        with psycopg.connect(self.server) as connection:
            [self._moment] = connection.execute("SELECT clock_timestamp()::text").fetchone() or (
                "",
            )

    def restore(self) -> None:
        """See `Backups`."""
        with psycopg.connect(self.server, autocommit=True) as connection:
            connection.execute("SELECT pg_switch_wal()")
        self.stop()
        shutil.rmtree(self._folder / "data")
        (self._folder / "data").mkdir()
        own(self._folder / "data", unprivileged())
        [restore] = blocks("restoring.md", "To a point in time")
        environment = {**self._environment, "MOMENT": self._moment}
        ran = run_block(restore, environment, owner=unprivileged())
        assert ran.returncode == 0, f"{ran.stdout}{ran.stderr}"
        self.start()
        with psycopg.connect(self.server, autocommit=True) as connection:
            until(lambda: connection.execute("SELECT pg_is_in_recovery()").fetchone() == (False,))

    def _backrest(self, *words: str) -> None:
        self._run(str(BACKREST), "--stanza=fairdeal", *words)

    def _run(self, *argv: str) -> None:
        owner = unprivileged()
        done = subprocess.run(
            argv,
            cwd="/",
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            user=None if owner is None else owner.uid,
            group=None if owner is None else owner.gid,
            extra_groups=None if owner is None else [],
        )
        assert done.returncode == 0, f"{argv}: {done.stdout}{done.stderr}"


@contextmanager
def archived(folder: Path) -> Generator[Archived]:
    """An empty database whose write-ahead log is archived."""
    own(folder, unprivileged())
    archive = Archived(folder)
    yield archive
    archive.stop()
