"""`fairdeal serve` as a process: its children, restarts, stopping, and crashes.

The web and the worker are stand-ins here, so that a start takes half a second.
"""

import os
import re
import signal
import socket
import sys
from collections.abc import Callable, Generator
from pathlib import Path

import psycopg
import pytest

from domain.kernel.clock import SECOND
from run.embedded import postgres
from run.embedded.orphans import alive
from run.processes import machine
from run.processes.serve import (
    IMPORTS,
    STEADY_SECONDS,
    TASK_SECONDS,
    UNENCRYPTED,
    stop_seconds,
)
from service import tasks
from service.settings import Settings
from service.webhooks.dispatcher import RUN
from tests.serving import SECONDS, Serve, children_of, free_port, lets_in, on_linux, until

STAND_INS = """
import os, sys, types

async def served(scope, receive, send):
    if scope["type"] == "lifespan":
        for done in ("lifespan.startup.complete", "lifespan.shutdown.complete"):
            await receive()
            await send({"type": done})
        return
    headers = [(b"content-type", b"text/plain")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": str(os.getpid()).encode()})

api = types.ModuleType("service.api.wsgi")
api.served = served
migrations = types.ModuleType("migrations")
migrations.read_schema = lambda connection: types.SimpleNamespace(is_behind=False, fault=None)
app = types.ModuleType("service.api.app")
sys.modules |= {"service.api.wsgi": api, "service.api.app": app, "migrations": migrations}
"""

WORKER = """
import os, time
from celery import Celery

if os.path.exists(os.environ["MARKS"] + ".broken"):
    raise SystemExit(3)

app = Celery("stand-in", broker=os.environ["BROKER_URL"])
app.conf.task_default_queue = "fairdeal.play"
app.conf.update(task_acks_late=True, worker_prefetch_multiplier=1)
app.conf.beat_schedule = {"beat": {"task": "mark", "schedule": 0.2}}

@app.task(name="mark")
def mark():
    open(os.environ["MARKS"] + ".begun", "w").close()
    time.sleep(float(os.environ.get("MARK_SECONDS", "0")))
    with open(os.environ["MARKS"], "a") as marks:
        marks.write("x")
"""

MAIN = """
import sys
from run.processes.serve import run
from service.settings import Settings

only = sys.argv[1] if sys.argv[1:] else None
sys.exit(run(Settings.from_environment(), only=only, test_key=lambda settings: "key_of_test"))
"""


