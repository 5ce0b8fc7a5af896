"""Bytes that clients do not take: pieces, the bound for all of them, and who is dropped."""

import asyncio
from typing import Any

import pytest

from service.api import metrics
from service.api.app import create_app
from service.api.asgi import Served
from service.live.channels import AT_ONCE, BESIDE, Unsent
from service.settings import Settings
from tests.api.playing import Client
from tests.api.test_shares import _receive, _scope
from tests.simulation.loop import run
from tests.simulation.runtime import RUNTIME

ONE = AT_ONCE + BESIDE


@pytest.mark.parametrize(
    ("sizes", "most", "dropped"),
    [
        ([1, 1, 1], 3, []),
        ([1, 1, 1, 1, 1], 3, [0, 1]),
        ([3, 1, 1], 3, [0]),
        ([1, 1, 3], 3, [0, 1]),
        ([1, 4, 1], 3, [0, 1]),
        ([4], 3, []),
    ],
)
def test_who_has_waited_longest_makes_room(sizes: list[int], most: int, dropped: list[int]) -> None:
    """Nobody's bytes are too many for a client that is alone."""

    reasons = list[str]()
    unsent = Unsent(reasons.append, most=most * ONE)

    async def play() -> list[int]:
        forever = asyncio.Event()

        async def put(_: bytes) -> None:
            await forever.wait()

        tasks = list[asyncio.Task[None]]()
        for size in sizes:
            tasks.append(asyncio.create_task(unsent.send(put, bytes(size * ONE - BESIDE))))
            await asyncio.sleep(0)
        await asyncio.sleep(1)
        ended = [number for number, task in enumerate(tasks) if task.done()]
        await asyncio.gather(*tasks, return_exceptions=True)
        return ended

    assert run(play(), RUNTIME) == dropped
    assert reasons == ["memory"] * len(dropped) + ["slow"] * (len(sizes) - len(dropped))
    assert (unsent._held, unsent._waiting) == (0, {})
    assert [unsent.is_relieved() for _ in range(2)] == [True, False]


@pytest.mark.parametrize("takes", [True, False])
def test_a_large_answer_is_sent_in_pieces(
    client: Client, settings: Settings, *, takes: bool
) -> None:
    """To a client that takes nothing, not all of them, and no end."""
    app = create_app(client.context, settings)
    runtime: Any = client.context.runtime
    served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)
    path = "/openapi.json"
    before = dropped()

    async def play() -> list[Any]:
        sent, left = list[Any](), asyncio.Event()

        async def send(message: Any) -> None:
            sent.append(message)
            if not takes and len(sent) == 3:
                await left.wait()

        await served(_scope(path, ""), _receive(left), send)
        return sent

    start, *parts = run(play(), runtime)
    body = client.send("GET", path).data
    assert (b"content-length", str(len(body)).encode()) in start["headers"]
    assert all(len(each["body"]) <= AT_ONCE for each in parts)
    assert b"".join(each["body"] for each in parts) == (body if takes else body[: 2 * AT_ONCE])
    assert parts[-1]["more_body"] is not takes
    assert dropped() - before == (not takes)


def dropped() -> float:
    return float(metrics.DROPPED.labels("slow")._value.get())
