"""The service behind PgBouncer in transaction mode: tables are played, and no request fails."""

from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from service.runtime import SYSTEM
from service.settings import Settings
from tests import servers
from tests.api.operations import HOOK
from tests.api.playing import Client, client_of
from tests.api.test_notices import ME, kinds
from tests.contexts import SECRET, opened_context
from tests.pooling import installed, pooled

pytestmark = installed

WEBS, THREADS, MOVES = 3, 4, 25
UNLIMITED = Settings(given_secret=SECRET, reads=0, writes=0, openings=0, strangers=0)


@pytest.fixture
def webs(embedded_postgres: str) -> Generator[list[Client]]:
    """Web processes, each with connections of its own, on few connections to the server."""
    with ExitStack() as stack:
        database = stack.enter_context(servers.fresh_database(embedded_postgres))
        url = stack.enter_context(pooled(servers.as_user(database, servers.LOGIN)))
        contexts = [stack.enter_context(opened_context(url, runtime=SYSTEM)) for _ in range(WEBS)]
        yield [client_of(each, UNLIMITED) for each in contexts for _ in range(THREADS)]


@pytest.mark.long
def test_tables_are_played_by_several_webs_at_a_time(webs: list[Client]) -> None:
    """Everything that writes in other ways too: keys, webhooks, the log, deliveries, deals."""
    key = webs[0].key()
    made: Any = (
        webs[0].send("POST", "/v1/webhooks", key, json={**HOOK, "events": ["table.closed"]}).json
    )
    webs[0].sequence()

    def play(client: Client) -> None:
        table = client.open(key)
        client.play(table, Random(3), moves=MOVES)
        client.get(table.path, key)
        assert client.send("POST", "/v1/webhooks", key, json=HOOK).status_code in {201, 409}
        client.delete(table.path, key)
        client.sequence()
        client.read_feed()

    with ThreadPoolExecutor(len(webs)) as threads:
        list(threads.map(play, webs))
    answers = [sent.answer.status_code for client in webs for sent in client.sent]
    assert len(answers) > len(webs) * MOVES
    assert max(answers) < 500
    webs[0].sequence()
    webs[0].read_feed()
    assert kinds(webs[0].follow(ME, key)).count("table.closed") == len(webs)
    deliveries = webs[0].get(f"/v1/webhooks/{made['id']}/deliveries?limit=100", key)["deliveries"]
    assert kinds(deliveries).count("table.closed") == len(webs)
