"""Moves behind a connection pooler, compared with moves over direct connections."""

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from typing import NamedTuple

import psycopg

from events.connections import ROLE
from lab.bench.http import Load, drive, each
from lab.bench.measuring import in_turn, ratio
from lab.bench.moves import play, summary
from lab.bench.processes import named, processor_seconds, tree
from lab.bench.results import Line, Section, Size
from lab.bench.stages import Stage, free_port, running, stage
from lab.bench.tables import moves, of_persons
from tests.pooling import PROGRAM, pooled

LOGIN = "fairdeal_login"
CLIENTS = 8
SLICES = 5

HOW = f"""Two web processes on the same embedded servers, {CLIENTS} clients as above, in turn. One
has direct connections, and the other one PgBouncer in transaction mode with as many connections to
PostgreSQL. Behind the pooler no statement is prepared. The processor time is that of all processes
of PostgreSQL while a deal is played by each client, for each move. Medians of {SLICES} slices;
ratios are medians of neighbouring slices."""


class Slice(NamedTuple):
    """A slice: its load, and the processor time of the servers for each move, in seconds."""

    load: Load
    database: float
    pooler: float


def run(size: Size) -> Section:
    """Measure both in turn."""
    if PROGRAM is None:
        missing = Line("moves/s behind a pooler", 0, missing="PgBouncer is not installed")
        return Section("Moves behind a pooler", HOW, [missing])
    clients = CLIENTS if size.whole else 1
    with stage() as on, ExitStack() as stack:
        with psycopg.connect(on.database) as admin:
            admin.execute(f"CREATE ROLE {LOGIN} LOGIN IN ROLE {ROLE}".encode())
        login = on.database.replace("postgres@", f"{LOGIN}@")
        connections = on.settings.pool_size
        urls = {"direct": login, "pooled": stack.enter_context(pooled(login, size=connections))}
        works: dict[str, Callable[[], Slice]] = {
            name: partial(played, on, _web(on, stack, name, url), clients)
            for name, url in urls.items()
        }
        found = in_turn(works, slices=min(size.slices, SLICES) + 1)
    direct, behind = (found[name][1:] for name in urls)
    lines = [
        Line("moves/s behind a pooler against direct ones", _ratio(behind, direct, _rate)),
        Line("PostgreSQL's time for a move, against direct", _ratio(behind, direct, _database)),
        Line(
            "the same with the pooler's own time",
            _ratio(behind, direct, lambda one: one.database + one.pooler),
        ),
    ]
    rows = [
        (
            name,
            *summary([one.load for one in slices]),
            f"{1e3 * min(map(_database, slices)):.2f} ms",
            f"{1e3 * min(one.pooler for one in slices):.2f} ms",
        )
        for name, slices in (("direct", direct), ("behind PgBouncer", behind))
    ]
    head = ("", "moves/s", "p50", "p99", "PostgreSQL, a move", "PgBouncer, a move")
    return Section("Moves behind a pooler", HOW, lines, head, rows)


def played(on: Stage, port: int, clients: int) -> Slice:
    """Let clients play a deal each, and take the processor time of the servers."""
    database = partial(_used, on.database_process)
    pooler = partial(_used, named(os.getpid(), "pgbouncer"))
    before = database(), pooler()
    load = play(on, port, clients)
    made = len(load.waits)
    return Slice(load, (database() - before[0]) / made, (pooler() - before[1]) / made)


def _used(process: int) -> float:
    return processor_seconds(*tree(process))


def _rate(one: Slice) -> float:
    return one.load.rate


def _database(one: Slice) -> float:
    return one.database


def _ratio(behind: list[Slice], direct: list[Slice], value: Callable[[Slice], float]) -> float:
    return ratio([value(one) for one in behind], [value(one) for one in direct])


def _web(on: Stage, stack: ExitStack, name: str, url: str) -> int:
    port = free_port()
    settings = replace(on.settings, database_url=url, port=port, web_processes=1)
    stack.enter_context(
        running(
            (sys.executable, "-m", "run.processes.web"),
            port=port,
            environment=settings.environment(),
            log_file=on.folder / f"web-{name}.log",
        )
    )
    drive(port, [each(moves(on, of_persons(port, on.key)), status=201)])  # warms up
    return port
