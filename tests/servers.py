"""Real servers for tests: the embedded pair, a whole service, and servers of the environment.

The processes of a test session (pytest-xdist starts several) share one folder. The first process
that needs a server starts it, or creates the template there, under a lock. The session's first
process stops and drops everything at the end. The next session removes what a killed one left.
"""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import uuid
from collections.abc import Callable, Generator, Iterable
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, LiteralString
from urllib.parse import urlsplit

import psycopg
import redis
from kombu.connection import Connection
from psycopg import sql

from events.connections import ROLE
from run.embedded import postgres
from run.embedded.orphans import alive, stop_stray
from run.embedded.server import launch
from service.settings import QUEUES, queue_name
from tests.isolation import end_processes
from tests.missing import MissingError
from tests.serving import SECONDS, Service, whole

SESSION = "FAIRDEAL_TEST_SESSION"
FOLDERS = "fairdeal-tests-"
MEMORY = Path("/dev/shm")  # noqa: S108 - the names of folders within are random
"""The file system in memory of Linux: where it has room, all temporary folders are there.

A database is made in 0.02 s there, on a busy disk in 0.3 s."""
SERVICE = "service"
TEMPORARY = "tmp"
BROKERS_USED = "brokers"
"""The file in which a session notes the brokers of others that it has used."""
CLAIM = "fairdeal-tests"
"""The key by which a session claims a database of Redis."""
LEAST_FREE = 4 << 30
NOT_DURABLE = {"fsync": "off", "full_page_writes": "off", "max_connections": "200"}
OLDEST_POSTGRES = 150_000
OWNER, LOGIN = "owner", "login"
"""Two users of a test session, who are no superusers: one owns the tables, and the service logs in
as the other one behind a pooler."""

DATABASE = "FAIRDEAL_TEST_DATABASE_URL"
BROKERS = "FAIRDEAL_TEST_BROKER_URLS"
LOCAL_DATABASE = "postgresql://postgres@127.0.0.1:5432/postgres"
LOCAL_BROKERS = {
    "redis": "redis://127.0.0.1:6379/15",
    "rabbitmq": "amqp://guest:guest@127.0.0.1:5672//",
}
PORTS = {"redis": 6379, "rabbitmq": 5672}

# Copied as files: seven times as fast as through the write-ahead log.
_COPY: LiteralString = "CREATE DATABASE {} OWNER {} TEMPLATE {} STRATEGY file_copy"

_children: list[subprocess.Popen[bytes]] = []


class NotHereError(MissingError):
    """A server that the environment does not offer; the message names what was looked for."""


def open_session() -> Path:
    """Create the session's folder; its name is passed to all processes in the environment."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free >= LEAST_FREE:
        tempfile.tempdir = str(MEMORY)
    for folder in Path(tempfile.gettempdir()).glob(f"{FOLDERS}*"):
        if not alive(int(folder.name.split("-")[2])):
            clear(folder)
    folder = Path(tempfile.mkdtemp(prefix=f"{FOLDERS}{os.getpid()}-"))
    folder.chmod(0o755)  # PostgreSQL may run as another user
    os.environ[SESSION] = str(folder)
    os.environ["XDG_STATE_HOME"] = str(folder / "state")
    tempfile.tempdir = os.environ["TMPDIR"] = str(folder / TEMPORARY)
    (folder / TEMPORARY).mkdir()
    return folder


def close_session() -> list[str]:
    """Stop the session's servers, delete all that is its own, and return what tests left."""
    folder = Path(os.environ.pop(SESSION))
    left = clear(folder)
    del os.environ["TMPDIR"], os.environ["XDG_STATE_HOME"]
    tempfile.tempdir = None
    for child in _children:
        child.wait()
    _children.clear()
    return left


def clear(folder: Path) -> list[str]:
    """Stop and delete all that a session has, and return what its tests have left."""
    # an empty folder may be one for sockets, to which a data folder leads that a test has deleted
    found = (folder / TEMPORARY).glob("*")
    left = [f"{each}" for each in found if not each.is_dir() or any(each.iterdir())]
    stop_stray(
        pid_file=folder / SERVICE / "pid",
        socket_path=folder / SERVICE / "socket",  # there is none
        command=Path(sys.executable).name,
        steps=((signal.SIGTERM, SECONDS),),
    )
    postgres.stop_remains(folder)
    left += end_processes(folder)
    if (server := folder / "server").exists():
        left += _drop_databases(server.read_text(), folder)
    if (brokers := folder / BROKERS_USED).exists():
        left += _empty_brokers(brokers.read_text().split(), folder.name)
    for line in Path("/proc/mounts").read_text().splitlines() if sys.platform == "linux" else ():
        if (mounted := line.split()[1]).startswith(f"{folder}/"):
            subprocess.run(("umount", "--lazy", mounted), check=False)
    shutil.rmtree(folder, ignore_errors=True)
    return left


