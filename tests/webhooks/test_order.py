"""A webhook gets the news of one table in order; other tables do not wait for it."""

from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from uuid import UUID, uuid4

import orjson
import psycopg
import pytest

from service.webhooks.deliveries import IS_FIRST, LeasedDelivery, Limits
from service.webhooks.dispatcher import EACH, LEASE, MINUTE, SECOND
from service.webhooks.sending import AttemptAnswer
from tests.serving import wait_for_lock
from tests.simulation.runtime import RUNTIME
from tests.simulation.waiting import until
from tests.webhooks.conftest import RETRIES, AtOnce, Post
from tests.workers.conftest import open_goat

DELIVERED = AttemptAnswer("delivered", 200)
FAILED = AttemptAnswer("failed", 500)
BAD, GOOD = "bad", "good"


def news(post: Post, hook: UUID, tables: str | list[str], *, since: int = 0) -> None:
    """Add a delivery for each of these tables, in this order."""
    for number, table in enumerate(tables):
        payload = orjson.dumps({"data": {"table": table}}).decode()
        deliveries, at = post.context.webhooks.deliveries, post.clock - 10_000 + since + number
        assert deliveries.add_test(hook, uuid4(), payload=payload, at=at)


def table_of(taken: LeasedDelivery) -> str:
    return str(orjson.loads(taken.payload)["data"]["table"])


def attempted(post: Post) -> dict[str, list[int]]:
    """The positions of the attempts at each table, in the order in which they were made."""
    found = defaultdict[str, list[int]](list)
    for taken, _ in post.receivers.tries:
        found[table_of(taken)].append(taken.position)
    return found


def dispatch_all(post: Post) -> None:
    dispatcher = post.dispatcher()
    while dispatcher.dispatch(AtOnce()):
        pass


def test_first_attempts_come_in_order_whatever_fails(post: Post) -> None:
    """By two dispatchers in turn, with attempts that fail at random."""
    hook, chance = post.add(), Random(4)
    news(post, hook, [chance.choice("abc") for _ in range(60)])
    post.receivers.answering = lambda _: chance.choice([DELIVERED, DELIVERED, FAILED])
    dispatchers = [post.dispatcher(retries=(5,) * 30) for _ in range(2)]
    while post.history(hook, status="waiting"):
        while sum(each.dispatch(AtOnce()) for each in dispatchers):
            pass
        post.pass_(8)
    assert len(post.receivers.tries) > 60, "some were attempted again"
    for positions in attempted(post).values():
        assert positions == sorted(positions)


def test_a_table_that_fails_makes_only_its_own_news_wait(post: Post) -> None:
    hook = post.add()
    news(post, hook, [BAD, GOOD, BAD, GOOD, BAD, GOOD])
    post.receivers.answering = lambda taken: FAILED if table_of(taken) == BAD else DELIVERED
    dispatch_all(post)
    tried = attempted(post)
    assert (len(tried[BAD]), len(tried[GOOD])) == (1, 3)
    waiting = post.history(hook, status="waiting")
    assert len({kept.next_at for kept in waiting}) == 1, "nothing else of it is due before"
    news(post, hook, [BAD, GOOD], since=100)
    dispatch_all(post)
    tried = attempted(post)
    assert (len(tried[BAD]), len(tried[GOOD])) == (1, 4)


def test_what_is_given_up_lets_the_next_go(post: Post) -> None:
    hook = post.add()
    news(post, hook, [BAD, BAD])
    first, last = sorted(kept.position for kept in post.history(hook))
    post.receivers.answering = lambda taken: FAILED if taken.position == first else DELIVERED
    for _ in RETRIES:
        dispatch_all(post)
        assert {kept.status for kept in post.history(hook)} == {"waiting"}
        post.pass_(1_000)
    dispatch_all(post)
    assert {kept.position: kept.status for kept in post.history(hook)} == {
        first: "dead",
        last: "delivered",
    }


def test_a_table_that_hangs_leaves_a_slot_to_the_others(post: Post) -> None:
    """The receiver hangs for one table alone; the rest of its news does not take the other slot."""
    hook, hung, hanging = post.add(), RUNTIME.event(), list[int]()
    news(post, hook, [BAD] * 5 + [GOOD] * 5)

    def attempt(taken: LeasedDelivery, _: int) -> AttemptAnswer:
        if table_of(taken) == BAD:
            hanging.append(taken.position)
            hung.wait()
        return DELIVERED

    dispatcher = post.dispatcher(attempt)
    with RUNTIME.executor(8, name="attempt") as executor:
        try:
            until(
                lambda: (
                    dispatcher.dispatch(executor) == 0
                    and len(post.history(hook, status="delivered")) == 5
                )
            )
            assert len(hanging) == 1
        finally:
            hung.set()


