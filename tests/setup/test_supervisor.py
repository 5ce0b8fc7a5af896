"""The supervisor, without a service around it."""

import os
import signal
import sys
import time
from pathlib import Path

import pytest

from service.embedded.orphans import alive
from service.embedded.process import Program
from service.processes import supervisor as supervising
from service.processes.supervisor import LONGEST_PAUSE, Boot, Supervisor, pause_after


def test_pauses_grow_to_a_bound() -> None:
    pauses = [pause_after(failures) for failures in range(1, 12)]
    assert pauses[:4] == [0.0, 0.25, 0.5, 1.0]
    assert pauses == sorted(pauses)
    assert pauses[-1] == LONGEST_PAUSE <= 5


def ending(code: int) -> Program:
    return Program(name="short", argv=(sys.executable, "-S", "-c", f"raise SystemExit({code})"))


def until_said(said: list[str], lines: int) -> Boot:
    while len(said) < lines:
        yield
    os.kill(os.getpid(), signal.SIGTERM)


def test_a_program_that_ends_is_restarted_and_reported() -> None:
    said: list[str] = []
    supervisor = Supervisor(say=said.append)
    supervisor.keep(ending(3))
    supervisor.run(until_said(said, 3))
    assert said == [
        "short ended with code 3; it is started again",
        "short ended with code 3; it is started again in 0.25 s",
        "short ended with code 3; it is started again in 0.5 s",
        "stopping",
    ]


def test_a_program_that_ran_long_enough_is_restarted_without_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(supervising, "LONG_ENOUGH", 0.0)
    said: list[str] = []
    supervisor = Supervisor(say=said.append)
    supervisor.keep(ending(3))
    supervisor.run(until_said(said, 3))
    assert set(said) == {"short ended with code 3; it is started again", "stopping"}


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
    assert said[1] == "short does not start (no space left); it is started again in 0.25 s"


def test_a_process_that_ignores_the_signal_is_killed_with_its_group(tmp_path: Path) -> None:
    deaf = (
        "import os, signal, subprocess, sys, time\n"
        "signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])\n"
        f"open({str(tmp_path / 'pid')!r}, 'w').write(f'{{child.pid}}\\n')\n"
        "time.sleep(60)\n"
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

    began = time.monotonic()
    supervisor.run(boot())
    assert time.monotonic() - began < 5
    until_gone(int((tmp_path / "pid").read_text()))


def until_gone(pid: int) -> None:
    deadline = time.monotonic() + 5
    while alive(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)
