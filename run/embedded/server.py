"""An embedded server as a value, and as a context manager."""

import subprocess
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from run.embedded.errors import EmbeddedError
from run.embedded.process import Program, stop

START_SECONDS = 30.0
POLL_SECONDS = 0.005


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """An embedded server: its program, the URL for its clients, and its readiness check."""

    program: Program
    url: str
    ready: Callable[[], bool] = field(repr=False)


def launch(server: Server, *, seconds: float = START_SECONDS) -> subprocess.Popen[bytes]:
    """Start a server and wait until it answers.

    A start may fail while children of a killed server still hold its memory. It is therefore
    retried until the time limit.

    Raises:
        EmbeddedError: it does not answer in time; the message names its log.
    """
    deadline = time.monotonic() + seconds
    process = server.program.start()
    while not server.ready():
        if time.monotonic() > deadline:
            stop(process, server.program.stop)
            raise EmbeddedError(
                f"{server.program.name} does not start: see {server.program.log_file}"
            )
        if process.poll() is not None:
            time.sleep(0.2)
            process = server.program.start()
        time.sleep(POLL_SECONDS)
    return process


@contextmanager
def serving(server: Server) -> Generator[str]:
    """Run a server for the duration of the block, and yield its URL."""
    process = launch(server)
    try:
        yield server.url
    finally:
        stop(process, server.program.stop)
