"""PgBouncer in transaction mode, in front of a PostgreSQL of the tests."""

import shutil
import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import parse_qs, urlsplit

from run.embedded import paths
from run.embedded.process import Program
from run.embedded.server import Server, serving
from tests.missing import needs
from tests.serving import free_port

PROGRAM: Final = shutil.which("pgbouncer", path="/usr/sbin:/usr/bin:/usr/local/bin")
installed: Final = needs("PgBouncer", PROGRAM)

SERVER_CONNECTIONS: Final = 4
"""Fewer than the connections of one process of the service."""

CONFIGURATION: Final = """
[databases]
* = {server}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = trust
auth_file = {users}
pool_mode = transaction
default_pool_size = {size}
max_client_conn = 500
"""


@contextmanager
def pooled(url: str, *, size: int = SERVER_CONNECTIONS) -> Generator[str]:
    """Start a pooler, and yield the URL of the same database and user behind it.

    Args:
        url: of the database.
        size: the connections to the server.
    """
    with TemporaryDirectory(prefix="fairdeal-pooler-") as made:
        folder = Path(made)
        folder.chmod(0o755)  # PgBouncer refuses to run as root
        server = _pooler(url, folder, size)
        with serving(server) as pooler:
            yield pooler


def _pooler(url: str, folder: Path, size: int) -> Server:
    port, parts = free_port(), urlsplit(url)
    users = folder / "users.txt"
    users.write_text(f'"{parts.username}" ""\n')
    configuration = folder / "pgbouncer.ini"
    configuration.write_text(
        CONFIGURATION.format(server=_server(url), port=port, users=users, size=size)
    )
    program = Program(
        name="PgBouncer",
        argv=(str(PROGRAM), str(configuration)),
        owner=paths.unprivileged(),
        log_file=folder / "pgbouncer.log",
    )
    return Server(
        program=program,
        url=f"postgresql://{parts.username}@127.0.0.1:{port}{parts.path}",
        ready=lambda: _answers(port),
    )


def _server(url: str) -> str:
    """The server of a URL, in the form of PgBouncer's configuration."""
    parts = urlsplit(url)
    host = parts.hostname or parse_qs(parts.query)["host"][0]
    return f"host={host} port={parts.port or 5432}"


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=0.5).close()
    except OSError:
        return False
    return True
