"""From the feed to deliveries: every piece of news once, in spite of kills, and never a card."""

import os
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from threading import Event
from typing import Any, get_args
from unittest.mock import Mock
from uuid import UUID

import orjson
import psycopg
import pytest

from domain.kernel.event import PUBLIC
from domain.table.events import DealRecorded, DealVoided, SeatTaken, SeriesEnded
from domain.table.series import fold_table
from run.processes import parent_watch
from run.processes.delivering import PAUSE, deliver
from service.access import keys
from service.context import Context
from service.deals.streams import find_deal
from service.live.notices import Notices
from service.responses.live import NewsKind
from service.responses.webhooks import NEWS_KINDS
from service.runtime import SYSTEM
from service.tables.creation import NewSeat, NewTable, open_table
from service.webhooks.follower import Follower
from service.webhooks.notices import KINDS, TEST
from service.webhooks.sending import AttemptAnswer
from tests.api.playing import log_everything
from tests.contexts import opened_context
from tests.serving import until
from tests.simulation import waiting
from tests.simulation.runtime import RUNTIME
from tests.webhooks.conftest import Post
from tests.webhooks.receiving import LOOPBACK, Receiver, receiving
from tests.workers.conftest import HUMAN, command, open_goat, play_a_move, table
from workers.sweep import sweep

SECRET = "a secret of the tests, 32 bytes."


def play_series(context: Context, goat: UUID, chance: Random) -> None:
    while table(context, goat).status != "over":
        play_a_move(context, goat, chance)
        sweep(context, overdue=0)


def expected(context: Context, goat: UUID) -> Counter[tuple[Any, ...]]:
    """The expected news of a table, computed from its streams in another way."""
    stream = context.streams.table(goat)
    assert stream is not None
    due: list[tuple[Any, ...]] = []
    for version, event in enumerate(stream.events, start=1):
        if isinstance(event, SeatTaken) and fold_table(stream.events[:version]).started:
            due.append(("table.started", str(goat), version))
        if isinstance(event, DealRecorded | DealVoided):
            due.append(("deal.finished", event.deal, version))
        if isinstance(event, SeriesEnded):
            due.append(("series.finished", str(goat), version))
    for line in stream.state.deals:
        due += [("turn.started", line.deal, at, seat) for at, seat in turns(context, line.deal)]
    return Counter(due)


def turns(context: Context, deal_id: str) -> Iterator[tuple[int, int]]:
    """Go through a deal command by command, and note each time when a person's turn begins."""
    deal = context.streams.deal(UUID(deal_id), viewer=PUBLIC)
    assert deal is not None
    ends = [
        record.version
        for record, after in zip(deal.records, [*deal.records[1:], None], strict=True)
        if after is None or after.cmd_seq == 0
    ]
    held, begun = None, 0
    for end in ends:
        movers = {e.seat for e in deal.events[begun:end] if e.MOVE}  # type: ignore[attr-defined]
        was = deal.at(end)
        acts = was.to_act if was.shuffled is not None and was.outcome is None else None
        is_new = acts != held or acts in movers
        if acts is not None and is_new and deal.opened.bots[acts] is None:
            yield end, acts
        held, begun = acts, end


def received(payloads: list[Any]) -> Counter[tuple[Any, ...]]:
    def line(news: Any) -> tuple[Any, ...]:
        kind, data = news["type"], news["data"]
        about = data["deal"] if "deal" in data else data["table"]
        seat = (data["seat"],) if kind == "turn.started" else ()
        return (kind, about, data["version"], *seat)

    return Counter(map(line, payloads))


def test_news_covers_a_series_from_start_to_end(post: Post) -> None:
    hook, turns_only = post.add(), post.add("turn.started")
    goat = open_goat(post.context)
    play_series(post.context, goat, Random(1))
    due = expected(post.context, goat)
    assert post.read() == due.total() + sum(
        n for each, n in due.items() if each[0] == "turn.started"
    )
    kept = post.history(hook)
    assert received([orjson.loads(each.payload) for each in kept]) == due
    assert {each.type for each in post.history(turns_only)} == {"turn.started"}
    assert post.read() == 0
    positions = [orjson.loads(each.payload)["data"]["position"] for each in kept]
    assert positions == sorted(positions, reverse=True)
    assert positions == [each.position for each in kept]


