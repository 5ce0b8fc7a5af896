"""What a killed `fairdeal serve` may still have: a port, its processes, and its folder."""

import socket
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from run.embedded import orphans, postgres
from run.embedded.database import open_database
from run.embedded.errors import EmbeddedError
from run.embedded.folder import FolderInUseError, claimed
from run.embedded.orphans import stop_stray
from run.embedded.server import serving
from run.processes import ports
from run.processes.ports import PortError, see_that_it_is_free
from service.settings import Settings
from tests.serving import free_port, on_linux

HERE = "127.0.0.1"


@pytest.fixture
def taken() -> Generator[socket.socket]:
    """A socket that has a port."""
    with socket.create_server((HERE, 0)) as listening:
        yield listening


def test_a_port_that_is_given_back_is_waited_for(
    taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: taken.close())
    see_that_it_is_free(HERE, taken.getsockname()[1], "FAIRDEAL_PORT")
    assert taken.fileno() < 0


def test_a_port_that_stays_in_use_is_named(
    taken: socket.socket, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ports, "REMAINS_SECONDS", 0.1)
    port = taken.getsockname()[1]
    with pytest.raises(PortError) as refused:
        see_that_it_is_free(HERE, port, "FAIRDEAL_METRICS_PORT")
    assert str(refused.value) == (
        f"Port {port} of {HERE} cannot be used (Address already in use): "
        "choose another by FAIRDEAL_METRICS_PORT."
    )


def test_an_address_of_another_machine_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda _: pytest.fail("it waits"))
    with pytest.raises(PortError, match="--port or FAIRDEAL_PORT"):
        see_that_it_is_free("192.0.2.1", free_port(), "FAIRDEAL_PORT")


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


def test_a_folder_has_one_owner(folder: Path) -> None:
    with claimed(folder / "data"):  # noqa: SIM117  the second is the one that fails
        with pytest.raises(FolderInUseError, match="uses"), claimed(folder / "data"):
            pass
    with claimed(folder / "data"):
        pass


def test_a_given_database_is_used_as_it_is(tmp_path: Path) -> None:
    with open_database(Settings(database_url="postgresql://given", data=tmp_path)) as url:
        assert url == "postgresql://given"
    assert not list(tmp_path.iterdir())


def test_the_embedded_one_is_started_or_found_running(folder: Path) -> None:
    settings = Settings(data=folder)
    with open_database(settings) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept ()")
    with claimed(folder), serving(postgres.server(folder)), open_database(settings) as url:
        psycopg.connect(url).close()
    with open_database(settings) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT to_regclass('kept')").fetchone() == ("kept",)