def test_two_dispatchers_take_one_of_a_table(post: Post) -> None:
    hook = post.add()
    news(post, hook, [BAD] * 10)
    deliveries, limits = post.context.webhooks.deliveries, Limits(10, EACH, 10, {})

    def take(_: int) -> list[LeasedDelivery]:
        until_ = post.clock + MINUTE
        return deliveries.take(limits, at=post.clock, until=until_, unhealthy=False, draw=b"")

    with ThreadPoolExecutor(4) as dispatchers:
        assert sum(map(len, dispatchers.map(take, range(12)))) == 1


def test_after_a_death_the_same_delivery_comes_first(post: Post) -> None:
    hook = post.add()
    news(post, hook, [BAD, BAD])
    limits = Limits(10, EACH, 10, {})
    deliveries, until_ = post.context.webhooks.deliveries, post.clock + LEASE
    [lost] = deliveries.take(limits, at=post.clock, until=until_, unhealthy=False, draw=b"")
    post.pass_(LEASE / SECOND + 1)
    dispatch_all(post)
    assert [taken.position for taken, _ in post.receivers.tries] == [
        lost.position,
        lost.position + 1,
    ]


@pytest.mark.database
def test_a_redelivery_is_outside_of_the_order(post: Post) -> None:
    hook = post.add()
    news(post, hook, [GOOD, GOOD, GOOD])
    first, second, third = sorted(post.history(hook))
    deliveries = post.context.webhooks.deliveries
    deliveries.redeliver(hook, third.id, command=UUID(int=1), at=post.clock - MINUTE)
    post.receivers.answering = lambda taken: FAILED if taken.id == first.id else DELIVERED
    dispatch_all(post)
    assert [taken.id for taken, _ in post.receivers.tries] == [third.id, first.id]
    deliveries.redeliver(hook, first.id, command=UUID(int=2), at=post.clock)
    post.pass_(10)
    dispatch_all(post)
    assert second.id in {taken.id for taken, _ in post.receivers.tries}, "it waits no longer"


def test_a_redelivery_makes_the_waiting_news_of_its_table_due(post: Post) -> None:
    hook = post.add()
    news(post, hook, [BAD, BAD, BAD])
    post.receivers.answering = lambda _: FAILED
    dispatch_all(post)
    first = min(post.history(hook), key=lambda kept: kept.position)
    post.receivers.answering = lambda _: DELIVERED
    post.context.webhooks.deliveries.redeliver(hook, first.id, command=uuid4(), at=post.clock)
    dispatch_all(post)
    assert {kept.status for kept in post.history(hook)} == {"delivered"}


def test_a_redelivery_waits_for_a_result_that_is_being_stored(post: Post, embedded: str) -> None:
    """Both change several deliveries of the table; a lock on the webhook comes first."""
    hook = post.add()
    news(post, hook, [GOOD])
    [kept] = post.history(hook)
    redeliver = partial(post.context.webhooks.deliveries.redeliver, hook, kept.id)
    with ThreadPoolExecutor(1) as executor:
        with psycopg.connect(embedded) as other:
            other.execute("SELECT FROM webhook WHERE id = %s FOR UPDATE", (hook,))
            redelivered = executor.submit(redeliver, command=uuid4(), at=post.clock)
            wait_for_lock(embedded)
            assert not redelivered.done()
        assert redelivered.result() is False


def test_what_is_noted_waits_as_long_as_what_came_before(post: Post) -> None:
    """So a receiver that is down for hours does not fill the queue of what is due."""
    hook = post.add("table.started", "turn.started", "deal.finished")
    post.receivers.answering = lambda _: FAILED
    table = open_goat(post.context, persons=4)
    assert post.read() >= 1
    dispatch_all(post)
    [first, *_] = due = sorted(post.history(hook))
    assert {kept.next_at for kept in due} == {first.next_at}
    assert first.next_at.timestamp() * SECOND > post.clock
    assert str(table) in first.payload


def test_the_choice_of_what_is_due_reads_by_the_index(post: Post, embedded: str) -> None:
    """Without it, each delivery that is looked at would be compared with all that wait. The
    database has no statistics here, as after a sudden backlog.
    """
    hook = post.add()
    news(post, hook, [str(number) for number in range(200)])
    with psycopg.connect(embedded) as owner:
        plan = owner.execute(
            "EXPLAIN SELECT FROM webhook_delivery d"
            f" WHERE d.webhook_id = %s AND d.status = 'waiting' AND {IS_FIRST}".encode(),
            (hook,),
        ).fetchall()
    assert any("using webhook_delivery_in_order" in line for (line,) in plan)
