"""Lines for the open streams of a process, and what clients have not taken yet of them.

A `Channel` keeps the last lines of a followed resource, ready to be sent. It lives on the event
loop; its content is read in other threads.
"""

import asyncio
import ctypes
import math
from bisect import bisect_right
from collections.abc import Awaitable, Callable, Coroutine, Generator
from contextlib import suppress
from dataclasses import dataclass
from types import coroutine
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID

import orjson
import structlog

from domain.kernel.event import Seat
from service.live.following import Followed, Lines
from service.live.shares import Holder

SLOW_SECONDS: Final = 10.0
"""A client that takes nothing for this long is dropped."""
AT_ONCE: Final = 32_768
"""Bytes that are passed to the server at once."""
BESIDE: Final = 3 * AT_ONCE
"""Bytes that the server holds for a client that takes nothing, besides what waits here."""
MOST: Final = 32_000_000
"""Bytes that are held for all clients that take nothing."""
Sending: TypeAlias = Coroutine[Any, Any, None]
"""Passes bytes to the server, and waits until it takes them."""
Put: TypeAlias = Callable[[bytes], Sending]
"""Begins to pass bytes to the server."""

log = structlog.get_logger()


class Unsent:
    """The bytes that clients of a process have not taken yet. It lives on the event loop.

    Args:
        count: Called with why a client was dropped: `slow` or `memory`.
        most: The most bytes that are held for all clients.
        seconds: How long a client may take nothing.
    """

    def __init__(
        self,
        count: Callable[[str], None] = lambda _: None,
        *,
        most: int = MOST,
        seconds: float = SLOW_SECONDS,
    ) -> None:
        self.seconds = seconds
        self._count = count
        self._most = most
        self._waiting: dict[asyncio.Timeout, int] = {}
        """The bytes held for each client, the one that has waited longest first."""
        self._held = self._peak = 0

    async def send(self, put: Put, what: bytes) -> None:
        """Send bytes piece by piece, as the client takes them. Most are taken at once.

        Raises:
            TimeoutError: The client takes nothing, and has to be dropped.
        """
        for start in range(0, len(what), AT_ONCE):
            rest = begin(put, what[start : start + AT_ONCE])
            if rest is not None:
                await self.wait(rest, len(what))

    def is_relieved(self) -> bool:
        """Whether much was held, and no longer is, since this was last so."""
        much = self._most // 4
        relieved = self._held <= much < self._peak
        if relieved:
            self._peak = self._held
        return relieved

    async def wait(self, sending: Awaitable[None], size: int) -> None:
        """Wait until the server takes the rest of so many bytes.

        Raises:
            TimeoutError: The client takes nothing, and has to be dropped.
        """
        limit, held = asyncio.timeout(self.seconds), size + BESIDE
        try:
            async with limit:
                self._waiting[limit] = held
                self._held += held
                self._peak = max(self._peak, self._held)
                self._make_room(limit)
                try:
                    await sending
                finally:
                    self._held -= self._waiting.pop(limit, 0)
        except TimeoutError:
            reason = "slow" if limit.when() else "memory"
            log.info("client.dropped", reason=reason)
            self._count(reason)
            raise

    def _make_room(self, new: asyncio.Timeout) -> None:
        """Drop clients until there is room for a new one: first who has waited longest."""
        while self._held > self._most and (first := next(iter(self._waiting))) is not new:
            self._held -= self._waiting.pop(first)
            if not first.expired():
                first.reschedule(0)


def begin(put: Put, what: bytes) -> Awaitable[None] | None:
    """Pass bytes to the server; returns what is left to be awaited, or None if it took them."""
    sending = put(what)
    try:
        return _rest(sending, sending.send(None))
    except StopIteration:
        return None


@coroutine
def _rest(sending: Sending, waits_for: Any) -> Generator[Any, Any, None]:
    """The rest of a coroutine that has begun, and waits for something."""
    try:
        yield waits_for
    except BaseException:
        sending.close()
        raise
    yield from sending


