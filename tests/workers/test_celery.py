"""Real workers on real brokers: tasks reach them, and a killed worker loses no work."""

import os
import signal
import subprocess
import sys
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from random import Random
from uuid import UUID

import pytest

from service import queues, tasks
from service.context import Context
from service.deals.streams import find_deal
from service.runtime import SYSTEM
from tests import servers
from tests.contexts import opened_context
from tests.serving import until
from tests.workers.conftest import assert_sound, open_goat, play_a_move, table
from workers import sweep as sweeping


@contextmanager
def celery(
    *command: str, database: str, broker: str, queue: str, **environment: str
) -> Generator[subprocess.Popen[bytes]]:
    """A Celery process of the service."""
    process = subprocess.Popen(
        [sys.executable, "-m", "celery", "--quiet", "-A", "workers.app", *command],
        env={
            **os.environ,
            "DATABASE_URL": database,
            "BROKER_URL": broker,
            "FAIRDEAL_QUEUE": queue,
            "FAIRDEAL_SECRET": "a secret of the tests, 32 bytes.",
            **environment,
        },
    )
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def worker() -> tuple[str, ...]:
    return ("worker", "--concurrency", "2", "--loglevel", "warning")


def beat() -> tuple[str, ...]:
    return ("beat", "--scheduler", "celery.beat:Scheduler", "--loglevel", "warning")


@contextmanager
def announcing(database: str, broker: str, queue: str) -> Generator[Context]:
    with opened_context(database, runtime=SYSTEM) as context:
        yield replace(context, tasks=tasks.producer(broker, queue=queue))


def play_until_over(context: Context, goat: UUID, chance: Random, *, moves: int = 10_000) -> None:
    """Play the person's seat whenever possible, for so many moves or until the series is over."""
    for _ in range(moves):
        until(lambda: play_a_move(context, goat, chance) or table(context, goat).status == "over")
        if table(context, goat).status == "over":
            return


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_series_goes_on_through_the_broker(database: str, broker: str, queue: str) -> None:
    place = {"database": database, "broker": broker, "queue": queue}
    with announcing(**place) as context, celery(*worker(), **place):
        goat = open_goat(context)
        play_until_over(context, goat, Random(1))
        assert_sound(context, goat)


@pytest.mark.long
@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_two_workers_of_a_host_and_two_services_share_a_broker(
    database: str, broker: str, queue: str, embedded_postgres: str
) -> None:
    first = {"database": database, "broker": broker, "queue": queue}
    with servers.fresh_database(embedded_postgres) as other, ExitStack() as stack:
        second = {"database": other, "broker": broker, "queue": f"{queue}-other"}
        stack.callback(servers.delete_queues, broker, second["queue"])
        services = [stack.enter_context(announcing(**each)) for each in (first, second)]
        workers = (first, first, second)
        running = [stack.enter_context(celery(*worker(), **each)) for each in workers]
        stack.enter_context(celery(*beat(), **first))  # the task of a killed worker is found again
        tables = [open_goat(context) for context in services]
        for context, goat in zip(services, tables, strict=True):
            play_until_over(context, goat, Random(4), moves=4)
        assert [each.poll() for each in running] == [None] * 3
        os.kill(running[0].pid, signal.SIGKILL)
        for context, goat in zip(services, tables, strict=True):
            play_until_over(context, goat, Random(5), moves=8)
        assert [each.poll() for each in running[1:]] == [None] * 2


@pytest.mark.long
@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_worker_that_stops_leaves_its_waiting_moves_to_another(
    database: str, broker: str, queue: str
) -> None:
    with waiting_move(database, broker, queue) as (context, deal, first):
        first.terminate()
        assert first.wait(60) == 0
        assert queues.lengths(broker, queue=queue)["bots"] == 1, "it is announced again"
        assert_goes_on(context, deal, database=database, broker=broker, queue=queue)


@pytest.mark.long
@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_worker_that_starts_does_what_a_killed_one_has_lost(
    database: str, broker: str, queue: str
) -> None:
    """There is no beat, and the killed one has announced nothing."""
    with waiting_move(database, broker, queue) as (context, deal, first):
        first.kill()
        first.wait()
        assert_goes_on(context, deal, database=database, broker=broker, queue=queue)


@contextmanager
def waiting_move(
    database: str, broker: str, queue: str
) -> Generator[tuple[Context, UUID, subprocess.Popen[bytes]]]:
    """A deal of bots, and a worker in whose memory a move of it waits for seconds."""
    place = {"database": database, "broker": broker, "queue": queue}
    with (
        announcing(**place) as context,
        celery(*worker(), **place, FAIRDEAL_BOT_DELAY="40") as first,
    ):
        goat = open_goat(context, persons=0)
        deal = UUID(table(context, goat).deals[0].deal)
        until(lambda: find_deal(context, deal).version > 3)
        until(lambda: not queues.lengths(broker, queue=queue)["bots"])
        yield context, deal, first


def assert_goes_on(context: Context, deal: UUID, *, database: str, broker: str, queue: str) -> None:
    """Another worker goes on with a deal. There is no beat."""
    version = find_deal(context, deal).version
    place = {"database": database, "broker": broker, "queue": queue}
    with celery(*worker(), **place, FAIRDEAL_BOT_DELAY="1"):
        until(lambda: find_deal(context, deal).version > version)


@pytest.mark.long
@pytest.mark.parametrize("database", ["server"], indirect=True)
def test_a_killed_worker_is_made_up_for(database: str, broker: str, queue: str) -> None:
    place = {"database": database, "broker": broker, "queue": queue}
    with announcing(**place) as context, ExitStack() as stack:
        stack.enter_context(celery(*beat(), **place))
        first = stack.enter_context(celery(*worker(), **place))
        goat = open_goat(context)
        play_until_over(context, goat, Random(2), moves=3)
        os.kill(first.pid, signal.SIGKILL)
        stack.enter_context(celery(*worker(), **place))
        play_until_over(context, goat, Random(3))
        assert_sound(context, goat)


def test_a_broker_that_is_not_there_fails_no_request(database: str) -> None:
    with announcing(database, "redis://127.0.0.1:1/0", "nobody") as context:
        goat = open_goat(context)  # its bots are announced, but no worker listens
        assert sweeping.sweep(context, overdue=0) >= 0
        assert table(context, goat).status == "playing"
