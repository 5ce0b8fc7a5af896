"""Moves with several web processes, compared with one, and when a reader sees them."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from lab.bench.http import Load
from lab.bench.live import fan_out, opened
from lab.bench.measuring import in_turn, percentile, ratio
from lab.bench.moves import play, summary
from lab.bench.results import Line, Section, Size, at_least, below
from lab.bench.stages import Stage, free_port, running, stage
from lab.bench.tables import moves, of_persons
from run.processes.web import processes_of
from verifier.cores import cores

CLIENTS = 8
SLICES = 5
NUMBERS = (1, 2, 4)
"""Of web processes."""
STREAMS = 12
"""Of readers, which the kernel spreads over the processes."""
MOVES = 20
CORES = min(cores(), max(NUMBERS))

HOW = f"""`python -m run.processes.web` with so many processes, on the same embedded servers,
{CLIENTS} clients as above, in turn. The clients are on the same cores. Medians of {SLICES} slices;
the ratio is the median of neighbouring slices. A reader: {STREAMS} event streams of a deal,
spread over the processes. The time is from sending a move until a stream has its event, so the move
itself is in it."""


def run(size: Size) -> Section:
    """Measure all in turn."""
    slices = min(size.slices, SLICES)
    clients, moves_read = (CLIENTS, MOVES) if size.whole else (1, 2)
    with stage() as on, ExitStack() as stack:
        numbers = NUMBERS if size.whole else NUMBERS[:2]
        ports = {number: _web(on, stack, number) for number in numbers}
        works: dict[int, Callable[[], Load]] = {
            number: partial(play, on, port, clients) for number, port in ports.items()
        }
        found = {number: all_of[1:] for number, all_of in in_turn(works, slices=slices + 1).items()}
        seen = {number: _seen(on, port, moves_read) for number, port in ports.items()}
        default = processes_of(on.settings)
    one, several = ([load.rate for load in found[number]] for number in (1, max(CORES, 2)))
    lines = [
        Line("moves/s with web processes as cores against one", ratio(several, one)),
        Line("web processes by default, as a part of the cores", default / CORES, "", at_least(1)),
        *_readers(seen),
    ]
    rows = [
        (f"{number} web process{'es' * (number > 1)}", *summary(found[number]))
        for number in numbers
    ]
    return Section("Web processes", HOW, lines, ("", "moves/s", "p50", "p99"), rows)


def _readers(seen: dict[int, list[float]]) -> Iterator[Line]:
    for number, waits in seen.items():
        name = f"a reader sees a move, {number} process{'es' * (number > 1)}"
        yield Line(f"{name}, p50", 1000 * percentile(waits, 0.5), "ms")
        yield Line(f"{name}, p99", 1000 * percentile(waits, 0.99), "ms", below(50))


def _seen(on: Stage, port: int, number: int) -> list[float]:
    """How long after each move its event was read, on every stream."""
    table = of_persons(port, on.key)
    with opened([(port, table)] * STREAMS) as streams:
        return fan_out(streams, port, [(table, one) for one in moves(on, table)[:number]])


def _web(on: Stage, stack: ExitStack, number: int) -> int:
    port = free_port()
    settings = replace(on.settings, port=port, web_processes=number)
    stack.enter_context(
        running(
            (sys.executable, "-m", "run.processes.web"),
            port=port,
            environment=settings.environment(),
            log_file=on.folder / f"web-{number}.log",
        )
    )
    return port
