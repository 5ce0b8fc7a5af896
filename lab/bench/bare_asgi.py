"""What any web with our bridge, or with open streams, does: `python -m lab.bench.bare_asgi NAME`.

`bridged` is the web of `lab.bench.bare` behind the bridge of the service (`service.api.asgi`). It
can open streams. `streams` has streams and nothing else: each reader is sent the same bytes. Both
are served as the service is.
"""

import asyncio
import sys
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Final

import orjson

from lab.bench import bare
from lab.bench.stages import Address, Stage, free_port, running
from run.processes.web import serve
from service.api.app import create_app
from service.api.asgi import Message, Receive, Send, Served
from service.assembly import build
from service.runtime import SYSTEM
from service.settings import Settings

EVENT: Final = b"id: %d\ndata: " + b" " * 400 + b"\n\n"
"""An event of a stream, as long as a move."""


@contextmanager
def web(on: Stage, name: str) -> Generator[Address]:
    """One of these webs."""
    port = free_port()
    with running(
        (sys.executable, "-m", "lab.bench.bare_asgi", name),
        port=port,
        environment=replace(on.settings, port=port).environment(),
        log_file=on.folder / f"{name}.log",
    ) as served:
        yield served


async def bridged(scope: Message, receive: Receive, send: Send) -> None:
    """Answer as `lab.bench.bare`, behind the bridge."""
    await _served()(scope, receive, send)


@cache
def _served() -> Served:
    """The bridge, made in the process that answers."""
    settings = Settings.from_environment()
    return Served(
        bare.create_app().wsgi_app,
        create_app(build(settings, SYSTEM), settings).live,
        SYSTEM,
        threads=settings.web_threads,
        body_bytes=settings.body_bytes,
        seconds=settings.request_seconds,
    )


class _Events:
    """The last event, and the readers that wait for the next one."""

    def __init__(self) -> None:
        self.number = 1
        self.waiting: list[asyncio.Future[None]] = []

    def publish(self) -> None:
        self.number += 1
        waiting, self.waiting = self.waiting, []
        for each in waiting:
            if not each.done():
                each.set_result(None)


_events: Final = _Events()


async def streams(scope: Message, receive: Receive, send: Send) -> None:
    """Publish an event on a POST; every path that ends with ``events`` is a stream."""
    message = await receive()
    if scope["type"] == "lifespan":
        await send({"type": "lifespan.startup.complete"})
        await receive()
        return
    body = {"type": "http.response.body"}
    if scope["path"].endswith("/events"):
        kind = [(b"content-type", b"text/event-stream")]
        await send({"type": "http.response.start", "status": 200, "headers": kind})
        while True:
            await send({**body, "body": EVENT % _events.number, "more_body": True})
            await _next()
    if scope["method"] == "POST":
        while message.get("more_body"):
            message = await receive()
        _events.publish()
    said = orjson.dumps({"version": _events.number})
    length = [(b"content-length", b"%d" % len(said))]
    await send({"type": "http.response.start", "status": 200, "headers": length})
    await send({**body, "body": said})


async def _next() -> None:
    waiting = asyncio.get_running_loop().create_future()
    _events.waiting.append(waiting)
    await waiting


if __name__ == "__main__":
    serve(Settings.from_environment(), f"lab.bench.bare_asgi:{sys.argv[1]}")
