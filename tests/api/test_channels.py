"""Open streams without a server: slow readers, readers that lag behind, and shared reads."""

import asyncio
import json
import socket
import subprocess
import sys
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID, uuid4

import pytest

from domain.kernel.sentence import Sentence
from service.live import channels, streams
from service.live.channels import NDJSON, SSE, Subscription
from service.live.following import Lines
from service.live.shares import TURN, Holder, Shares
from service.live.streams import Live
from service.live.waiting import WaitingClients
from service.problems import Code, Problem
from tests.serving import free_port, until
from tests.simulation.loop import run as run_simulated
from tests.simulation.runtime import RUNTIME

PAUSE = 0.5
"""Seconds for which a stream whose budget is used up sends nothing."""
SOON = 0.02


@dataclass(eq=False)
class Book:
    """A growing record that counts how often it is read."""

    version: int = 0
    over: bool = False
    reads: int = 0
    broken: bool = False
    allowed: bool = True
    known: Any = None
    """The authorization check waits for it."""
    turns: list[int | None] = field(default_factory=list)
    """How much was wanted each time that lines were read."""
    opens: Any = None
    """Readers wait for it."""
    order: "list[Book]" = field(default_factory=list)
    """The books that are read, in their order."""
    id: UUID = field(default_factory=uuid4)

    def versions(self, streams: object) -> dict[UUID, int]:
        return {self.id: self.version}

    def renew(self) -> None:
        if self.known is not None:
            self.known.wait(30)
        if not self.allowed:
            raise Problem(Code.UNAUTHENTICATED, Sentence("credential-expired"))


@dataclass(frozen=True)
class FollowedBook:
    book: Book
    version: int = 0

    @property
    def key(self) -> Hashable:
        return self.book.id

    @property
    def watched(self) -> UUID:
        return self.book.id

    @property
    def unseen(self) -> None:
        return None

    def again(self) -> "FollowedBook":
        self.book.reads += 1
        if self.book.broken:
            raise Problem(Code.BROKEN_RECORD, Sentence("record-altered"))
        return replace(self, version=self.book.version)

    def lines(self, after: int, limit: int | None = None) -> Lines:
        self.book.turns.append(limit)
        self.book.order.append(self.book)
        if self.book.opens is not None:
            self.book.opens.wait(10)
        upto = min(self.version, after + (limit or self.version))
        events = [{"position": place} for place in range(after + 1, upto + 1)]
        return Lines(list(events), max(after, upto), over=self.book.over and upto >= self.version)


@dataclass
class LiveClient:
    """A reader, with everything that was sent to it, until it stops reading."""

    got: bytes = b""
    deaf: bool = False

    async def send(self, what: bytes) -> None:
        if self.deaf:
            await asyncio.Event().wait()
        self.got += what

    @property
    def positions(self) -> list[int]:
        return [json.loads(line)["position"] for line in self.got.splitlines() if line]


@dataclass
class Hall:
    """Readers of a book."""

    book: Book
    waiting: WaitingClients
    live: Live

    def fields(
        self,
        after: int = 0,
        form: channels.Form = NDJSON,
        *,
        book: Book | None = None,
        owner: str = "o",
    ) -> Subscription:
        book = book or self.book
        followed = FollowedBook(book, book.version)
        return Subscription(
            followed=followed,
            after=after,
            form=form,
            holder=Holder(owner, owner),
            credential=owner.encode(),
            renew=book.renew,
        )

    def join(
        self, live_client: LiveClient, after: int = 0, form: channels.Form = NDJSON, **more: Any
    ) -> "asyncio.Task[bool]":
        return asyncio.create_task(
            self.live.run(self.fields(after, form, **more), live_client.send)
        )

    def grow(self, version: int) -> None:
        self.book.version = version
        self.waiting.grown(self.book.id, version)


def held(play: Callable[[Hall], Awaitable[None]], *, beat: float = 5.0) -> None:
    """Run a scene in a hall of its own."""
    book = Book()
    waiting = WaitingClients(book.versions, RUNTIME, limit=2)
    scene = Hall(
        book, waiting, Live(waiting, RUNTIME, Shares(4), limit=10, each=10, beat_seconds=beat)
    )

    async def run() -> None:
        await asyncio.wait_for(_played(play, scene), 20)

    run_simulated(run())


async def _played(play: Callable[[Hall], Awaitable[None]], scene: Hall) -> None:
    await play(scene)
    scene.live.close()


async def reach(reached: Callable[[], object]) -> None:
    while not reached():  # noqa: ASYNC110 - it may be anything
        await asyncio.sleep(SOON / 4)


