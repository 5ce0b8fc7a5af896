"""Open streams: thousands in one process, on one event loop, with no thread for any.

A followed resource is read once for all viewers with the same view. A `Channel` has its last lines,
ready to be sent. It reads on in turns (`service.live.shares`) while the stream grows and has
clients.

An open stream keeps no queue, only its last position. A client that starts late or lags behind
reads the missed lines separately. A client that takes nothing is dropped (`service.live.channels`),
and can resume later.
"""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextlib import suppress
from functools import partial
from math import inf
from typing import Final

import structlog

from service.live.channels import (
    AT_ONCE,
    KEPT,
    Channel,
    Member,
    Put,
    Subscription,
    Unsent,
    encoded,
    return_memory,
    written,
)
from service.live.following import Followed, Lines
from service.live.presence import LivePeople
from service.live.shares import STRANGER, TURN, Holder, Shares, Slots, Threads
from service.live.waiting import SPREAD_SECONDS, WaitingClients
from service.players.phrase_store import People
from service.problems import Problem
from service.runtime import Runtime

TRIES: Final = 2
"""Credentials that are checked at a time."""

log = structlog.get_logger()


class Live:
    """The open streams of a process.

    Args:
        waiting: Reports when streams of the record have grown.
        runtime: The clock, the random source and the threads.
        shares: The shares of the processor.
        limit: The most open streams.
        each: The most streams of one caller.
        beat_seconds: The longest silence of a stream; credentials are checked as often.
        dropped: Called with why a client was dropped.
        people: Phrases at tables, and the people who are present; None: no stream wants it.
    """

    def __init__(
        self,
        waiting: WaitingClients,
        runtime: Runtime,
        shares: Shares,
        *,
        limit: int,
        each: int,
        beat_seconds: float,
        dropped: Callable[[str], None] = lambda _: None,
        people: People | None = None,
    ) -> None:
        self._waiting = waiting
        self._runtime = runtime
        self._slots = Slots(limit, each=each)
        self._beat = beat_seconds
        self._channels: dict[Hashable, Channel] = {}
        self._members: set[Member] = set()
        self.shares = shares
        self.unsent = Unsent(dropped)
        self._threads = Threads(runtime, shares)
        self._trying = runtime.executor(TRIES, name="trying")
        self._live_people = LivePeople(people, runtime, self._trying) if people else None
        self._trials: dict[Hashable, asyncio.Task[None]] = {}
        self._ticking: asyncio.Task[None] | None = None
        self._closing = False
        self.draining = False
        """Whether this process has to stop, and new requests should go elsewhere."""
        self._last_second = 0.0
        """When its streams begin to end then, on the monotonic clock."""

    # --- Slots: called in any thread --------------------------------------------------------------

    def open(self) -> int:
        """The number of streams that are open, or about to be."""
        return self._slots.taken()

    def take_slot(self, holder: Holder) -> bool | None:
        """Take a slot for a stream. False: the holder has enough; None: no slot is free."""
        return None if self._closing else self._slots.take(holder)

    def leave_slot(self, holder: Holder) -> None:
        """Return a slot."""
        self._slots.leave(holder)

    # --- On the event loop ------------------------------------------------------------------------

    async def run(self, subscription: Subscription, put: Put) -> bool:
        """Send a stream until it is over, its client leaves or is dropped, or it must end.

        Returns:
            Whether it ended in good order; otherwise its client takes nothing.
        """
        member = Member(
            subscription=subscription,
            position=subscription.after,
            put=put,
            sent=self._runtime.monotonic(),
        )
        channel = self._join(member)
        try:
            await self._send(member, subscription.form.first + subscription.opening)
            while not (member.ending or self._closing):
                if member.unpaid >= subscription.part:
                    await self._pay(member)
                elif not await self._advance(member, channel):
                    break
        except TimeoutError:
            return False
        finally:
            self._leave(member, channel)
        return True

    async def _advance(self, member: Member, channel: Channel) -> bool:
        """Send the available lines, or wait for more; returns whether the stream goes on."""
        form = member.subscription.form
        if member.failed is not None:
            raise member.failed
        if member.rest is not None:
            await self._send_rest(member, member.rest)
            return True
        if member.people is not None:
            await self._send(member, member.written_people())
            return True
        if member.position < channel.since:
            await self._send(member, await self._catch_up(member, channel))
        elif member.position < channel.upto:
            sent, member.position = channel.after(member.position, form)
            await self._send(member, sent)
        elif channel.over:
            await self._send(member, form.last)
            return False
        elif self._runtime.monotonic() - member.sent >= self._beat:
            await self._send(member, form.beat)
        else:
            member.idle = True
            await member.wait()
        return True

    async def _pay(self, member: Member) -> None:
        """Charge what was sent; if the budget is used up, send nothing until more is allowed."""
        size, member.unpaid = member.unpaid, 0
        loop = asyncio.get_running_loop()
        wait = await loop.run_in_executor(self._trying, member.subscription.pay, size)
        end = self._runtime.monotonic() + wait
        while not (member.ending or self._closing) and self._runtime.monotonic() < end:
            wake = loop.call_later(max(end - self._runtime.monotonic(), 0), member.wake)
            await member.wait()
            wake.cancel()

    async def _catch_up(self, member: Member, channel: Channel) -> bytes:
        """The lines that the client has missed and that the channel no longer has, or never had."""
        lines = await self._threads.read(
            partial(channel.followed.lines, member.position, TURN),
            behind=channel.followed.version - member.position,
            account=member.subscription.holder.account,
        )
        member.position = lines.upto
        return written(encoded(lines), member.subscription.form)

    async def _send(self, member: Member, what: bytes) -> None:
        if what:
            member.sent, member.sending = self._runtime.monotonic(), True
            await self.unsent.send(member.put, what)
            member.owe(what)
            member.sent, member.sending = self._runtime.monotonic(), False

    async def _send_rest(self, member: Member, rest: Awaitable[None]) -> None:
        """Wait for what was passed to the server without waiting."""
        member.sending = True
        await self.unsent.wait(rest, AT_ONCE)
        member.rest = None
        member.sent, member.sending = self._runtime.monotonic(), False

    def drain(self, seconds: float) -> None:
        """End all streams and long polls in the last one of these seconds; on the event loop."""
        rest = max(0.0, seconds - SPREAD_SECONDS)
        self.draining, self._last_second = True, self._runtime.monotonic() + rest
        self._waiting.end_in(rest)
        for member in self._members:
            self._end_soon(member)

    def _end_soon(self, member: Member) -> None:
        rest = max(0.0, self._last_second - self._runtime.monotonic())
        end = rest + self._runtime.uniform(0, SPREAD_SECONDS)
        asyncio.get_running_loop().call_later(end, member.end)

    def close(self) -> None:
        """End all streams in good order, answer long polls, and refuse new ones; on the loop."""
        self._closing = True
        self._waiting.end_in(0)
        for member in self._members:
            member.wake()

    # --- Channels ---------------------------------------------------------------------------------

    def _join(self, member: Member) -> Channel:
        followed = member.subscription.followed
        channel = self._channels.get(followed.key)
        if channel is None:
            end = followed.version
            channel = Channel(followed, since=max(min(member.position, end), end - KEPT))
            channel.notify = partial(self._stream_grew, asyncio.get_running_loop(), channel)
            self._channels[followed.key] = channel
            self._waiting.watch(followed.watched, channel.notify)
            self._stir(channel)
        channel.members.add(member)
        self._members.add(member)
        if self._live_people is not None:
            self._live_people.join(member)
        if self.draining:
            self._end_soon(member)
        if self._ticking is None:
            self._ticking = asyncio.create_task(self._tick())
        return channel

    def _leave(self, member: Member, channel: Channel) -> None:
        self._members.discard(member)
        if self._live_people is not None:
            self._live_people.leave(member)
        channel.members.discard(member)
        if not channel.members and self._channels.get(channel.followed.key) is channel:
            del self._channels[channel.followed.key]
            self._waiting.unwatch(channel.followed.watched, channel.notify)
            if channel.reading is not None:
                channel.reading.cancel()
            if channel.alarm is not None:
                channel.alarm.cancel()

    def _stream_grew(self, loop: asyncio.AbstractEventLoop, channel: Channel) -> None:
        """Called in any thread: the stream has grown."""
        with suppress(RuntimeError):  # the loop is closed: the process ends
            loop.call_soon_threadsafe(self._stir, channel)

    def _stir(self, channel: Channel) -> None:
        channel.stale = True
        if channel.reading is None:
            channel.reading = asyncio.create_task(self._read_on(channel))

    async def _read_on(self, channel: Channel) -> None:
        """Read until nothing is new or no client is left; one turn at a time for a channel."""
        try:
            while channel.stale and channel.members and not channel.over:
                channel.stale = False
                channel.followed, lines = await self._threads.read(
                    partial(_read, channel.followed, channel.upto),
                    behind=channel.followed.version - channel.upto,
                    account=_first_account(channel.members),
                )
                channel.stale = channel.stale or lines.upto < channel.followed.version
                channel.grow(lines, self._runtime.monotonic())
            self._set_alarm(channel)
        except Exception as error:  # noqa: BLE001 - the client reconnects, and gets the error
            log.warning("live.unreadable", error=type(error).__name__)
            for member in channel.members:
                member.end()
        finally:
            channel.reading = None

    def _set_alarm(self, channel: Channel) -> None:
        """Read again when more of what is there can be shown."""
        if channel.alarm is not None:
            channel.alarm.cancel()
            channel.alarm = None
        unseen = channel.followed.unseen
        if unseen is not None and unseen.seconds < inf and channel.members:
            loop = asyncio.get_running_loop()
            channel.alarm = loop.call_later(unseen.seconds, self._stir, channel)

    # --- Periodic work ----------------------------------------------------------------------------

    async def _tick(self) -> None:
        """Wake silent streams, and have credentials checked and memory returned.

        This never waits for the database: the checks run in their own time.
        """
        step = min(self._beat / 7, 1.0)
        tried = self._runtime.monotonic()
        while True:
            await asyncio.sleep(step)
            now = self._runtime.monotonic()
            for member in self._members:
                if not member.sending and now - member.sent >= self._beat:
                    member.wake()
            if self.unsent.is_relieved():
                asyncio.get_running_loop().run_in_executor(self._trying, return_memory)
            if now - tried >= self._beat:
                tried = now
                self._try_all()

    def _try_all(self) -> None:
        """Start the check of every credential that is not being checked already."""
        members: defaultdict[Hashable, list[Member]] = defaultdict(list)
        for each in self._members:
            members[each.subscription.credential, each.subscription.followed.key].append(each)
        for same, those in members.items():
            if same not in self._trials:
                self._trials[same] = asyncio.create_task(self._try(same, those))

    async def _try(self, same: Hashable, members: list[Member]) -> None:
        """End the streams of a caller who may no longer have them."""
        loop = asyncio.get_running_loop()
        try:
            if await loop.run_in_executor(self._trying, _refused, members[0].subscription.renew):
                for member in members:
                    member.end()
        finally:
            del self._trials[same]


def _first_account(members: Iterable[Member]) -> str:
    """The account that a channel is read for: an owner's, if there is one."""
    accounts = {each.subscription.holder.account for each in members}
    return min(accounts, key=lambda each: (each.startswith(STRANGER), each))


def _read(followed: Followed, after: int) -> tuple[Followed, Lines]:
    """The next batch after a position, as the resource is now: as much as fits in a turn."""
    now = followed.again()
    return now, now.lines(after, TURN)


def _refused(check: Callable[[], None]) -> bool:
    """Whether it is certain that the caller may not follow."""
    try:
        check()
    except Problem:
        return True
    except Exception as error:  # noqa: BLE001 - undecided: checked again later
        log.warning("live.untried", error=type(error).__name__)
    return False
