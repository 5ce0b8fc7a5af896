"""A comparison of web servers, and of the numbers of processes, threads and connections."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from lab.bench.http import drive, each
from lab.bench.moves import play, summary
from lab.bench.results import Section, Size
from lab.bench.stages import Address, Stage, free_port, running, stage
from lab.bench.tables import moves, of_persons

CLIENTS = 8
READERS = 9
POLLS = 12
"""Of so many long polls in a process one owner may have nine."""
SLICES = 2

HOW = f"""The same application on the same embedded servers, {CLIENTS} clients as above, alone
and with {READERS} waiting readers; the servers in turn. Processes and threads; pool is the most
database connections of a process. gunicorn keeps connections alive as granian does. Medians of
{SLICES} slices."""


class Choice(NamedTuple):
    """A web server and its sizes."""

    server: str
    processes: int
    threads: int
    pool: int = 8

    @property
    def name(self) -> str:
        return f"{self.server} {self.processes} x {self.threads}, pool {self.pool}"


CHOICES = (
    Choice("granian", 1, 16),
    Choice("granian", 1, 16, pool=4),
    Choice("granian", 1, 16, pool=16),
    Choice("granian", 1, 32),
    Choice("granian", 2, 16),
    Choice("gunicorn gthread", 1, 16),
    Choice("gunicorn gthread", 2, 16),
)


def run(size: Size) -> Section:
    """Measure each web server, with and without waiting readers."""
    choices = CHOICES if size.whole else (CHOICES[0], CHOICES[-1])
    slices = min(size.slices, SLICES)
    rows: list[list[str]] = []
    with stage() as on:
        for choice in choices:
            with running(
                _command(choice, port := free_port()),
                port=port,
                environment=_environment(on, choice, port),
                log_file=on.folder / "web.log",
            ) as web:
                rows.append([choice.name, *_measured(on, web, slices, whole=size.whole)])
    columns = ("", "moves/s", "p50", "p99", "with readers", "p50", "p99")
    return Section("Web servers", HOW, [], columns, rows)


def _measured(on: Stage, web: Address, slices: int, *, whole: bool) -> Iterator[str]:
    clients = CLIENTS if whole else 1
    drive(web.port, [each(moves(on, of_persons(web.port, on.key)), status=201)])  # warms up
    yield from summary([play(on, web.port, clients) for _ in range(slices)])
    yield from summary([play(on, web.port, clients, waiting=READERS) for _ in range(slices)])


def _command(choice: Choice, port: int) -> tuple[str, ...]:
    if choice.server == "granian":
        return (sys.executable, "-m", "run.processes.web")
    options = {
        "bind": f"127.0.0.1:{port}",
        "worker-class": "gthread",
        "workers": str(choice.processes),
        "threads": str(choice.threads),
        "keep-alive": "30",
        "log-level": "error",
    }
    listed = (f"--{name}={value}" for name, value in options.items())
    return (sys.executable, "-m", "gunicorn", *listed, "service.api.wsgi:app")


def _environment(on: Stage, choice: Choice, port: int) -> dict[str, str]:
    return replace(
        on.settings,
        port=port,
        web_processes=choice.processes,
        web_threads=choice.threads,
        pool_size=choice.pool,
        polls=POLLS,
    ).environment()