def session_folder() -> Path:
    """Return the folder of all processes of this test session."""
    return Path(os.environ[SESSION])


def outlive() -> None:
    """Hand over this process's servers to the session's first process, which stops them."""
    for child in _children:
        child.returncode = 0  # otherwise Python complains that it still runs
    _children.clear()


def embedded_database() -> str:
    """Return the URL of the session's embedded PostgreSQL, with a migrated template."""
    return _prepared("embedded", _start_postgres)


def configured_database() -> str:
    """Return the URL of the PostgreSQL server in the environment, with a migrated template.

    Raises:
        NotHereError: there is none, or it cannot be used.
    """
    return _prepared("server", lambda _folder: find_postgres())


def _prepared(name: str, find: Callable[[Path], str]) -> str:
    from migrations.run import upgrade  # noqa: PLC0415  loads Alembic

    folder = session_folder()
    ready = folder / name
    with _alone(folder / "lock"):
        if not ready.exists():
            url = find(folder)
            with _alone_at(url):
                _create_users(url, folder)
                template = _name(folder, "template")
                _execute(url, "CREATE DATABASE {} OWNER {}", template, _name(folder, OWNER))
                upgrade(as_user(database_url(url, template), OWNER))
            ready.write_text(url)
    return ready.read_text()


@contextmanager
def _alone(path: Path) -> Generator[None]:
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def whole_service() -> Service:
    """Return the session's `fairdeal serve`, for tests that neither stop it nor change it."""
    folder = session_folder() / SERVICE
    folder.mkdir(exist_ok=True)
    port = folder / "port"
    with _alone(folder / "lock"):
        if not port.exists():
            serve = whole(folder)
            _children.append(serve.process)
            (folder / "pid").write_text(str(serve.process.pid))
            port.write_text(str(serve.ready().port))
    return Service(folder, int(port.read_text()))


def _start_postgres(folder: Path) -> str:
    server = postgres.server(folder, settings={**postgres.SETTINGS, **NOT_DURABLE}, orphan=None)
    _children.append(launch(server))
    return server.url


def find_postgres() -> str:
    """Return the URL of the PostgreSQL server in the environment.

    Raises:
        NotHereError: there is none, or it cannot be used.
    """
    url = os.environ.get(DATABASE, LOCAL_DATABASE)
    if DATABASE not in os.environ and not _answers(5432):
        raise NotHereError("PostgreSQL on 127.0.0.1:5432")
    try:
        with psycopg.connect(url, connect_timeout=3) as connection:
            found = connection.info.server_version
    except psycopg.OperationalError as error:
        raise NotHereError(f"PostgreSQL that lets us in: {error}") from error
    if found < OLDEST_POSTGRES:
        raise NotHereError(f"PostgreSQL 15 or newer (this is {found // 10_000})")
    return url


def _create_users(url: str, folder: Path) -> None:
    """Create the role of the service, as an administrator does, and the users of this session."""
    with suppress(psycopg.errors.DuplicateObject, psycopg.errors.UniqueViolation):
        _execute(url, "CREATE ROLE {} NOLOGIN", ROLE)
        _execute(url, f"COMMENT ON ROLE {{}} IS '{CLAIM}'", ROLE)
    for user in (OWNER, LOGIN):
        _execute(url, "CREATE ROLE {} LOGIN IN ROLE {}", _name(folder, user), ROLE)


@contextmanager
def empty_database(server_url: str) -> Generator[str]:
    """Create a database without a schema, yield its URL as its owner, drop it."""
    folder = session_folder()
    name = _name(folder, f"empty_{uuid.uuid4().hex[:12]}")
    _execute(server_url, "CREATE DATABASE {} OWNER {}", name, _name(folder, OWNER))
    try:
        yield as_user(database_url(server_url, name), OWNER)
    finally:
        _execute(server_url, "DROP DATABASE {} WITH (FORCE)", name)


@contextmanager
def fresh_database(server_url: str) -> Generator[str]:
    """Create a database from the template, yield its URL, drop it."""
    folder = session_folder()
    name = _name(folder, uuid.uuid4().hex)
    _execute(server_url, _COPY, name, user_name(OWNER), _name(folder, "template"))
    try:
        yield database_url(server_url, name)
    finally:
        _execute(server_url, "DROP DATABASE {} WITH (FORCE)", name)


def database_url(server_url: str, name: str) -> str:
    """Return the URL of another database of the same server."""
    return urlsplit(server_url)._replace(path=f"/{name}").geturl()


def as_user(url: str, user: str) -> str:
    """Return the URL of a database as one of this session's users."""
    parts = urlsplit(url)
    address = parts.netloc.rpartition("@")[2]
    return parts._replace(netloc=f"{user_name(user)}@{address}").geturl()


