"""Webhooks keep the time of the database, whatever the clock of a machine says."""

from pathlib import Path

import psycopg
import pytest

from events.postgres import open_pool
from service.runtime import SYSTEM
from service.timestamps import microseconds
from service.webhooks.deliveries import Deliveries
from service.webhooks.dispatcher import LOOK_SECONDS, DatabaseClock
from tests.api.playing import log_everything
from tests.clocks import Clock, build
from tests.contexts import opened_context
from tests.serving import on_linux, until
from tests.simulation.runtime import RUNTIME
from tests.webhooks.conftest import Post
from tests.webhooks.receiving import receiving
from tests.webhooks.test_follower import delivering
from tests.workers.conftest import open_goat

pytestmark = pytest.mark.database

HOUR = 3_600_000_000
SECOND = 1_000_000


def read(post: Post) -> int:
    """The time of the database, in µs since the epoch."""
    with post.context.credentials.pool.connection() as connection:
        return microseconds(connection.execute("SELECT clock_timestamp()").fetchall()[0][0])


def test_it_is_the_time_of_the_database(post: Post) -> None:
    clock = DatabaseClock(post.context.webhooks.deliveries, RUNTIME)
    assert abs(clock() - RUNTIME.now()) < SECOND, "no one has looked"
    before = read(post)
    clock.look()
    assert before <= clock() <= read(post)


def test_it_goes_on_between_looks(post: Post) -> None:
    clock = DatabaseClock(post.context.webhooks.deliveries, RUNTIME)
    clock.look()
    before = clock()
    RUNTIME.pass_time(LOOK_SECONDS / 2)
    clock.look()
    assert clock() - before == LOOK_SECONDS / 2 * SECOND, "it is read some seconds later"
    RUNTIME.pass_time(LOOK_SECONDS)
    clock.look()
    assert clock() <= read(post)


def test_without_the_database_there_is_no_look() -> None:
    nowhere = "postgresql://nobody@127.0.0.1:1/none"
    with open_pool(nowhere, size=1, timeout=0.1) as down, pytest.raises(psycopg.Error):
        DatabaseClock(Deliveries(down), RUNTIME).look()


@pytest.mark.long
@on_linux
def test_news_of_a_machine_that_was_an_hour_ahead_is_delivered(
    embedded: str, tmp_path: Path
) -> None:
    """A process notes and fails while its clock is ahead; when it is set, nothing waits an hour."""
    clock = Clock(build(tmp_path), tmp_path / "clock")
    with opened_context(embedded, runtime=SYSTEM) as context, receiving() as receiver:
        receiver.answering = lambda _: 500 if len(receiver.came) == 1 else 200
        post = Post(context)
        hook = post.add("table.started", url=receiver.url)
        clock.set(HOUR // SECOND)
        with delivering(embedded, FAIRDEAL_WEBHOOK_RETRIES="1,1,1", **clock.environment()):
            open_goat(context, persons=4)
            log_everything(context)
            until(lambda: receiver.came)
            clock.set(0)
            until(lambda: [each.status for each in post.history(hook)] == ["delivered"])