def test_payloads_are_thin(post: Post) -> None:
    """Ids, numbers and one Boolean: no card, no name, no text chosen by a user.

    The sides of a series have numbers alone.
    """
    hook = post.add()
    goat = open_goat(post.context)
    play_series(post.context, goat, Random(2))
    post.read()
    ids = {"table", "deal"}
    for kept in post.history(hook):
        news = orjson.loads(kept.payload)
        assert set(news) == {"type", "timestamp", "data"}
        assert len(kept.payload) < 400
        sides = news["data"].pop("sides", ())
        assert all(set(side) == {"seats", "points", "rank"} for side in sides)
        assert all(
            isinstance(each, int)
            for side in sides
            for each in (*side["seats"], side["points"], side["rank"])
        )
        for name, value in news["data"].items():
            assert isinstance(value, int) or (name in ids and str(UUID(value)) == value)


def test_news_does_not_depend_on_hidden_values(post: Post) -> None:
    """It is built from the public view, and needs no more of the record than that."""
    hook = post.add()
    goat = open_goat(post.context)
    play_series(post.context, goat, Random(3))
    log_everything(post.context)
    viewers = set()
    follower = post.follower()
    whole = type(follower.streams).deal

    def watched(streams: Any, deal: UUID, *, viewer: Any) -> Any:
        viewers.add(viewer)
        return whole(streams, deal, viewer=viewer)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(follower.streams), "deal", watched)
        while follower.read_turn(at=post.clock).more:
            pass
    assert viewers == {PUBLIC}
    assert len(post.history(hook)) == expected(post.context, goat).total()


def test_a_deal_and_its_table_are_read_once_in_a_turn(post: Post) -> None:
    """However much news they have; otherwise a process that starts is late by all these reads."""
    hook = post.add()
    goats = [open_goat(post.context, persons=4) for _ in range(2)]
    for goat in goats * 4:
        play_a_move(post.context, goat, Random(4), seat=on_turn(post.context, goat))
    log_everything(post.context)
    follower = post.follower()
    reads: Counter[str] = Counter()

    def counted(name: str) -> Any:
        read = getattr(type(follower.streams), name)

        def count(streams: Any, stream: UUID, **viewer: Any) -> Any:
            reads[f"{name} {stream}"] += 1
            return read(streams, stream, **viewer)

        return count

    with pytest.MonkeyPatch.context() as patch:
        for name in ("deal", "table"):
            patch.setattr(type(follower.streams), name, counted(name))
        follower.read_turn(at=post.clock)
    assert len(post.history(hook)) > 8
    assert set(reads.values()) == {1}
    assert len(reads) == 4


def test_tables_of_other_owners_give_no_news(post: Post) -> None:
    hook = post.add()
    goat = open_goat(post.context, persons=4)
    stranger = opened_by_another(post.context)
    post.read()
    tables = {orjson.loads(each.payload)["data"]["table"] for each in post.history(hook)}
    assert tables == {str(goat)}
    assert str(stranger) not in tables


def opened_by_another(context: Context) -> UUID:
    key = context.credentials.key(keys.create_key(context.credentials, name="another"))
    assert key is not None
    seats = [NewSeat(name=f"P{seat}") for seat in range(4)]
    new = NewTable(game="goat", name="theirs", options={}, seats=seats)
    return open_table(context, key, new, command()).table.id


def test_events_before_a_webhook_give_no_news(post: Post) -> None:
    open_goat(post.context, persons=4)
    post.read()
    hook = post.add()
    assert post.read() == 0
    open_goat(post.context, persons=4)
    assert post.read() == 2
    assert {each.type for each in post.history(hook)} == {"table.started", "turn.started"}