def test_a_reader_who_takes_an_event_late_misses_none() -> None:
    async def play(hall: Hall) -> None:
        slow, opens = LiveClient(), asyncio.Event()

        async def send(what: bytes) -> None:
            if b"1" in what:
                await opens.wait()
            await slow.send(what)

        task = asyncio.create_task(hall.live.run(hall.fields(), send))
        await reach(lambda: slow.got)
        for version in (1, 2, 3):
            hall.grow(version)
            await asyncio.sleep(SOON)
        assert slow.positions == []
        opens.set()
        await reach(lambda: slow.positions == [1, 2, 3])
        hall.live.close()
        await task

    held(play)


def test_a_reader_to_whom_nothing_can_be_sent_ends_alone() -> None:
    async def play(hall: Hall) -> None:
        gone, other, tries = LiveClient(), LiveClient(), list[bytes]()

        async def send(what: bytes) -> None:
            if b"1" in what:
                tries.append(what)
                raise ConnectionError
            await gone.send(what)

        task = asyncio.create_task(hall.live.run(hall.fields(), send))
        others = hall.join(other)
        await reach(lambda: gone.got and other.got)
        hall.grow(1)
        with pytest.raises(ConnectionError):
            await task
        assert len(tries) == 1, "it may have been sent"
        hall.grow(2)
        await reach(lambda: other.positions == [1, 2])
        hall.live.close()
        await others

    held(play)


def test_new_events_are_read_once_for_all_readers() -> None:
    async def play(hall: Hall) -> None:
        live_clients = [LiveClient() for _ in range(50)]
        tasks = [hall.join(live_client) for live_client in live_clients]
        await reach(lambda: hall.book.reads)
        for version in (3, 4, 9):
            before = hall.book.reads
            hall.grow(version)
            await reach(lambda v=version: all(each.positions[-1:] == [v] for each in live_clients))  # type: ignore[misc]
            assert hall.book.reads - before <= 3, "by our own limit, and by polling"
        assert all(each.positions == list(range(1, 10)) for each in live_clients)
        hall.live.close()
        await asyncio.gather(*tasks)

    held(play)


def test_it_ends_when_nothing_follows_and_says_so_in_sse() -> None:
    async def play(hall: Hall) -> None:
        forms = (SSE, NDJSON)
        live_clients = [LiveClient(), LiveClient()]
        tasks = [hall.join(each, 0, form) for each, form in zip(live_clients, forms, strict=True)]
        await asyncio.sleep(SOON)
        hall.book.over = True
        hall.grow(2)
        await asyncio.gather(*tasks)
        assert live_clients[0].got.endswith(b"event: end\ndata: {}\n\n")
        assert live_clients[1].positions == [1, 2]

    held(play)


def test_a_reader_who_takes_nothing_is_dropped_and_the_others_are_not() -> None:
    async def play(hall: Hall) -> None:
        hall.live.unsent.seconds = 5 * SOON
        deaf, other = LiveClient(), LiveClient()
        tasks = [hall.join(deaf), hall.join(other)]
        await reach(lambda: deaf.got and other.got)
        deaf.deaf = True
        hall.grow(1)
        assert await tasks[0] is False
        hall.grow(2)
        await reach(lambda: other.positions == [1, 2])
        assert not tasks[1].done()
        hall.live.close()
        assert await tasks[1] is True

    held(play, beat=7 * SOON)


def test_a_reader_behind_the_buffer_reads_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "KEPT", 5)
    monkeypatch.setattr(streams, "KEPT", 5)

    async def play(hall: Hall) -> None:
        first = LiveClient()
        tasks = [hall.join(first)]
        hall.grow(40)
        await reach(lambda: first.positions[-1:] == [40])
        late = [(after, LiveClient()) for after in (0, 1, 33, 34, 35, 36, 39, 40, 41)]
        tasks += [hall.join(live_client, after) for after, live_client in late]
        await asyncio.sleep(2 * SOON)
        hall.grow(60)
        await reach(lambda: all(live_client.positions[-1:] == [60] for _, live_client in late))
        for after, live_client in late:
            assert live_client.positions == list(range(after + 1, 61))
        hall.live.close()
        await asyncio.gather(*tasks)

    held(play)


def test_a_first_reader_at_a_late_position_hides_nothing_from_others() -> None:
    async def play(hall: Hall) -> None:
        hall.book.version = 7
        ahead, other = LiveClient(), LiveClient()
        tasks = [hall.join(ahead, 100), hall.join(other, 2)]
        await reach(lambda: other.positions == [3, 4, 5, 6, 7])
        hall.grow(8)
        await reach(lambda: other.positions[-1] == 8)
        assert ahead.positions == []
        hall.live.close()
        await asyncio.gather(*tasks)

    held(play)


