"""Moves with several web processes, compared with one."""

import os
import sys
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from functools import partial

from tests.bench.http import Load
from tests.bench.measuring import in_turn, ratio
from tests.bench.moves import play, summary
from tests.bench.results import Line, Section, Size, at_least
from tests.bench.stages import Stage, free_port, running, stage

CLIENTS = 8
SLICES = 5
CORES = os.cpu_count() or 1
NUMBERS = (1, max(2, min(CORES, 4)))
"""Of web processes: as many as cores, at most four."""

HOW = f"""`python -m service.processes.web` with one process and with several, both on the same
embedded servers, {CLIENTS} clients as above, in turn. The clients are on the same cores. Medians of
{SLICES} slices; the ratio is the median of neighbouring slices."""


def run(size: Size) -> Section:
    """Measure both in turn."""
    slices = min(size.slices, SLICES)
    clients = CLIENTS if size.whole else 1
    with stage() as on, ExitStack() as stack:
        works = {number: partial(play, on, _web(on, stack, number), clients) for number in NUMBERS}
        turns: dict[int, Callable[[], Load]] = dict(works)
        found = {number: all_of[1:] for number, all_of in in_turn(turns, slices=slices + 1).items()}
        default = on.settings.web_processes
    one, several = ([load.rate for load in found[number]] for number in NUMBERS)
    lines = [
        Line("moves/s with web processes as cores against one", ratio(several, one)),
        Line("web processes by default, as a part of the cores", default / CORES, "", at_least(1)),
    ]
    rows = [
        (f"{number} web process{'es' * (number > 1)}", *summary(found[number]))
        for number in NUMBERS
    ]
    return Section("Web processes", HOW, lines, ("", "moves/s", "p50", "p99"), rows)


def _web(on: Stage, stack: ExitStack, number: int) -> int:
    port = free_port()
    settings = replace(on.settings, port=port, web_processes=number)
    stack.enter_context(
        running(
            (sys.executable, "-m", "service.processes.web"),
            port=port,
            environment=settings.environment(),
            log_file=on.folder / f"web-{number}.log",
        )
    )
    return port
