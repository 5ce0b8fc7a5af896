"""A load balancer in front of webs that come and go: haproxy, which asks each one for `/readyz`."""

import shutil
import socket
import subprocess
import time
from collections.abc import Generator
from contextlib import contextmanager
from csv import DictReader
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from lab.clusters.programs import PATH
from tests.servers import NotHereError
from tests.serving import free_port, until

SLOTS: Final = 4
CHECK_SECONDS: Final = 1.0
FAILED_CHECKS: Final = 2
BACKEND: Final = "webs"
CONFIGURATION: Final = """
global
    stats socket {admin} level admin
defaults
    mode http
    timeout connect 2s
    timeout client 1m
    timeout server 1m
    timeout check 3s
    retries 3
    option redispatch
listen {backend}
    bind 127.0.0.1:{port}
    option httpchk GET /readyz
    default-server check inter {inter}ms fall {fall} rise 1 disabled
    server-template web {slots} 127.0.0.1:1
"""


@dataclass(frozen=True)
class Balancer:
    """A running balancer.

    Attributes:
        port: where it listens.
        admin: the socket for commands.
        slots: by the port of a web, its slot here.
    """

    port: int
    admin: Path
    slots: dict[int, str] = field(default_factory=dict[int, str])

    def add(self, port: int) -> None:
        """Let a web have requests as soon as it is ready."""
        slot = next(
            name
            for name in (f"web{number}" for number in range(1, SLOTS + 1))
            if name not in self.slots.values()
        )
        self.slots[port] = slot
        self._say(f"set server {BACKEND}/{slot} addr 127.0.0.1 port {port}")
        self._say(f"enable server {BACKEND}/{slot}")
        until(lambda: self.numbers(slot)["status"].startswith("UP"))

    def drain(self, port: int) -> None:
        """Let a web have no new requests."""
        self._say(f"set server {BACKEND}/{self.slots[port]} state drain")

    def await_unready(self, port: int) -> None:
        """Wait until it has seen that a web is not ready."""
        until(lambda: not self.numbers(self.slots[port])["status"].startswith("UP"))

    def remove(self, port: int) -> None:
        """Forget a web that has ended."""
        self._say(f"set server {BACKEND}/{self.slots.pop(port)} state maint")

    def numbers(self, name: str = "BACKEND") -> dict[str, str]:
        """The counts of a slot, or of all."""
        table = self._say(f"show stat {BACKEND} -1 -1").lstrip("# ")
        return next(row for row in DictReader(table.splitlines()) if row["svname"] == name)

    def _say(self, line: str) -> str:
        with socket.socket(socket.AF_UNIX) as admin:
            admin.connect(str(self.admin))
            admin.sendall(f"{line}\n".encode())
            return b"".join(iter(lambda: admin.recv(65_536), b"")).decode()


@contextmanager
def balancer(folder: Path) -> Generator[Balancer]:
    """A balancer without webs.

    Raises:
        NotHereError: there is no haproxy.
    """
    program = shutil.which("haproxy", path=PATH)
    if program is None:
        raise NotHereError("no haproxy, which sends requests to webs")
    made = Balancer(free_port(), folder / "admin")
    (folder / "haproxy.cfg").write_text(
        CONFIGURATION.format(
            admin=made.admin,
            port=made.port,
            backend=BACKEND,
            slots=SLOTS,
            inter=int(CHECK_SECONDS * 1_000),
            fall=FAILED_CHECKS,
        )
    )
    with (folder / "haproxy.log").open("wb") as output:
        process = subprocess.Popen(
            [program, "-db", "-f", str(folder / "haproxy.cfg")], stdout=output, stderr=output
        )
    try:
        until(lambda: made.admin.exists() or process.poll() is not None)
        assert process.poll() is None, (folder / "haproxy.log").read_text()
        time.sleep(0.1)
        yield made
    finally:
        process.kill()
        process.wait()
