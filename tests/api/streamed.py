"""Streams without a server: their text is read directly."""

import asyncio
import re
from contextlib import suppress
from typing import Any, Final, cast

from service.api.asgi import HANDED_OVER
from service.api.dependencies import Application
from service.live.channels import Put, Subscription
from service.live.shares import Shares
from service.live.streams import Live
from tests.api.playing import Client
from tests.simulation.loop import run
from tests.simulation.runtime import SimulatedRuntime

HOUR: Final = 3_600
LINE: Final = re.compile(rb"^(?:data: )?\{", re.MULTILINE)
"""The beginning of an event in a stream of either form."""


def takes_streams(client: Client) -> None:
    """Make a client accept streams, as a server does."""
    _environ(client)[HANDED_OVER] = []


def streams_of(client: Client) -> list[Subscription]:
    """The streams that a server would send."""
    streams: list[Subscription] = _environ(client)[HANDED_OVER]
    return streams


def _environ(client: Client) -> dict[str, Any]:
    return cast("dict[str, Any]", client.flask.environ_base)


def streamed(fields: Subscription, app: Application) -> str:
    """The text of a stream to its end, or until it would wait for more."""
    runtime = cast("SimulatedRuntime", app.context.runtime)
    live = Live(app.waiting, runtime, Shares(4), limit=1, each=1, beat_seconds=HOUR)
    expected, over = _expected(fields)
    sent = bytearray()

    async def send(what: bytes) -> None:
        sent.extend(what)
        if not over and len(LINE.findall(sent)) >= expected:
            raise asyncio.CancelledError

    with suppress(asyncio.CancelledError):
        run(_run(live, fields, send), runtime)
    return sent.decode()


def _expected(fields: Subscription) -> tuple[int, bool]:
    """The number of lines that are there to be sent, in all batches, and whether they are all."""
    lines = fields.followed.lines(fields.after)
    count = len(LINE.findall(fields.opening)) + len(lines.events)
    while lines.events and not lines.over:
        lines = fields.followed.lines(lines.upto)
        count += len(lines.events)
    return count, lines.over


async def _run(live: Live, fields: Subscription, send: Put) -> None:
    await live.run(fields, send)
