"""Attempts, one after another: the schedule, its end, and isolation of receivers."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import psycopg
import pytest

from run.processes.delivering import renew_once
from service.responses.webhooks import Outcome
from service.runtime import SYSTEM
from service.webhooks.deliveries import (
    MOST_REDELIVERIES,
    MOST_TRIES,
    Deliveries,
    LeasedDelivery,
    Limits,
    TooOften,
)
from service.webhooks.dispatcher import (
    ASKS,
    DAY,
    EACH,
    JITTER,
    LEASE,
    LONGEST_REST,
    MINUTE,
    RENEWAL,
    SECOND,
    Attempt,
    Dispatcher,
)
from service.webhooks.repository import BY_OWNER, FAILING, GONE
from service.webhooks.sending import AttemptAnswer
from tests.simulation.runtime import RUNTIME
from tests.simulation.waiting import until
from tests.webhooks.conftest import RETRIES, AtOnce, Post
from tests.workers.conftest import open_goat

TABLE = "table.started"
ONE = Limits(1, EACH, 1, {})


def tables(post: Post, count: int = 1) -> None:
    """Add this many pieces of news."""
    for _ in range(count):
        open_goat(post.context, persons=4)
    post.read()


@pytest.fixture
def hook(post: Post) -> UUID:
    """A webhook with one delivery."""
    made = post.add(TABLE)
    tables(post)
    return made


def deliver(dispatcher: Dispatcher) -> None:
    """Attempt all that is due."""
    while dispatcher.dispatch(AtOnce()):
        pass


def take(post: Post, deliveries: Deliveries, limits: Limits = ONE) -> list[LeasedDelivery]:
    return deliveries.take(
        limits, at=post.clock, until=post.clock + LEASE, unhealthy=False, draw=b""
    )


def answering(
    outcome: Outcome, status: int | None = None, **more: Any
) -> Callable[[LeasedDelivery], AttemptAnswer]:
    return lambda _: AttemptAnswer(outcome, status, **more)


def test_a_successful_delivery_is_done(post: Post, hook: UUID) -> None:
    assert post.dispatcher().dispatch(AtOnce()) == 1
    post.pass_(1_000_000)
    assert post.dispatcher().dispatch(AtOnce()) == 0
    [kept] = post.history(hook)
    assert (kept.status, [each["outcome"] for each in kept.tries]) == ("delivered", ["delivered"])
    assert post.context.webhooks.deliveries.standing(at=post.clock) == (
        {"waiting": 0, "overdue_seconds": 0, "failing": 0, "disabled": 0},
        {"delivered": 1},
    )


@pytest.mark.parametrize("outcome", ["failed", "timeout", "no_address", "redirected", "rejected"])
def test_failed_deliveries_are_retried_on_schedule_and_then_dead(
    post: Post, hook: UUID, outcome: Outcome
) -> None:
    post.receivers.answering = answering(outcome)
    dispatcher = post.dispatcher()
    for pause in RETRIES:
        assert dispatcher.dispatch(AtOnce()) == 1
        [kept] = post.history(hook)
        low, high = (post.clock + int(pause * share * SECOND) for share in JITTER)
        assert low <= kept.next_at.timestamp() * SECOND <= high + SECOND
        post.pass_(pause * JITTER[0] - 1)
        assert dispatcher.dispatch(AtOnce()) == 0, "it is too soon"
        post.pass_(pause * JITTER[1])
    assert dispatcher.dispatch(AtOnce()) == 1
    [kept] = post.history(hook)
    assert (kept.status, len(kept.tries)) == ("dead", 1 + len(RETRIES))
    post.pass_(1_000_000)
    assert dispatcher.dispatch(AtOnce()) == 0
    payloads = {(taken.id, taken.payload) for taken, _ in post.receivers.tries}
    assert len(payloads) == 1, "every attempt sends the same"


def test_the_pauses_are_not_the_same(post: Post) -> None:
    hook = post.add(TABLE)
    tables(post, 6)
    post.receivers.answering = answering("failed", 500)
    dispatcher = post.dispatcher()
    deliver(dispatcher)
    assert len({kept.next_at for kept in post.history(hook)}) == 6


def test_410_disables_the_webhook(post: Post) -> None:
    hook, other = post.add(TABLE), post.add(TABLE)
    tables(post, 5)
    post.receivers.answering = lambda taken: (
        AttemptAnswer("gone", 410) if taken.webhook == hook else AttemptAnswer("delivered", 200)
    )
    deliver(post.dispatcher())
    assert post.find(hook).reason == GONE
    assert {kept.status for kept in post.history(hook)} == {"dead"}
    assert {kept.status for kept in post.history(other)} == {"delivered"}
    assert sum(taken.webhook == hook for taken, _ in post.receivers.tries) <= EACH
    tables(post)
    assert len(post.history(hook)) == 5
    assert len(post.history(other)) == 6


def test_an_enabled_webhook_gets_news_from_then_on(post: Post) -> None:
    hook = post.add(TABLE)
    repository = post.context.webhooks.repository
    tables(post)
    repository.change(hook, events=None, enabled=False, at=post.clock)
    assert post.find(hook).reason == BY_OWNER
    tables(post)
    repository.change(hook, events=None, enabled=True, at=post.clock)
    assert post.find(hook).reason is None
    tables(post)
    assert post.dispatcher().dispatch(AtOnce()) == 1
    assert sorted(kept.status for kept in post.history(hook)) == ["dead", "delivered"]


def test_a_webhook_that_fails_for_days_is_disabled(post: Post) -> None:
    hook = post.add(TABLE)
    tables(post, 2)
    post.receivers.answering = answering("unreachable")
    dispatcher = post.dispatcher(patience=3 * DAY)
    dispatcher.dispatch(AtOnce())
    post.pass_(3 * 86_400 - 60)
    dispatcher.dispatch(AtOnce())
    assert post.find(hook).reason is None
    post.pass_(3_600)
    dispatcher.dispatch(AtOnce())
    assert post.find(hook).reason == FAILING
    post.context.webhooks.repository.change(hook, events=None, enabled=True, at=post.clock)
    tables(post)
    dispatcher.dispatch(AtOnce())
    assert post.find(hook).reason is None, "the days are counted from zero again"


def test_a_success_ends_the_days_of_failure(post: Post) -> None:
    hook = post.add(TABLE)
    tables(post, 2)
    dispatcher = post.dispatcher(patience=DAY)
    for outcome in ("failed", "delivered", "failed"):
        post.receivers.answering = answering(outcome)
        dispatcher.dispatch(AtOnce())
        post.pass_(0.9 * 86_400)
        tables(post)
    assert post.find(hook).reason is None


@pytest.mark.parametrize("status", [503, 429, 500])
def test_a_receiver_is_left_alone_for_as_long_as_it_says(post: Post, status: int) -> None:
    counts = status in ASKS
    hook, other = post.add(TABLE), post.add(TABLE)
    tables(post)
    post.receivers.answering = lambda taken: (
        AttemptAnswer("failed", status, 600)
        if taken.webhook == hook
        else AttemptAnswer("delivered", 200)
    )
    dispatcher = post.dispatcher()
    dispatcher.dispatch(AtOnce())
    [kept] = post.history(hook)
    assert (kept.next_at.timestamp() * SECOND >= post.clock + 600 * SECOND) is counts
    tables(post)
    dispatcher.dispatch(AtOnce())
    assert len(post.history(hook, status="waiting")) == 2
    assert not post.history(other, status="waiting")
    tried = len(post.receivers.tries)
    post.pass_(590)
    dispatcher.dispatch(AtOnce())
    assert (len(post.receivers.tries) == tried) is counts
    post.receivers.answering = answering("delivered", 200)
    post.pass_(700)
    deliver(dispatcher)
    assert not post.history(hook, status="waiting")


def test_no_receiver_can_ask_for_ever(post: Post, hook: UUID) -> None:
    post.receivers.answering = answering("failed", 503, retry_after=999_999_999)
    post.dispatcher().dispatch(AtOnce())
    [kept] = post.history(hook)
    assert kept.next_at.timestamp() * SECOND <= post.clock + LONGEST_REST + MINUTE


def test_a_delivery_comes_again_when_asked_for(post: Post, hook: UUID) -> None:
    deliveries, dispatcher = post.context.webhooks.deliveries, post.dispatcher()
    dispatcher.dispatch(AtOnce())
    [kept] = post.history(hook)
    commands = [UUID(int=number) for number in range(MOST_REDELIVERIES + 1)]
    for _ in range(2):
        known = deliveries.redeliver(hook, kept.id, command=commands[0], at=post.clock)
    assert known is True
    assert dispatcher.dispatch(AtOnce()) == 1
    assert len({taken.id for taken, _ in post.receivers.tries}) == 1
    for command in commands[1:-1]:
        assert deliveries.redeliver(hook, kept.id, command=command, at=post.clock) is False
        dispatcher.dispatch(AtOnce())
    with pytest.raises(TooOften):
        deliveries.redeliver(hook, kept.id, command=commands[-1], at=post.clock)
    assert len(post.history(hook)[0].tries) == MOST_TRIES
    assert deliveries.redeliver(hook, UUID(int=1), command=commands[0], at=post.clock) is None


def test_what_is_asked_for_is_due_at_once_even_if_the_clock_of_the_web_is_ahead(post: Post) -> None:
    hook, deliveries = post.add(TABLE), post.context.webhooks.deliveries
    post.clock = SYSTEM.now()  # as that of the database
    tables(post)
    post.dispatcher().dispatch(AtOnce())
    [kept] = post.history(hook)
    ahead = post.clock + 60 * MINUTE
    deliveries.redeliver(hook, kept.id, command=UUID(int=1), at=ahead)
    deliveries.add_test(hook, UUID(int=2), payload="{}", at=ahead)
    post.pass_(60)
    assert post.dispatcher().dispatch(AtOnce()) == 2


def test_a_redelivery_during_an_attempt_is_an_additional_one(post: Post, hook: UUID) -> None:
    """The receiver may request it again because it lost the one it is just receiving."""
    deliveries = post.context.webhooks.deliveries

    def redelivered_meanwhile(taken: LeasedDelivery, _: int) -> AttemptAnswer:
        post.pass_(0.1)
        assert deliveries.redeliver(hook, taken.id, command=UUID(int=1), at=post.clock) is False
        return AttemptAnswer("delivered", 200)

    assert post.dispatcher(redelivered_meanwhile).dispatch(AtOnce()) == 1
    assert post.history(hook)[0].status == "waiting"
    assert post.dispatcher().dispatch(AtOnce()) == 1
    [kept] = post.history(hook)
    assert (kept.status, len(kept.tries)) == ("delivered", 1)


@pytest.mark.parametrize("result", [("failed", 500), ("gone", 410)])
def test_a_hanging_process_loses_its_leases(
    post: Post, hook: UUID, result: tuple[Any, int]
) -> None:
    """If it wakes up later, its result changes neither the delivery nor the webhook."""
    late: list[LeasedDelivery] = []

    def silent(taken: LeasedDelivery, _: int) -> AttemptAnswer:
        late.append(taken)
        raise OSError("the process has died")

    post.dispatcher(silent).dispatch(AtOnce())
    assert post.dispatcher().dispatch(AtOnce()) == 0
    post.pass_(LEASE / SECOND)
    assert post.dispatcher().dispatch(AtOnce()) == 1
    assert late[0].id == post.receivers.tries[0][0].id
    post.receivers.answering = answering(*result)
    post.dispatcher().deliver(Attempt(late[0]))
    [kept] = post.history(hook)
    assert (kept.status, len(kept.tries)) == ("delivered", 1)
    shown = post.find(hook)
    assert (shown.failing_since, shown.disabled_at) == (None, None)


def test_a_lease_is_renewed_while_the_receiver_is_slow(post: Post, hook: UUID) -> None:
    answered = RUNTIME.event()

    def slow(_taken: LeasedDelivery, _at: int) -> AttemptAnswer:
        answered.wait()
        return AttemptAnswer("delivered", 200)

    dispatcher, other = post.dispatcher(slow), post.dispatcher()
    with RUNTIME.executor(1, name="attempt") as executor:
        try:
            assert dispatcher.dispatch(executor) == 1
            for _ in range(3 * LEASE // RENEWAL):
                post.pass_(RENEWAL / SECOND)
                renew_once(dispatcher)
                assert dispatcher.dispatch(executor) == 0
                assert other.dispatch(AtOnce()) == 0, "the lease is held"
        finally:
            answered.set()
    [kept] = post.history(hook)
    assert (kept.status, len(kept.tries)) == ("delivered", 1)


def test_a_lease_that_was_lost_is_not_renewed(post: Post, hook: UUID) -> None:
    """The delivery was redelivered meanwhile, and another process attempts it."""
    deliveries = post.context.webhooks.deliveries
    [first] = take(post, deliveries)
    deliveries.redeliver(hook, first.id, command=UUID(int=1), at=post.clock)
    post.pass_(0.1)
    [second] = take(post, deliveries)
    later = post.clock + 2 * LEASE
    assert deliveries.renew([first.lease, second.lease], until=later) == {second.lease}


@pytest.mark.database
def test_a_process_takes_over_from_the_one_before_it_at_once(post: Post) -> None:
    """It does not wait until the leases of the dead process expire; those of others it leaves."""
    post.add(TABLE)
    tables(post, 3)
    pool = post.context.credentials.pool
    dead, alive, unsupervised = (Deliveries(pool, taker=name) for name in ("one", "two", None))

    def ids(deliveries: Deliveries) -> set[UUID]:
        return {each.id for each in take(post, deliveries, ONE._replace(each=3))}

    taken, held, other = ids(dead), ids(alive), ids(unsupervised)
    assert len(taken) == len(held) == len(other) == 1
    assert unsupervised.give_up() == 0, "nobody knows that the process before it is dead"
    assert ids(dead) == set()
    assert dead.give_up() == 1
    assert ids(dead) == taken


def test_old_deliveries_are_forgotten(post: Post) -> None:
    hook = post.add(TABLE)
    tables(post, 3)
    assert post.context.webhooks.deliveries.forget(before=post.clock) == 0
    assert post.context.webhooks.deliveries.forget(before=post.clock + SECOND, limit=2) == 2
    assert len(post.history(hook)) == 1


def test_a_slow_receiver_does_not_delay_others(post: Post) -> None:
    slow, quick = [post.add(TABLE) for _ in range(3)], post.add(TABLE)
    tables(post, 12)
    hung, hanging = RUNTIME.event(), []

    def attempt(taken: LeasedDelivery, _: int) -> AttemptAnswer:
        if taken.webhook in slow:
            hanging.append(taken.webhook)
            hung.wait()
            return AttemptAnswer("timeout")
        return AttemptAnswer("delivered", 200)

    dispatcher = post.dispatcher(attempt, slots=8)
    with RUNTIME.executor(8, name="attempt") as executor:
        try:
            until(
                lambda: (
                    dispatcher.dispatch(executor) == 0 and not post.history(quick, status="waiting")
                )
            )
            until(lambda: len(hanging) >= EACH * len(slow))  # their threads may begin later
            assert {hook: hanging.count(hook) for hook in slow} == dict.fromkeys(slow, EACH)
        finally:
            hung.set()
    hung.clear()
    hanging.clear()
    post.pass_(20)
    with RUNTIME.executor(8, name="attempt") as executor:
        try:
            until(lambda: dispatcher.dispatch(executor) == 0)
            until(lambda: len(hanging) == len(slow))
            assert sorted(hanging) == sorted(slow), "only one at a time of a failing webhook"
        finally:
            hung.set()


def test_failing_webhooks_leave_half_of_the_slots(post: Post) -> None:
    for _ in range(6):
        post.add(TABLE)
    tables(post, 2)
    post.receivers.answering = answering("failed", 500)
    dispatcher = post.dispatcher(slots=4)
    deliver(dispatcher)
    post.pass_(600)
    hung = RUNTIME.event()

    def attempt(_taken: LeasedDelivery, _at: int) -> AttemptAnswer:
        hung.wait()
        return AttemptAnswer("timeout")

    dispatcher = post.dispatcher(attempt, slots=4)
    with RUNTIME.executor(4, name="attempt") as executor:
        try:
            assert dispatcher.dispatch(executor) == 2
            assert dispatcher.dispatch(executor) == 0
        finally:
            hung.set()


def test_two_dispatchers_keep_the_limit_together(post: Post, embedded: str) -> None:
    hook = post.add(TABLE)
    tables(post, 20)
    deliveries = post.context.webhooks.deliveries

    def taken_at_once(_: int) -> int:
        return len(take(post, deliveries, Limits(10, EACH, 10, {})))

    with ThreadPoolExecutor(4) as dispatchers:
        assert sum(dispatchers.map(taken_at_once, range(12))) == EACH
    with psycopg.connect(embedded) as connection:
        [(taken,)] = connection.execute(
            "SELECT count(*) FROM webhook_delivery WHERE webhook_id = %s AND taken_until > %s",
            (hook, post.find(hook).created_at),
        ).fetchall()
    assert taken == EACH