def return_memory() -> None:
    """Return memory that is free to the system; only the C library of GNU can be asked to."""
    with suppress(AttributeError):
        ctypes.CDLL(None).malloc_trim(0)


KEPT: Final = 2_000
"""Lines that a channel keeps."""
ERASURES: Final = ("table.person_erased", "person.erased", "table.invitation_withdrawn")
"""The types of lines that say that something in earlier lines was erased."""
KEPT_BYTES: Final = 4_000_000
"""Bytes of lines that a channel keeps; lines with views are long."""
WRITTEN: Final = 8
"""The number of positions, furthest on, for which the following lines are kept encoded."""

PIECE: Final = 128_000
"""Bytes that are written at once, or one line: a client that reads nothing holds so many."""

Line: TypeAlias = tuple[int, bytes]
"""A position, and the JSON of the object there."""


class Form(NamedTuple):
    """The encoding of lines on a stream."""

    media_type: str
    line: Callable[[int, bytes], bytes]
    """A line for a position and its JSON."""
    first: bytes
    """The first bytes of a stream, so that the client knows that it is connected."""
    beat: bytes
    """The keep-alive of a silent stream."""
    last: bytes
    """The last line, after which nothing follows."""


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
"""Server-sent events, as in the HTML standard."""
NDJSON: Final = Form("application/x-ndjson", _alone, first=b"\n", beat=b"\n", last=b"")
"""A line of JSON for each event; empty lines are keep-alives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subscription:
    """An authorized stream of one client.

    Attributes:
        followed: the followed resource, as it was read.
        after: the last position that was sent.
        form: its encoding.
        holder: the holder of its slot.
        credential: a digest of the credential.
        renew: checks that the client may still have it, with the same view.
        opening: the lines that are sent first.
        part: after so many bytes it is charged.
        nominal: how many bytes a line is charged as; None: as many as it has. What its viewer alone
            may know is in its length, and others see the budget, too.
        pay: charges bytes that were sent, and returns for how many seconds to send nothing.
        people: the table whose people it wants; None: it wants none.
        seat: the seat of the client, who is present as long as it wants people.
    """

    followed: Followed
    after: int
    form: Form
    holder: Holder
    credential: bytes
    renew: Callable[[], None]
    opening: bytes = b""
    part: float = math.inf
    nominal: int | None = None
    pay: Callable[[int], float] = lambda _: 0.0
    people: UUID | None = None
    seat: Seat | None = None


@dataclass(slots=True, kw_only=True, eq=False)
class Member:
    """An open stream; it lives on the event loop."""

    subscription: Subscription
    position: int
    put: Put
    sent: float
    """The start of the last write, on the monotonic clock."""
    unpaid: int = 0
    """The bytes that were sent since it was charged."""
    sending: bool = False
    idle: bool = False
    """Whether it has sent everything, and waits for more."""
    rest: Awaitable[None] | None = None
    """The rest of a write that the server has not taken at once."""
    failed: BaseException | None = None
    """The error of a write that failed at once; the stream ends by it."""
    ending: bool = False
    people: bytes | None = None
    """The people of the table, to be sent."""
    waiting: asyncio.Future[None] | None = None

    def owe(self, what: bytes) -> None:
        """Note what was sent, to be charged."""
        form, nominal = self.subscription.form, self.subscription.nominal
        if nominal is None:
            self.unpaid += len(what)
        else:
            self.unpaid += nominal * (what.count(b"\n") // form.line(0, b"").count(b"\n"))

    def wake(self) -> None:
        """Wake the stream, so that it looks for lines to send."""
        self.idle = False
        if self.waiting is not None and not self.waiting.done():
            self.waiting.set_result(None)

    def send_people(self, people: bytes) -> None:
        """Send the people of the table next."""
        self.people = people
        self.wake()

    def written_people(self) -> bytes:
        """The line with the people of the table that was to be sent."""
        position, people = self.position, orjson.Fragment(self.people or b"")
        self.people = None
        line = orjson.dumps({"type": "people", "position": position, "people": people})
        return self.subscription.form.line(position, line)

    def pass_on(self, what: bytes, upto: int, at: float) -> None:
        """Pass bytes to the server; wakes the stream only where more than that is to be done."""
        try:
            self.rest = begin(self.put, what)
        except BaseException as raised:  # noqa: BLE001 - its own task raises it
            self.failed = raised
            self.wake()
            return
        self.position, self.sent = upto, at
        self.owe(what)
        if self.rest is not None or self.unpaid >= self.subscription.part:
            self.wake()

    def end(self) -> None:
        """End the stream in good order."""
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
    """The last lines of a followed resource. It lives on the event loop."""

    def __init__(self, followed: Followed, since: int) -> None:
        self.followed = followed
        self.since = self.upto = since
        """The channel has all lines after the first position, up to the second."""
        self.over = False
        self.members: set[Member] = set()
        self.reading: asyncio.Task[None] | None = None
        self.stale = True
        self.alarm: asyncio.TimerHandle | None = None
        """Reads again when a watcher is to be shown more."""
        self.notify: Callable[[], None] = lambda: None
        """Reports in any thread that the stream has grown."""
        self._lines: list[Line] = []
        self._size = 0
        self._written: dict[tuple[int, str], tuple[bytes, int]] = {}

    def grow(self, lines: Lines, at: float) -> None:
        """Add lines that follow its last one, and pass them on to the streams that wait for them.

        A stream that has sent everything before has a short piece passed on for it: to wake it
        would take longer than that. Others are woken. The lines before an erasure may show what was
        erased, so they are not kept.

        Args:
            lines: The lines.
            at: The time, on the monotonic clock.
        """
        before = self.upto
        if lines.erases or any(each.get("type") in ERASURES for each in lines.events):
            self._lines, self._size, self.since = [], 0, self.upto
        new = encoded(lines)
        self._lines += new
        self._size += sum(len(line) for _, line in new)
        self.upto, self.over = lines.upto, lines.over
        self._written.clear()
        self._drop_oldest()
        for member in self.members:
            if member.idle and member.position == before >= self.since and not self.over:
                what, upto = self.after(before, member.subscription.form)
                if 0 < len(what) <= AT_ONCE:
                    member.pass_on(what, upto, at)
                    continue
            member.wake()

    def _drop_oldest(self) -> None:
        dropped = 0
        while len(self._lines) - dropped > KEPT or self._size > KEPT_BYTES:
            self.since, line = self._lines[dropped]
            self._size -= len(line)
            dropped += 1
        del self._lines[:dropped]

    def after(self, position: int, form: Form) -> tuple[bytes, int]:
        """A piece of the encoded lines after a position, and the position after which it ends.

        It is cached for streams that are nearly up to date.
        """
        known = (position, form.media_type)
        if known in self._written:
            return self._written[known]
        first = bisect_right(self._lines, position, key=lambda line: line[0])
        last, size = first, 0
        while last < len(self._lines) and (last == first or size < PIECE):
            size += len(self._lines[last][1])
            last += 1
        while 0 < last < len(self._lines) and self._lines[last][0] == self._lines[last - 1][0]:
            last += 1  # a view has the position of its event
        upto = self.upto if last == len(self._lines) else self._lines[last - 1][0]
        made = self._written[known] = written(self._lines[first:last], form), upto
        if len(self._written) > WRITTEN:
            del self._written[min(self._written)]  # the longest; few streams wait there
        return made


def encoded(lines: Lines) -> list[Line]:
    """Lines with their positions, as JSON."""
    return [(int(str(each["position"])), orjson.dumps(each)) for each in lines.events]


def written(lines: list[Line], form: Form) -> bytes:
    """Encoded lines."""
    return b"".join(form.line(*line) for line in lines)
