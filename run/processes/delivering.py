"""The webhook delivery process: it sends news to webhooks within seconds.

It reads the feed of the log and attempts due deliveries. It is a process of its own because
receivers may be slow, and bots and records must not wait for them. Any number of them may run, and
each may die anywhere. On SIGTERM it takes no more deliveries, and ends after its attempts.

The follower of the feed has its own connections, because all news passes through it: it must not
wait for connections that are used to record the results of attempts.
"""

import os
import signal
from collections.abc import Callable
from concurrent.futures import Executor
from functools import partial
from typing import Final, TypeAlias

import psycopg
import structlog

from events.postgres import Pool, open_pool
from run.processes import parent_watch, watchdog
from service import logs, tracing
from service.assembly import store_in
from service.health import Health
from service.repository import StreamRepository
from service.runtime import SYSTEM, Event, Runtime
from service.settings import Settings
from service.webhooks.deliveries import Deliveries
from service.webhooks.dispatcher import (
    DAY,
    DatabaseClock,
    Dispatcher,
    Rules,
    rules_of,
    sender,
    share_of,
)
from service.webhooks.follower import Feed, Follower

PAUSE: Final = 0.25
"""Seconds between reads of the feed while nothing is due."""
BUSY_PAUSE: Final = 0.05
"""Seconds between reads while deliveries are being attempted: their slots become free."""
UNAVAILABLE_PAUSE: Final = 1.0
RENEWAL_SECONDS: Final = 0.5
"""Seconds between looks at the leases of running attempts."""
KEPT: Final = 30 * DAY
"""How long deliveries are kept, in µs."""
TIDY_SECONDS: Final = 600.0
READING: Final = 2
"""Connections of the follower: its turn, and the streams."""
RESERVED: Final = 2
"""Connections beyond those that one owner's attempts can occupy. So other owners' results are
recorded even if the webhooks of one owner are locked."""

Clock: TypeAlias = Callable[[], int]
"""The time, in µs since the epoch."""

log = structlog.get_logger()


def run(settings: Settings, runtime: Runtime) -> None:
    """Deliver until a signal arrives."""
    stopping = runtime.event()

    def stop(*_: object) -> None:
        stopping.set()

    signal.signal(signal.SIGTERM, stop)
    assert settings.database_url is not None, "the supervisor names the embedded one"
    logs.set_up(level=settings.log_level, form=settings.log_format, file=settings.log_file)
    open_some = partial(open_pool, settings.database_url, seconds=settings.statement_seconds)
    with (
        open_some(size=READING) as reading,
        open_some(size=connections(settings.webhook_slots)) as pool,
        runtime.executor(settings.webhook_slots, name="attempt") as executor,
    ):
        clock = DatabaseClock(Deliveries(pool), runtime)
        follower, dispatcher = follower_and_dispatcher(settings, reading, pool, clock, runtime)
        deliver(
            clock,
            follower,
            dispatcher,
            Health(pool, runtime),
            executor=executor,
            stopping=stopping,
            runtime=runtime,
        )


def deliver(
    clock: DatabaseClock,
    follower: Follower,
    dispatcher: Dispatcher,
    health: Health,
    *,
    executor: Executor,
    stopping: Event,
    runtime: Runtime,
) -> None:
    """Deliver until `stopping` is set."""
    give_up(dispatcher.deliveries)
    runtime.thread(partial(_renew_leases, dispatcher, runtime), name="leases")
    tidied = -TIDY_SECONDS
    while not stopping.is_set():
        watchdog.rearm(runtime)
        stopping.wait(run_once(clock, follower, dispatcher, health, executor))
        if runtime.monotonic() - tidied >= TIDY_SECONDS:
            tidied = runtime.monotonic()
            tidy(dispatcher.deliveries, at=clock())


def connections(slots: int) -> int:
    """The number of connections for recording the results of attempts."""
    return share_of(slots) + RESERVED


def follower_and_dispatcher(
    settings: Settings, reading: Pool, pool: Pool, clock: Clock, runtime: Runtime
) -> tuple[Follower, Dispatcher]:
    """The follower, and the dispatcher."""
    secret, rules = settings.secret, rules_of(settings)
    streams = StreamRepository(store_in(reading, secret, runtime), runtime)
    follower = Follower(feed=Feed(reading), streams=streams, secret=secret)
    return follower, dispatcher_of(pool, secret, rules, clock, runtime)


def dispatcher_of(
    pool: Pool, secret: bytes, rules: Rules, clock: Clock, runtime: Runtime
) -> Dispatcher:
    """The dispatcher, with spans where there are traces."""
    dispatcher = Dispatcher(
        deliveries=Deliveries(pool, taker=os.environ.get(parent_watch.SUPERVISOR)),
        rules=rules,
        now=clock,
        attempt=sender(secret, rules, runtime),
        runtime=runtime,
    )
    if tracing.is_on():
        from service.webhooks.traced import traced  # noqa: PLC0415

        return traced(dispatcher, secret)
    return dispatcher


def run_once(
    clock: DatabaseClock,
    follower: Follower,
    dispatcher: Dispatcher,
    health: Health,
    executor: Executor,
) -> float:
    """Read on, and attempt due deliveries; return how many seconds to wait before the next call."""
    try:
        clock.look()
        if clock.was_ahead:  # again after an error
            dispatcher.pull_in()
            clock.was_ahead = False
        read = follower.read_turn(at=clock())
        started = dispatcher.dispatch(executor)
        health.beat("webhooks")
    except psycopg.Error as error:
        log.warning("webhooks.unavailable", error=type(error).__name__)
        return UNAVAILABLE_PAUSE
    if read.more:
        return 0.0
    return BUSY_PAUSE if started else PAUSE


def give_up(deliveries: Deliveries) -> None:
    """Attempt again at once what the process before this one attempted when it died."""
    try:
        given_up = deliveries.give_up()
    except psycopg.Error as error:  # the leases expire
        log.warning("webhooks.unavailable", error=type(error).__name__)
        return
    if given_up:
        log.info("webhooks.took_over", deliveries=given_up)


def _renew_leases(dispatcher: Dispatcher, runtime: Runtime) -> None:
    """Renew leases for ever, in a thread of its own: nothing else delays it."""
    while True:
        runtime.sleep(RENEWAL_SECONDS)
        renew_once(dispatcher)


def renew_once(dispatcher: Dispatcher) -> None:
    """Renew the leases of running attempts; if the database is unavailable, later."""
    try:
        dispatcher.renew()
    except psycopg.Error as error:
        log.warning("webhooks.unavailable", error=type(error).__name__)


def tidy(deliveries: Deliveries, *, at: int) -> None:
    """Delete deliveries that are past their retention time."""
    try:
        while deliveries.forget(before=at - KEPT):
            pass
    except psycopg.Error as error:
        log.warning("webhooks.unavailable", error=type(error).__name__)


if __name__ == "__main__":
    run(Settings.from_environment(), SYSTEM)
