"""Real workers on real brokers: tasks reach them, and a killed worker loses no work."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import pairwise
from random import Random
from uuid import UUID

import pytest

from domain.kernel.leaving import TimeOver
from service import queues, tasks
from service.context import Context
from service.play.deals import find_deal
from service.play.tables import NewSeat, NewTable, open_table
from tests import servers
from tests.contexts import opened_context
from tests.serving import until
from tests.workers.conftest import assert_sound, command, open_goat, owner, play_a_move, table
from workers import sweep as sweeping

SECONDS = 60.0
MOVES = 20
DELAY = 50_000
"""In µs: that of Goat's bots."""


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
    return ("worker", "--pool", "threads", "--concurrency", "2", "--loglevel", "warning")


def beat() -> tuple[str, ...]:
    return ("beat", "--scheduler", "celery.beat:Scheduler", "--loglevel", "warning")


@contextmanager
def announcing(database: str, broker: str, queue: str) -> Generator[Context]:
    with opened_context(database) as context:
        yield replace(context, tasks=tasks.producer(broker, queue=queue))


def play_until_over(context: Context, goat: UUID, chance: Random, *, moves: int = 10_000) -> None:
    """Play the person's seat whenever possible, for so many moves or until the series is over."""
    deadline = time.monotonic() + SECONDS
    while moves and table(context, goat).status != "over":
        assert time.monotonic() < deadline, "no worker goes on with the series"
        if play_a_move(context, goat, chance):
            moves -= 1
        else:
            time.sleep(0.01)


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_series_goes_on_through_the_broker(database: str, broker: str, queue: str) -> None:
    place = {"database": database, "broker": broker, "queue": queue}
    with announcing(**place) as context, celery(*worker(), **place):
        goat = open_goat(context)
        play_until_over(context, goat, Random(1))
        assert_sound(context, goat)


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_turn_ends_at_its_deadline_through_the_broker(
    database: str, broker: str, queue: str
) -> None:
    """Without a sweep: by the task that was announced for that time."""
    place = {"database": database, "broker": broker, "queue": queue}
    with announcing(**place) as context, celery(*worker(), **place):
        other = UUID(table(context, open_goat(context, persons=0)).deals[0].deal)
        until(lambda: any("bot:" in record.actor for record in find_deal(context, other).records))
        seats = [NewSeat(name=f"P{seat}") for seat in range(4)]
        fields = NewTable(game="goat", name="yard", options={}, seats=seats, turn_limit=2)
        goat = open_table(context, owner(context), fields, command()).table.id
        deal = UUID(table(context, goat).deals[0].deal)
        until(lambda: any(find_deal(context, deal).bots))
        on = find_deal(context, deal)
        over = next(each for each in on.events if isinstance(each, TimeOver))
        at = on.records[on.events.index(over)].at
        assert over.until <= at < over.until + 20_000_000


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_without_persons_a_stand_in_waits_through_the_broker(
    database: str, broker: str, queue: str
) -> None:
    """Without a sweep, too: it is asked at the time when its player's time has passed."""
    place = {"database": database, "broker": broker, "queue": queue}
    with announcing(**place) as context, celery(*worker(), **place):
        seats = [NewSeat(name="P0"), *(NewSeat(bot="easy") for _ in range(3))]
        in_turn = {"molodka": "on_turn"}  # a stand-in waits only with moves in turn (L3)
        fields = NewTable(game="goat", name="yard", options=in_turn, seats=seats, turn_limit=1)
        goat = open_table(context, owner(context), fields, command()).table.id
        deal = UUID(table(context, goat).deals[0].deal)

        def moves() -> list[int]:
            on = find_deal(context, deal)
            steps = zip(on.records, on.events, strict=True)
            return [r.at for r, e in steps if e.MOVE is not None and r.actor.startswith("bot:0:")]

        until(lambda: len(moves()) >= 2)
        first, second, *_ = moves()
        assert second - first >= 1_000_000


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
@pytest.mark.parametrize("broker", ["valkey"], indirect=True)
def test_bots_move_at_due_times_through_the_broker(database: str, broker: str, queue: str) -> None:
    place = {"database": database, "broker": broker, "queue": queue}
    with announcing(**place) as context, celery(*worker(), **place, FAIRDEAL_BOT_DELAY="1"):
        deal = UUID(table(context, open_goat(context, persons=0)).deals[0].deal)
        until(lambda: find_deal(context, deal).version > MOVES)
        times = [record.at for record in find_deal(context, deal).records]
        assert times == sorted(times)
        times = sorted({*times})
        assert min(after - before for before, after in pairwise(times)) >= DELAY


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


@pytest.mark.parametrize("database", ["embedded"], indirect=True)
def test_a_worker_that_stops_leaves_its_waiting_moves_to_another(
    database: str, broker: str, queue: str
) -> None:
    with waiting_move(database, broker, queue) as (context, deal, first):
        first.terminate()
        assert first.wait(60) == 0
        assert queues.lengths(broker, queue=queue)["bots"] == 1, "it is announced again"
        assert_goes_on(context, deal, database=database, broker=broker, queue=queue)


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
        time.sleep(0.5)  # the next move is decided, and its task is done
        yield context, deal, first


def assert_goes_on(context: Context, deal: UUID, *, database: str, broker: str, queue: str) -> None:
    """Another worker goes on with a deal. There is no beat."""
    version = find_deal(context, deal).version
    place = {"database": database, "broker": broker, "queue": queue}
    with celery(*worker(), **place, FAIRDEAL_BOT_DELAY="1"):
        until(lambda: find_deal(context, deal).version > version)


@pytest.mark.parametrize("database", ["server"], indirect=True)
def test_a_killed_worker_is_made_up_for(database: str, broker: str, queue: str) -> None:
    place = {"database": database, "broker": broker, "queue": queue}
    with announcing(**place) as context, ExitStack() as stack:
        stack.enter_context(celery(*beat(), **place))
        first = stack.enter_context(celery(*worker(), **place))
        goat = open_goat(context)
        play_until_over(context, goat, Random(2), moves=3)
        os.kill(first.pid, signal.SIGKILL)
        assert sweeping.OVERDUE < SECONDS * 1e6
        stack.enter_context(celery(*worker(), **place))
        play_until_over(context, goat, Random(3))
        assert_sound(context, goat)


def test_a_broker_that_is_not_there_fails_no_request(database: str) -> None:
    with announcing(database, "redis://127.0.0.1:1/0", "nobody") as context:
        began = time.monotonic()
        goat = open_goat(context)  # its bots are announced, but no worker listens
        assert time.monotonic() - began < 30
        assert sweeping.sweep(context, overdue=0) >= 0
        assert table(context, goat).status == "playing"
