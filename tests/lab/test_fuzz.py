"""A small sample of `make fuzz`, and proof that it would detect faults."""

import asyncio
from random import Random

import pytest

from lab.fuzz.firing import Tally, fire
from lab.fuzz.shots import Shot, World, shot
from lab.fuzz.worlds import attacked, resident

WARM_UP = 500
REQUESTS = 1_500
GROWTH_MIB = 60
"""The allowed memory growth of the web after the warm-up, in which its caches fill."""
BARE = World(
    dict.fromkeys(
        ("table", "deal", "seat", "next", "size", "webhook", "delivery", "tournament"), "1"
    ),
    (None,),
)


@pytest.mark.long  # in the ordinary run, tests/api/test_hostile.py sends wrong requests
def test_hostile_requests_break_nothing() -> None:
    with attacked() as (web, worlds):
        asyncio.run(fire(web.url, worlds, requests=WARM_UP, connections=4, seed=8))
        before = resident(web)
        tally = asyncio.run(fire(web.url, worlds, requests=REQUESTS, connections=4, seed=7))
        assert tally.faults == []
        assert sum(tally.statuses.values()) == REQUESTS
        assert {200, 400, 401, 403, 404, 405, 409, 422} <= tally.statuses.keys()
        assert resident(web) - before < GROWTH_MIB
        assert web.get("/readyz").status_code == 200
        assert "request.broken" not in web.logged()


def test_the_same_seed_makes_the_same_requests() -> None:
    one, other = ([shot(BARE, chance) for _ in range(300)] for chance in (Random(1), Random(1)))
    assert one == other
    assert len({each.method for each in one}) > 6
    assert {each.manner for each in one} == {"whole", "chunked", "cut", "raw"}


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (b"HTTP/1.1 500 X\r\nContent-Length: 2\r\n\r\nno", "500"),
        (b"HTTP/1.1 308 X\r\nContent-Length: 2\r\n\r\nno", "308"),
        (b"HTTP/1.1 404 X\r\nContent-Length: 2\r\n\r\nno", "no problem"),
        (b"HTTP/1.1 200 X\r\nContent-Length: 9\r\n\r\nno", "hung up"),
        (b"", "hung up"),
    ],
)
def test_faults_are_detected(answer: bytes, fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = Shot("GET", "/", {}, None)
    monkeypatch.setattr("lab.fuzz.firing.shot", lambda *_: plain)

    async def run() -> Tally:
        async def serve(incoming: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await incoming.readuntil(b"\r\n\r\n")
            writer.write(answer)
            writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        async with server:
            url = f"http://127.0.0.1:{port}"
            return await fire(url, lambda _: BARE, requests=1, connections=1, seed=1)

    tally = asyncio.run(run())
    assert len(tally.faults) == 1
    assert fault in tally.faults[0]