def user_name(user: str) -> str:
    """Return the name that one of this session's users has at the servers."""
    return _name(session_folder(), user)


def _name(folder: Path, suffix: str) -> str:
    return f"{folder.name.replace('-', '_')}_{suffix}".lower()


def _drop_databases(server_url: str, folder: Path) -> list[str]:
    with _alone_at(server_url) as connection:
        found = connection.execute(
            "SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [_name(folder, "")]
        ).fetchall()
        for (name,) in found:
            _execute(server_url, "DROP DATABASE IF EXISTS {} WITH (FORCE)", name)
        for user in (OWNER, LOGIN):
            _execute(server_url, "DROP ROLE IF EXISTS {}", _name(folder, user))
        if connection.execute(_MADE_HERE, [ROLE, CLAIM]).fetchone():
            with suppress(psycopg.errors.DependentObjectsStillExist):  # of another session
                _execute(server_url, "DROP ROLE {}", ROLE)
    return [f"database {name}" for (name,) in found if name != _name(folder, "template")]


_MADE_HERE: LiteralString = """SELECT FROM pg_roles
    WHERE rolname = %s AND shobj_description(oid, 'pg_authid') = %s"""


@contextmanager
def _alone_at(server_url: str) -> Generator[psycopg.Connection[Any]]:
    """No other session makes or drops a role meanwhile: all share the role of the service."""
    with psycopg.connect(server_url, autocommit=True) as connection:
        connection.execute("SELECT pg_advisory_lock(hashtext(%s))", [CLAIM])
        yield connection


def _execute(url: str, statement: LiteralString, *names: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def configured_broker(kind: str) -> str:
    """Return the URL of the Redis or RabbitMQ server in the environment.

    Raises:
        NotHereError: there is none.
    """
    scheme = {"redis": "redis", "rabbitmq": "amqp"}[kind]
    if BROKERS in os.environ:
        for url in os.environ[BROKERS].split(","):
            if urlsplit(url.strip()).scheme.startswith(scheme):
                return url.strip()
        raise NotHereError(f"a {scheme}:// URL in {BROKERS}")
    if not _answers(PORTS[kind]):
        raise NotHereError(f"{kind} on 127.0.0.1:{PORTS[kind]}")
    return LOCAL_BROKERS[kind]


@contextmanager
def empty_redis(url: str) -> Generator[str]:
    """Claim an empty database of a Redis server, yield its URL, empty it."""
    for number in reversed(range(16)):
        mine = urlsplit(url)._replace(path=f"/{number}").geturl()
        with redis.Redis.from_url(mine) as client:
            name = session_folder().name
            if client.dbsize() == 0 and client.set(CLAIM, name, nx=True, ex=3600):
                _note_broker(mine)
                try:
                    yield mine
                finally:
                    client.flushdb()
                return
    raise NotHereError(f"an empty database in {url}")


def flush(broker: str) -> None:
    """Empty a database of Redis or Valkey that this session has claimed."""
    with Connection(broker) as connection, connection.default_channel.client.pipeline() as together:
        together.flushdb().set(CLAIM, session_folder().name, ex=3600).execute()


@contextmanager
def own_queues(broker: str) -> Generator[str]:
    """A prefix that no other test uses for its queues; they are deleted afterwards."""
    name = f"{session_folder().name}-{uuid.uuid4().hex[:12]}"
    if broker.startswith("amqp"):
        _note_broker(broker)
    try:
        yield name
    finally:
        delete_queues(broker, name)


def delete_queues(broker: str, prefix: str) -> None:
    """Delete the queues of a service on a broker."""
    with Connection(broker) as connection:
        for each in QUEUES:
            connection.default_channel.queue_delete(queue_name(prefix, each))


def _note_broker(url: str) -> None:
    with (session_folder() / BROKERS_USED).open("a") as file:
        file.write(f"{url}\n")


def _empty_brokers(urls: Iterable[str], name: str) -> list[str]:
    """Delete what a session has on brokers of others, and return it."""
    left = []
    for url in {*urls}:
        if url.startswith("amqp"):
            left += _delete_all_queues(url, name)
            continue
        with redis.Redis.from_url(url, decode_responses=True) as client:
            if client.get(CLAIM) == name:
                client.flushdb()
                left.append(f"database {url}")
    return left


def _delete_all_queues(url: str, name: str) -> list[str]:
    listed = subprocess.run(
        ("rabbitmqctl", "--quiet", "list_queues", "name"),
        capture_output=True,
        text=True,
        check=False,
    )
    left = [each for each in listed.stdout.split() if each.startswith(name)]
    with Connection(url) as connection:
        for each in left:
            connection.default_channel.queue_delete(each)
    return [f"queue {each}" for each in left]


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=0.5).close()
    except OSError:
        return False
    return True
