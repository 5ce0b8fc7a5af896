"""`fairdeal serve` as a process, and its externally visible state."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from itertools import count
from pathlib import Path
from typing import Self
from urllib.request import urlopen

import psycopg

from tests.missing import needs

ROOT = Path(__file__).parents[1]
COMMAND = (sys.executable, "-m", "run.cli", "serve", "--no-first-table", "--verbose")
SECONDS = 60.0
PORTS = 20_000
"""The first of the ports for tests; the last one is below those that systems choose by themselves,
for connections and for servers that name none: from 32,768."""
OF_PROCESS = 1_500
"""How many of them a process of the test session has for itself."""
STARTING = 60.0
"""Seconds for a start, which is two wherever the machine has nothing else to do."""

on_linux = needs("Linux", sys.platform == "linux")


class Service:
    """A running service: its folder, and its address and port."""

    def __init__(self, folder: Path, port: int, address: str = "127.0.0.1") -> None:
        self.folder = folder
        self.port = port
        self.address = address
        self.output = folder / "output"

    def printed(self) -> str:
        return self.output.read_text()

    def answer(self) -> str | None:
        """The number of the process that answers."""
        try:
            with urlopen(f"http://{self.address}:{self.port}/healthz", timeout=10) as answer:
                return str(answer.read(), "ascii")
        except OSError:
            return None


def whole(folder: Path, **environment: str) -> "Serve":
    """The whole service as its user starts it: the command and the embedded servers."""
    own = {"PYTHONPATH": str(ROOT), "DATABASE_URL": "", "BROKER_URL": ""}
    return Serve(folder, COMMAND, **{**own, **environment})


class Serve(Service):
    """A service of a test's own, with its data folder and its port; `within` enters its host."""

    def __init__(
        self,
        folder: Path,
        command: Sequence[str],
        within: Callable[[], AbstractContextManager[None]] = nullcontext,
        /,
        *,
        address: str = "127.0.0.1",
        **environment: str,
    ) -> None:
        super().__init__(folder, free_port(), address)
        self._command, self._within = command, within
        self._environment = {
            **os.environ,
            "FAIRDEAL_DATA": str(folder / "data"),
            "XDG_STATE_HOME": str(folder / "state"),
            "FAIRDEAL_HOST": address,
            "FAIRDEAL_PORT": str(self.port),
            **environment,
        }
        self.start()

    def start(self) -> None:
        """Start it, perhaps again."""
        with self._within(), self.output.open("ab") as output:
            self.process = subprocess.Popen(
                self._command,
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    def ready(self, seconds: float = STARTING) -> Self:
        said = f":{self.port}\n"
        try:
            until(lambda: said in self.printed() or self.process.poll() is not None, seconds)
        except AssertionError:
            self.process.terminate()
            raise
        assert self.process.poll() is None, self.printed()
        return self

    def children(self) -> dict[str, int]:
        """The processes it started, by name."""
        return {_part(argv): child for child, argv in children_of(self.process.pid).items()}

    def stop(self, number: int = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.process.wait(SECONDS)


def children_of(process: int) -> dict[int, list[str]]:
    """The processes that a process has started, with their arguments."""
    found = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            line, argv = stat.read_text(), (stat.parent / "cmdline").read_text().split("\0")
        except OSError:
            continue
        if int(line.rpartition(")")[2].split()[1]) == process:
            found[int(stat.parent.name)] = argv
    return found


def _part(argv: list[str]) -> str:
    title = argv[0].strip()
    if title.startswith("fairdeal: "):
        return title.removeprefix("fairdeal: ")
    named = {"[celeryd": "worker", "[celery beat": "beat"}  # the titles that Celery gives
    servers = "postgres" if title.endswith("postgres") else "valkey"
    return next((part for begin, part in named.items() if title.startswith(begin)), servers)


def until(reached: Callable[[], object], seconds: float = SECONDS) -> None:
    deadline = time.monotonic() + seconds
    while not reached():
        assert time.monotonic() < deadline, "it takes too long"
        time.sleep(0.02)


def lets_in(url: str) -> bool:
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:  # it replays its log
        return False
    return True


def wait_for_lock(url: str) -> None:
    """Until a connection to this database waits for a lock."""
    waiting = (
        "SELECT true FROM pg_stat_activity"
        " WHERE wait_event_type = 'Lock' AND datname = current_database()"
    )
    with psycopg.connect(url, autocommit=True) as connection:
        until(lambda: connection.execute(waiting).fetchone())


def free_port() -> int:
    """A port for a server that is started later: until then no other test gets it."""
    while True:
        port = _first_port + next(_numbers) % OF_PROCESS
        with socket.socket() as probe, suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


_numbers = count(os.getpid())
_first_port = PORTS + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0")[2:]) % 8 * OF_PROCESS
