"""From a clone to the first move served."""

import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from lab.bench.http import Connection, request
from lab.bench.results import Line, Section, Size, below
from lab.bench.stages import folder, free_port
from lab.bench.tables import open_table

CHECKOUT = Path(__file__).parents[2]
SECONDS = 180.0
AGAIN = 3

HOW = f"""`git clone` of this checkout into an empty folder and `make run` there, with empty
caches (of uv and pip), until a table of four persons is opened over HTTP and its first move has
its 201. Packages come from the index that pip is set to use. Then stopped by Ctrl-C, and `make
run` again, the median of {AGAIN}."""


def run(size: Size) -> Section:
    """Measure the first start and later ones; in a short run, starts of this checkout."""
    with folder() as home:
        environment = {
            **{name: value for name, value in os.environ.items() if name != "VIRTUAL_ENV"},
            "FAIRDEAL_PORT": str(free_port()),
            "FAIRDEAL_DATA": str(home / "data"),
            "XDG_STATE_HOME": str(home / "state"),
            "UV_CACHE_DIR": str(home / "uv"),
            "PIP_CACHE_DIR": str(home / "pip"),
        }
        if not size.whole:
            here = (sys.executable, "-m", "run.cli", "serve")
            return _section([_started(here, CHECKOUT, environment) for _ in range(2)])
        clone = home / "fairdeal"
        start = time.perf_counter()
        subprocess.run(("git", "clone", "--quiet", CHECKOUT, clone), check=True)
        cloned = time.perf_counter() - start
        first, *others = (_started(("make", "run"), clone, environment) for _ in range(1 + AGAIN))
        return _section([cloned + first, *others])


def _section(took: list[float]) -> Section:
    first, *again = took
    return Section(
        "Clone to first move",
        HOW,
        [
            Line("clone to first move, empty caches", first, "s", below(15)),
            Line("the next time", sorted(again)[len(again) // 2], "s", below(3)),
        ],
    )


def _started(argv: tuple[str, ...], folder: Path, environment: Mapping[str, str]) -> float:
    """The seconds of a start, up to the first move."""
    assert shutil.which(argv[0]), argv
    start = time.perf_counter()
    process = subprocess.Popen(
        argv,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        process_group=0,
    )
    try:
        assert process.stdout is not None
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, f"{argv} ended: {said}"
            said += line
        _first_move(int(environment["FAIRDEAL_PORT"]), said)
        return time.perf_counter() - start
    finally:
        os.killpg(process.pid, signal.SIGINT)
        process.communicate(timeout=SECONDS)


def _first_move(port: int, said: str) -> None:
    found = re.search(r"key_[\w-]+", said)
    assert found, said
    table = open_table(port, found[0], [{"name": f"P{seat}"} for seat in range(4)])
    with Connection(port) as line:
        path = f"/v1/deals/{table.deal}"
        turn = line.ask(request("GET", path, table.tokens[0]))["to_act"]
        deal = line.ask(request("GET", path, table.tokens[turn]))
        said_move = {"move": deal["legal_moves"][0]["move"]}
        line.ask(request("POST", f"{path}/moves", table.tokens[turn], said_move))
