"""Faults of processes: each part of a service is killed, and some are stopped for a while."""

import os
import signal
import time
from collections.abc import Mapping
from functools import partial
from typing import Final

from tests.campaign.plan import Fault, Faults
from tests.serving import Serve, children_of, until

OWN: Final = ("web", "one web process", "worker", "beat", "sequencer", "webhooks")
"""The parts of the service itself."""
EMBEDDED: Final = ("postgres", "valkey")
STOPPABLE: Final = ("one web process", "worker", "sequencer", "postgres", "valkey")
"""Parts that are also stopped for a while, as a machine that hangs."""
STOPPED_SECONDS: Final = 3.0


def process_faults(parts: Mapping[str, Serve]) -> Faults:
    """The faults of parts, each with the `fairdeal serve` that runs it."""
    killed = {Fault(part, "killed"): partial(_kill, serve, part) for part, serve in parts.items()}
    stopped = {
        Fault(part, "stopped"): partial(_stop, serve, part)
        for part, serve in parts.items()
        if part in STOPPABLE
    }
    return {**killed, **stopped}


def _kill(serve: Serve, part: str) -> None:
    os.kill(process(serve, part), signal.SIGKILL)


def _stop(serve: Serve, part: str) -> None:
    stopped = process(serve, part)
    os.kill(stopped, signal.SIGSTOP)
    time.sleep(STOPPED_SECONDS)
    os.kill(stopped, signal.SIGCONT)


def process(serve: Serve, part: str) -> int:
    """The number of a process of the part, as soon as there is one."""
    if part == "one web process":
        until(lambda: _web_processes(serve))
        return _web_processes(serve)[0]
    until(lambda: part in serve.children())
    return serve.children()[part]


def _web_processes(serve: Serve) -> list[int]:
    web = serve.children().get("web")
    return [] if web is None else list(children_of(web))