@pytest.mark.parametrize("limit", [1, 7])
def test_followers_side_by_side_note_everything_once(post: Post, limit: int) -> None:
    hook = post.add()
    goats = [open_goat(post.context, persons=4) for _ in range(3)]
    for _ in range(8):
        for goat in goats:
            play_a_move(post.context, goat, Random(4), seat=on_turn(post.context, goat))
    log_everything(post.context)
    followers = [post.follower(limit=limit) for _ in range(3)]

    def read(follower: Follower) -> int:
        noted, idle = 0, 0
        while idle < 3:
            done = follower.read_turn(at=post.clock)
            noted += done.noted
            idle = 0 if done.more else idle + 1
        return noted

    with ThreadPoolExecutor(3) as executor:
        noted = sum(executor.map(read, followers))
    assert noted + post.read() == sum(expected(post.context, goat).total() for goat in goats)
    together = sum((expected(post.context, goat) for goat in goats), Counter[tuple[Any, ...]]())
    assert received([orjson.loads(each.payload) for each in post.history(hook)]) == together


def on_turn(context: Context, goat: UUID) -> int:
    deal = find_deal(context, UUID(table(context, goat).deals[-1].deal))
    seat = deal.game.to_act(deal.state)
    return HUMAN if seat is None else seat


def test_an_altered_record_does_not_block_other_streams(post: Post, embedded: str) -> None:
    hook = post.add()
    bad, good = (open_goat(post.context, persons=4) for _ in range(2))
    log_everything(post.context)
    with psycopg.connect(embedded) as owner:
        owner.execute("SET session_replication_role = replica")
        owner.execute(
            "UPDATE event SET body = 'x' WHERE stream_id = %s AND version = 1",
            [table(post.context, bad).deals[0].deal],
        )
    assert post.read() == 3
    news = [orjson.loads(each.payload) for each in post.history(hook)]
    assert Counter(each["data"]["table"] for each in news) == {str(good): 2, str(bad): 1}


def test_every_kind_has_its_place_in_the_contract() -> None:
    assert tuple(NEWS_KINDS) == (*KINDS, TEST)


def test_what_a_member_is_shown_is_delivered(post: Post) -> None:
    """The deliveries are the notices of the owner's feed: the same kinds at the same positions."""
    hook = post.add(*get_args(NewsKind))
    goat = open_goat(post.context)
    play_series(post.context, goat, Random(4))
    post.read()
    notices = Notices(post.context)
    shown = notices.read(post.key, 0, None, size=notices.size()).events
    kept = [(each.position, each.type) for each in reversed(post.history(hook))]
    assert [each for each in kept if each[1] != "turn.started"] == [
        (each["position"], each["type"]) for each in shown if each["type"] != "turn.started"
    ]
    assert {"seat.taken", "table.started", "deal.finished"} <= {kind for _, kind in kept}


# --- The process ---------------------------------------------------------------------------------


@contextmanager
def delivering(url: str, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, "-m", "run.processes.delivering"],
        env={
            **os.environ,
            "DATABASE_URL": url,
            "FAIRDEAL_SECRET": SECRET,
            "FAIRDEAL_WEBHOOK_NETWORKS": LOOPBACK,
            "FAIRDEAL_WEBHOOK_RETRIES": "0,0,1,1,1,1",
            "FAIRDEAL_WEBHOOK_SECONDS": "30",
            **settings,
        },
        stderr=subprocess.PIPE,
    )
    try:
        yield process
    finally:
        process.kill()
        _, said = process.communicate()
        assert SECRET.encode() not in said


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as made:
        yield made


def test_the_process_delivers_news(embedded: str, receiver: Receiver) -> None:
    with opened_context(embedded, runtime=SYSTEM) as context, delivering(embedded):
        post = Post(context)
        hook = post.add("table.started", url=receiver.url)
        goat = open_goat(context, persons=4)
        log_everything(context)
        until(lambda: receiver.came)
        assert receiver.came[0].news["data"]["table"] == str(goat)
        until(lambda: post.history(hook)[0].status == "delivered")


def with_news(context: Context, receiver: Receiver) -> tuple[Post, UUID]:
    """A webhook, and a table that has started."""
    post = Post(context)
    hook = post.add("table.started", url=receiver.url)
    open_goat(context, persons=4)
    log_everything(context)
    return post, hook


