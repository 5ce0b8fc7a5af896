"""Prices of requests, shares of the processor, and the end of work for clients that have left."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, cast
from uuid import UUID, uuid4

import pytest

from service import fair
from service.api.app import create_app
from service.api.asgi import Served
from service.ids import hashed
from service.live.following import ByteCache
from service.live.shares import OWNERS, STRANGER, Holder, Shares
from service.live.waiting import Client as Peer
from service.live.waiting import WaitingClients
from service.settings import Settings
from tests.api.playing import Client, Opened
from tests.api.test_budgets import Narrow, narrow
from tests.simulation.loop import run
from tests.simulation.runtime import RUNTIME, SimulatedRuntime
from tests.simulation.waiting import until

__all__ = ["narrow"]


# --- Prices ---------------------------------------------------------------------------------------


def test_a_large_answer_is_charged_by_its_size(narrow: Narrow) -> None:
    client = narrow(strangers=1_000, reads=0, writes=0, openings=0)
    table = client.open()
    client.play(table, Random(1))
    path = f"{table.deal_path}/frames?view=seat:0&legal=both"
    small, large = (client.send("GET", each) for each in ("/v1/games", path))
    spent = left(small) - left(large)
    assert spent == 1 + len(large.data) // 20_000 >= 2
    again = client.send("GET", path, Accept_Encoding="gzip")
    assert left(large) - left(again) == spent, "the size before compression counts"
    assert client.send("GET", path, None).headers.get("Retry-After") is None


def test_what_was_charged_beyond_the_quota_delays_the_next_request(narrow: Narrow) -> None:
    client = narrow(strangers=2, reads=0, writes=0, openings=0)
    table = client.open()
    client.play(table, Random(1))
    assert client.send("GET", f"{table.deal_path}/frames?view=seat:0&legal=both").status_code == 200
    refused = client.send("GET", "/v1/games")
    assert refused.status_code == 429
    assert 1 <= int(refused.headers["Retry-After"]) <= 60
    RUNTIME.pass_time(int(refused.headers["Retry-After"]))
    assert client.send("GET", "/v1/games").status_code == 200


def left(answer: Any) -> int:
    return int(answer.headers["RateLimit"].split("r=")[1].split(";")[0])


def test_an_answer_that_is_final_is_made_once(
    client: Client, monkeypatch: pytest.MonkeyPatch, table: Opened
) -> None:
    client.play(table, Random(1))
    path = f"{table.deal_path}/frames?view=seat:0&legal=both"
    first = client.get(path, table.owner)
    monkeypatch.delattr("service.api.resources.deals.frames_json")
    assert client.get(path) == client.get(path, client.key()) == first, "for everybody"
    client.may_fail = True
    assert client.send("GET", path.replace("seat:0", "seat:1")).status_code == 500, "not made yet"


def test_no_more_bytes_are_kept_than_allowed() -> None:
    cache, made = ByteCache(10), list[str]()

    def content(name: str, size: int) -> int:
        def make() -> bytes:
            made.append(name)
            return bytes(size)

        return len(cache.get(name, make))

    for name, size in (("a", 4), ("b", 4), ("a", 4), ("c", 4), ("a", 4), ("b", 4), ("d", 11)):
        assert content(name, size) == size
    assert made == ["a", "b", "c", "b", "d"], "what was not used for longest makes room"
    assert content("a", 4) == 4
    assert made[-1] == "d", "what is too large drives nothing out"


# --- Shares ---------------------------------------------------------------------------------------


async def turns(shares: Shares, names: str, *, used: float = 1.0) -> list[str]:
    """The order in which requests get their turns, each at work until no other one may begin."""
    order, tasks = list[str](), set[asyncio.Task[None]]()

    async def request(name: str) -> None:
        await shares.take(name)
        order.append(name)
        await asyncio.sleep(0)
        shares.leave(name, used)

    for name in names.split():
        tasks.add(asyncio.create_task(request(name)))
    await asyncio.gather(*tasks)
    return order


def test_who_has_used_less_is_next() -> None:
    async def ordered() -> list[str]:
        shares = Shares(1)
        return await turns(shares, "a a a a b c b")

    assert run(ordered(), RUNTIME) == ["a", "b", "c", "a", "b", "a", "a"]


def test_strangers_have_one_turn_at_a_time_and_an_owner_not_all() -> None:
    async def taken() -> None:
        shares, address = Shares(8), STRANGER
        assert [shares.take_at_once(f"{address}{n}") for n in range(3)] == [True, False, False]
        mine = [shares.take_at_once("mine") for _ in range(8)]
        assert mine.count(True) == 8 - 8 // OWNERS
        assert shares.take_at_once("yours")
        waiting = asyncio.create_task(shares.take(f"{address}1"))
        await asyncio.sleep(0)
        waiting.cancel()
        shares.leave("mine", 0)
        shares.leave(f"{address}0", 0)
        await asyncio.gather(waiting, return_exceptions=True)
        assert shares.take_at_once(f"{address}2"), "a client that left keeps no turn"

    run(taken(), RUNTIME)


def test_a_credential_that_is_not_known_is_a_strangers() -> None:
    shares = Shares(1)
    shares.remember(hashed("key_a").hex(), "owner")
    accounts = [shares.account_of(each, "::1") for each in ("Bearer key_a", "Bearer key_b", "")]
    assert accounts == ["owner", f"{STRANGER}::1", f"{STRANGER}::1"]


# --- Clients that leave ---------------------------------------------------------------------------


def test_a_long_poll_ends_when_its_client_leaves() -> None:
    waiting, peers = WaitingClients(lambda _: {}, RUNTIME, limit=4), [Peer(), Peer()]

    def wait(peer: Peer) -> bool:
        holder = Holder("mine", "mine")
        return waiting.until_after(uuid4(), 5, seconds=9_000, holder=holder, client=peer)

    with RUNTIME.executor(2, name="poll") as pool:
        waits = [pool.submit(wait, each) for each in peers]
        until(lambda: waiting._slots.taken() == 2)
        began = RUNTIME.monotonic()
        peers[0].leave()
        until(waits[0].done)
        assert waiting._slots.taken() == 1
        assert RUNTIME.monotonic() - began < 1
        waiting.end_in(0)
        assert waits[1].result()


def test_a_stranger_behind_a_proxy_has_one_share_however_the_proxy_writes_the_address(
    client: Client, settings: Settings
) -> None:
    app = create_app(client.context, settings)
    more: dict[str, Any] = {"threads": 2, "body_bytes": 1_000, "seconds": 9, "proxies": 1}
    served = Served(app.wsgi_app, app.live, client.context.runtime, **more)
    same = (
        {"HTTP_X_FORWARDED_FOR": "203.0.113.9"},
        {"HTTP_X_FORWARDED_FOR": "198.51.100.7, 203.0.113.9:4711"},
        {"HTTP_X_FORWARDED_FOR": "::ffff:203.0.113.9"},
        {"HTTP_FORWARDED": 'for="203.0.113.9:5000";proto=https'},
    )
    found = {served._account_of({"REMOTE_ADDR": "127.0.0.1", **each}) for each in same}
    assert found == {STRANGER + "203.0.113.9"}
    assert served._account_of({"REMOTE_ADDR": "2001:db8::1"}) == STRANGER + "2001:db8::"


def test_the_server_ends_the_work_for_a_client_that_has_left(
    client: Client, settings: Settings
) -> None:
    """A long poll, and a request that waits for its turn meanwhile."""
    app = create_app(client.context, settings)
    table = client.open()
    deal = UUID(str(table.deal))
    version = client.versions(str(deal))[deal]
    path = f"/v1/deals/{deal}/events"
    runtime = cast("SimulatedRuntime", client.context.runtime)
    served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)

    async def abandoned() -> float:
        scope = _scope(path, f"after={version}&wait=20")
        left, sent = asyncio.Event(), list[Any]()
        poll = asyncio.create_task(served(scope, _receive(left), _send(sent)))
        await _passed(lambda: app.waiting._slots.taken() == 1)
        began = runtime.monotonic()
        left.set()
        await poll
        assert sent[0]["status"] == 200, "it may have closed its own side alone"
        return runtime.monotonic() - began

    assert run(abandoned(), runtime) < 1
    assert app.waiting._slots.taken() == 0
    assert app.shares._free == settings.web_threads


def test_a_client_that_left_before_its_turn_is_late(client: Client, settings: Settings) -> None:
    app = create_app(client.context, settings)
    runtime = cast("SimulatedRuntime", client.context.runtime)
    served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)

    async def answered() -> int:
        mine = served._account_of({"REMOTE_ADDR": "127.0.0.1"})
        while app.shares.take_at_once(mine):
            pass
        left, sent = asyncio.Event(), list[Any]()
        left.set()
        await served(_scope("/v1/games", ""), _receive(left), _send(sent))
        status: int = sent[0]["status"]
        return status

    assert run(answered(), runtime) == 408


def test_a_request_too_many_of_one_caller_is_refused_while_others_still_wait(
    client: Client, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fair, "WAITING", 1)
    app = create_app(client.context, settings)
    runtime = cast("SimulatedRuntime", client.context.runtime)
    served = Served(app.wsgi_app, app.live, runtime, threads=2, body_bytes=1_000, seconds=9)

    async def answers() -> list[Any]:
        mine = served._account_of({"REMOTE_ADDR": "127.0.0.1"})
        assert app.shares.take_at_once(mine)
        left, sent = asyncio.Event(), [list[Any]() for _ in range(2)]
        calls = [served(_scope("/v1/games", ""), _receive(left), _send(each)) for each in sent]
        waits = asyncio.create_task(calls[0])
        await asyncio.sleep(0)
        await calls[1]
        assert not sent[0]
        app.shares.leave(mine, 0.0)
        await waits
        return [each[0] for each in sent]

    answered, refused = run(answers(), runtime)
    assert (answered["status"], refused["status"]) == (200, 429)
    assert dict(refused["headers"])[b"retry-after"] == b"1"


async def _passed(condition: Callable[[], bool]) -> None:
    while not condition():  # noqa: ASYNC110 - threads make it true
        await asyncio.sleep(0.01)


def _scope(path: str, query: str) -> dict[str, Any]:
    return {
        "type": "http",
        "method": "GET",
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "http_version": "1.1",
        "server": ("127.0.0.1", 80),
        "client": ("192.0.2.1", 1),
        "scheme": "http",
        "headers": [],
    }


def _receive(left: asyncio.Event) -> Callable[[], Awaitable[dict[str, Any]]]:
    messages = [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive() -> dict[str, Any]:
        if messages:
            return messages.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    return receive


def _send(sent: list[Any]) -> Callable[[Any], Awaitable[None]]:
    async def send(message: Any) -> None:
        sent.append(message)

    return send
