"""A web process that has to stop: it says so first, and ends what is open in good order."""

import asyncio
import signal
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from itertools import islice
from typing import Any
from uuid import uuid4

import pytest

from service.live.shares import Holder, Shares
from service.live.streams import Live
from service.live.waiting import SPREAD_SECONDS, WaitingClients
from tests.api.playing import Client
from tests.api.serving import serving
from tests.api.streaming import events, stream
from tests.serving import until
from tests.simulation.loop import run
from tests.simulation.runtime import RUNTIME

DRAIN_SECONDS = 12
"""So many that a busy machine still answers before the last of them."""
STREAMS = 8


@pytest.mark.parametrize("drained", [True, False])
def test_long_polls_are_answered_as_soon_as_streams_begin_to_end(*, drained: bool) -> None:
    waiting = WaitingClients(lambda _: {}, RUNTIME, limit=4)
    live = Live(waiting, RUNTIME, Shares(4), limit=4, each=4, beat_seconds=60)
    holder = Holder("owner", "principal")

    async def waited() -> float:
        began = RUNTIME.monotonic()
        poll = partial(waiting.until_after, uuid4(), 0, seconds=60, holder=holder)
        with RUNTIME.executor(1, name="poll") as threads:
            polling = asyncio.get_running_loop().run_in_executor(threads, poll)
            await asyncio.sleep(0)
            if drained:
                live.drain(SPREAD_SECONDS + 0.1)
            else:
                live.close()
            assert await polling
        return RUNTIME.monotonic() - began

    assert not live.draining
    assert run(waited()) == pytest.approx(0.1 if drained else 0, abs=0.01)
    assert live.draining == drained


@pytest.mark.long
def test_a_process_that_has_to_stop_is_unready_first_and_ends_what_is_open(
    url: str, valkey_broker: str, tmp_path: Any, database_client: Client
) -> None:
    table = database_client.open()
    path, began = f"{table.deal_path}/events", 0.0
    settings = {"FAIRDEAL_DRAIN_SECONDS": str(DRAIN_SECONDS), "FAIRDEAL_WEB_PROCESSES": "2"}

    def rest(each: Iterator[dict[str, Any]]) -> float:
        assert list(each) == [], "it ends properly"
        return time.monotonic() - began

    with (
        serving(url, valkey_broker, tmp_path, **settings) as web,
        ThreadPoolExecutor(2 * STREAMS) as pool,
        ExitStack() as stack,
    ):
        opened = [stack.enter_context(stream(web.url, path, table.owner)) for _ in range(STREAMS)]
        coming = [events(each) for each in opened]
        assert {len(list(islice(each, 3))) for each in coming} == {3}
        poll = f"{path}?after=1000&wait=20"
        polled = [pool.submit(web.get, poll, table.owner) for _ in range(4)]
        time.sleep(0.5)
        began = time.monotonic()
        web.process.send_signal(signal.SIGTERM)
        ended = [pool.submit(rest, each) for each in coming]
        until(lambda: web.get("/readyz").status_code == 503)
        shown = web.get("/readyz")
        assert (shown.json()["code"], shown.headers["Connection"]) == ("unavailable", "close")
        assert web.get(table.deal_path, table.owner).status_code == 200
        assert time.monotonic() - began < DRAIN_SECONDS - SPREAD_SECONDS
        assert {each.result().status_code for each in polled} == {200}
        ended_at = sorted(each.result() for each in ended)
        assert ended_at[0] >= DRAIN_SECONDS - SPREAD_SECONDS
        assert SPREAD_SECONDS / 20 < ended_at[-1] - ended_at[0] < SPREAD_SECONDS + 10
        assert web.process.wait(60) == 0
