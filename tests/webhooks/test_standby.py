"""Webhooks go on while commits wait for a synchronous standby that is gone."""

from uuid import uuid4

import psycopg
import pytest

from run.processes.delivering import UNAVAILABLE_PAUSE, run_once
from service.webhooks.deliveries import Deliveries, LeasedDelivery, Limits
from service.webhooks.dispatcher import LEASE, DatabaseClock
from service.webhooks.sending import AttemptAnswer
from tests.api.test_time_limits import cluster, waiting
from tests.contexts import opened_context
from tests.simulation.runtime import RUNTIME
from tests.webhooks.conftest import AtOnce, Post

LIMIT = 1.0
"""Seconds of a statement. A commit that waited would take this long and longer, and then fail."""


@pytest.mark.long
def test_webhooks_do_not_wait_for_a_standby() -> None:
    """Events that are lost with the primary are read and attempted again, no more."""
    with (
        cluster() as url,
        opened_context(url, seconds=LIMIT) as context,
        psycopg.connect(url, autocommit=True) as admin,
    ):
        post = Post(context)

        def renewing(_taken: LeasedDelivery, _at: int) -> AttemptAnswer:
            """An attempt that lasts so long that its lease is renewed."""
            post.pass_(2)
            dispatcher.renew()
            return AttemptAnswer("delivered", 200)

        hook = post.add("table.created")
        context.webhooks.deliveries.add_test(hook, uuid4(), payload="{}", at=post.clock - 1)
        dead = Deliveries(context.credentials.pool, taker="a supervisor")
        with waiting(admin):
            limits, until = Limits(1, 1, 1, {}), post.clock + LEASE
            assert dead.take(limits, at=post.clock, until=until, unhealthy=False, draw=b"")
            assert dead.give_up() == 1
            dispatcher = post.dispatcher(renewing)
            clock, follower = DatabaseClock(context.webhooks.deliveries, RUNTIME), post.follower()
            beats = set[object]()
            for _ in range(2):  # the second time, all rows of the first are free
                pause = run_once(clock, follower, dispatcher, context.health, AtOnce())
                assert pause != UNAVAILABLE_PAUSE
                beats |= {*admin.execute("SELECT at FROM heartbeat WHERE name = 'webhooks'")}
                RUNTIME.pass_time(1)  # a heartbeat is due again
            assert len(beats) == 2
            assert [each.status for each in post.history(hook)] == ["delivered"]