class WithStandIns(Serve):
    """A service whose web and worker are stand-ins."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        self.beat_file = folder / "marks"
        stand_ins = {"PYTHONPATH": str(folder / "stand-ins"), "MARKS": str(self.beat_file)}
        command = [sys.executable, "-c", MAIN, *arguments]
        super().__init__(folder, command, **stand_ins, **environment)

    def beats(self) -> int:
        return len(self.beat_file.read_text()) if self.beat_file.exists() else 0


@pytest.fixture(scope="module")
def place(kept_folder: Path) -> Path:
    """A folder with the stand-ins; all tests of the module share its data."""
    workers = kept_folder / "stand-ins" / "workers"
    workers.mkdir(parents=True)
    (workers / "__init__.py").touch()
    for name in IMPORTS["worker"]:
        if name.startswith("workers."):
            (workers / f"{name.removeprefix('workers.')}.py").touch()
    (workers / "app.py").write_text(WORKER)
    (kept_folder / "stand-ins" / "sitecustomize.py").write_text(STAND_INS)
    return kept_folder


@pytest.fixture
def serve(place: Path) -> Generator[Callable[..., WithStandIns]]:
    (place / "output").unlink(missing_ok=True)
    for each in place.glob("marks*"):
        each.unlink()
    started: list[WithStandIns] = []

    def start(*arguments: str, **environment: str) -> WithStandIns:
        started.append(WithStandIns(place, *arguments, **environment))
        return started[-1]

    yield start
    for one in started:
        if one.process.poll() is None:
            one.stop()


Start = Callable[..., WithStandIns]


EVERYWHERE = "0.0.0.0"  # noqa: S104 - other devices are let in
PROGRAMS = ("postgres", "valkey", "web", "worker", "beat", "webhooks", "sequencer")


@pytest.mark.long
@on_linux
def test_it_starts_everything_and_stops_everything(serve: Start) -> None:
    one = serve().ready()
    assert f"http://127.0.0.1:{one.port}\nAPI key to try it with: key_of_test\n" in one.printed()
    until(one.beats)
    until(lambda: set(one.children()) == set(PROGRAMS))
    programs = one.children()
    assert one.stop(signal.SIGINT) == 0
    assert not any(alive(pid) for pid in programs.values())
    assert one.answer() is None


@pytest.mark.long
@on_linux
def test_the_second_start_keeps_all_data(serve: Start, place: Path) -> None:
    one = serve().ready()
    with psycopg.connect(postgres.url(place / "data")) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 1 AS n")
    one.stop()
    serve().ready()
    with psycopg.connect(postgres.url(place / "data")) as connection:
        assert connection.execute("TABLE kept").fetchall() == [(1,)]


@pytest.mark.long
@on_linux
def test_each_part_that_is_killed_comes_back(serve: Start, place: Path) -> None:
    one = serve().ready()
    until(one.beats)
    before = one.children()
    for part, pid in before.items():
        os.kill(pid, signal.SIGKILL)
        until(lambda part=part, pid=pid: one.children().get(part, pid) != pid)  # type: ignore[misc]
    until(one.answer)
    beats = one.beats()
    until(lambda: one.beats() > beats + 1)
    assert len(re.findall(r"SIGKILL; it is started again", one.printed())) == len(before)
    until(lambda: lets_in(postgres.url(place / "data")))
    assert one.stop() == 0


@pytest.mark.long
@on_linux
def test_a_killed_answering_process_comes_back(serve: Start) -> None:
    one = serve().ready()
    answering = one.answer()
    assert answering is not None
    os.kill(int(answering), signal.SIGKILL)
    until(lambda: one.answer() not in (None, answering))


@pytest.mark.long
@on_linux
def test_when_it_is_killed_itself_the_others_stop(serve: Start) -> None:
    one = serve().ready()
    until(one.beats)
    programs = one.children()
    one.stop(signal.SIGKILL)
    until(lambda: not any(alive(pid) for pid in programs.values()))


@pytest.mark.long
@on_linux
@pytest.mark.parametrize(
    "also",
    [
        pytest.param((), marks=pytest.mark.long),
        pytest.param(("web",), marks=pytest.mark.long),
        ("postgres", "valkey", "web", "worker", "beat"),
    ],
)
def test_a_start_right_after_a_kill_is_not_blocked(serve: Start, also: tuple[str, ...]) -> None:
    one = serve().ready()
    until(one.beats)
    programs = one.children()
    one.process.send_signal(signal.SIGKILL)
    for part in also:
        os.kill(programs[part], signal.SIGKILL)
    again = serve(FAIRDEAL_PORT=str(one.port))
    one.process.wait()
    again.port = one.port
    until(lambda: again.printed().count("API key") == 2 or again.process.poll() is not None)
    assert again.process.poll() is None, again.printed()
    assert again.answer()


@pytest.mark.long
@on_linux
def test_a_start_waits_for_a_web_process_that_ends_late(serve: Start) -> None:
    """It still has the port, as it hangs; its group is killed after a second."""
    one = serve().ready()
    hangs = next(iter(children_of(one.children()["web"])))
    os.kill(hangs, signal.SIGSTOP)
    one.process.kill()
    one.process.wait()
    one.start()
    until(lambda: one.printed().count("API key") == 2 or one.process.poll() is not None)
    assert one.process.poll() is None, one.printed()
    assert one.answer()


@pytest.mark.long
def test_two_on_one_folder_refuse(serve: Start) -> None:
    one = serve().ready()
    other = serve()
    assert other.process.wait(SECONDS) == 1
    assert f"Another Fairdeal (process {one.process.pid}) uses" in other.printed()
    assert one.answer()


def test_a_port_in_use_is_named(serve: Start) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        other = serve(FAIRDEAL_PORT=str(port))
        assert other.process.wait(SECONDS) == 1
    assert f"Port {port} of 127.0.0.1 cannot be used" in other.printed()


def test_files_that_cannot_be_used_are_named(serve: Start, place: Path) -> None:
    none = str(place / "none" / "file")
    tls = {"FAIRDEAL_TLS_CERTIFICATE": none, "FAIRDEAL_TLS_KEY": none}
    for settings in (tls, {"FAIRDEAL_LOG_FILE": none}):
        before = serve(**settings)
        assert before.process.wait(SECONDS) == 1
        [line] = before.printed().splitlines()[-1:]
        assert line.startswith(f"fairdeal: {next(iter(settings))} is {none}, ")
        assert line.endswith("(No such file or directory).")


@on_linux
def test_by_plain_http_the_address_for_other_devices_comes_with_a_warning(serve: Start) -> None:
    one = serve("web", FAIRDEAL_HOST=EVERYWHERE).ready()
    until(lambda: "Ctrl-C" in one.printed())
    lines = [f"Fairdeal answers at http://127.0.0.1:{one.port}"]
    if (host := machine.address_for_others()) is not None:
        lines += [f"From other devices: http://{host}:{one.port}", UNENCRYPTED]
    *printed, _, _ = one.printed().splitlines()
    waited = [line for line in printed if line.startswith("fairdeal: ")]
    assert [line for line in printed if line not in waited] == lines
    assert waited[0] == "fairdeal: starting PostgreSQL"
    assert waited[-1] == "fairdeal: waiting for the web to answer"


def test_a_database_that_is_not_there_is_named(serve: Start) -> None:
    nowhere = f"postgresql://nobody@127.0.0.1:{free_port()}/none"
    other = serve(
        DATABASE_URL=nowhere, FAIRDEAL_SECRET="s" * 32, BROKER_URL="redis://127.0.0.1:1/0"
    )
    assert other.process.wait(SECONDS) == 1
    assert "The database cannot be reached" in other.printed()


@on_linux
def test_a_database_of_ones_own_needs_a_secret_to_share(serve: Start) -> None:
    one = serve(DATABASE_URL="postgresql://nowhere/none")
    assert one.process.wait(SECONDS) == 1
    assert "FAIRDEAL_SECRET has to be given with DATABASE_URL" in one.printed()


@pytest.mark.long
@on_linux
def test_the_web_alone(serve: Start) -> None:
    one = serve("web").ready()
    assert set(one.children()) == {"postgres", "valkey", "web"}


@pytest.mark.long
@on_linux
def test_the_worker_alone_on_given_servers(
    serve: Start, embedded_postgres: str, valkey_broker: str
) -> None:
    given = {"DATABASE_URL": embedded_postgres, "FAIRDEAL_SECRET": "s" * 32}
    one = serve("worker", **given, BROKER_URL=valkey_broker)
    until(one.beats)
    until(lambda: set(one.children()) == {"worker", "beat", "webhooks"})


@pytest.mark.long
@on_linux
def test_a_worker_ends_a_task_of_many_seconds(serve: Start, place: Path) -> None:
    one = serve(MARK_SECONDS="7", FAIRDEAL_WORKER_THREADS="1").ready()
    until((place / "marks.begun").exists)
    assert not one.beats()
    assert one.stop() == 0
    assert one.beats()


def test_every_program_has_the_time_to_finish_its_work() -> None:
    limits = stop_seconds(Settings(webhook_seconds=30, drain_seconds=20))
    assert limits["worker"] > TASK_SECONDS == tasks.TASK_SECONDS
    assert limits["webhooks"] > 30 + RUN / SECOND
    assert limits["web"] > 40
    assert {limits[name] for name in ("beat", "metrics", "sequencer")} == {5}


@pytest.mark.long
@on_linux
def test_a_worker_that_cannot_start_is_not_ready(
    serve: Start, place: Path, embedded_postgres: str, valkey_broker: str
) -> None:
    (place / "marks.broken").touch()
    given = {"DATABASE_URL": embedded_postgres, "FAIRDEAL_SECRET": "s" * 32}
    port = str(free_port())
    one = serve("worker", **given, BROKER_URL=valkey_broker, FAIRDEAL_METRICS_PORT=port)
    until(lambda: one.printed().count("worker ended with code 3") > 3)
    assert "metrics" not in one.children()
    (place / "marks.broken").unlink()
    until(lambda: "metrics" in one.children())
    assert one.beats() > STEADY_SECONDS


@pytest.mark.long
@on_linux
def test_the_sequencer_alone_on_given_servers(
    serve: Start, embedded_postgres: str, valkey_broker: str
) -> None:
    given = {"DATABASE_URL": embedded_postgres, "FAIRDEAL_SECRET": "s" * 32}
    one = serve("sequencer", **given, BROKER_URL=valkey_broker)
    until(lambda: set(one.children()) == {"sequencer"})