def test_a_record_that_does_not_hold_ends_its_streams() -> None:
    async def play(hall: Hall) -> None:
        live_client = LiveClient()
        task = hall.join(live_client)
        await asyncio.sleep(SOON)
        hall.book.broken = True
        hall.grow(1)
        await task
        assert live_client.positions == []

    held(play)


def test_a_credential_that_ends_takes_its_streams_along() -> None:
    async def play(hall: Hall) -> None:
        live_client = LiveClient()
        task = hall.join(live_client)
        await asyncio.sleep(4 * SOON)
        assert not task.done()
        hall.book.allowed = False
        await task

    held(play, beat=2 * SOON)


def test_slots_are_counted_by_holder_and_in_total() -> None:
    hall = Live(
        WaitingClients(lambda _: {}, RUNTIME, limit=1),
        RUNTIME,
        Shares(4),
        limit=3,
        each=2,
        beat_seconds=1,
    )
    a, b = Holder("a", "a"), Holder("b", "b")
    assert [hall.take_slot(a) for _ in range(3)] == [True, True, False]
    assert [hall.take_slot(b) for _ in range(2)] == [True, None]
    hall.leave_slot(a)
    assert hall.take_slot(b) is True
    assert hall.open() == 3


def test_a_long_past_is_read_turn_by_turn() -> None:
    async def play(hall: Hall) -> None:
        hall.book.version = channels.KEPT + 5 * TURN
        live_clients = [(after, LiveClient()) for after in (0, 7, 3 * TURN, channels.KEPT)]
        tasks = [hall.join(live_client, after) for after, live_client in live_clients]
        end = hall.book.version
        await reach(lambda: all(each.positions[-1:] == [end] for _, each in live_clients))
        for after, live_client in live_clients:
            assert live_client.positions == list(range(after + 1, end + 1))
        assert {*hall.book.turns} == {TURN}, "no reader is read for endlessly"
        hall.live.close()
        await asyncio.gather(*tasks)

    held(play)


def test_an_abandoned_channel_is_not_read_further() -> None:
    async def play(hall: Hall) -> None:
        book = hall.book = Book(version=channels.KEPT, opens=RUNTIME.event())
        for _ in range(5):  # repeated visits cause no additional reads
            task = hall.join(LiveClient(), 0)
            await asyncio.sleep(SOON)
            await reach(lambda: book.turns)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        assert book.opens is not None
        book.opens.set()
        await reach(lambda: not hall.live._channels)
        await asyncio.sleep(10 * SOON)
        assert len(book.turns) == 1, "only what was being read is read"

    held(play)


def test_readers_of_old_events_do_not_delay_new_ones() -> None:
    async def play(hall: Hall) -> None:
        live = LiveClient()
        tasks = [hall.join(live)]
        past = [Book(version=10_000, opens=RUNTIME.event()) for _ in range(5)]
        tasks += [hall.join(LiveClient(), 0, book=book, owner=str(book.id)) for book in past]
        await reach(lambda: any(book.turns for book in past))
        hall.grow(3)
        await reach(lambda: live.positions == [1, 2, 3])
        for book in past:
            assert book.opens is not None
            book.opens.set()
        hall.live.close()
        await asyncio.gather(*tasks)

    held(play)


@pytest.mark.costly
def test_many_streams_give_no_advantage() -> None:
    async def play(hall: Hall) -> None:
        gate = RUNTIME.event()
        reading: list[Book] = []
        greedy = [Book(version=channels.KEPT, opens=gate, order=reading) for _ in range(20)]
        tasks = [hall.join(LiveClient(), 0, book=book, owner="greedy") for book in greedy]
        await reach(lambda: any(book.turns for book in greedy))
        other = Book(version=channels.KEPT, order=reading)
        live_client = LiveClient()
        tasks.append(hall.join(live_client, 0, book=other, owner="other"))
        await asyncio.sleep(SOON)
        gate.set()
        await reach(lambda: live_client.positions[-1:] == [channels.KEPT])
        last = max(place for place, book in enumerate(reading) if book is other)
        assert last <= 2 * len(other.turns) + 2, "the readers take turns"
        hall.live.close()
        await asyncio.gather(*tasks)

    held(play)


def test_a_check_that_takes_long_stops_neither_beats_nor_other_checks() -> None:
    async def play(hall: Hall) -> None:
        known, slow, refused = RUNTIME.event(), LiveClient(), LiveClient()
        stuck, ended = Book(known=known), Book(allowed=False)
        tasks = [
            hall.join(slow, book=stuck, owner="slow"),
            hall.join(refused, book=ended, owner="refused"),
        ]
        await reach(lambda: slow.got.count(b"\n") > 5)
        assert await tasks[1], "the end of the authorization is detected meanwhile"
        later = Book()
        tasks.append(hall.join(LiveClient(), book=later, owner="later"))
        await asyncio.sleep(SOON)
        later.allowed = False
        assert await tasks[2], "the same the next time"
        deaf = LiveClient(deaf=True)
        hall.live.unsent.seconds = SOON
        assert await hall.join(deaf, owner="deaf") is False
        known.set()
        hall.live.close()
        await tasks[0]

    held(play, beat=2 * SOON)


