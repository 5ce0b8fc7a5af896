"""Streams without a server: their text is read directly."""

import asyncio
from contextlib import suppress
from typing import Any, Final, cast

from service.api.asgi import HANDED_OVER
from service.api.dependencies import Application
from service.live.channels import Subscription
from service.live.streams import Live, Send
from tests.api.playing import Client

HOUR: Final = 3_600


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
    live = Live(app.waiting, limit=1, each=1, beat_seconds=HOUR)
    ends, sent = fields.followed.lines(fields.after).over, bytearray()

    async def send(what: bytes) -> None:
        sent.extend(what)
        if not ends and b"{" in what:
            raise asyncio.CancelledError

    with suppress(asyncio.CancelledError):
        asyncio.run(_run(live, fields, send))
    return sent.decode()


async def _run(live: Live, fields: Subscription, send: Send) -> None:
    await live.run(fields, send)
