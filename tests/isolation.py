"""The plugin of pytest that lets nothing outlive a run, also one that is terminated or killed.

A run that leaves something fails, and its summary names it: processes, databases, queues and
temporary folders.
"""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import NoReturn

import pytest

from tests.missing import fail_run

ENDING = 5.0
"""Seconds for processes that end by themselves. Only a run that fails waits so long."""
WATCH = 'read -r _; [ ! -d "$1" ] || exec "$0" -m tests.isolation "$1"'
"""A shell waits meanwhile for the end of this process, and clears the folder that it left."""


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Give the run a folder of its own for everything temporary."""
    from tests import servers  # noqa: PLC0415  loads the service, which is measured from here on

    if hasattr(config, "workerinput"):
        return
    folder = servers.open_session()
    config.option.basetemp = config.option.basetemp or folder / "pytest"
    signal.signal(signal.SIGTERM, _interrupt)
    watch = ("/bin/sh", "-c", WATCH, sys.executable, str(folder))
    _watching.append(
        subprocess.Popen(
            watch,
            stdin=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
            start_new_session=True,
        )
    )


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Stop the servers of the run. Nothing may be left then."""
    from tests import servers  # noqa: PLC0415

    if hasattr(session.config, "workerinput"):
        return
    left = servers.close_session()
    if left and session.exitstatus in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
        fail_run(session, "isolation", "\n".join(["This outlived its test:", *left]))


def pytest_unconfigure(config: pytest.Config) -> None:
    from tests import servers  # noqa: PLC0415

    if hasattr(config, "workerinput"):
        servers.outlive()
    elif servers.SESSION in os.environ:  # the run did not begin
        servers.close_session()
    for shell in _watching:
        shell.communicate()
    _watching.clear()


_watching: list[subprocess.Popen[bytes]] = []


def _interrupt(number: int, _: object) -> NoReturn:
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


def end_processes(folder: Path, *, wait: float = ENDING) -> list[str]:
    """Kill what still runs for a session, and return it.

    Args:
        folder: of the session. Its processes have it in their environment or among their arguments,
            or work in it.
        wait: seconds for them to end by themselves.
    """
    deadline = time.monotonic() + wait
    while (left := _processes(folder)) and time.monotonic() < deadline:
        time.sleep(0.05)
    for pid in left:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return [f"process {pid}: {argv}" for pid, argv in left.items()]


def _processes(folder: Path) -> dict[int, str]:
    name, own = os.fsencode(folder), {os.getpid(), *(each.pid for each in _watching)}
    found = {}
    for each in Path("/proc").glob("[0-9]*"):
        arguments = _read(each / "cmdline")
        said = arguments, _read(each / "environ"), _read_link(each / "cwd")
        if int(each.name) not in own and any(name in text for text in said):
            found[int(each.name)] = arguments.replace(b"\0", b" ").decode(errors="replace")
    return found


def _read(path: Path) -> bytes:
    with suppress(OSError):
        return path.read_bytes()
    return b""


def _read_link(path: Path) -> bytes:
    with suppress(OSError):
        return os.fsencode(path.readlink())
    return b""


if __name__ == "__main__":
    from tests.servers import clear

    clear(Path(sys.argv[1]))
