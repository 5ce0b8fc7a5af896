"""Open streams: a thousand in one process while moves are made, and two processes on a database."""

import re
import selectors
import socket
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from lab.bench import bare_asgi
from lab.bench.http import Connection, Load, request
from lab.bench.measuring import percentile
from lab.bench.moves import play, summary
from lab.bench.processes import processor_seconds, tree
from lab.bench.results import Line, Section, Size, Target, at_most, below
from lab.bench.stages import HOST, Address, Stage, free_port, running, stage
from lab.bench.tables import Table, moves, of_persons

STREAMS = 1_000
SPREAD = 100
"""Deals among which the streams are spread, in the second load."""
MOVES = 15
PAUSE = 0.1
TARGET = below(100)

HOW = f"""`python -m run.processes.web` as shipped, {STREAMS:,} event streams (SSE) open
in one process. A move is made every {PAUSE:g} s. Fan-out is the time from sending a move until its
event is read from a stream, over all streams of its deal. It includes the time of the move itself,
and the time of the client, which reads all streams in one thread on the same two cores. First all
streams are on one deal, then on {SPREAD} deals, which proceed one after the other. Two processes:
half of the streams each, moves at one of them, and the events on the streams of the other, which
polls by itself. Moves of 8 clients as above, with all streams open and silent, and without.
Memory is the resident set of the process. The bound is a web that has streams and nothing else,
served in the same way: it gives each of them the same bytes."""
BOUND = "the bound: granian alone, of an event for a reader"

_ID = re.compile(rb"^id: (\d+)$", re.MULTILINE)


class OpenStream:
    """A stream, and the time when each position arrived."""

    def __init__(self, port: int, deal: str, token: str) -> None:
        self.deal = deal
        self.came: dict[int, float] = {}
        self.opened = time.perf_counter()
        self.socket = socket.create_connection((HOST, port), timeout=60)
        opening_request = request("GET", f"/v1/deals/{deal}/events", token)
        self.socket.sendall(opening_request[:-2] + b"Accept: text/event-stream\r\n\r\n")

    def read(self) -> bool:
        """Note what has come; False: nothing follows."""
        got = self.socket.recv(1 << 16)
        assert got, "the stream has ended"
        now = time.perf_counter()
        for found in _ID.findall(got):
            self.came[int(found)] = now
        return b"event: end\n" not in got


class OpenStreams:
    """Streams that are read in one thread."""

    def __init__(self, streams: Sequence[OpenStream]) -> None:
        self.all = list[OpenStream]()
        self._watch = selectors.DefaultSelector()
        self.add(*streams)

    def add(self, *streams: OpenStream) -> None:
        """Read these too; those that are read already stay as they are."""
        for stream in streams:
            if stream not in self.all:
                self.all.append(stream)
                self._watch.register(stream.socket, selectors.EVENT_READ, stream)

    def read_until(self, done: Callable[[], bool], seconds: float) -> None:
        end = time.perf_counter() + seconds
        while not done() and time.perf_counter() < end:
            for key, _ in self._watch.select(0.01):
                if not key.data.read():
                    self._watch.unregister(key.fileobj)

    def close(self) -> None:
        self._watch.close()
        for stream in self.all:
            stream.socket.close()


@contextmanager
def opened(pairs: Sequence[tuple[int, Table]]) -> Iterator[OpenStreams]:
    """Open a stream for each port and table; all have received the existing events."""
    found = OpenStreams(
        [OpenStream(port, on.deal, on.tokens[n % 4]) for n, (port, on) in enumerate(pairs)]
    )
    try:
        found.read_until(lambda: all(each.came for each in found.all), 60)
        assert all(each.came for each in found.all), "not all streams are open"
        yield found
    finally:
        found.close()


def fan_out(streams: OpenStreams, port: int, planned: Sequence[tuple[Table, bytes]]) -> list[float]:
    """Make moves; return how long after each its event arrived, on every stream of its deal."""
    waits: list[float] = []
    with Connection(port) as line:
        for table, one in planned:
            mine = [stream for stream in streams.all if stream.deal == table.deal]
            sent = time.perf_counter()
            version: Any = line.ask(one)["version"]
            streams.read_until(lambda: all(version in each.came for each in mine), 10)  # noqa: B023
            waits += [each.came[version] - sent for each in mine]
            streams.read_until(lambda: False, PAUSE)
    return waits


class Found(NamedTuple):
    """The measurements under a load."""

    waits: list[float]
    memory: float
    each: float = 0.0
    """Processor seconds of the process for an event and a reader; the move is among them."""


