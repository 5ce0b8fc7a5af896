"""The supervisor, without a service around it."""

import os
import signal
import sys
from pathlib import Path

import pytest

from run.embedded.orphans import alive
from run.embedded.process import Program
from run.processes import supervisor as supervisors
from run.processes.supervisor import LONGEST_PAUSE, Boot, Child, Supervisor, pause_after
from tests.serving import until


def test_pauses_grow_to_a_bound() -> None:
    pauses = [pause_after(failures) for failures in range(1, 12)]
    assert pauses[:4] == [0.0, 0.25, 0.5, 1.0]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE <= 5


def ending(code: int) -> Program:
    return Program(name="short", argv=(sys.executable, "-S", "-c", f"raise SystemExit({code})"))


def sleeping() -> Program:
    return Program(
        name="asleep", argv=(sys.executable, "-S", "-c", "import time; time.sleep(3600)")
    )


@pytest.fixture
def failures(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of failures after which the supervisor pauses, for a moment only."""
    noted: list[int] = []

    def pause(count: int) -> float:
        noted.append(count)
        return 0.01

    monkeypatch.setattr(supervisors, "pause_after", pause)
    return noted


def kill(child: Child) -> None:
    assert child.process is not None
    child.process.kill()


def until_said(said: list[str], lines: int) -> Boot:
    while len(said) < lines:
        yield
    os.kill(os.getpid(), signal.SIGTERM)


def test_a_program_that_ends_is_restarted_and_reported() -> None:
    said: list[str] = []
    supervisor = Supervisor(say=said.append)
    supervisor.keep(ending(3))
    supervisor.run(until_said(said, 3))
    assert said.pop() == "stopping"
    assert len(said) == 3
    assert all(line.startswith("short ended with code 3; it is started again") for line in said)


def test_a_program_that_ends_at_its_start_is_started_later_and_later(failures: list[int]) -> None:
    said: list[str] = []
    supervisor = Supervisor(say=said.append)
    starts: list[tuple[float, float]] = []

    def prepare() -> None:
        [child] = supervisor.children
        starts.append((child.due, child.started))

    supervisor.keep(ending(3), prepare=prepare)
    supervisor.run(until_said(said, 5))
    assert len(starts) >= 4
    assert all(due <= started for due, started in starts)
    assert failures[:5] == [1, 2, 3, 4, 5]


def test_a_program_that_is_killed_every_few_seconds_is_started_again_at_once() -> None:
    """The test sets the time of each start back, instead of waiting for three seconds."""
    said: list[str] = []
    supervisor = Supervisor(say=said.append)
    supervisor.keep(sleeping())
    [child] = supervisor.children

    def boot() -> Boot:
        for kills in range(1, 7):
            child.started -= 3
            kill(child)
            while len(said) < kills or child.process is None:
                yield
        os.kill(os.getpid(), signal.SIGTERM)

    supervisor.run(boot())
    assert said == ["asleep was ended by SIGKILL; it is started again"] * 6 + ["stopping"]


def test_a_program_that_is_killed_again_and_again_soon_waits_two_seconds_at_most() -> None:
    """Pauses count from the last start, so a web that has answered waits for the rest only."""
    said: list[str] = []
    at = 100.0
    supervisor = Supervisor(say=said.append, now=lambda: at)
    supervisor.keep(sleeping())
    [child] = supervisor.children
    child.failures = 20
    due = at + LONGEST_PAUSE

    def boot() -> Boot:
        nonlocal at
        at += 0.5
        kill(child)
        while not said:
            yield
        at = due - 0.1
        yield
        assert child.process is None
        at = due
        yield
        os.kill(os.getpid(), signal.SIGTERM)

    supervisor.run(boot())
    assert child.due == child.started == due


def test_programs_run_steadily_a_while_after_their_last_starts() -> None:
    supervisor = Supervisor(say=lambda _: None, now=lambda: 100.0)
    supervisor.keep(sleeping())
    supervisor.keep(sleeping())
    first, second = supervisor.children
    assert not supervisor.runs_steadily(3)
    first.started -= 4
    assert not supervisor.runs_steadily(3)
    second.started -= 4
    assert supervisor.runs_steadily(3)
    supervisor.run(until_said([], 0))


def test_failed_preparation_is_retried() -> None:
    said: list[str] = []
    attempts: list[int] = []

    def prepare() -> None:
        attempts.append(1)
        if len(attempts) == 1:
            raise OSError("no space left")

    supervisor = Supervisor(say=said.append)
    supervisor.keep(ending(0), prepare=prepare)
    supervisor.run(until_said(said, 3))
    assert said[1].startswith("short does not start (no space left); it is started again in 0.")


def test_failed_preparation_after_a_long_run_is_not_retried_without_a_pause(
    failures: list[int],
) -> None:
    said: list[str] = []

    def prepare() -> None:
        raise OSError("no space left")

    supervisor = Supervisor(say=said.append)
    supervisor.keep(ending(0), prepare=prepare)
    supervisor.children[0].started -= 3600
    supervisor.run(until_said(said, 4))
    assert failures[:4] == [1, 2, 3, 4]


def test_a_process_that_ignores_the_signal_is_killed_with_its_group(tmp_path: Path) -> None:
    deaf = (
        "import os, signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(3600)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(f'{{child.pid}}\\n')\n"
        "time.sleep(3600)\n"
    )
    program = Program(
        name="deaf", argv=(sys.executable, "-S", "-c", deaf), stop=((signal.SIGTERM, 0.2),)
    )
    supervisor = Supervisor(say=lambda _: None)
    supervisor.keep(program)

    def boot() -> Boot:
        while not (tmp_path / "pid").exists() or not (tmp_path / "pid").read_text().endswith("\n"):
            yield
        os.kill(os.getpid(), signal.SIGINT)

    supervisor.run(boot())
    until(lambda: not alive(int((tmp_path / "pid").read_text())), 20)
