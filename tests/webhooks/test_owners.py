"""No owner can delay another; and a webhook ends with the key that added it."""

from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, TypeAlias
from uuid import UUID

import psycopg
import pytest

from events.postgres import open_pool
from run.processes.delivering import connections
from service import ids
from service.access import keys
from service.access.credentials import ApiKey
from service.access.keyring import Fresh
from service.access.scopes import Scope
from service.context import Context
from service.repository import StreamRepository
from service.runtime import SYSTEM, Event, Runtime
from service.tables.creation import NewSeat, NewTable, open_table
from service.webhooks.deliveries import Deliveries, LeasedDelivery
from service.webhooks.dispatcher import EACH, SLOW, Dispatcher, share_of
from service.webhooks.follower import Feed, Follower
from service.webhooks.repository import GONE, KEY_REVOKED
from service.webhooks.sending import AttemptAnswer
from tests import serving
from tests.api.playing import log_everything
from tests.simulation.runtime import RUNTIME
from tests.simulation.waiting import until
from tests.webhooks.conftest import AtOnce, Post
from tests.workers.conftest import command

TABLE = "table.started"
DELIVERED = AttemptAnswer("delivered", 200)


def another(post: Post, name: str = "another") -> ApiKey:
    credentials = post.context.credentials
    key = credentials.key(keys.create_key(credentials, name=name))
    assert key is not None
    return key


def child(context: Context, maker: ApiKey) -> ApiKey:
    fresh = Fresh("key_" + ids.fresh_command_id(RUNTIME).hex, ids.fresh_command_id(RUNTIME))
    made = ids.fresh_command_id(RUNTIME)
    may = frozenset({Scope.WEBHOOKS, Scope.KEYS})
    context.credentials.make(
        maker,
        fresh,
        id=made,
        name="a child",
        scopes=may,
        default_visibility="private",
        limit=9,
    )
    key = context.credentials.key(fresh.credential)
    assert key is not None
    return key


def tables(post: Post, key: ApiKey, count: int = 1) -> None:
    """Add this many pieces of news for an owner."""
    seats = [NewSeat(name=f"P{seat}") for seat in range(4)]
    for _ in range(count):
        new = NewTable(game="goat", name="yard", options={}, seats=seats)
        open_table(post.context, key, new, command())


Hanging: TypeAlias = Generator[tuple[Dispatcher, list[UUID], Event]]


@contextmanager
def hanging(post: Post, slow: set[UUID], *, runtime: Runtime = RUNTIME, **rules: Any) -> Hanging:
    """A dispatcher whose attempts hang at some receivers; with the list of these, and a release."""
    end, tried = runtime.event(), list[UUID]()

    def attempt(taken: LeasedDelivery, _: int) -> AttemptAnswer:
        if taken.webhook in slow:
            tried.append(taken.webhook)
            end.wait()
        return DELIVERED

    try:
        yield post.dispatcher(attempt, runtime, **rules), tried, end
    finally:
        end.set()


# --- Locks and connections ------------------------------------------------------------------------


@contextmanager
def locked(url: str) -> Generator[None]:
    """One request of an owner can lock their webhooks: it changes webhooks with many pending
    deliveries.
    """
    with psycopg.connect(url) as connection:
        connection.execute("SELECT FROM webhook FOR NO KEY UPDATE")
        yield


class Meanwhile(StreamRepository):
    """A stream repository that runs an action before it first loads a table."""

    happens: Callable[[], Any] | None = None

    def table(self, table: UUID) -> Any:
        if self.happens is not None:
            happens, self.happens = self.happens, None
            happens()
        return super().table(table)


def test_storing_results_and_reading_do_not_wait_for_each_other(post: Post, embedded: str) -> None:
    """All connections but the follower's store attempts of the webhooks that it reads for."""
    hook = post.add(TABLE)
    tables(post, post.key, EACH)
    post.read()
    tables(post, post.key)
    log_everything(post.context)
    with open_pool(embedded, size=3) as pool, RUNTIME.executor(2, name="attempt") as two:
        dispatcher = post.dispatcher()
        dispatcher.deliveries = Deliveries(pool)
        streams = Meanwhile(post.context.store, RUNTIME)
        follower = Follower(feed=Feed(pool), streams=streams, secret=post.context.secret)

        def finish() -> None:
            assert dispatcher.dispatch(two) == EACH
            until(lambda: len(post.history(hook, status="delivered")) == EACH)

        streams.happens = finish
        assert follower.read_turn(at=post.clock).noted == 1
    assert len(post.history(hook, status="waiting")) == 1


