"""Real servers in a temporary folder: PostgreSQL, Valkey, the web, or all of it."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from secrets import token_hex
from typing import NamedTuple

from events.postgres import PostgresStore, open_pool
from migrations.run import upgrade
from run.embedded import postgres, valkey
from run.embedded.process import Program, stop
from run.embedded.server import serving
from service.access.keyring import Keyring
from service.access.keys import test_key
from service.assembly import store_in
from service.runtime import SYSTEM
from service.settings import Settings

START_SECONDS = 60.0
HOST = "127.0.0.1"


class Stage(NamedTuple):
    """Running servers: a migrated PostgreSQL and a Valkey, with an API key."""

    settings: Settings
    store: PostgresStore
    key: str
    folder: Path

    @property
    def database(self) -> str:
        assert self.settings.database_url is not None
        return self.settings.database_url

    @property
    def database_process(self) -> int:
        return int((self.folder / postgres.NAME / "postmaster.pid").read_text().split()[0])


class Address(NamedTuple):
    """The address of a web, and its process."""

    port: int
    process: int


@contextmanager
def folder() -> Generator[Path]:
    """A temporary folder that PostgreSQL's user may enter."""
    made = Path(tempfile.mkdtemp(prefix="fairdeal-bench-"))
    made.chmod(0o755)
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextmanager
def stage(
    *, connections: int = 8, postgres_settings: Mapping[str, str] = postgres.SETTINGS
) -> Generator[Stage]:
    """The embedded servers, durable as shipped."""
    with ExitStack() as stack:
        home = stack.enter_context(folder())
        database = stack.enter_context(serving(postgres.server(home, settings=postgres_settings)))
        broker = stack.enter_context(serving(valkey.server(home)))
        upgrade(database)
        settings = Settings(
            database_url=database,
            broker_url=broker,
            data=home,
            log_level="error",
            log_file=home / "requests.log",  # one line for each request, like `fairdeal serve`
            given_secret=token_hex(32).encode(),
            reads=0,  # all limits off: one caller requests as much as the service can do
            writes=0,
            openings=0,
            strangers=0,
            open_tables=0,
        )
        pool = stack.enter_context(closing(open_pool(database, size=connections)))
        key = test_key(Keyring(pool, SYSTEM), settings.secret)
        yield Stage(settings, store_in(pool, settings.secret, SYSTEM), key, home)


@contextmanager
def running(
    argv: tuple[str, ...],
    *,
    port: int,
    environment: Mapping[str, str],
    log_file: Path,
    ready: str = "/readyz",
) -> Generator[Address]:
    """A web started with this command, once it answers at this path."""
    program = Program(name=argv[0], argv=argv, env={**os.environ, **environment}, log_file=log_file)
    process = program.start()
    try:
        until(lambda: answers(port, ready), process)
        yield Address(port, process.pid)
    finally:
        stop(process, program.stop)


@contextmanager
def fairdeal(on: Stage) -> Generator[Address]:
    """`fairdeal serve` with web, worker and beat, on the servers of a stage."""
    port = free_port()
    argv = (sys.executable, "-m", "run.cli", "serve", "--port", str(port))
    environment = on.settings.environment() | {"FAIRDEAL_PORT": str(port)}
    with running(argv, port=port, environment=environment, log_file=on.folder / "serve.log") as web:
        yield web


@contextmanager
def background(on: Stage, name: str) -> Generator[int]:
    """A module of `run.processes` as shipped; its process."""
    process = subprocess.Popen(
        [sys.executable, "-m", f"run.processes.{name}"],
        env={**os.environ, **on.settings.environment()},
    )
    try:
        yield process.pid
    finally:
        process.kill()
        process.wait()


def until(ready: Callable[[], bool], process: "subprocess.Popen[bytes]") -> None:
    """Wait for a condition, as long as the process lives."""
    deadline = time.monotonic() + START_SECONDS
    while not ready():
        if process.poll() is not None or time.monotonic() > deadline:
            raise RuntimeError(f"{process.args!r} does not answer")
        time.sleep(0.005)


def answers(port: int, path: str) -> bool:
    """Whether a web is ready for requests."""
    with closing(HTTPConnection(HOST, port, timeout=5)) as peer:
        try:
            peer.request("GET", path)
            return peer.getresponse().status == 200
        except (OSError, HTTPException):
            return False


def free_port() -> int:
    """A free TCP port."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