def run(size: Size) -> Section:
    """Measure streams in one process and in two, and moves beside them."""
    streams = STREAMS if size.whole else 20
    with stage() as on:
        one, least = _one_deal(on, streams), _least(on, streams)
        spread = _spread(on, streams, SPREAD if size.whole else 4)
        two = _two_processes(on, streams)
        beside, alone, before = _moves(on, streams, 8 if size.whole else 1)
    lines = [
        *_lines(f"{streams:,} streams on one deal", one.waits),
        Line("processor time of an event for a reader", 1e6 * one.each, "µs", at_most(20)),
        Line(BOUND, 1e6 * least.each, "µs"),
        *_lines(f"{streams:,} streams on many deals", spread.waits),
        *_lines("two processes, at the other one", two.waits, None),
        Line("memory of the process without streams", before, "MB"),
        Line("with streams on one deal", one.memory, "MB"),
        Line("with streams on many deals", spread.memory, "MB"),
    ]
    rows = [["no streams", *summary([alone])], [f"{streams:,} silent streams", *summary([beside])]]
    return Section("Open streams", HOW, lines, ("", "moves/s", "p50", "p99"), rows)


def _lines(name: str, waits: list[float], target: Target | None = TARGET) -> list[Line]:
    p50, p99 = 1000 * percentile(waits, 0.5), 1000 * percentile(waits, 0.99)
    return [
        Line(f"{name}, fan-out p50", p50, "ms"),
        Line(f"{name}, fan-out p99", p99, "ms", target),
    ]


@contextmanager
def webs(on: Stage, number: int) -> Iterator[list[Address]]:
    """Web processes on one database, each with a port of its own."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(
                running(
                    (sys.executable, "-m", "run.processes.web"),
                    port=(port := free_port()),
                    environment=replace(on.settings, port=port).environment(),
                    log_file=on.folder / f"web-{place}.log",
                )
            )
            for place in range(number)
        ]


def _one_deal(on: Stage, streams: int) -> Found:
    with webs(on, 1) as (web,):
        table = of_persons(web.port, on.key)
        return _followed(web, table, moves(on, table)[:MOVES], streams)


def _least(on: Stage, streams: int) -> Found:
    """The same with a web that does nothing else."""
    alone = on._replace(settings=replace(on.settings, web_processes=1))
    with bare_asgi.web(alone, "streams") as web:
        table = Table("", "bare", dict.fromkeys(range(4), "none"))
        return _followed(web, table, [request("POST", "/", "none", {})] * MOVES, streams)


def _followed(web: Address, table: Table, made: Sequence[bytes], streams: int) -> Found:
    with opened([(web.port, table)] * streams) as open_streams:
        before = processor_seconds(*tree(web.process))
        waits = fan_out(open_streams, web.port, [(table, one) for one in made])
        used = processor_seconds(*tree(web.process)) - before
        return Found(waits, memory(web), used / len(waits))


def _spread(on: Stage, streams: int, deals: int) -> Found:
    with webs(on, 1) as (web,):
        tables = [of_persons(web.port, on.key) for _ in range(deals)]
        with opened([(web.port, tables[n % deals]) for n in range(streams)]) as open_streams:
            made = [(table, moves(on, table)[0]) for table in tables[: 2 * MOVES]]
            return Found(fan_out(open_streams, web.port, made), memory(web))


def _two_processes(on: Stage, streams: int) -> Found:
    with webs(on, 2) as (near, far):
        table = of_persons(near.port, on.key)
        ports = [(near, far)[n % 2].port for n in range(streams)]
        with opened([(port, table) for port in ports]) as open_streams:
            made = [(table, one) for one in moves(on, table)[:MOVES]]
            waits = fan_out(open_streams, near.port, made)
            return Found(waits[1::2], memory(far))


def _moves(on: Stage, streams: int, clients: int) -> tuple[Load, Load, float]:
    with webs(on, 1) as (web,):
        play(on, web.port, clients)  # warms up
        alone, before = play(on, web.port, clients), memory(web)
        quiet = of_persons(web.port, on.key)
        with opened([(web.port, quiet)] * streams):
            return play(on, web.port, clients), alone, before


def memory(web: Address) -> float:
    """The resident set of the process that answers, in MB."""
    _, *children = tree(web.process)
    return max(map(_resident, children), default=0.0)


def _resident(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    found = re.search(r"VmRSS:\s+(\d+) kB", status)
    return int(found[1]) / 1024 if found else 0.0