def test_the_follower_waits_for_no_webhook(post: Post, embedded: str) -> None:
    hook = post.add(TABLE)
    tables(post, post.key)
    log_everything(post.context)
    with locked(embedded):
        assert post.follower().read_turn(at=post.clock).noted == 1
    assert len(post.history(hook)) == 1


@pytest.mark.database
def test_a_webhook_disabled_during_the_turn_gets_no_news(post: Post) -> None:
    hook, other = post.add(TABLE), post.add(TABLE)
    tables(post, post.key)
    log_everything(post.context)
    streams = Meanwhile(post.context.store, RUNTIME)
    repository = post.context.webhooks.repository
    streams.happens = lambda: repository.change(hook, events=None, enabled=False, at=post.clock)
    pool = post.context.credentials.pool
    follower = Follower(feed=Feed(pool), streams=streams, secret=post.context.secret)
    assert follower.read_turn(at=post.clock).noted == 1
    assert (len(post.history(hook)), len(post.history(other))) == (0, 1)


def test_locked_webhooks_leave_connections_to_others(post: Post, embedded: str) -> None:
    """With all connections of the process: one owner's attempts cannot be stored, another's can."""
    slots = 8
    attacker, victim = another(post, "attacker"), another(post, "victim")
    theirs = {post.add(TABLE, by=attacker) for _ in range(slots)}
    tables(post, attacker, 2)
    post.read()
    with (
        open_pool(embedded, size=connections(slots)) as pool,
        ThreadPoolExecutor(slots) as executor,
        psycopg.connect(embedded) as lock,
        hanging(post, theirs, slots=slots, share=share_of(slots), runtime=SYSTEM) as hung,
    ):
        dispatcher, tried, end = hung
        dispatcher.deliveries = Deliveries(pool)
        assert dispatcher.dispatch(executor) == share_of(slots)
        serving.until(lambda: len(tried) == share_of(slots))
        lock.execute("SELECT FROM webhook WHERE id = ANY(%s) FOR NO KEY UPDATE", ([*theirs],))
        end.set()
        hook = post.add(TABLE, by=victim)
        tables(post, victim, 3)
        post.read()
        serving.until(
            lambda: dispatcher.dispatch(executor) == 0 and not post.history(hook, status="waiting")
        )
        lock.rollback()


# --- Places --------------------------------------------------------------------------------------


def test_an_owner_has_a_limited_share_of_the_slots(post: Post) -> None:
    """The owner may have any number of webhooks, all of them healthy and slow."""
    attacker, victim = another(post, "attacker"), another(post, "victim")
    theirs = {post.add(TABLE, by=attacker) for _ in range(10)}
    tables(post, attacker, 4)
    post.read()
    with (
        RUNTIME.executor(8, name="attempt") as executor,
        hanging(post, theirs, slots=8, share=2) as (dispatcher, tried, _),
    ):
        until(lambda: dispatcher.dispatch(executor) == 0)
        until(lambda: len(tried) == 2)
        hook = post.add(TABLE, by=victim)
        tables(post, victim, 6)
        post.read()
        until(
            lambda: dispatcher.dispatch(executor) == 0 and not post.history(hook, status="waiting")
        )
        assert len(tried) == 2
    assert share_of(16) == 4
    assert share_of(2) == 1


def test_an_owner_of_many_webhooks_is_not_preferred(post: Post) -> None:
    for _ in range(20):
        post.add(TABLE)
    few = another(post)
    hook = post.add(TABLE, by=few)
    tables(post, post.key)
    tables(post, few)
    post.read()
    post.dispatcher(slots=2, share=20).dispatch(AtOnce())
    assert [each.status for each in post.history(hook)] == ["delivered"]


