"""The cost of reading: a deal that is polled, the lobby, the notices of an owner, replays."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from statistics import median
from typing import Final, NamedTuple

from lab.bench import bare, bare_asgi
from lab.bench.bare import PAGE
from lab.bench.http import Answer, Load, Talk, drive, each, request
from lab.bench.live import webs
from lab.bench.measuring import in_turn, percentile, ratio
from lab.bench.processes import by_thread, named, processor_seconds, tree
from lab.bench.results import Line, Section, Size, at_most
from lab.bench.stages import Stage, fairdeal, stage
from lab.bench.tables import Table, moves, of_persons

TABLES: Final = 50
REQUESTS: Final = 200
SLICES: Final = 5
FRAMES: Final = 50
LOGGED: Final = 2.0
"""Seconds after which all is logged and listed."""
FIRST: Final = 5
"""Processes that are started for the first request."""

HOW: Final = f"""`fairdeal serve` with one web process and {TABLES} tables of Goat, at each of
which a deal is nearly over. One client; each request {REQUESTS} times, in turn. Times are
processor times of the web process and of PostgreSQL for one request, and the median and the 99th
percentile until its answer is there. Medians of {SLICES} slices. The first request: a web process
is started, and once `/readyz` answers, a seat's deal is read; the web's processor time for this
first request beside that for later ones, each of another deal, medians of {FIRST} processes. A bare
request is one of bare Flask (see Moves beside peers): one SELECT, and as many bytes. The bounds are
bare requests behind the bridge to the event loop: one without a body, and for a list one that reads
the caller's key and the rows of the page, and sends as many bytes."""
BRIDGED: Final = "the bound: a bare request behind the bridge, against a bare request"
BARE: Final = "a bare request"
COLUMNS: Final = ("", "web CPU", "of a bare request", "database CPU", "p50", "p99", "body")


class Read(NamedTuple):
    """A kind of request; its processor time may have a bar, against a bare request."""

    name: str
    request: bytes
    status: int = 200
    barred: bool = True
    rows: str = ""
    """The kind of rows that it lists."""


class Slice(NamedTuple):
    """The processor seconds of a request, and how long the answers took."""

    web: float
    database: float
    waits: list[float]


def run(size: Size) -> Section:
    """Measure all kinds in turn, then the first request after a start."""
    slices, times = min(size.slices, SLICES), REQUESTS if size.whole else 5
    with stage() as on:
        alone = with_one_process(on)
        with (
            fairdeal(alone) as serve,
            bare.web(alone) as peer,
            bare_asgi.web(alone, "bridged") as bridged,
        ):
            web = named(serve.process, "fairdeal: web")
            tables = _played(on, serve.port, TABLES if size.whole else 2)
            reads = list(_reads(on, serve.port, tables))
            bodies = {read.name: len(_answer(serve.port, read).body) for read in reads}
            works: dict[str, Callable[[], Slice]] = {
                read.name: partial(_slice, on, serve.port, web, read, times) for read in reads
            }
            for read in reads:
                page = Read("", request("GET", f"/pages/{bodies[read.name]}", "none"))
                works[_bare(read)] = partial(_slice, on, peer.port, peer.process, page, times)
            empty = Read("", request("GET", "/pages/0", "none"))
            works[BARE] = partial(_slice, on, peer.port, peer.process, empty, times)
            works[BRIDGED] = partial(_slice, on, bridged.port, bridged.process, empty, times)
            for read in filter(attrgetter("rows"), reads):
                path = f"/rows/{read.rows}/{bodies[read.name]}"
                page = Read("", request("GET", path, on.key))
                works[bound_of(read.name)] = partial(
                    _slice, on, bridged.port, bridged.process, page, times
                )
            found = {name: all_of[1:] for name, all_of in in_turn(works, slices=slices + 1).items()}
        first, later = _first(on, tables, FIRST if size.whole else 1)
    lines = [
        Line("first request after a start", 1e3 * first, "ms"),
        Line("a later one", 1e3 * later, "ms"),
        Line("first request after a start against later ones", first / later, "", at_most(3)),
    ]
    rows = list[tuple[str, ...]]()
    lines.append(Line(BRIDGED, _against(found[BRIDGED], found[BARE])))
    for read in reads:
        ours, theirs = found[read.name], found[_bare(read)]
        most = at_most(2.5) if read.barred else None
        name = f"{read.name}, against a bare request"
        lines.append(Line(name, _against(ours, theirs), "", most))
        if read.rows:
            lines.append(Line(bound_of(name), _against(found[bound_of(read.name)], theirs)))
        rows.append(_row(read.name, ours, theirs, bodies[read.name]))
    return Section("Reads", HOW, lines, COLUMNS, rows)


def with_one_process(on: Stage) -> Stage:
    """The stage with one web process."""
    return on._replace(settings=replace(on.settings, web_processes=1))


