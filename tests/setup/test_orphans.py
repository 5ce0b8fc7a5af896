"""A server of a killed Fairdeal is found by its files; it may end at every line."""

import subprocess
import sys
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest

from service.embedded import orphans
from service.embedded.errors import EmbeddedError
from service.embedded.orphans import stop_stray
from tests.serving import on_linux


@contextmanager
def stray(folder: Path) -> Generator[tuple[subprocess.Popen[bytes], str]]:
    """A process whose number is in the file, and that works elsewhere; and its name."""
    command = [sys.executable, "-c", "print(flush=True); import time; time.sleep(600)"]
    with subprocess.Popen(command, cwd="/", stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()  # from here on its name is that of its program
        (folder / "pid").write_text(f"{process.pid}\n")
        try:
            yield process, Path(f"/proc/{process.pid}/comm").read_text().strip()
        finally:
            process.kill()


def stop_it(folder: Path, command: str) -> None:
    """Look for the server, which does not listen."""
    stop_stray(pid_file=folder / "pid", socket_path=folder / "none", command=command, steps=())


@on_linux
@pytest.mark.parametrize("question", ["_command", "_works_in"])
def test_one_that_ends_while_it_is_looked_at_is_gone(
    tmp_path: Path, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with stray(tmp_path) as (process, command):
        whole = getattr(orphans, question)

        def ended(pid: int, *more: Path) -> object:
            process.kill()
            process.wait()
            return whole(pid, *more)

        monkeypatch.setattr(orphans, question, ended)
        stop_it(tmp_path, command)


@on_linux
def test_one_that_works_elsewhere_is_not_touched(tmp_path: Path) -> None:
    with stray(tmp_path) as (process, command):
        with pytest.raises(EmbeddedError, match=f"Process {process.pid} may be a "):
            stop_it(tmp_path, command)
        assert process.poll() is None
