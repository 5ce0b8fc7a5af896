"""Run a module in a process of its own, by a fork of this one.

A process that is executed starts Python and imports the application: a second of a processor. A
fork shares what this process has imported, so it runs the module at once, and takes less memory.
"""

import gc
import os
import runpy
import signal
import subprocess
import sys
import time
import traceback
import warnings
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

from setproctitle import setproctitle

from run.embedded.process import StopSteps
from run.processes import parent_watch
from service import tracing

POLL_SECONDS = 0.01
"""How often a wait with a time limit looks whether the process has ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ForkedProgram:
    """The definition of a process that runs a module.

    Attributes:
        name: its name in messages, and in lists of processes.
        argv: the module, and its arguments.
        env: variables that it gets, besides ours.
        inherit: open files that it keeps; it closes all others.
        stop: the signals to stop it by, each with the seconds to wait after it; SIGKILL follows.
    """

    name: str
    argv: tuple[str, ...]
    env: Mapping[str, str]
    inherit: tuple[int, ...]
    stop: StopSteps

    def start(self) -> "ForkedProcess":
        """Start it. There must be no other threads: they could hold locks.

        Raises:
            OSError: it cannot be started.
        """
        gc.freeze()  # what is never collected stays shared
        with _signals_blocked():
            pid = os.fork()
            if not pid:
                _run(self)
        return ForkedProcess(pid)


class ForkedProcess:
    """A running fork, as far as it is like `subprocess.Popen`."""

    def __init__(self, pid: int) -> None:
        self.pid = pid
        self.returncode: int | None = None

    def send_signal(self, sig: int) -> None:
        """Send a signal, unless it was waited for."""
        if self.returncode is None:
            os.kill(self.pid, sig)

    def kill(self) -> None:
        """Kill it."""
        self.send_signal(signal.SIGKILL)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end, and return the exit code; that of a signal is negative.

        Raises:
            subprocess.TimeoutExpired: it runs after these seconds.
        """
        end = None if timeout is None else time.monotonic() + timeout
        while self.returncode is None:
            found, status = os.waitpid(self.pid, 0 if end is None else os.WNOHANG)
            if found:
                self.returncode = os.waitstatus_to_exitcode(status)
            elif end is not None and time.monotonic() >= end:
                raise subprocess.TimeoutExpired(str(self.pid), timeout or 0.0)
            else:
                time.sleep(POLL_SECONDS)
        return self.returncode


@contextmanager
def _signals_blocked() -> Generator[None]:
    """Let signals wait: a new process has the handlers of this one, and must not use them."""
    old = signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, old)


def _run(fork: ForkedProgram) -> NoReturn:
    """Become the process of the fork."""
    code = 1
    try:
        _leave_the_parent(fork)
        parent_watch.hold()
        try:
            code = _code_of(fork.argv)
        finally:
            tracing.close()
    except BaseException:  # noqa: BLE001 - as an interpreter does in the end
        traceback.print_exc()
    finally:
        os._exit(code)  # what is to be done at the end of the parent is not done


def _leave_the_parent(fork: ForkedProgram) -> None:
    """Give up what belongs to the parent: its group, handlers of signals, files and title."""
    os.setpgid(0, 0)
    signal.set_wakeup_fd(-1)
    for number in signal.valid_signals():
        if callable(signal.getsignal(number)):
            signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    os.dup2(nothing, 1)
    _close_files({0, 1, 2, *fork.inherit})
    setproctitle(f"fairdeal: {fork.name}")  # it finds the place only in an environment as it was
    os.environ.update(fork.env)
    signal.pthread_sigmask(signal.SIG_SETMASK, ())


def _close_files(but: set[int]) -> None:
    for number in open_files() - but:
        os.close(number)


def open_files() -> set[int]:
    """The numbers of the open files of this process."""
    return set(filter(_is_open, [int(path.name) for path in Path("/dev/fd").iterdir()]))


def _is_open(number: int) -> bool:
    """Whether a file is open; the folder that was read to find it no longer is."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _code_of(argv: tuple[str, ...]) -> int:
    """Run a module as a program, and return its exit code."""
    sys.argv = [*argv]
    warnings.filterwarnings("ignore", "You're running the worker with superuser")
    try:
        runpy.run_module(argv[0], run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if end.code is None or isinstance(end.code, int):
            return end.code or 0
        sys.stderr.write(f"{end.code}\n")
        return 1
    return 0
