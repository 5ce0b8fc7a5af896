"""Keep programs running: restart them when they end, and stop them all in order."""

import os
import select
import signal
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field

from run.embedded.errors import EmbeddedError
from run.embedded.process import Process, Program, stop, sweep
from run.processes.forked import ForkedProgram

FIRST_PAUSE = 0.25
LONGEST_PAUSE = 2.0
"""Seconds from one start of a program to the next, at most. So one that ran this long is restarted
at once: it did not fail to start."""
BOOT_SECONDS = 0.01
"""How often the boot sequence polls the condition that it waits for."""

STOPS = frozenset({signal.SIGINT, signal.SIGTERM, signal.SIGHUP})

Boot = Generator[None]
"""The steps of the start, in order; it yields whenever it has to wait."""


@dataclass(slots=True, kw_only=True)
class Child:
    """A program that is kept running.

    Attributes:
        program: its definition.
        prepare: called before each restart.
        process: the process, while it runs.
        started: when it was started, on the monotonic clock.
        due: when to restart it, on the same clock.
        failures: how often in a row it ended within the longest pause after its start.
    """

    program: Program | ForkedProgram
    prepare: Callable[[], object]
    process: Process | None = None
    started: float = 0.0
    due: float = 0.0
    failures: int = 0


@dataclass(slots=True, kw_only=True)
class Supervisor:
    """Children in the order of their start; they are stopped in reverse order.

    Attributes:
        say: prints a line for the operators of the service.
        now: the monotonic clock, in seconds.
    """

    say: Callable[[str], None]
    now: Callable[[], float] = time.monotonic
    children: list[Child] = field(default_factory=list[Child])

    def keep(
        self, program: Program | ForkedProgram, *, prepare: Callable[[], object] = lambda: None
    ) -> None:
        """Start a program, and prepare and restart it whenever it ends.

        Raises:
            OSError: it cannot be started.
        """
        child = Child(program=program, prepare=prepare, started=self.now())
        child.process = program.start()
        self.children.append(child)

    def runs_steadily(self, seconds: float) -> bool:
        """Whether all programs have run for some seconds since their last start."""
        latest = self.now() - seconds
        return all(child.process is not None and child.started <= latest for child in self.children)

    def run(self, boot: Boot) -> None:
        """Go through the boot sequence and keep everything running until a signal arrives."""
        with _signals() as received:
            try:
                booting = True
                while True:
                    booting = booting and next(boot, StopIteration) is None
                    if STOPS & received(self._patience(booting=booting)):
                        self.say("stopping")
                        return
                    self._check_children()
            finally:
                self._stop()

    def _patience(self, *, booting: bool) -> float | None:
        """Seconds until there is something to do, if no signal comes before; None: for ever."""
        now = self.now()
        waits = [max(0.0, child.due - now) for child in self.children if child.process is None]
        return min([*waits, BOOT_SECONDS] if booting else waits, default=None)

    def _check_children(self) -> None:
        for child in self.children:
            if child.process is not None and _has_ended(child.process):
                self._bury(child, child.process)
            if child.process is None and child.due <= self.now():
                self._start_again(child)

    def _bury(self, child: Child, process: Process) -> None:
        child.process = None
        self._put_off(child, _how_it_ended(sweep(process)))

    def _start_again(self, child: Child) -> None:
        child.started = self.now()  # a failure to prepare is one right after the start
        try:
            child.prepare()
            child.started = self.now()
            child.process = child.program.start()
        except (EmbeddedError, OSError) as error:
            self._put_off(child, f"does not start ({error})")

    def _put_off(self, child: Child, what: str) -> None:
        now = self.now()
        child.failures = 1 if now - child.started >= LONGEST_PAUSE else child.failures + 1
        child.due = child.started + pause_after(child.failures)
        wait = round(child.due - now, 1)
        self.say(f"{child.program.name} {what}; it is started again" + f" in {wait} s" * (wait > 0))

    def _stop(self) -> None:
        for child in reversed(self.children):
            if child.process is not None:
                stop(child.process, child.program.stop)


def pause_after(failures: int) -> float:
    """Return the seconds between starts after this number of failures: none after the first."""
    return 0.0 if failures <= 1 else float(min(FIRST_PAUSE * 2 ** (failures - 2), LONGEST_PAUSE))


def _has_ended(process: Process) -> bool:
    """Whether it has ended; it is left as a zombie, so that its number still names its group."""
    return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _how_it_ended(code: int) -> str:
    return f"ended with code {code}" if code >= 0 else f"was ended by {signal.Signals(-code).name}"


@contextmanager
def _signals() -> Generator[Callable[[float | None], frozenset[int]]]:
    """Return a function that waits for at most some seconds, and returns the signals that came."""
    read_end, writer = os.pipe()
    os.set_blocking(writer, False)
    old = {number: signal.signal(number, _ignore) for number in (*STOPS, signal.SIGCHLD)}
    old_writer = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)

    def received(seconds: float | None) -> frozenset[int]:
        readable, _, _ = select.select([read_end], [], [], seconds)
        return frozenset(os.read(read_end, 4096)) if readable else frozenset()

    try:
        yield received
    finally:
        signal.set_wakeup_fd(old_writer)
        for number, handler in old.items():
            signal.signal(number, handler)
        os.close(read_end)
        os.close(writer)


def _ignore(_number: int, _frame: object) -> None:
    """Do nothing: the interpreter has written the signal's number into our pipe."""
