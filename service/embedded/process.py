"""Start a program as a child, and stop it within bounds of time.

Every child leads a process group of its own: a Ctrl-C in the terminal reaches only us, who know
the order, and what a killed child leaves behind is swept with one signal to its group.
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

from service.embedded.paths import Owner

PR_SET_PDEATHSIG = 1
"""prctl(2), Linux: the signal that the kernel sends to a process when its parent dies."""

StopSteps = tuple[tuple[signal.Signals, float], ...]
"""Signals to stop a process by, each with the seconds to wait after it."""

LOG_BYTES = 10_000_000
"""A log longer than this is set aside at the next start."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """How a child is started and stopped.

    Attributes:
        name: what messages call it.
        argv: the program and its arguments.
        env: its whole environment; ours where it is None.
        owner: the user that it runs as; ours where it is None.
        log: the file for what it prints; our own streams where it is None.
        inherit: open files that it keeps.
        stop: the signals to stop it by, each with the seconds to wait after it; SIGKILL follows.
        orphan: the signal that it gets if we die without stopping it, where the kernel knows how.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str] | None = None
    owner: Owner | None = None
    log: Path | None = None
    inherit: tuple[int, ...] = ()
    stop: StopSteps = ((signal.SIGTERM, 5.0),)
    orphan: signal.Signals | None = None


def start(program: Program) -> subprocess.Popen[bytes]:
    """Start the program, from the main thread: the kernel takes a thread's end for its parent's.

    Raises:
        OSError: it can not be started.
    """
    owner = program.owner
    output = None if program.log is None else _open_log(program.log)
    try:
        return subprocess.Popen(
            program.argv,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            env=program.env,
            pass_fds=program.inherit,
            process_group=0,
            preexec_fn=_dying_with_us(program.orphan),  # noqa: PLW1509  no threads here, one call
            user=None if owner is None else owner.uid,
            group=None if owner is None else owner.gid,
            extra_groups=None if owner is None else [],
        )
    finally:
        if output is not None:
            os.close(output)


def stop(process: subprocess.Popen[bytes], steps: StopSteps) -> None:
    """Stop a child, ever less politely, and with it whatever is left of its group."""
    for number, seconds in steps:
        process.send_signal(number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
            break
    sweep(process)


def sweep(process: subprocess.Popen[bytes]) -> None:
    """Kill what is left of a child's group, and await the child."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def _open_log(path: Path) -> int:
    with suppress(FileNotFoundError):
        if path.stat().st_size > LOG_BYTES:
            path.replace(path.with_suffix(".old.log"))
    return os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)


def _dying_with_us(number: signal.Signals | None) -> Callable[[], None] | None:
    """Return what a child has to call between fork and exec, made ready before the fork."""
    if number is None or sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl
    parent = os.getpid()

    def ask_kernel() -> None:
        prctl(PR_SET_PDEATHSIG, int(number))
        if os.getppid() != parent:  # we died in between
            os.kill(os.getpid(), number)

    return ask_kernel