def test_of_what_was_written_little_is_kept() -> None:
    channel = channels.Channel(FollowedBook(Book()), since=0)
    lines = FollowedBook(Book(), version=300).lines(0)
    channel.grow(lines, at=0.0)
    for _ in range(2):
        for position in range(300):
            sent = channel.after(position, NDJSON)
            assert sent == (channels.written(channels.encoded(lines)[position:], NDJSON), 300)
    assert len(channel._written) <= 10
    assert max(channel._written)[0] == 299
    assert channel.after(299, NDJSON) is channel.after(299, NDJSON), "made once for all readers"


def test_a_reader_gets_pieces_and_holds_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """An event and the view after it, which has its position, are never in two pieces."""
    monkeypatch.setattr(channels, "PIECE", 200)
    channel = channels.Channel(FollowedBook(Book()), since=0)
    events: list[Any] = [{"position": n // 2, "text": "x" * (n % 7)} for n in range(2, 302)]
    channel.grow(Lines(events, 150), at=0.0)
    position, got = 0, b""
    while position < channel.upto:
        piece, position = channel.after(position, NDJSON)
        assert len(piece) < 200 + 2 * 60
        got += piece
    assert got == channels.written(channels.encoded(Lines(events, 150)), NDJSON)


def test_a_stream_pauses_while_its_budget_is_used_up() -> None:
    async def play(hall: Hall) -> None:
        charged, live_client = list[int](), LiveClient()

        def pay(size: int) -> float:
            charged.append(size)
            return PAUSE

        fields = replace(hall.fields(), part=1, pay=pay)
        began = RUNTIME.monotonic()
        task = asyncio.create_task(hall.live.run(fields, live_client.send))
        for version in (3, 4):
            hall.grow(version)
            await reach(lambda: live_client.positions[-1:] == [hall.book.version])
        hall.live.close()
        assert await task
        assert RUNTIME.monotonic() - began >= PAUSE, "it sent nothing meanwhile"
        assert sum(charged) <= len(live_client.got), "each byte is charged once"
        assert len(charged) >= 2

    held(play)


def test_a_stream_ends_at_once_that_is_to_end_while_it_is_charged() -> None:
    async def play(hall: Hall) -> None:
        loop, live_client = asyncio.get_running_loop(), LiveClient()

        def end() -> None:
            for member in hall.live._members:
                member.end()

        def pay(_size: int) -> float:
            if hall.book.version == 3:
                loop.call_soon_threadsafe(end)
            return 0.0

        task = asyncio.create_task(
            hall.live.run(replace(hall.fields(), part=1, pay=pay), live_client.send)
        )
        await reach(lambda: any(each.idle for each in hall.live._members))
        began = RUNTIME.monotonic()
        hall.grow(3)
        assert await task
        assert RUNTIME.monotonic() - began < PAUSE

    held(play)


def test_polling_stops_when_all_readers_have_left() -> None:
    async def play(hall: Hall) -> None:
        tasks = [hall.join(LiveClient()) for _ in range(3)]
        await reach(lambda: hall.waiting._watched)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        assert not hall.waiting._watched
        assert not hall.waiting._listeners
        assert not hall.live._channels

    held(play)


FLOOD = """
import asyncio
from granian.constants import Interfaces
from granian.server import Server

async def flood(scope, receive, send):
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 200, "headers": []})
        part = {"type": "http.response.body", "body": bytes(10_000), "more_body": True}
        try:
            for _ in range(10_000):
                await asyncio.wait_for(send(part), 0.5)
        except TimeoutError:
            print("felt", flush=True)

Server("flood", port=%d, interface=Interfaces.ASGI, websockets=False, log_enabled=False).serve(
    target_loader=lambda _: flood
)
"""


def test_the_server_applies_back_pressure() -> None:
    """Some servers buffer everything in memory, so that a slow reader would never be dropped."""
    port = free_port()
    with subprocess.Popen(
        [sys.executable, "-c", FLOOD % port], stdout=subprocess.PIPE, text=True
    ) as process:
        until(lambda: listens(port))
        with socket.create_connection(("127.0.0.1", port)) as deaf:
            deaf.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
            assert process.stdout is not None
            assert process.stdout.readline() == "felt\n"
        process.terminate()


def listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
