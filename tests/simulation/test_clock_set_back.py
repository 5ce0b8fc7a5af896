"""A clock that was an hour ahead and was set back: no state lies further ahead than its window."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final
from uuid import uuid4

import psycopg
import pytest

from run.processes.delivering import run_once
from service.access.budgets import (
    REFILL,
    SECOND,
    Account,
    Counters,
    LocalCounters,
    SharedCounters,
    counters_at,
)
from service.analyses.store import LOST, TRIES
from service.context import Context
from service.health import KEPT_SECONDS
from service.players.queue_store import HEARD_SECONDS, QueuePlace
from service.players.queue_store import KEPT_SECONDS as SEATED_SECONDS
from service.webhooks.deliveries import Deliveries
from service.webhooks.dispatcher import LEASE, LOOK_SECONDS, DatabaseClock, Dispatcher, Rules
from service.webhooks.follower import Follower
from service.webhooks.sending import AttemptAnswer
from tests.memory.context import memory_context
from tests.memory.test_same_answers import Post
from tests.simulation.runtime import RUNTIME

HOUR: Final = 3_600
RETRY: Final = 5
MIGRATIONS: Final = Path(__file__).parents[2] / "migrations/versions"

HAPPENED: Final = {
    *("stream.opened_at", "stream.updated_at", "event.at", "api_key.created_at"),
    *("api_key.revoked_at", "api_secret.created_at", "checkpoint.at", "outbox.at", "log_fault.at"),
    *("webhook.created_at", "webhook.disabled_at", "webhook.deleted_at", "log_break.at"),
    *("webhook_delivery.noted_at", "listing.opened_at", "listing.started_at"),
    "party_listing.opened_at",
    *("listing.finished_at", "dispute.opened_at", "analysis.requested_at"),
}
"""Times of what has happened: nothing waits for them."""
PROMISED: Final = {"api_secret.ends_at"}
"""Times that the service has promised to a caller: they stay."""


class Deliverer:
    """The process that delivers webhooks, to a receiver that answers as the test says."""

    def __init__(self, context: Context, answer: AttemptAnswer) -> None:
        self.context, self.answer = context, answer
        self.clock = DatabaseClock(context.webhooks.deliveries, RUNTIME)
        self.dispatcher = Dispatcher(
            deliveries=context.webhooks.deliveries,
            rules=Rules(
                seconds=1, allowed=(), retries=(RETRY,) * 9, patience=10**12, slots=9, share=9
            ),
            now=self.clock,
            attempt=lambda _, __: self.answer,
            runtime=RUNTIME,
        )

    def deliver(self, seconds: float) -> None:
        """Let the process run for some seconds."""
        end = RUNTIME.monotonic() + seconds
        feed = self.context.webhooks.feed
        follower = Follower(feed=feed, streams=self.context.streams, secret=b"")
        with RUNTIME.executor(2, name="attempt") as executor:
            while RUNTIME.monotonic() < end:
                run_once(self.clock, follower, self.dispatcher, self.context.health, executor)
                RUNTIME.sleep(0.25)

    def waiting(self) -> int:
        """How many deliveries wait."""
        standing, _ = self.context.webhooks.deliveries.standing(at=RUNTIME.now())
        return int(standing["waiting"])


def failing(answer: AttemptAnswer) -> Callable[[Context], Callable[[], bool]]:
    """Webhooks whose receivers failed while the clock was ahead, and work now."""

    def prepared(context: Context) -> Callable[[], bool]:
        Post(context).news()
        process = Deliverer(context, answer)
        process.deliver(1)
        assert process.waiting() > 0

        def goes_on() -> bool:
            process.answer = AttemptAnswer("delivered", 200)
            process.deliver(LOOK_SECONDS + RETRY + LEASE / SECOND)
            return process.waiting() == 0

        return goes_on

    return prepared


def leased(context: Context) -> Callable[[], bool]:
    """Deliveries whose process died while the clock was ahead."""
    Post(context).news()
    process = Deliverer(context, AttemptAnswer("delivered", 200))
    process.clock.look()
    process.dispatcher._take([], unhealthy=True)

    def goes_on() -> bool:
        after = Deliverer(context, AttemptAnswer("delivered", 200))
        after.deliver(3 * LEASE / SECOND)
        return after.waiting() == 0

    return goes_on


def analysed(context: Context) -> Callable[[], bool]:
    """Analyses that were lost while the clock was ahead: others wait for them."""
    for _ in range(TRIES):
        context.analyses.begin(uuid4(), "a", moves=9, owner=uuid4(), most=TRIES, methods=["a"])
    assert context.analyses.start(["a"])

    def goes_on() -> bool:
        RUNTIME.pass_time(LOST + 1)
        return bool(context.analyses.start(["a"]))

    return goes_on


def beating(context: Context) -> Callable[[], bool]:
    """A process that died while the clock was ahead."""
    context.health.beat("sequencer")

    def goes_on() -> bool:
        RUNTIME.pass_time(KEPT_SECONDS)
        return "sequencer" not in context.health.heartbeats()

    return goes_on


def queued(context: Context) -> Callable[[], bool]:
    """People who took places in the queue, or were given seats, while the clock was ahead."""
    queue = context.player_queue
    mine, other, seated = (
        QueuePlace(bytes([each]) * 32, "ref", "durak", 5, "Ann", "easy") for each in range(3)
    )
    for each in (mine, other, seated):
        assert queue.hold(each, most=9)
    assert queue.seat(uuid4(), {seated.place: 0})

    def goes_on() -> bool:
        queue.hold(mine, most=9)
        for _ in range(2):
            RUNTIME.pass_time(0.6 * HEARD_SECONDS)
            queue.hold(mine, most=9)
        [waiting] = queue.waiting("durak", 5)
        assert HEARD_SECONDS <= waiting.waited < 2 * HEARD_SECONDS, "the other one has ended"
        RUNTIME.pass_time(SEATED_SECONDS)
        queue.hold(mine, most=9)
        return queue.find(seated.place) is None

    return goes_on


STATES: Final[dict[str, Callable[[Context], Callable[[], bool]]]] = {
    "webhook_delivery.next_at": failing(AttemptAnswer("failed", 500)),
    "webhook.rest_until": failing(AttemptAnswer("rejected", 503, retry_after=RETRY)),
    "webhook.failing_since": failing(AttemptAnswer("timeout")),
    "webhook_delivery.taken_until": leased,
    "analysis.started_at": analysed,
    "heartbeat.at": beating,
    "queue.arrived_at": queued,
    "queue.heard_at": queued,
    "queue.matched_at": queued,
}
"""Every column by whose time something waits: the state while the clock is ahead, and how its work
goes on."""


@pytest.mark.parametrize("state", STATES)
def test_what_was_set_by_a_clock_that_was_ahead_waits_no_longer(state: str) -> None:
    context = memory_context()
    with RUNTIME.ahead(HOUR):
        goes_on = STATES[state](context)
    assert goes_on()


def test_what_waits_is_pulled_in_again_after_an_error_of_the_database(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    context = memory_context()
    with RUNTIME.ahead(HOUR):
        goes_on = STATES["webhook_delivery.next_at"](context)
    deliveries, errors = type(context.webhooks.deliveries), [psycopg.errors.DeadlockDetected()]
    real = deliveries.pull_in

    def fail_once(self: Deliveries, **times: int) -> int:
        if errors:
            raise errors.pop()
        return real(self, **times)

    monkeypatch.setattr(deliveries, "pull_in", fail_once)
    assert goes_on()
    assert not errors


def test_every_time_in_the_database_is_one_of_them() -> None:
    """A new column is of what has happened, is promised to callers, or has a test here."""
    known = {*HAPPENED, *PROMISED, *STATES}
    found, column = set[str](), re.compile(r"^ +(\w+) +timestamptz", re.MULTILINE)
    for path in sorted(MIGRATIONS.glob("*.sql")):
        text = path.read_text(encoding="utf-8")
        for table, body in re.findall(r"CREATE TABLE (\w+) \((.*?)\n\)", text, re.DOTALL):
            found |= {f"{table}.{each}" for each in column.findall(body)}
        added = r"ALTER TABLE (\w+)[^;]*?ADD COLUMN (\w+) timestamptz"
        found |= {f"{table}.{name}" for table, name in re.findall(added, text)}
    assert found == known


def test_no_budget_of_a_process_is_refilled_later_than_its_window() -> None:
    counters = LocalCounters(RUNTIME)
    counters._full["x"] = round((RUNTIME.monotonic() + HOUR) * SECOND)
    assert_refilled_soon(counters)


@pytest.mark.parametrize("broker", ["valkey"], indirect=True)
def test_no_shared_budget_is_refilled_later_than_its_window(broker: str) -> None:
    counters = counters_at(broker, RUNTIME, queue="ahead", lost=lambda: None)
    assert isinstance(counters, SharedCounters)
    client = counters._spend.registered_client
    seconds, _ = client.time()
    client.set("ahead:spent:x", (seconds + HOUR) * SECOND)
    assert_refilled_soon(counters)


def assert_refilled_soon(counters: Counters) -> None:
    spent = counters.spend(Account("x", 3))
    assert 0 < spent.wait <= REFILL // 3
    assert spent.debt <= REFILL
