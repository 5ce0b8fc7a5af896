"""Faults of processes: each part of a service is killed, and some are stopped for a while.

`fairdeal serve` itself, which starts them all again, is killed too. The campaign starts it again.
"""

import os
import signal
import time
from collections.abc import Iterable
from functools import partial
from typing import Final

from lab.campaign.plan import Fault, Faults
from tests.serving import Serve, children_of, until

OWN: Final = ("web", "one web process", "worker", "beat", "sequencer", "webhooks", "metrics")
"""The parts of the service itself."""
EMBEDDED: Final = ("postgres", "valkey")
STOPPABLE: Final = ("one web process", "worker", "sequencer", "postgres", "valkey")
"""Parts that are also stopped for a while, as a machine that hangs."""
STOPPED_SECONDS: Final = 3.0


def process_faults(serve: Serve, parts: Iterable[str]) -> Faults:
    """The faults of parts that a `fairdeal serve` runs."""
    faults = {}
    for part in parts:
        faults[Fault(part, "killed")] = partial(_kill, serve, part)
        if part in STOPPABLE:
            faults[Fault(part, "stopped")] = partial(_stop, serve, part)
    return faults


def serve_faults(serve: Serve, of: str = "") -> Faults:
    """The faults of a `fairdeal serve`, perhaps of one of several machines."""
    return {Fault(f"fairdeal serve{of}", "killed"): partial(_start_again, serve)}


def _start_again(serve: Serve) -> None:
    serve.process.kill()
    serve.process.wait()
    serve.start()


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
