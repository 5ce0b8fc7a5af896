"""Moves over HTTP at the real server, with and without readers who wait."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from statistics import median

from lab.bench.http import Load, drive, each
from lab.bench.measuring import in_turn, percentile
from lab.bench.results import Section, Size
from lab.bench.stages import Stage, fairdeal, stage
from lab.bench.tables import WAIT, follow, moves, of_persons

CLIENTS = (1, 8, 32)
READERS = 9
"""As many long polls as one owner may have in a process, of twelve."""
SLICES = 3

HOW = f"""`fairdeal serve` with its default settings on the embedded servers: web, worker, beat.
Each client has a table of four persons and a connection of its own. It sends the moves of its deal
one after another, each when the one before is answered. The moves are prepared: one card each,
every one legal and with an idempotency key. The client is one thread on the same two cores.
Waiting readers have long polls open on deals where nothing happens. Following readers have them on
the deals that are played, and poll again at every event. Medians of {SLICES} slices of a deal per
client."""


def run(size: Size) -> Section:
    """Measure moves at the server as shipped."""
    slices = min(size.slices, SLICES)
    with stage() as on, fairdeal(on) as web:
        drive(web.port, [each(moves(on, of_persons(web.port, on.key)), status=201)])  # warms up
        works: dict[str, Callable[[], Load]] = {
            f"{clients} client" + "s" * (clients > 1): partial(play, on, web.port, clients)
            for clients in (CLIENTS if size.whole else CLIENTS[:1])
        }
        works[f"8 clients, {READERS} waiting readers"] = partial(
            play, on, web.port, 8, waiting=READERS
        )
        works[f"8 clients, {READERS} following readers"] = partial(
            play, on, web.port, 8, following=READERS
        )
        found = in_turn(works, slices=slices)
    return Section("Moves over HTTP", HOW, [], ("", "moves/s", "p50", "p99"), list(_rows(found)))


def play(on: Stage, port: int, clients: int, *, waiting: int = 0, following: int = 0) -> Load:
    """Let clients play a deal each."""
    tables = [of_persons(port, on.key) for _ in range(clients)]
    quiet = [of_persons(port, on.key) for _ in range(waiting)]
    followed = [tables[number % clients] for number in range(following)]
    readers = [
        follow(table.deal, table.tokens[number % len(table.tokens)])
        for number, table in enumerate((*quiet, *followed))
    ]
    played = [each(moves(on, table), status=201) for table in tables]
    load = drive(port, played, beside=readers)
    time.sleep(WAIT if readers else 0)
    return load


def _rows(found: dict[str, list[Load]]) -> Iterator[tuple[str, ...]]:
    for name, loads in found.items():
        yield name, *summary(loads)


def summary(loads: list[Load]) -> tuple[str, str, str]:
    """Moves a second, and the median and a high percentile of their latency."""
    rate = median(load.rate for load in loads)
    p50 = median(percentile(load.waits, 0.5) for load in loads)
    p99 = median(percentile(load.waits, 0.99) for load in loads)
    return f"{rate:.0f}", f"{1000 * p50:.1f} ms", f"{1000 * p99:.1f} ms"
