"""Open streams that want people: who is present, and what they say, on one process and on two."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

import pytest

from service.api import live
from service.api.dependencies import Application
from service.live.channels import NDJSON, SSE, Form, Subscription
from service.live.presence import EVERY_SECONDS, GRACE, STAYING
from service.live.shares import Shares
from service.live.streams import Live
from service.players.phrase_store import SECOND
from tests.api.playing import Client, Opened
from tests.simulation.loop import run
from tests.simulation.runtime import RUNTIME

SOON = 3 * EVERY_SECONDS
LEFT = (GRACE / SECOND) + SOON


@pytest.fixture(autouse=True)
def subscriptions(monkeypatch: pytest.MonkeyPatch) -> list[Subscription]:
    """The streams that were opened, which no connection takes."""
    opened = list[Subscription]()
    monkeypatch.setattr(live, "can_stream", lambda: True)
    monkeypatch.setattr(live, "take_slot", lambda _: None)
    monkeypatch.setattr(live, "hand_over", opened.append)
    return opened


@dataclass
class Web:
    """Open streams of some processes, and what they were sent."""

    client: Client
    opened: list[Subscription]

    def process(self) -> Live:
        app = cast("Application", self.client.flask.application)
        people = self.client.context.people
        more: Any = {"limit": 9, "each": 9, "beat_seconds": 3_600, "people": people}
        return Live(app.waiting, RUNTIME, Shares(4), **more)

    def follow(
        self, process: Live, path: str, who: str | None, form: Form = NDJSON
    ) -> tuple["asyncio.Task[bool]", bytearray]:
        answer = self.client.send("GET", path, who, Accept=form.media_type)
        assert answer.status_code == 200, answer.text
        sent = bytearray()

        async def send(what: bytes) -> None:
            sent.extend(what)

        return asyncio.create_task(process.run(self.opened[-1], send)), sent


def people(sent: bytearray) -> list[Any]:
    lines = [json.loads(line) for line in sent.decode().splitlines() if line]
    return [line["people"] for line in lines if line["type"] == "people"]


def present(sent: bytearray) -> list[list[int]]:
    return [each["present"] for each in people(sent)]


def played(scene: Callable[[], Awaitable[None]]) -> None:
    async def whole() -> None:
        await asyncio.wait_for(scene(), 300)

    run(whole())


async def end(*tasks: "asyncio.Task[bool]") -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def events(table: Opened, more: str = "people=true") -> str:
    return f"{table.deal_path}/events?after=1000&{more}"


def test_players_come_and_go_on_two_processes(
    client: Client, subscriptions: list[Subscription]
) -> None:
    web, table = Web(client, subscriptions), client.open()

    async def scene() -> None:
        processes = [web.process(), web.process()]
        first, seen = web.follow(processes[0], events(table), table.tokens[0])
        await asyncio.sleep(SOON)
        assert present(seen)[-1] == [0]
        second, _ = web.follow(processes[1], f"{table.path}/events?people=true", table.tokens[2])
        await asyncio.sleep(SOON)
        assert present(seen)[-1] == [0, 2]
        count = len(people(seen))
        await asyncio.sleep(2 * STAYING / SECOND)
        assert len(people(seen)) == count, "who stays is news once"
        await end(second)
        await asyncio.sleep(SOON)
        again, come = web.follow(processes[0], events(table), table.tokens[2])
        await asyncio.sleep(LEFT)
        assert present(come) == [[0, 2]], "what others know is told at once"
        assert len(people(seen)) == count, "a stream that begins again is no news"
        await end(again)
        await asyncio.sleep(LEFT)
        assert present(seen)[-1] == [0]
        await end(first)

    played(scene)


def test_what_is_said_reaches_every_stream(
    client: Client, subscriptions: list[Subscription]
) -> None:
    web, table = Web(client, subscriptions), client.open(phrases="always")

    async def scene() -> None:
        processes = [web.process(), web.process()]
        viewers = (table.tokens[1], table.owner, None)
        paths = (events(table), f"{table.path}/events?people=true", events(table))
        readers = [
            web.follow(processes[number % 2], path, viewer)
            for number, (viewer, path) in enumerate(zip(viewers, paths, strict=True))
        ]
        await asyncio.sleep(SOON)
        client.post(f"{table.path}/phrases", table.tokens[0], {"phrase": "wow"})
        await asyncio.sleep(SOON)
        for _, sent in readers:
            newest = people(sent)[-1]
            assert [(each["seat"], each["phrase"]) for each in newest["phrases"]] == [(0, "wow")]
            assert newest == {**client.get(f"{table.path}/people", table.owner)}
        await end(*(task for task, _ in readers))

    played(scene)


def test_a_process_asks_nothing_while_no_stream_wants_people(
    client: Client, subscriptions: list[Subscription], monkeypatch: pytest.MonkeyPatch
) -> None:
    web, table, store = Web(client, subscriptions), client.open(), client.context.people
    queries = list[Any]()

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def ask(*args: Any, **more: Any) -> Any:
            queries.append(args)
            return real(*args, **more)

        return ask

    for name in ("states", "arrive", "newest"):
        monkeypatch.setattr(store, name, counted(getattr(store, name)))

    async def scene() -> None:
        process = web.process()
        other, _ = web.follow(process, events(table, "limit=1"), table.tokens[1])
        await asyncio.sleep(10)
        assert queries == []
        task, _ = web.follow(process, events(table), table.tokens[0])
        await asyncio.sleep(10)
        assert 0 < len(queries) <= 2 * 10 / EVERY_SECONDS
        await end(task)
        await asyncio.sleep(LEFT)
        queries.clear()
        await asyncio.sleep(60)
        assert queries == []
        await end(other)

    played(scene)


@pytest.mark.parametrize("form", [SSE, NDJSON])
def test_the_lines_stand_beside_the_events_in_both_forms(
    client: Client, subscriptions: list[Subscription], form: Form
) -> None:
    web, table = Web(client, subscriptions), client.open()

    async def scene() -> None:
        task, sent = web.follow(web.process(), events(table), table.tokens[0], form)
        await asyncio.sleep(SOON)
        line = (
            '{"type":"people","position":1000,"people":{"present":[0],"phrases":[],"rematch":null}}'
        )
        assert form.line(1000, line.encode()) in sent
        await end(task)

    played(scene)


def test_who_does_not_ask_or_may_not_watch_is_sent_nobody(
    client: Client, subscriptions: list[Subscription]
) -> None:
    web, table = Web(client, subscriptions), client.open(spectators=False)

    async def scene() -> None:
        process = web.process()
        readers = [
            web.follow(process, events(table, "limit=1"), table.tokens[0]),
            web.follow(process, f"{table.path}/events?people=true", client.key()),
        ]
        await asyncio.sleep(SOON)
        assert all(people(sent) == [] for _, sent in readers)
        assert client.get(f"{table.path}/people", table.owner)["present"] == []
        await end(*(task for task, _ in readers))

    played(scene)
