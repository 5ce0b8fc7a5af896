"""Start a program as a child process, and stop it within a time limit.

Every child leads its own process group. A Ctrl-C in the terminal therefore reaches only the
supervisor, which knows the order of stopping. One signal to the group removes the remains of a
killed child.
"""

import ctypes
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from run.embedded.paths import Owner

PR_SET_PDEATHSIG = 1
"""prctl(2), Linux: the signal that the kernel sends to a process when its parent dies."""

StopSteps = tuple[tuple[signal.Signals, float], ...]
"""The signals that stop a process, each with the seconds to wait after it."""

LOG_BYTES = 10_000_000
"""A log longer than this is moved away at the next start."""


class Process(Protocol):
    """A child process, as `subprocess.Popen` has it."""

    pid: int

    def send_signal(self, sig: int) -> None:
        """Send a signal, unless it was waited for."""

    def kill(self) -> None:
        """Kill it."""

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and return the code.

        Raises:
            subprocess.TimeoutExpired: it runs after these seconds.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """The definition of a child process.

    Attributes:
        name: its name in messages.
        argv: the program and its arguments.
        env: its whole environment; None: ours.
        owner: the user that it runs as; None: our own.
        log_file: the file for its output; None: our own streams.
        stop: the signals to stop it by, each with the seconds to wait after it; SIGKILL follows.
        orphan: the signal that it gets if we die without stopping it, if the kernel supports that.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] | None = None
    owner: Owner | None = None
    log_file: Path | None = None
    stop: StopSteps = ((signal.SIGTERM, 5.0),)
    orphan: signal.Signals | None = None

    def start(self) -> subprocess.Popen[bytes]:
        """Start it. Call it in the main thread: the child dies with the thread that starts it.

        Raises:
            OSError: it cannot be started.
        """
        owner = self.owner
        output = None if self.log_file is None else _open_log(self.log_file)
        try:
            return subprocess.Popen(
                self.argv,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                env=self.env,
                process_group=0,
                preexec_fn=_dying_with_us(self.orphan),  # noqa: PLW1509  no threads here, one call
                user=None if owner is None else owner.uid,
                group=None if owner is None else owner.gid,
                extra_groups=None if owner is None else [],
            )
        finally:
            if output is not None:
                os.close(output)


def stop(process: Process, steps: StopSteps) -> None:
    """Stop a child with ever stronger signals, then kill the rest of its group."""
    for number, seconds in steps:
        process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
            break
    sweep(process)


def sweep(process: Process) -> int:
    """Kill the rest of a child's group, and wait for the child; return its code."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    return process.wait()


def _open_log(path: Path) -> int:
    with suppress(FileNotFoundError):
        if path.stat().st_size > LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


def _dying_with_us(number: signal.Signals | None) -> Callable[[], None] | None:
    """Return the function that a child calls between fork and exec; prepared before the fork."""
    if number is None or sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def ask_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, int(number))
        if os.getppid() != parent:  # the parent died in between
            os.kill(os.getpid(), number)

    return ask_kernel
