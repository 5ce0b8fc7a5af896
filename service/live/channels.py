"""What the open streams of a process send: read once for all who are shown the same.

A `Channel` has the last lines of something that is followed, ready to be sent. It lives on the
event loop, and what it is given was read elsewhere.
"""

import asyncio
import time
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

import orjson

from service.live.following import Followed, Lines
from service.live.slots import Holder

KEPT: Final = 2_000
"""Lines that a channel keeps."""
WRITTEN: Final = 8
"""Positions after which what follows is kept as it is sent: those that are furthest on."""

Line: TypeAlias = tuple[int, bytes]
"""A position, and the JSON of what is there."""


class Form(NamedTuple):
    """How lines are written on a stream."""

    media_type: str
    line: Callable[[int, bytes], bytes]
    """A line, of its position and its JSON."""
    first: bytes
    """What is sent at once, so that the reader knows that he is heard."""
    beat: bytes
    """What is sent while there is nothing to say."""
    last: bytes
    """What says that nothing follows, ever."""


def _message(position: int, line: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (position, line)


def _alone(_position: int, line: bytes) -> bytes:
    return line + b"\n"


SSE: Final = Form(
    "text/event-stream",
    _message,
    first=b"retry: 1000\n\n",
    beat=b":\n\n",
    last=b"event: end\ndata: {}\n\n",
)
"""Server-sent events, as the HTML standard has them."""
NDJSON: Final = Form("application/x-ndjson", _alone, first=b"\n", beat=b"\n", last=b"")
"""A line of JSON for each event, and empty lines, which say nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """A stream that somebody may have.

    Attributes:
        followed: what he follows, as it was read.
        after: the position that he has come to.
        form: how it is written.
        holder: whose place it takes.
        credential: what he may have it by, a digest.
        renew: sees that he may still have it, and just so.
    """

    followed: Followed
    after: int
    form: Form
    holder: Holder
    credential: bytes
    renew: Callable[[], None]


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    """An open stream; it lives on the event loop."""

    subscription: Subscription
    task: asyncio.Task[Any]
    position: int
    sent: float = field(default_factory=time.monotonic)
    """When something was last sent, or began to be, on the monotonic clock."""
    sending: bool = False
    slow: bool = False
    ending: bool = False
    waiting: asyncio.Future[None] | None = None

    def wake(self) -> None:
        """Let it look whether there is something to send."""
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def end(self) -> None:
        """End it in good order."""
        self.ending = True
        self.wake()

    async def wait(self) -> None:
        """Wait until it is woken."""
        self.waiting = asyncio.get_running_loop().create_future()
        try:
            await self.waiting
        finally:
            self.waiting = None


class Channel:
    """The last lines of what somebody follows. It lives on the event loop."""

    def __init__(self, followed: Followed, since: int) -> None:
        self.followed = followed
        self.since = self.upto = since
        """It has all lines after the one, up to the other."""
        self.over = False
        self.members: set[Member] = set()
        self.reading: asyncio.Task[None] | None = None
        self.stale = True
        self.tell: Callable[[], None] = lambda: None
        """Says in any thread that the record has grown."""
        self._lines: list[Line] = []
        self._written: dict[tuple[int, str], bytes] = {}

    def grow(self, lines: Lines) -> None:
        """Take what was read after its last line, and wake all who wait for it."""
        self._lines += told(lines)
        self.upto, self.over = lines.upto, lines.over
        self._written.clear()
        if len(self._lines) > KEPT:
            self.since = self._lines[-KEPT - 1][0]
            del self._lines[:-KEPT]
        for member in self.members:
            member.wake()

    def after(self, position: int, form: Form) -> bytes:
        """The lines after a position, as they are sent; made once for those who have come far."""
        known = (position, form.media_type)
        if known in self._written:
            return self._written[known]
        first = bisect_right(self._lines, position, key=lambda line: line[0])
        made = self._written[known] = written(self._lines[first:], form)
        if len(self._written) > WRITTEN:
            del self._written[min(self._written)]  # the longest; few wait there, as a rule
        return made


def told(lines: Lines) -> list[Line]:
    """Lines with their positions, as JSON."""
    return [(int(str(each["position"])), orjson.dumps(each)) for each in lines.events]


def written(lines: list[Line], form: Form) -> bytes:
    """Lines as they are sent."""
    return b"".join(form.line(*line) for line in lines)
