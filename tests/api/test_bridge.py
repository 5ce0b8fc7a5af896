"""The bridge between the event loop and Flask: its threads, and the bodies that it reads."""

import asyncio
import json
from typing import Any, cast

import pytest
from greenlet import getcurrent

from service.api.app import create_app
from service.api.asgi import LoopThreads, Served
from service.settings import Settings
from tests.api.playing import Client
from tests.api.test_shares import _receive, _scope, _send
from tests.simulation.loop import run
from tests.simulation.runtime import RUNTIME, SimulatedRuntime


def _thread() -> int:
    return id(getcurrent())


def _slowly() -> int:
    RUNTIME.sleep(1)
    return _thread()


def test_the_thread_that_was_free_last_works_next() -> None:
    async def threads() -> tuple[set[int], list[int]]:
        some = LoopThreads(3, RUNTIME)
        at_once = await asyncio.gather(*(some.run(_slowly) for _ in range(3)))
        return {*at_once}, [await some.run(_thread) for _ in range(6)]

    at_once, in_turn = run(threads(), RUNTIME)
    assert len(at_once) == 3
    assert len({*in_turn}) == 1


def test_what_finds_no_free_thread_waits_its_turn() -> None:
    done = list[int]()

    def work(number: int) -> None:
        RUNTIME.sleep(1)
        done.append(number)

    async def all_of() -> float:
        some, began = LoopThreads(1, RUNTIME), RUNTIME.monotonic()
        await asyncio.gather(*(some.run(work, number) for number in range(4)))
        return RUNTIME.monotonic() - began

    assert run(all_of(), RUNTIME) >= 4
    assert done == [0, 1, 2, 3]


def test_what_fails_is_raised_where_it_is_awaited_and_the_thread_goes_on() -> None:
    async def after_a_failure() -> int:
        some = LoopThreads(1, RUNTIME)
        with pytest.raises(ZeroDivisionError):
            await some.run(lambda: 1 // 0)
        return await some.run(lambda: 7)

    assert run(after_a_failure(), RUNTIME) == 7


def test_what_nobody_waits_for_any_more_leaves_its_thread_to_others() -> None:
    async def after_a_cancelled_one() -> int:
        some = LoopThreads(1, RUNTIME)
        first = some.run(_slowly)
        await asyncio.sleep(0.1)
        first.cancel()
        return await some.run(lambda: 7)

    assert run(after_a_cancelled_one(), RUNTIME) == 7


def test_what_nobody_waits_for_any_more_is_not_begun() -> None:
    done = list[int]()

    async def beside_a_cancelled_one() -> None:
        some = LoopThreads(1, RUNTIME)
        first, second, third = (some.run(done.append, number) for number in range(3))
        second.cancel()
        await asyncio.gather(first, third)

    run(beside_a_cancelled_one(), RUNTIME)
    assert done == [0, 2]


@pytest.mark.parametrize(
    ("version", "headers", "status"),
    [
        ("1.1", [], 200),
        ("1.1", [(b"content-length", b"2")], 408),
        ("1.1", [(b"transfer-encoding", b"chunked")], 408),
        ("2", [], 408),
    ],
)
def test_a_body_is_waited_for_where_one_follows(
    client: Client,
    settings: Settings,
    version: str,
    headers: list[tuple[bytes, bytes]],
    status: int,
) -> None:
    app = create_app(client.context, settings)
    runtime = cast("SimulatedRuntime", client.context.runtime)
    served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)

    async def answered() -> int:
        sent = list[Any]()
        scope = {**_scope("/v1/games", ""), "http_version": version, "headers": headers}
        receive = _receive(left := asyncio.Event())
        await receive()  # what is left to come is that the client leaves
        asyncio.get_running_loop().call_later(20, left.set)
        await served(scope, receive, _send(sent))
        answer: int = sent[0]["status"]
        return answer

    assert run(answered(), runtime) == status


@pytest.mark.parametrize("part", [b"", b'{"game": '])
def test_a_body_that_is_cut_off_is_refused(client: Client, settings: Settings, part: bytes) -> None:
    """So are chunks that are none: an empty body would mean that every field has its default."""
    app = create_app(client.context, settings)
    runtime = cast("SimulatedRuntime", client.context.runtime)
    served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)
    messages = [{"type": "http.request", "body": part, "more_body": True}]

    async def receive() -> dict[str, Any]:
        return messages.pop() if messages else {"type": "http.disconnect"}

    async def answered() -> tuple[int, Any]:
        sent = list[Any]()
        chunked = [(b"transfer-encoding", b"chunked")]
        await served({**_scope("/v1/games", ""), "headers": chunked}, receive, _send(sent))
        return sent[0]["status"], json.loads(sent[1]["body"])["key"]

    assert run(answered(), runtime) == (400, "body-cut-off")
