"""The memory of a web whose clients do not read what they asked for."""

import socket
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from typing import Final

from lab.bench.live import memory, webs
from lab.bench.results import Line, Section, Size, at_most
from lab.bench.stages import HOST, Address, stage
from lab.bench.strangers import long_deals

CLIENTS: Final = (60, 200)
PATHS: Final = {
    "streams with views": ("events?views=true&legal=both", "text/event-stream"),
    "frames": ("frames?view=seat:0&legal=both", "application/json"),
}
SECONDS: Final = 8.0
AFTERWARDS: Final = 6.0
BUFFER: Final = 4_096
"""The receive buffer of a client, so that the kernel holds little for it."""

HOW: Final = """One web without budgets, and a public deal that is over. Clients ask for it and
read nothing. Then they leave. The memory is the resident set of the web process."""


def run(size: Size) -> Section:
    """Measure before, meanwhile and afterwards."""
    counts, seconds = (CLIENTS, SECONDS) if size.whole else ((3,), 0.2)
    lines = list[Line]()
    with stage() as on:
        on = on._replace(settings=replace(on.settings, web_processes=1))  # noqa: PLW2901
        deal, _, _ = long_deals(on, whole=size.whole)
        for name in PATHS:
            for count in counts:
                with webs(on, 1) as (web,):
                    lines += _lines(web, deal, name, count, seconds)
    return Section("Clients that do not read", HOW, lines)


def _lines(web: Address, deal: str, name: str, count: int, seconds: float) -> Generator[Line]:
    path, accept = f"/v1/deals/{deal}/{PATHS[name][0]}", PATHS[name][1]
    with _silent(web, path, accept, 1):
        time.sleep(seconds / 4)  # warms up
    before = most = memory(web)
    with _silent(web, path, accept, count):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            most = max(most, memory(web))
            time.sleep(0.1)
    time.sleep(min(seconds, AFTERWARDS))
    what = f"{count} clients, {name}"
    yield Line(f"{what}: more memory, at most", most - before, "MB", at_most(200))
    yield Line(f"{what}: more memory after they left", memory(web) - before, "MB", at_most(60))


@contextmanager
def _silent(web: Address, path: str, accept: str, count: int) -> Generator[None]:
    head = f"GET {path} HTTP/1.1\r\nHost: {HOST}\r\nAccept: {accept}\r\n\r\n".encode()
    with ExitStack() as stack, suppress(OSError):
        for _ in range(count):
            peer = stack.enter_context(socket.socket())
            peer.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, BUFFER)
            peer.connect((HOST, web.port))
            peer.sendall(head)
        yield
