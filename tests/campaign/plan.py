"""The faults: parts of a running service that are killed or stopped, by a seeded plan."""

import os
import random
import signal
import time
from collections.abc import Iterator
from typing import Final, NamedTuple

from tests.serving import Serve, children_of, until

PARTS: Final = (
    "web",
    "one web process",
    "worker",
    "beat",
    "sequencer",
    "webhooks",
    "postgres",
    "valkey",
)
STOPPABLE: Final = ("one web process", "worker", "sequencer", "postgres", "valkey")
"""Parts that are also stopped for a while, as a machine that hangs."""
STOPPED_SECONDS: Final = 3.0
STOPPED_SHARE: Final = 0.25


class Fault(NamedTuple):
    """A fault.

    Attributes:
        part: the part of the service.
        kind: killed, or stopped for `STOPPED_SECONDS`.
    """

    part: str
    kind: str


def plan(seed: int, count: int) -> Iterator[Fault]:
    """So many faults: every part is killed equally often, and some are stopped."""
    chance = random.Random(seed)
    parts: list[str] = []
    for _ in range(count):
        if not parts:
            parts = list(PARTS)
            chance.shuffle(parts)
        part = parts.pop()
        stopped = part in STOPPABLE and chance.random() < STOPPED_SHARE
        yield Fault(part, "stopped" if stopped else "killed")


def happen(serve: Serve, fault: Fault) -> None:
    """Let a fault happen; a stopped part goes on afterwards."""
    process = _process(serve, fault.part)
    if fault.kind == "killed":
        os.kill(process, signal.SIGKILL)
        return
    os.kill(process, signal.SIGSTOP)
    time.sleep(STOPPED_SECONDS)
    os.kill(process, signal.SIGCONT)


def _process(serve: Serve, part: str) -> int:
    """The number of a process of the part, as soon as there is one."""
    if part == "one web process":
        until(lambda: _web_processes(serve))
        return _web_processes(serve)[0]
    until(lambda: part in serve.children())
    return serve.children()[part]


def _web_processes(serve: Serve) -> list[int]:
    web = serve.children().get("web")
    return [] if web is None else list(children_of(web))