@pytest.mark.long
def test_its_successor_attempts_again_at_once(embedded: str, receiver: Receiver) -> None:
    """The same supervisor has started both, so the lease of the dead one is given up."""
    released, supervised = Event(), {parent_watch.SUPERVISOR: "one"}
    receiver.answering = lambda _: 200 if len(receiver.came) > 1 or released.wait() else 500
    with opened_context(embedded, runtime=SYSTEM) as context:
        post, hook = with_news(context, receiver)
        with delivering(embedded, FAIRDEAL_WEBHOOK_SECONDS="30", **supervised) as process:
            until(lambda: receiver.came)
            process.kill()
            process.wait()
        lease = timedelta(seconds=3600)
        with context.credentials.pool.connection() as connection:
            connection.execute("UPDATE webhook_delivery SET taken_until = now() + %s", [lease])
        try:
            with delivering(embedded, **supervised):
                until(lambda: post.history(hook)[0].status == "delivered")
        finally:
            released.set()


def test_it_takes_no_more_once_it_is_to_stop(post: Post) -> None:
    """So nothing is attempted twice, and its successor waits for no lease."""
    hook = post.add("table.started")
    stopping, answered, ended = RUNTIME.event(), RUNTIME.event(), RUNTIME.event()
    post.receivers.answering = lambda _: AttemptAnswer(
        "delivered" if answered.wait() else "failed", 200
    )
    executor = RUNTIME.executor(4, name="attempt")
    parts: Any = (Mock(return_value=post.clock), post.follower(), post.dispatcher(), Mock())

    def run() -> None:
        deliver(*parts, executor=executor, stopping=stopping, runtime=RUNTIME)
        ended.set()

    open_goat(post.context, persons=4)
    log_everything(post.context)
    RUNTIME.thread(run, name="delivering")
    waiting.until(lambda: post.receivers.tries)
    stopping.set()
    open_goat(post.context, persons=4)
    log_everything(post.context)
    assert ended.wait(PAUSE)
    answered.set()
    executor.shutdown()
    assert [each.status for each in post.history(hook)] == ["delivered"]


@pytest.mark.long
def test_on_sigterm_it_ends_after_its_attempts(embedded: str, receiver: Receiver) -> None:
    released = Event()
    receiver.answering = lambda _: 200 if released.wait() else 500
    with opened_context(embedded, runtime=SYSTEM) as context:
        post, hook = with_news(context, receiver)
        with delivering(embedded, FAIRDEAL_WEBHOOK_SECONDS="30") as process:
            until(lambda: receiver.came)
            process.terminate()
            released.set()
            assert process.wait() == 0
        assert [each.status for each in post.history(hook)] == ["delivered"]


DEATHS = 5


@pytest.mark.long
def test_killed_in_a_loop_it_loses_nothing(embedded: str, receiver: Receiver) -> None:
    """Every piece of news arrives; repeated ones have the same id and the same text."""
    chance = Random(8)
    receiver.answering = lambda _: chance.choice((200, 200, 500, 307))
    with opened_context(embedded, runtime=SYSTEM) as context:
        post = Post(context)
        hook = post.add(url=receiver.url)
        goats = [open_goat(context, persons=4) for _ in range(2)]
        for _ in range(DEATHS):
            with delivering(embedded) as process:
                seen = len(receiver.came)
                for _ in range(6):
                    for goat in goats:
                        play_a_move(context, goat, chance, seat=on_turn(context, goat))
                    log_everything(context)
                until(lambda seen=seen: len(receiver.came) > seen)  # type: ignore[misc]
                time.sleep(chance.uniform(0, 0.2))
                os.kill(process.pid, signal.SIGKILL)
                process.wait()
            give_back(embedded)
        due = sum((expected(context, goat) for goat in goats), Counter[tuple[Any, ...]]())
        receiver.answering = lambda _: 200
        with delivering(embedded):
            until(lambda: len(post.history(hook)) == due.total() and not unfinished(post, hook))
        assert received([orjson.loads(each.payload) for each in post.history(hook)]) == due
        came = {each.id: each.body for each in receiver.came}
        assert all(came[each.id] == each.body for each in receiver.came)
        assert came == {str(each.id): each.payload for each in post.history(hook)}


def unfinished(post: Post, hook: UUID) -> list[Any]:
    return post.history(hook, status="waiting")


def give_back(url: str) -> None:
    """Advance the clock until the leases of the killed process have expired."""
    with psycopg.connect(url) as owner:
        owner.execute("UPDATE webhook_delivery SET taken_until = NULL, next_at = now()")