@pytest.mark.parametrize("new", [False, True], ids=["slow", "new"])
def test_bad_receivers_of_many_owners_leave_half_of_the_slots(post: Post, *, new: bool) -> None:
    """They have been slow; or they are new, and nobody knows yet whether they answer."""
    owners = [another(post, f"slow {number}") for number in range(4)]
    theirs = {post.add(TABLE, by=each, known=not new) for each in owners}

    def slowly(_taken: LeasedDelivery, _at: int) -> AttemptAnswer:
        post.clock += SLOW + 1
        return DELIVERED

    for are_slow in (not new, False):
        for each in owners:
            tables(post, each, 2)
        post.read()
        while are_slow and post.dispatcher(slowly, slots=4, share=1).dispatch(AtOnce()):
            pass
    with (
        RUNTIME.executor(8, name="attempt") as executor,
        hanging(post, theirs, slots=8, share=2) as (dispatcher, tried, _),
    ):
        until(lambda: dispatcher.dispatch(executor) == 0)
        until(lambda: len(tried) == 4)
        hook = post.add(TABLE)
        tables(post, post.key, 6)
        post.read()
        until(
            lambda: dispatcher.dispatch(executor) == 0 and not post.history(hook, status="waiting")
        )
        assert len(tried) == 4
        standing, _ = post.context.webhooks.deliveries.standing(at=post.clock + 10**9)
        assert standing["overdue_seconds"] == 0, "a slow receiver does not wake the dispatcher"


def test_a_recovered_receiver_is_served_with_the_others(post: Post) -> None:
    hook = post.add(TABLE)

    def slowly(_taken: LeasedDelivery, _at: int) -> AttemptAnswer:
        post.clock += SLOW + 1
        return DELIVERED

    unhealthy = []
    for attempt in (slowly, None, None):
        tables(post, post.key)
        post.read()
        post.receivers.tries.clear()
        assert post.dispatcher(attempt).dispatch(AtOnce()) == 1
        unhealthy += [taken.unhealthy for taken, _ in post.receivers.tries]
    assert unhealthy == [True, False]
    assert {each.status for each in post.history(hook)} == {"delivered"}


# --- Keys ----------------------------------------------------------------------------------------


def test_a_webhook_ends_with_the_key_that_added_it(post: Post) -> None:
    """Or with an ancestor of that key: the finder of a key may have made further keys with it."""
    found = child(post.context, post.key)
    thief = child(post.context, found)
    own, stolen = post.add(TABLE), post.add(TABLE, by=thief)
    tables(post, post.key)
    assert post.read() == 2
    assert post.find(stolen).maker == thief.id
    post.context.credentials.revoke(found.id)
    assert post.dispatcher().dispatch(AtOnce()) == 1, "deliveries created before"
    assert {taken.webhook for taken, _ in post.receivers.tries} == {own}
    tables(post, post.key)
    assert post.read() == 1
    assert [each.status for each in post.history(stolen)] == ["dead"]
    assert [each.status for each in post.history(stolen, status="dead")] == ["dead"]
    assert not post.history(stolen, status="waiting")
    seen = post.find(stolen)
    assert (seen.reason, seen.disabled_at is None) == (KEY_REVOKED, False)
    assert post.find(own).reason is None


@pytest.mark.database
def test_a_key_revoked_during_the_turn_gets_no_news(post: Post) -> None:
    thief = child(post.context, post.key)
    hook = post.add(TABLE, by=thief)
    tables(post, post.key)
    log_everything(post.context)
    streams = Meanwhile(post.context.store, RUNTIME)
    streams.happens = lambda: post.context.credentials.revoke(thief.id)
    pool = post.context.credentials.pool
    follower = Follower(feed=Feed(pool), streams=streams, secret=post.context.secret)
    assert follower.read_turn(at=post.clock).noted == 0
    assert not post.history(hook)


def test_nothing_else_disables_it_over_that(post: Post) -> None:
    """If a webhook was disabled before its key was revoked, the permanent reason replaces it."""
    thief = child(post.context, post.key)
    hook = post.add(TABLE, by=thief)
    tables(post, post.key)
    post.read()
    post.receivers.answering = lambda _: AttemptAnswer("gone", 410)
    post.dispatcher().dispatch(AtOnce())
    assert post.find(hook).reason == GONE
    post.context.credentials.revoke(thief.id)
    assert post.find(hook).reason == KEY_REVOKED
    post.context.webhooks.repository.change(hook, events=None, enabled=True, at=post.clock)
    assert post.find(hook).reason == KEY_REVOKED


def test_a_revoked_owner_gets_no_news(post: Post) -> None:
    post.add(TABLE)
    tables(post, post.key)
    post.read()
    assert post.context.webhooks.deliveries.standing(at=post.clock)[0]["waiting"] == 1
    post.context.credentials.revoke(post.key.id)
    assert post.dispatcher().dispatch(AtOnce()) == 0
    assert post.context.webhooks.deliveries.standing(at=post.clock)[0]["waiting"] == 0