def _against(ours: list[Slice], theirs: list[Slice]) -> float:
    """The processor time of a request against that of another."""
    return ratio([one.web for one in ours], [one.web for one in theirs])


def bound_of(name: str) -> str:
    """The line with what a page of a list can reach at most."""
    return f"the bound: its key and its rows alone, {name}"


def _bare(read: Read) -> str:
    return f"bare: {read.name}"


def _row(name: str, slices: list[Slice], peers: list[Slice], body: int) -> tuple[str, ...]:
    waits = [wait for one in slices for wait in one.waits]
    return (
        name,
        f"{1e3 * median(one.web for one in slices):.2f} ms",
        f"{1e3 * median(one.web for one in peers):.2f} ms",
        f"{1e3 * median(one.database for one in slices):.2f} ms",
        f"{1e3 * percentile(waits, 0.5):.1f} ms",
        f"{1e3 * percentile(waits, 0.99):.1f} ms",
        f"{body:,} bytes",
    )


def _slice(on: Stage, port: int, web: int, read: Read, times: int) -> Slice:
    database = on.database_process
    processes = (tuple(tree(web)), tuple(tree(database)))
    before = [processor_seconds(*each_of) for each_of in processes]
    load: Load = drive(port, [each([read.request] * times, status=read.status)])
    used = [
        processor_seconds(*each_of) - began
        for each_of, began in zip(processes, before, strict=True)
    ]
    return Slice(used[0] / times, used[1] / times, load.waits)


# --- The requests --------------------------------------------------------------------------------


def _played(on: Stage, port: int, number: int) -> list[Table]:
    """Tables whose deals are nearly over."""
    tables = [of_persons(port, on.key) for _ in range(number)]
    for table in tables:
        drive(port, [each(moves(on, table), status=201)])
    time.sleep(LOGGED)
    return tables


def _reads(on: Stage, port: int, tables: Sequence[Table]) -> Iterator[Read]:
    """The requests that read them."""
    table, key = tables[0], on.key
    deal, token = _of_seat(table), table.tokens[0]
    yield Read("deal, of a seat", deal, barred=False)
    yield _unchanged(port, deal)._replace(name="deal, unchanged")
    lobby = request("GET", f"/v1/tables?limit={PAGE}", key)
    yield Read(f"lobby, {PAGE} tables", lobby, rows="tables")
    notices = f"/v1/me/events?limit={PAGE}&after=0"
    yield Read(f"/me/events, {PAGE} notices", request("GET", notices, key), rows="notices")
    frames = f"/v1/deals/{table.deal}/frames?limit={FRAMES}"
    yield Read(f"replay, {FRAMES} frames", request("GET", frames, token), barred=False)
    over = tables[1]
    drive(port, [each(moves(on, over, whole=True), status=201)])
    frames = f"/v1/deals/{over.deal}/frames?limit={FRAMES}"
    name = f"replay of a finished deal, {FRAMES} frames"
    yield Read(name, request("GET", frames, over.tokens[0]))
    events = f"/v1/deals/{table.deal}/events?after=0&limit={PAGE}"
    yield Read("events of a deal", request("GET", events, token), barred=False)


def _unchanged(port: int, request_bytes: bytes) -> Read:
    """A request whose client has the answer."""
    tag = _tag(_answer(port, Read("", request_bytes)))
    return Read("", request_bytes[:-2] + f'If-None-Match: "{tag}"\r\n\r\n'.encode(), 304)


def _of_seat(table: Table) -> bytes:
    return request("GET", f"/v1/deals/{table.deal}", table.tokens[0])


def _answer(port: int, read: Read) -> Answer:
    answers: list[Answer] = []

    def talk() -> Talk:
        answers.append((yield read.request))

    drive(port, [talk()])
    assert answers[0].status in (200, 304), answers[0]
    return answers[0]


def _tag(answer: Answer) -> str:
    line = next(line for line in answer.head.split(b"\r\n") if line.startswith(b"etag:"))
    return line.partition(b'"')[2].strip(b'"').decode()


def _first(on: Stage, tables: Sequence[Table], processes: int) -> tuple[float, float]:
    """The processor seconds of the first request of a process, and of a later one."""
    found = [_of_process(on, tables) for _ in range(processes)]
    return median(first for first, _ in found), median(later for _, later in found)


def _of_process(on: Stage, tables: Sequence[Table]) -> tuple[float, float]:
    used = list[float]()
    with webs(with_one_process(on), 1) as (web,):
        for table in tables:
            before = by_thread(*tree(web.process))
            drive(web.port, [each([_of_seat(table)], status=200)])
            after = by_thread(*tree(web.process))
            used.append(sum(spent - before.get(task, 0) for task, spent in after.items()) / 1e9)
    return used[0], median(used[1:])
